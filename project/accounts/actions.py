"""Log in and out, register, keep one's account, close it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX, check_password, make_password
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from project.accounts import codes, personal_data, presence, reauthentication
from project.accounts.errors import (
    AccountBlocked,
    AddressMoved,
    EmailTaken,
    LoginFailed,
    PasswordNeeded,
    TokenRefused,
)
from project.accounts.models import Address, CodePurpose, CredentialChange, EmailCode, Token, User
from project.accounts.reauthentication import CheckedProof, Proof
from project.accounts.tokens import blocked_text, digest_of, live_tokens, open_session
from project.audit import actions as audit
from project.core.errors import DomainError, Forbidden, NotFound
from project.core.mail import queue_mail
from project.core.messages import both
from project.core.models import Mail
from project.core.origin import current_browser
from project.events.publish import publish, touch

# A code that is over is kept this long, for questions about it; a session that is over, too.
OLD_CODES = timedelta(days=1)
OLD_SESSIONS = timedelta(days=30)


@dataclass(frozen=True)
class Login:
    """A person who has just proven who they are, their session on this device, and its secret."""

    user: User
    session: Token
    secret: str


# -- Logging in ----------------------------------------------------------------------------------


def send_code(*, email: str, language: str) -> None:
    """Mail a login code. Raises RateLimited within the pause after the last one."""
    codes.send(purpose=CodePurpose.LOGIN, email=email.strip().lower(), language=language)


@codes.commits_refusals
def verify_code(*, email: str, code: str, language: str, device: str = "") -> Login | DomainError:
    """Exchange a code for a session; the first login of an address creates its user.

    Staff who have a password must use it: the code alone would be one factor.

    Raises CodeExpired, CodeWrong, CodeTooMany, PasswordNeeded or AccountBlocked.
    """
    email = email.strip().lower()
    # Locked, so that whoever ends all sessions meanwhile (a block, a new address) ends this one, too.
    known = User.objects.select_for_update().filter(email=email).first()
    if refusal := codes.spend(purpose=CodePurpose.LOGIN, email=email, code=code):
        _log_failed_login(known)
        return refusal
    user = known or _create_user(email, language=language)
    if isinstance(user, DomainError):
        return user
    if not user.is_active:
        _log_failed_login(user)
        return AccountBlocked(user.public_id, text=blocked_text())
    if user.is_staff_member and user.has_usable_password():
        return PasswordNeeded("staff")
    return _let_in(user, device=device)


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
    if isinstance(user, DomainError):
        return user
    if user.password != hashed:
        return EmailTaken("registered at the same moment")
    return _let_in(user, device=device)


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
        _log_failed_login(user)
        raise LoginFailed("wrong address or password")
    if not user.is_active:
        _log_failed_login(user)
        raise AccountBlocked(user.public_id, text=blocked_text())
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
        return AccountBlocked(user.public_id, text=blocked_text())
    if user.is_staff_member:
        refusal = codes.spend(purpose=CodePurpose.STAFF, email=user.email, code=code or "", user=None)
        if refusal:
            _log_failed_login(user)
            return refusal
    return _let_in(user, device=device)


def _let_in(user: User, *, device: str) -> Login:
    current_browser().remember(user.email)
    audit.record("user.logged_in", subject=f"user:{user.public_id}", actor=f"user:{user.public_id}")
    session, secret = open_session(user, device=device)
    return Login(user=user, session=session, secret=secret)


def _log_failed_login(user: User | None) -> None:
    """Log a login that failed; an unknown address takes the same path, so that its answer takes as long."""
    audit.record("user.login_failed", subject=f"user:{user.public_id if user else 'unknown'}", actor="guest")


def _create_user(
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
    publish("user.registered", subject=f"user:{user.public_id}", topics=["staff:dashboard"])
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


# -- Sessions ------------------------------------------------------------------------------------


@transaction.atomic
def log_out(session: Token) -> None:
    """End the session of this device; sockets that were opened in it are closed."""
    if Token.objects.select_for_update().filter(pk=session.pk, revoked_at=None).exists():
        _end_sessions(session.user, [session.pk])


def log_out_by_secret(secret: str) -> None:
    """End the session of this secret, if there is one."""
    session = Token.objects.select_related("user").filter(digest=digest_of(secret)).first()
    if session is not None:
        log_out(session)


def end_sessions(user: User, *, session_id: str | None, proof: Proof) -> None:
    """Log one device of the user out, or with None all of them.

    Raises ProofNeeded, PasswordWrong, CodeExpired, CodeWrong, CodeTooMany; NotFound for any other session.
    """
    _end_proven_sessions(user, session_id=session_id, proof=reauthentication.check(user, proof))


@codes.commits_refusals
def _end_proven_sessions(user: User, *, session_id: str | None, proof: CheckedProof) -> None | DomainError:
    user = lock(user)
    ended = live_tokens().filter(user=user)
    if session_id is not None:
        ended = ended.filter(public_id=session_id)
        # Before the proof, which a session that is over already must not use up.
        if not ended.exists():
            return NotFound(session_id)
    if refusal := reauthentication.require(user, proof, purpose=CodePurpose.SESSIONS):
        return refusal
    _end_sessions(user, list(ended.values_list("pk", flat=True)))
    audit.record("user.sessions_ended", subject=f"user:{user.public_id}", actor=f"user:{user.public_id}")
    return None


@transaction.atomic
def log_out_everywhere(user: User, *, keep: Token | None = None) -> None:
    """Log all devices of the user out, except the one whose session is to be kept."""
    tokens = Token.objects.filter(user=user, revoked_at=None)
    if keep is not None:
        tokens = tokens.exclude(pk=keep.pk)
    _end_sessions(user, list(tokens.values_list("pk", flat=True)))


def _end_sessions(user: User, token_pks: list[int]) -> None:
    Token.objects.filter(pk__in=token_pks, revoked_at=None).update(revoked_at=timezone.now())
    publish("session.ended", subject=f"user:{user.public_id}", topics=[f"session:{user.pk}"])


def publish_editing(subject: str, user: User, *, editing: bool) -> None:
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
    CredentialChange.objects.filter(expires_at__lt=now).delete()
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


def record_change(
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
    record_change(user, "user.profile_changed")
    return user


# -- What needs a code ---------------------------------------------------------------------------


def send_confirmation(user: User, *, purpose: CodePurpose, email: str, language: str) -> None:
    """Mail a code that confirms a change of the account: to the new address, or to the account's own.

    Raises Forbidden when staff ask to be deleted or moved, RateLimited within the pause after the last code.
    """
    if user.is_staff_member:
        if purpose == CodePurpose.DELETE:
            raise Forbidden("staff accounts are closed by an admin")
        if purpose in (CodePurpose.EMAIL, CodePurpose.MOVE):
            raise Forbidden("an admin changes it", text=both("account.staff_email"))
    codes.send(purpose=purpose, email=email, language=language, user=user)


def close_account(user: User, *, proof: Proof, language: str) -> None:
    """Erase the person; what the law has us keep (orders and their money) stays without a profile.

    Raises ProofNeeded, PasswordWrong, CodeExpired, CodeWrong, CodeTooMany or Forbidden.
    Raises AddressMoved while a change of the address can be undone: nothing could be given back then.
    """
    _close_account(user, proof=reauthentication.check(user, proof), language=language)


@codes.commits_refusals
def _close_account(user: User, *, proof: CheckedProof, language: str) -> None | DomainError:
    """Erase the person.

    1. Prove it; staff are closed by an admin.
    2. Have every app erase its part.
    3. Say goodbye to the address, the last thing that is sent there.
    4. Erase the profile; end all sessions, which closes the live links.
    """
    user = lock(user)
    if user.is_staff_member:
        return Forbidden("staff accounts are closed by an admin")
    open_changes = user.credential_changes.filter(closed_at=None, expires_at__gt=timezone.now())
    if open_changes.exclude(email=user.email).exists():
        return AddressMoved(user.public_id, text=both("account.deletion_waits"))
    if refusal := reauthentication.require(user, proof, purpose=CodePurpose.DELETE):
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
    user.credential_changes.all().delete()
    user.email = f"{user.public_id.lower()}@deleted.invalid"
    user.name = user.phone = ""
    user.set_unusable_password()
    user.is_active = False
    user.save()
    audit.record("user.deleted", subject=f"user:{user.public_id}", actor=f"user:{user.public_id}")
    record_change(user, "user.deleted")
    _end_sessions(user, list(Token.objects.filter(user=user).values_list("pk", flat=True)))
    Token.objects.filter(user=user).delete()
    return None
