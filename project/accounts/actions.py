"""Log in and out, register, keep one's account, close it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX, check_password, make_password
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from project.accounts import codes, personal_data, presence
from project.accounts.models import Address, CodePurpose, EmailCode, Token, User
from project.accounts.tokens import blocked_words, digest_of, issue_token, live_tokens
from project.core.errors import (
    AccountBlocked,
    DomainError,
    EmailTaken,
    Forbidden,
    LoginFailed,
    NotFound,
    PasswordNeeded,
    TokenRefused,
)
from project.core.mail import queue_mail
from project.core.models import Mail
from project.events.publish import publish, touch

# A code that is over is kept this long, for questions about it; a session that is over, too.
OLD_CODES = timedelta(days=1)
OLD_SESSIONS = timedelta(days=30)


@dataclass(frozen=True)
class Login:
    """A person who has just proven who they are, and the token of this device."""

    user: User
    token: str


# -- Logging in ----------------------------------------------------------------------------------


def send_code(*, email: str, language: str) -> None:
    """Mail a login code. Raises RateLimited within the pause after the last one."""
    codes.send(purpose=CodePurpose.LOGIN, email=email.strip().lower(), language=language)


@codes.commits_refusals
def verify_code(*, email: str, code: str, language: str, device: str = "") -> Login | DomainError:
    """Exchange a code for a token; the first login of an address creates its user.

    Staff who have a password must use it: the code alone would be one factor.

    Raises CodeExpired, CodeWrong, CodeTooMany, PasswordNeeded or AccountBlocked.
    """
    email = email.strip().lower()
    if refusal := codes.spend(purpose=CodePurpose.LOGIN, email=email, code=code):
        return refusal
    user = User.objects.filter(email=email).first() or _create_user(email, language=language)
    if not user.is_active:
        return AccountBlocked(user.public_id, text=blocked_words())
    if user.is_staff_member and user.has_usable_password():
        return PasswordNeeded("staff")
    return Login(user=user, token=issue_token(user, device=device))


def send_registration_code(*, email: str, language: str) -> None:
    """Mail the code that proves the address of a new account; nothing else is kept until it comes back."""
    codes.send(purpose=CodePurpose.REGISTER, email=email, language=language)


def register(
    *, name: str, email: str, phone: str, password: str, code: str, language: str, device: str = ""
) -> Login:
    """Create the account of a proven address and log in.

    Raises CodeExpired, CodeWrong, CodeTooMany; EmailTaken, which only the owner of the address can meet.
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
        return EmailTaken("registered before")
    user = _create_user(email, language=language, name=name, phone=phone, hashed=hashed)
    if user.password != hashed:
        return EmailTaken("registered at the same moment")
    return Login(user=user, token=issue_token(user, device=device))


def log_in(*, email: str, password: str, code: str | None, language: str, device: str = "") -> Login | None:
    """Log in by password; None when a member of staff has now been sent the code that is needed, too.

    Raises LoginFailed for whatever is wrong: an unknown address takes as long as a wrong password.
    Raises AccountBlocked for the right password of somebody who is let in no more.
    Raises CodeExpired, CodeWrong, CodeTooMany or RateLimited about the code of a member of staff.
    """
    user = User.objects.filter(email=email).first()
    hashed = user.password if user else UNUSABLE_PASSWORD_PREFIX
    # Outside of any transaction: it is slow on purpose.
    if not check_password(password, hashed) or user is None:
        raise LoginFailed("wrong address or password")
    if not user.is_active:
        raise AccountBlocked(user.public_id, text=blocked_words())
    if user.is_staff_member and code is None:
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
        return AccountBlocked(user.public_id, text=blocked_words())
    if user.is_staff_member:
        refusal = codes.spend(purpose=CodePurpose.STAFF, email=user.email, code=code or "", user=None)
        if refusal:
            return refusal
    return Login(user=user, token=issue_token(user, device=device))


def _create_user(
    email: str, *, language: str, name: str = "", phone: str = "", hashed: str | None = None
) -> User:
    """Create the user of a proven address, or return the one a twin request has just created."""
    user = User(
        email=email, language=language, name=name, phone=phone, password=hashed or make_password(None)
    )
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError:
        return User.objects.get(email=email)
    publish("user.registered", subject=f"user:{user.public_id}", topics=["staff:dashboard"])
    return user


# -- Sessions ------------------------------------------------------------------------------------


@transaction.atomic
def log_out(*, token: str) -> None:
    """Revoke the token of this device; sockets that used it are closed."""
    row = Token.objects.select_for_update().filter(digest=digest_of(token), revoked_at=None).first()
    if row is not None:
        _end_sessions(row.user, [row.pk])


@transaction.atomic
def end_session(user: User, session_id: str) -> None:
    """Log one device of the user out. Raises NotFound for any other session."""
    row = live_tokens().select_for_update(of=("self",)).filter(user=user, public_id=session_id).first()
    if row is None:
        raise NotFound(session_id)
    _end_sessions(user, [row.pk])


@transaction.atomic
def log_out_everywhere(user: User, *, keep: str | None = None) -> None:
    """Log all devices of the user out, except the one whose token is to be kept."""
    tokens = Token.objects.filter(user=user, revoked_at=None)
    if keep is not None:
        tokens = tokens.exclude(digest=digest_of(keep))
    _end_sessions(user, list(tokens.values_list("pk", flat=True)))


def _end_sessions(user: User, token_pks: list[int]) -> None:
    Token.objects.filter(pk__in=token_pks, revoked_at=None).update(revoked_at=timezone.now())
    publish("session.ended", subject=f"user:{user.public_id}", topics=[f"session:{user.pk}"])


def note_editing(subject: str, user: User, *, editing: bool) -> None:
    """Show those who look at the subject that the person has it open to edit, or has not any more."""
    if editing:
        presence.note(subject, user)
    elif not presence.leave(subject, user):
        return
    touch([f"presence:{subject}"])


def forget_old_sessions_and_codes() -> None:
    """Delete what lets nobody in any more; addresses that only asked for a code are not kept."""
    now = timezone.now()
    EmailCode.objects.filter(expires_at__lt=now - OLD_CODES).delete()
    over = now - OLD_SESSIONS
    Token.objects.filter(Q(expires_at__lt=over) | Q(revoked_at__lt=over)).delete()


# -- The profile ---------------------------------------------------------------------------------


def lock(user: User) -> User:
    """Lock the account's row: the one lock of everything that belongs to the person.

    Raises TokenRefused when the account has been closed since the caller was let in.
    """
    user = User.objects.select_for_update().get(pk=user.pk)
    if not user.is_active:
        raise TokenRefused(user.public_id)
    return user


def note_change(
    user: User,
    name: str,
    *,
    actor: str = "",
    payload: Mapping[str, str] | None = None,
    rights_changed: bool = False,
) -> None:
    """Raise the account's version, record what happened and show it on all devices of the person.

    With `rights_changed` the live links opened under the old rights are closed.
    """
    user.bump()
    publish(
        name,
        subject=f"user:{user.public_id}",
        topics=[user.topic, *([f"session:{user.pk}"] if rights_changed else [])],
        payload=payload,
        actor=actor or f"user:{user.public_id}",
    )


@transaction.atomic
def update_profile(
    user: User,
    *,
    name: str | None = None,
    phone: str | None = None,
    language: str | None = None,
    address: Mapping[str, str] | None = None,
) -> User:
    """Change what is given; an address becomes the default entry of the address book."""
    user = lock(user)
    user.name = user.name if name is None else name
    user.phone = user.phone if phone is None else phone
    user.language = user.language if language is None else language
    user.save(update_fields=["name", "phone", "language"])
    if address is not None:
        owner = {"name": user.name, "phone": user.phone}
        Address.objects.update_or_create(
            user=user, is_default=True, defaults=dict(address), create_defaults={**address, **owner}
        )
    note_change(user, "user.profile_changed")
    return user


# -- What needs a code ---------------------------------------------------------------------------


def send_confirmation(user: User, *, purpose: CodePurpose, email: str, language: str) -> None:
    """Mail a code that confirms a change of the account: to the new address, or to the account's own.

    Raises Forbidden when staff ask to be deleted, RateLimited within the pause after the last code.
    """
    if purpose == CodePurpose.DELETE and user.is_staff_member:
        raise Forbidden("staff accounts are closed by an admin")
    codes.send(purpose=purpose, email=email, language=language, user=user)


@codes.commits_refusals
def change_email(user: User, *, email: str, code: str, language: str) -> User | DomainError:
    """Move the account to a proven address and tell the old one.

    Raises CodeExpired, CodeWrong, CodeTooMany; EmailTaken, which only the owner of both can meet.
    """
    user = lock(user)
    if refusal := codes.spend(purpose=CodePurpose.EMAIL, email=email, code=code, user=user):
        return refusal
    before = user.email
    if email == before:
        return user
    user.email = email
    try:
        with transaction.atomic():
            user.save(update_fields=["email"])
    except IntegrityError:
        return EmailTaken("another account's")
    note_change(user, "user.email_changed")
    queue_mail(
        kind="email_changed",
        dedupe_key=f"email-changed:{user.public_id}:{user.version}",
        to=before,
        language=language,
        context={"new_email": email},
    )
    return user


def set_password(user: User, *, password: str, code: str, language: str, token: str) -> User:
    """Set or change the password and log all other devices out.

    Raises CodeExpired, CodeWrong or CodeTooMany.
    """
    return _set_password(user, hashed=make_password(password), code=code, language=language, token=token)


@codes.commits_refusals
def _set_password(user: User, *, hashed: str, code: str, language: str, token: str) -> User | DomainError:
    user = lock(user)
    if refusal := codes.spend(purpose=CodePurpose.PASSWORD, email=user.email, code=code, user=user):
        return refusal
    user.password = hashed
    user.save(update_fields=["password"])
    log_out_everywhere(user, keep=token)
    note_change(user, "user.password_changed")
    queue_mail(
        kind="password_changed",
        dedupe_key=f"password-changed:{user.public_id}:{user.version}",
        to=user.email,
        language=language,
        context={},
    )
    return user


@transaction.atomic
def forget_password(user: User, *, actor: str) -> None:
    """Take the password away and log out everywhere: they log in by code again, and may set a new one."""
    user = lock(user)
    user.set_unusable_password()
    user.save(update_fields=["password"])
    log_out_everywhere(user)
    note_change(user, "user.password_forgotten", actor=actor)


@codes.commits_refusals
def close_account(user: User, *, code: str, language: str) -> None | DomainError:
    """Erase the person; what the law has us keep (orders and their money) stays without a profile.

    1. Prove it by the code; staff are closed by an admin.
    2. Have every app erase its part.
    3. Say goodbye to the address, the last thing that is sent there.
    4. Erase the profile; end all sessions, which closes the live links.

    Raises CodeExpired, CodeWrong, CodeTooMany or Forbidden.
    """
    user = lock(user)
    if user.is_staff_member:
        return Forbidden("staff accounts are closed by an admin")
    if refusal := codes.spend(purpose=CodePurpose.DELETE, email=user.email, code=code, user=user):
        return refusal
    personal_data.erase_all(user)
    email = user.email
    EmailCode.objects.filter(email=email).delete()
    # Mails about orders are part of the books; these are not.
    Mail.objects.filter(to=email, reference="").delete()
    queue_mail(
        kind="account_deleted",
        dedupe_key=f"account-deleted:{user.public_id}",
        to=email,
        language=language,
        context={},
    )
    user.addresses.all().delete()
    user.email = f"{user.public_id.lower()}@deleted.invalid"
    user.name = user.phone = ""
    user.set_unusable_password()
    user.is_active = False
    user.save()
    note_change(user, "user.deleted")
    _end_sessions(user, list(Token.objects.filter(user=user).values_list("pk", flat=True)))
    Token.objects.filter(user=user).delete()
    return None
