"""Change what lets a person in, the e-mail address and the password, and undo such a change.

Each change ends all sessions, of which the own goes on in another one. It is logged, and told to the address
the account had before, with a link that undoes it.
"""

import secrets
from datetime import timedelta

from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from project.accounts import codes, reauthentication
from project.accounts.actions.account import lock, record_change
from project.accounts.actions.confirmation import refuse_staff_email_change
from project.accounts.actions.login import require_free_address
from project.accounts.actions.sessions import log_out_everywhere, replace_session
from project.accounts.address_proofs import end_proofs
from project.accounts.errors import AddressMoved
from project.accounts.models import CodePurpose, CredentialChange, CredentialKind, EmailCode, Token, User
from project.accounts.reauthentication import CheckedProof, Proof
from project.accounts.tokens import Login, digest_of
from project.core.errors import Conflict, DomainError, ErrorCode
from project.core.mail import queue_mail
from project.core.site_address import site_url
from project.events import audit

UNDO_LIFETIME = timedelta(hours=72)


def change_email(user: User, *, email: str, code: str, proof: Proof, language: str, session: Token) -> Login:
    """Move the account to a proven address and end all its sessions; this device goes on in another one.

    Raises Forbidden for staff, whose address another admin changes.
    Raises PROOF_NEEDED, PasswordWrong, CodeExpired, CodeWrong, CodeTooMany; EMAIL_TAKEN or AddressMoved,
    which only the owner of both addresses can meet.
    """
    refuse_staff_email_change(user)
    checked = reauthentication.check(user, proof)
    return _change_email(user, email=email, code=code, proof=checked, language=language, session=session)


@codes.commits_refusals
def _change_email(
    user: User, *, email: str, code: str, proof: CheckedProof, language: str, session: Token
) -> Login | DomainError:
    user = lock(user)
    refuse_staff_email_change(user)
    # Of two codes neither is used up when the other is wrong.
    if refusal := codes.spend(purpose=CodePurpose.EMAIL, email=email, code=code, user=user, keep=True):
        return refusal
    if refusal := reauthentication.require(user, proof, purpose=CodePurpose.MOVE):
        return refusal
    if refusal := codes.spend(purpose=CodePurpose.EMAIL, email=email, code=code, user=user):
        return refusal
    before = user.email
    if email == before:
        return replace_session(session)
    if refusal := move(user, email):
        return refusal
    log_out_everywhere(user, keep=session)
    _note(user, "user.email_changed")
    _notify(
        user,
        kind=CredentialKind.EMAIL,
        to=before,
        language=language,
        context={"new_email": email},
    )
    return replace_session(session)


def set_password(user: User, *, password: str, proof: Proof, language: str, session: Token) -> Login:
    """Set or change the password and end all sessions; this device goes on in another one.

    Raises PROOF_NEEDED, PasswordWrong, CodeExpired, CodeWrong or CodeTooMany.
    """
    checked = reauthentication.check(user, proof)
    return _set_password(
        user, hashed=make_password(password), proof=checked, language=language, session=session
    )


@codes.commits_refusals
def _set_password(
    user: User, *, hashed: str, proof: CheckedProof, language: str, session: Token
) -> Login | DomainError:
    user = lock(user)
    if refusal := reauthentication.require(user, proof, purpose=CodePurpose.PASSWORD):
        return refusal
    user.password = hashed
    user.save(update_fields=["password"])
    log_out_everywhere(user, keep=session)
    _note(user, "user.password_changed")
    _notify(user, kind=CredentialKind.PASSWORD, to=user.email, language=language, context={})
    return replace_session(session)


@transaction.atomic
def forget_password(user: User, *, actor: str) -> None:
    """Take the password away and log out everywhere: they log in by code again, and may set a new one."""
    user = lock(user)
    user.set_unusable_password()
    user.save(update_fields=["password"])
    log_out_everywhere(user)
    _note(user, "user.password_forgotten", actor=actor)


@transaction.atomic
def undo(*, key: str) -> None:
    """Give the account back to whoever had it before the change that this link is about.

    1. Restore the address from before the change.
    2. Take the password away: whoever confirmed the change may know it. The owner logs in by code.
    3. Log all devices out, and close what was changed or asked for since.

    Raises UNDO_EXPIRED; EMAIL_TAKEN or AddressMoved when the address has become another account's.
    """
    found = CredentialChange.objects.filter(digest=digest_of(key)).first()
    if found is None:
        raise Conflict("unknown link", code=ErrorCode.UNDO_EXPIRED)
    user = User.objects.select_for_update().get(pk=found.user_id)
    change = CredentialChange.objects.get(pk=found.pk)
    now = timezone.now()
    # An admin decides about the address of staff; a link from before they were is no way round that.
    moves_staff = user.is_staff_member and user.email != change.email
    if change.closed_at is not None or change.expires_at <= now or not user.is_active or moves_staff:
        raise Conflict(str(change), code=ErrorCode.UNDO_EXPIRED)
    EmailCode.objects.filter(email=user.email, closed_at=None).update(closed_at=now)
    # Later changes are undone with this one, and their links went to whoever made them.
    CredentialChange.objects.filter(user=user, pk__gte=change.pk, closed_at=None).update(closed_at=now)
    if user.email != change.email and (refusal := move(user, change.email)):
        refusal.text = _("Another account uses this email address")
        raise refusal
    user.set_unusable_password()
    user.save(update_fields=["password"])
    log_out_everywhere(user)
    _note(user, "user.change_undone", actor="guest")


def move(user: User, email: str) -> DomainError | None:
    """Write the account's new address; return EMAIL_TAKEN or AddressMoved where it is not free."""
    before, user.email = user.email, email
    try:
        with transaction.atomic():
            user.save(update_fields=["email"])
            require_free_address(email, user)
    except IntegrityError:
        return Conflict("another account's", code=ErrorCode.EMAIL_TAKEN)
    except AddressMoved as refusal:
        return refusal
    # Those of the new address end with the sessions.
    end_proofs(before)
    return None


def _note(user: User, name: str, *, actor: str = "") -> None:
    actor = actor or user.subject
    audit.record(name, subject=user.subject, actor=actor)
    record_change(user, name, actor=actor)


def _notify(user: User, *, kind: CredentialKind, to: str, language: str, context: dict[str, object]) -> None:
    key = secrets.token_urlsafe(32)
    change = CredentialChange.objects.create(
        user=user,
        kind=kind,
        email=to,
        digest=digest_of(key),
        expires_at=timezone.now() + UNDO_LIFETIME,
    )
    queue_mail(
        kind=f"{kind}_changed",
        dedupe_key=f"{kind}-changed:{change.pk}",
        to=to,
        language=language,
        context={
            **context,
            "link": f"{site_url()}/account/undo?key={key}",
            "hours": int(UNDO_LIFETIME.total_seconds() // 3600),
        },
    )
