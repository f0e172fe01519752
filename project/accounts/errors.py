"""Why a login or a change of an account is refused."""

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


class AccountBlocked(DomainError):
    """The caller has proven who they are, and an admin has blocked them."""

    code = ErrorCode.ACCOUNT_BLOCKED
    status = 403


class PasswordNeeded(DomainError):
    """A member of staff with a password came with a code alone."""

    code = ErrorCode.PASSWORD_NEEDED


class ProofNeeded(Forbidden):
    """The call changes who gets into the account, and a token alone does not prove whose it is."""

    code = ErrorCode.PROOF_NEEDED


class PasswordWrong(DomainError):
    """The password that was to prove whose account it is does not match."""

    code = ErrorCode.PASSWORD_WRONG


class AddressMoved(Conflict):
    """The account of this address has just moved to another one, and may be moved back."""

    code = ErrorCode.ADDRESS_MOVED


class UndoExpired(Conflict):
    """The link that undoes a change was used, is too old, or never was one."""

    code = ErrorCode.UNDO_EXPIRED


class SecondFactorRequired(Forbidden):
    """A member of staff has logged in and not yet proven their second factor."""

    code = ErrorCode.SECOND_FACTOR_REQUIRED


class SecondFactorEnrolmentRequired(Forbidden):
    """A member of staff has logged in and has no second factor yet."""

    code = ErrorCode.SECOND_FACTOR_ENROLMENT_REQUIRED


class ReauthenticationRequired(Forbidden):
    """The second factor was proven too long ago for this; prove it again and repeat the call."""

    code = ErrorCode.REAUTHENTICATION_REQUIRED


class PasskeyRefused(DomainError):
    """The browser's answer proves no passkey of this account, or came too late."""

    code = ErrorCode.PASSKEY_REFUSED


class LastSecondFactor(Conflict):
    """Without it the person would have no second factor."""

    code = ErrorCode.LAST_SECOND_FACTOR


class EmailTaken(Conflict):
    """The caller has proven an address that is another account's."""

    code = ErrorCode.EMAIL_TAKEN


class AddressBookFull(Conflict):
    """The address book holds as many addresses as it may."""

    code = ErrorCode.ADDRESS_BOOK_FULL


class SecondPersonNeeded(Forbidden):
    """The decision takes another person than the one it is about, or who asked for it."""

    code = ErrorCode.SECOND_PERSON_NEEDED


class ApproverTooNew(Forbidden):
    """One of the two people has got their rights too recently; `text` says who and until when."""

    code = ErrorCode.APPROVER_TOO_NEW
