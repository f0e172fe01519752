"""Refusals of a login or of a change of an account."""

from project.core.errors import Conflict, DomainError, ErrorCode, Forbidden
from project.core.throttle import RateLimited


class TokenRefused(DomainError):
    """A token was sent and is not (or no longer) good; only this logs a browser out."""

    code = ErrorCode.TOKEN_REFUSED
    status = 401


class CodeWrong(DomainError):
    """The login code does not match."""

    code = ErrorCode.CODE_WRONG


class CodeExpired(DomainError):
    """There is no live login code for this address."""

    code = ErrorCode.CODE_EXPIRED


class CodeTooMany(DomainError):
    """Too many wrong tries: the code is dead."""

    code = ErrorCode.CODE_TOO_MANY


class MailedEnough(RateLimited):
    """Strangers have had the address mailed enough; its owner gets in by the link in the newest mail."""

    code = ErrorCode.MAILED_ENOUGH


class LoginFailed(DomainError):
    """Address and password do not belong together; which of them is wrong is not said."""

    code = ErrorCode.LOGIN_FAILED


class PasswordWrong(DomainError):
    """The password that was to prove whose account it is does not match."""

    code = ErrorCode.PASSWORD_WRONG


class AddressMoved(Conflict):
    """The account of this address has just moved to another one, and may be moved back."""

    code = ErrorCode.ADDRESS_MOVED


class SecondPersonNeeded(Forbidden):
    """The decision takes another person than the one it is about, or who asked for it."""

    code = ErrorCode.SECOND_PERSON_NEEDED
