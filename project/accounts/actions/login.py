"""Log in by a code or a password; register."""

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX, check_password, make_password
from django.db import IntegrityError, transaction
from django.utils import timezone

from project.accounts import codes
from project.accounts.errors import (
    AddressMoved,
    CodeExpired,
    LoginFailed,
)
from project.accounts.models import CodePurpose, CredentialChange, User
from project.accounts.second_factor import wrong_codes
from project.accounts.tokens import Login, blocked_text, open_session
from project.core.errors import Conflict, DomainError, ErrorCode, Forbidden
from project.core.mail_server import mails_codes
from project.core.origin import current_browser
from project.events import audit
from project.events.publish import publish


@codes.commits_refusals
def verify_code(*, email: str, code: str, language: str, device: str = "") -> Login | DomainError:
    """Exchange a code for a session; the first login of an address creates its user.

    Staff who have a password must use it: the code alone would be one factor.

    Raises CodeExpired, CodeWrong, CodeTooMany, PASSWORD_NEEDED or ACCOUNT_BLOCKED.
    """
    email = email.strip().lower()
    # Locked, so that whoever ends all sessions meanwhile (a block, a new address) ends this one, too.
    known = User.objects.select_for_update().filter(email=email).first()
    needs_password = known is not None and known.is_staff_member and known.has_usable_password()
    # Kept for the call with the password.
    if refusal := codes.spend(purpose=CodePurpose.LOGIN, email=email, code=code, keep=needs_password):
        _log_failed_login(known)
        return refusal
    user = known or create_user(email, language=language)
    if isinstance(user, DomainError):
        return user
    if not user.is_active:
        _log_failed_login(user)
        return Forbidden(user.public_id, text=blocked_text(), code=ErrorCode.ACCOUNT_BLOCKED)
    if needs_password:
        return DomainError("staff", code=ErrorCode.PASSWORD_NEEDED)
    return _let_in(user, device=device)


def register(
    *, name: str, email: str, phone: str, password: str, code: str, language: str, device: str = ""
) -> Login:
    """Create the account of a proven address and log in.

    Raises CodeExpired, CodeWrong, CodeTooMany; EMAIL_TAKEN, which only the owner of the address can meet.
    """
    # Before the transaction: hashing takes longer than everything else here together.
    hashed = make_password(password)
    return _register(
        name=name,
        email=email,
        phone=phone,
        hashed=hashed,
        code=code,
        language=language,
        device=device,
    )


@codes.commits_refusals
def _register(
    *, name: str, email: str, phone: str, hashed: str, code: str, language: str, device: str
) -> Login | DomainError:
    if refusal := codes.spend(purpose=CodePurpose.REGISTER, email=email, code=code):
        return refusal
    if User.objects.filter(email=email).exists():
        return Conflict("registered before", code=ErrorCode.EMAIL_TAKEN)
    user = create_user(email, language=language, name=name, phone=phone, hashed=hashed)
    if isinstance(user, DomainError):
        return user
    if user.password != hashed:
        return Conflict("registered at the same moment", code=ErrorCode.EMAIL_TAKEN)
    return _let_in(user, device=device)


def log_in(*, email: str, password: str, code: str | None, language: str, device: str = "") -> Login | None:
    """Log in by password; None when a member of staff has now been sent the code that is needed, too.

    Before a mail server was ever set up, no code is mailed: the second factor follows the password then.

    Raises LoginFailed for whatever is wrong: an unknown address takes as long as a wrong password.
    Raises ACCOUNT_BLOCKED for the right password of somebody who is let in no more.
    Raises CodeExpired, CodeWrong, CodeTooMany or RateLimited about the code of a member of staff.
    """
    user = User.objects.filter(email=email).first()
    hashed = user.password if user else UNUSABLE_PASSWORD_PREFIX
    # Outside of any transaction: it is slow on purpose.
    if not check_password(password, hashed) or user is None:
        _log_failed_login(user)
        raise LoginFailed("wrong address or password")
    if not user.is_active:
        _log_failed_login(user)
        raise Forbidden(user.public_id, text=blocked_text(), code=ErrorCode.ACCOUNT_BLOCKED)
    if user.is_staff_member and code is None and mails_codes():
        codes.send(purpose=CodePurpose.STAFF, email=user.email, language=language)
        return None
    return _log_in(user, checked=hashed, code=code, device=device)


@codes.commits_refusals
def _log_in(user: User, *, checked: str, code: str | None, device: str) -> Login | DomainError:
    user = User.objects.select_for_update().get(pk=user.pk)
    # Either may have happened while the password was being checked.
    if user.password != checked:
        return LoginFailed("changed meanwhile")
    if not user.is_active:
        return Forbidden(user.public_id, text=blocked_text(), code=ErrorCode.ACCOUNT_BLOCKED)
    if user.is_staff_member and mails_codes():
        refusal = codes.spend(purpose=CodePurpose.STAFF, email=user.email, code=code or "", user=None)
        if refusal:
            _log_failed_login(user)
            if not isinstance(refusal, CodeExpired):
                wrong_codes.count(user, device=device, requester=wrong_codes.MAILED)
            return refusal
        wrong_codes.forget(user, requester=wrong_codes.MAILED)
    return _let_in(user, device=device)


def _let_in(user: User, *, device: str) -> Login:
    # That of staff is known once it has proven their second factor.
    if not user.is_staff_member:
        current_browser().remember(user.email)
    audit.record("user.logged_in", subject=user.subject, actor=user.subject)
    return open_session(user, device=device)


def _log_failed_login(user: User | None) -> None:
    """Log a login that failed; an unknown address takes the same path, so that its answer takes as long."""
    audit.record("user.login_failed", subject=f"user:{user.public_id if user else 'unknown'}", actor="guest")


def create_user(
    email: str, *, language: str, name: str = "", phone: str = "", hashed: str | None = None
) -> User | DomainError:
    """Create the user of a proven address, or return the one a twin request has just created.

    AddressMoved is returned while an account that has just left the address may come back.
    """
    user = User(
        email=email, language=language, name=name, phone=phone, password=hashed or make_password(None)
    )
    try:
        with transaction.atomic():
            user.save()
            require_free_address(email, user)
    except IntegrityError:
        return User.objects.get(email=email)
    except AddressMoved as refusal:
        return refusal
    publish("user.registered", subject=user.subject, topics=["staff:dashboard"])
    return user


def require_free_address(email: str, user: User) -> None:
    """Keep an address for the account that has just left it, as long as that can be undone.

    Call it after the address was written, in the same transaction: whoever left it has committed by then.

    Raises AddressMoved.
    """
    left = CredentialChange.objects.filter(
        email=email, closed_at=None, expires_at__gt=timezone.now(), user__is_active=True
    )
    if left.exclude(user=user).exists():
        raise AddressMoved(email)
