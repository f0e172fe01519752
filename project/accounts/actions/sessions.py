"""End sessions: log out here, on another device, everywhere."""

from datetime import timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from project.accounts import codes, reauthentication
from project.accounts.actions.account import lock
from project.accounts.address_proofs import end_proofs
from project.accounts.api_tokens import revoke_tokens_of
from project.accounts.errors import TokenRefused
from project.accounts.models import AddressProof, CodePurpose, CredentialChange, EmailCode, Token, User
from project.accounts.reauthentication import CheckedProof, Proof
from project.accounts.tokens import Login, digest_of, live_tokens, open_session
from project.core.errors import DomainError, NotFound
from project.events import audit
from project.events.publish import publish

# A code that is over is kept this long, for questions about it; a session that is over, too.
OLD_CODES = timedelta(days=1)
OLD_SESSIONS = timedelta(days=30)


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


@transaction.atomic
def replace_session(session: Token) -> Login:
    """End the session and open another in its place.

    Whoever stole its secret or an access token before is left with nothing.

    Raises TokenRefused for a session that has ended meanwhile.
    """
    # As it is now, and its user, too.
    earlier = Token.objects.select_for_update().filter(pk=session.pk, revoked_at=None).first()
    if earlier is None:
        raise TokenRefused(session.public_id)
    _end_sessions(earlier.user, [earlier.pk])
    return open_session(earlier.user, device=earlier.device, earlier=earlier)


def end_sessions(user: User, *, session_id: str | None, proof: Proof) -> None:
    """Log one device of the user out, or with None all of them.

    Raises PROOF_NEEDED, PasswordWrong, CodeExpired, CodeWrong, CodeTooMany; NotFound for any other session.
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
    audit.record("user.sessions_ended", subject=user.subject, actor=user.subject)
    return None


@transaction.atomic
def log_out_everywhere(user: User, *, keep: Token | None = None) -> None:
    """Log all devices of the user out, except the one whose session is to be kept.

    Without one the account may be in other hands: its API tokens end, too.
    """
    tokens = Token.objects.filter(user=user, revoked_at=None)
    if keep is not None:
        tokens = tokens.exclude(pk=keep.pk)
    else:
        revoke_tokens_of(user)
    _end_sessions(user, list(tokens.values_list("pk", flat=True)))


def _end_sessions(user: User, token_pks: list[int]) -> None:
    """End these sessions, and what their devices may have opened by a code to the user's address."""
    Token.objects.filter(pk__in=token_pks, revoked_at=None).update(revoked_at=timezone.now())
    end_proofs(user.email)
    publish("session.ended", subject=user.subject, topics=[f"session:{user.pk}"])


def forget_old_sessions_and_codes() -> None:
    """Delete what lets nobody in any more; addresses that only asked for a code are not kept."""
    now = timezone.now()
    EmailCode.objects.filter(expires_at__lt=now - OLD_CODES).delete()
    CredentialChange.objects.filter(expires_at__lt=now).delete()
    AddressProof.objects.filter(expires_at__lt=now).delete()
    over = now - OLD_SESSIONS
    Token.objects.filter(Q(expires_at__lt=over) | Q(revoked_at__lt=over)).delete()
