"""Set up, prove and take away second factors. Each is logged and mailed to the person.

A proof, and so a factor that is set up, ends the session it was given in and opens another in its place.
"""

import secrets
from datetime import timedelta
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.utils import timezone

from project.accounts.actions.account import lock, record_change
from project.accounts.actions.sessions import log_out_everywhere, replace_session
from project.accounts.codes import commits_refusals
from project.accounts.errors import (
    CodeWrong,
    TokenRefused,
)
from project.accounts.models import StaffChangeKind, Token, User
from project.accounts.second_factor import passkeys, recovery, totp, wrong_codes
from project.accounts.second_factor.enrolment import confirmed_app, is_enrolled
from project.accounts.second_factor.models import (
    AuthenticatorApp,
    Passkey,
    PasskeyChallenge,
    PasskeyPurpose,
    RecoveryCode,
    WrongCodes,
)
from project.accounts.staff_changes import record_staff_change
from project.accounts.tokens import Login, is_fresh, lacks_second_factor, live_tokens, record_second_factor
from project.core.errors import Conflict, DomainError, ErrorCode, Forbidden, NotFound
from project.core.mail import queue_mail
from project.core.origin import current_browser
from project.core.throttle import RateLimited
from project.events import audit

CHALLENGE_LIVES: Final = timedelta(minutes=5)
MAX_PASSKEYS: Final = 20


def _lock_to_change(session: Token) -> User:
    """Lock the account of a staff member whose session may change their second factors.

    The first one is set up by whoever has logged in; from then on the change needs a fresh proof.

    Raises TokenRefused, Forbidden, SECOND_FACTOR_REQUIRED or REAUTHENTICATION_REQUIRED.
    """
    user = _lock_staff(session)
    if is_enrolled(user):
        session.refresh_from_db(fields=["second_factor_at"])
        if lacks_second_factor(session):
            raise Forbidden(code=ErrorCode.SECOND_FACTOR_REQUIRED)
        if not is_fresh(session):
            raise Forbidden(code=ErrorCode.REAUTHENTICATION_REQUIRED)
    return user


def _lock_staff(session: Token) -> User:
    """Lock the account of a staff member. Raises TokenRefused or Forbidden."""
    user = lock(session.user)
    # It may have ended while the call waited: after a reset an open one could set up a first factor.
    if not live_tokens().filter(pk=session.pk).exists():
        raise TokenRefused(session.public_id)
    if not user.is_staff_member:
        raise Forbidden("customers have no second factor")
    return user


# -- Setting up ----------------------------------------------------------------------------------


@transaction.atomic
def begin_passkey(session: Token) -> dict[str, Any]:
    """Return what the browser needs to make a passkey of this account."""
    user = _lock_to_change(session)
    if user.passkeys.count() >= MAX_PASSKEYS:
        raise DomainError("too many passkeys", code=ErrorCode.PASSKEY_REFUSED)
    return passkeys.registration_options(user, _new_challenge(session, PasskeyPurpose.REGISTER))


@commits_refusals
def add_passkey(
    session: Token, *, credential: dict[str, Any], name: str
) -> tuple[Login, list[str]] | DomainError:
    """Keep the passkey the browser has made; return recovery codes if the account had no second factor yet.

    Raises PASSKEY_REFUSED, SECOND_FACTOR_REQUIRED or REAUTHENTICATION_REQUIRED.
    """
    user = _lock_to_change(session)
    challenge = _spend_challenge(session, PasskeyPurpose.REGISTER)
    made = passkeys.verified_registration(credential, challenge) if challenge else None
    if made is None:
        return DomainError("not an answer to our challenge", code=ErrorCode.PASSKEY_REFUSED)
    is_first = not is_enrolled(user)
    try:
        with transaction.atomic():
            passkey = Passkey.objects.create(
                user=user,
                credential_id=passkeys.written(made.credential_id),
                public_key=made.credential_public_key,
                sign_count=made.sign_count,
                name=name,
            )
    except IntegrityError:
        return DomainError("known already", code=ErrorCode.PASSKEY_REFUSED)
    _note(user, "second_factor.passkey_added", passkey=passkey.name)
    return _set_up(session, user, is_first=is_first)


@transaction.atomic
def begin_app(session: Token) -> tuple[str, str]:
    """Return a new secret for an authenticator app and its address; it counts once a code confirms it."""
    user = _lock_to_change(session)
    secret = totp.new_secret()
    AuthenticatorApp.objects.update_or_create(
        user=user, confirmed_at=None, defaults={"secret": totp.SECRETS.encrypted(secret), "last_step": 0}
    )
    return secret, totp.address_of(secret, account=user.email)


@commits_refusals
def confirm_app(session: Token, *, code: str) -> tuple[Login, list[str]] | DomainError:
    """Let the waiting app count, in the place of an earlier one; return recovery codes as `add_passkey`.

    Raises CodeWrong, RateLimited, SECOND_FACTOR_REQUIRED or REAUTHENTICATION_REQUIRED.
    """
    user = _lock_to_change(session)
    if wait := wrong_codes.seconds_to_wait(user):
        return RateLimited(wait)
    app = AuthenticatorApp.objects.filter(user=user, confirmed_at=None).first()
    step = totp.matching_step(app.secret, code, after=app.last_step) if app else None
    if app is None or step is None:
        wrong_codes.count(user, device=session.device)
        return CodeWrong("not a code of this account")
    is_first = not is_enrolled(user)
    AuthenticatorApp.objects.filter(user=user, confirmed_at__isnull=False).delete()
    app.confirmed_at = app.last_used_at = timezone.now()
    app.last_step = step
    app.save()
    _note(user, "second_factor.app_added")
    return _set_up(session, user, is_first=is_first)


def _set_up(session: Token, user: User, *, is_first: bool) -> tuple[Login, list[str]]:
    return _replace(session, user), recovery.renew(user) if is_first else []


@transaction.atomic
def renew_recovery_codes(session: Token) -> list[str]:
    """Replace the recovery codes; the earlier ones are good for nothing any more."""
    user = _lock_to_change(session)
    if not is_enrolled(user):
        raise Forbidden("codes alone are no second factor")
    codes = recovery.renew(user)
    _note(user, "second_factor.codes_renewed")
    return codes


@transaction.atomic
def remove_passkey(session: Token, public_id: str) -> None:
    """Remove a passkey. Raises NotFound, or LAST_SECOND_FACTOR when nothing else would be left."""
    user = _lock_to_change(session)
    passkey = user.passkeys.filter(public_id=public_id).first()
    if passkey is None:
        raise NotFound(public_id)
    if user.passkeys.count() == 1 and confirmed_app(user) is None:
        raise Conflict(code=ErrorCode.LAST_SECOND_FACTOR)
    passkey.delete()
    _note(user, "second_factor.passkey_removed", passkey=passkey.name)


@transaction.atomic
def remove_app(session: Token) -> None:
    """Remove the authenticator app. Raises NotFound, LAST_SECOND_FACTOR when nothing else would be left."""
    user = _lock_to_change(session)
    app = confirmed_app(user)
    if app is None:
        raise NotFound("no authenticator app")
    if not user.passkeys.exists():
        raise Conflict(code=ErrorCode.LAST_SECOND_FACTOR)
    AuthenticatorApp.objects.filter(user=user).delete()
    _note(user, "second_factor.app_removed")


# -- Proving -------------------------------------------------------------------------------------


@transaction.atomic
def begin_verification(session: Token) -> dict[str, Any]:
    """Return what the browser needs to ask for a passkey of this account."""
    user = _lock_staff(session)
    return passkeys.verification_options(user, _new_challenge(session, PasskeyPurpose.VERIFY))


@commits_refusals
def verify_passkey(session: Token, *, credential: dict[str, Any]) -> Login | DomainError:
    """Prove the second factor by a passkey. Raises PASSKEY_REFUSED."""
    user = _lock_staff(session)
    challenge = _spend_challenge(session, PasskeyPurpose.VERIFY)
    passkey = user.passkeys.filter(credential_id=str(credential.get("id", ""))).first()
    used = passkeys.verified_use(credential, passkey, challenge) if passkey and challenge else None
    if passkey is None or used is None:
        return DomainError("not an answer to our challenge", code=ErrorCode.PASSKEY_REFUSED)
    passkey.sign_count = used.new_sign_count
    passkey.last_used_at = timezone.now()
    passkey.save(update_fields=["sign_count", "last_used_at"])
    return _proven(session, user, by="passkey")


@commits_refusals
def verify_code(session: Token, *, code: str) -> Login | DomainError:
    """Prove the second factor by the app's code, or by a recovery code; each is good once.

    Raises CodeWrong, or RateLimited after too many wrong ones of this account.
    """
    user = _lock_staff(session)
    if wait := wrong_codes.seconds_to_wait(user):
        return RateLimited(wait)
    app = confirmed_app(user)
    step = totp.matching_step(app.secret, code, after=app.last_step) if app else None
    if app is not None and step is not None:
        app.last_step = step
        app.last_used_at = timezone.now()
        if not totp.SECRETS.is_current(app.secret) and (secret := totp.SECRETS.decrypted(app.secret)):
            # Before the old key is taken out of SECRET_KEY_FALLBACKS.
            app.secret = totp.SECRETS.encrypted(secret)
        app.save(update_fields=["last_step", "last_used_at", "secret"])
        return _proven(session, user, by="app")
    if is_enrolled(user) and recovery.spend(user, code):
        _notify(user, "code_used", left=recovery.left(user))
        return _proven(session, user, by="recovery code")
    wrong_codes.count(user, device=session.device)
    return CodeWrong("not a code of this account")


def _proven(session: Token, user: User, *, by: str) -> Login:
    _log(user, "second_factor.proven", after={"by": by})
    return _replace(session, user)


def _replace(session: Token, user: User) -> Login:
    wrong_codes.forget(user)
    current_browser().remember(user.email)
    record_second_factor(session)
    return replace_session(session)


# -- Helping others ------------------------------------------------------------------------------


@transaction.atomic
def reset(user: User, *, actor: str, note: str = "") -> User:
    """Take all second factors away and log out everywhere: the person sets up a new one at the next login.

    Raises Forbidden for a customer, and for oneself: whoever has their factors needs no reset.
    """
    user = lock(user)
    if not user.is_staff_member or actor == user.subject:
        raise Forbidden("only another staff member's can be reset")
    for model in (Passkey, AuthenticatorApp, RecoveryCode, WrongCodes):
        model._base_manager.filter(user=user).delete()
    log_out_everywhere(user)
    record_staff_change(user, StaffChangeKind.SECOND_FACTOR, actor=actor)
    audit.record("second_factor.reset", subject=user.subject, actor=actor, note=note)
    record_change(user, "second_factor.reset", actor=actor)
    _notify(user, "reset")
    return user


# -- Parts ---------------------------------------------------------------------------------------


def _new_challenge(session: Token, purpose: PasskeyPurpose) -> bytes:
    challenge = secrets.token_bytes(32)
    PasskeyChallenge.objects.update_or_create(
        token=session,
        purpose=purpose,
        defaults={"challenge": challenge, "expires_at": timezone.now() + CHALLENGE_LIVES},
    )
    return challenge


def _spend_challenge(session: Token, purpose: PasskeyPurpose) -> bytes | None:
    """Return the challenge the session waits for and forget it, whatever the answer will be."""
    waiting = PasskeyChallenge.objects.filter(token=session, purpose=purpose).first()
    if waiting is None:
        return None
    waiting.delete()
    return bytes(waiting.challenge) if waiting.expires_at > timezone.now() else None


def _log(user: User, action: str, *, after: dict[str, str] | None = None) -> None:
    audit.record(action, subject=user.subject, actor=user.subject, after=after)


def _note(user: User, action: str, **after: str) -> None:
    _log(user, action, after=after)
    record_change(user, action)
    _notify(user, action.removeprefix("second_factor."), **after)


def _notify(user: User, change: str, **more: str | int) -> None:
    queue_mail(
        kind="second_factor_changed",
        dedupe_key=f"second-factor:{user.public_id}:{secrets.token_hex(8)}",
        to=user.email,
        language=user.language,
        context={"change": change, **more},
    )
