"""The second factor of whoever calls: what there is, setting up, proving, taking away."""

from django.http import HttpRequest, HttpResponse

from project.accounts.auth import FirstFactor, session_of
from project.accounts.second_factor import actions
from project.accounts.second_factor.schemas import (
    AppCodeIn,
    NewAppOut,
    PasskeyIn,
    PasskeyOptions,
    PasskeyProofIn,
    SecondFactorCodeIn,
    SecondFactorData,
    second_factor_data,
)
from project.accounts.session_cookie import set_session_cookie
from project.accounts.tokens import ACCESS_LIFETIME, Login, access_token
from project.core.errors import Forbidden
from project.core.qr import qr_data_address
from project.core.schemas import Success
from project.core.throttle import limited
from project.routers import ApiRouter

# Good before a second factor is proven; the actions ask for a proof where one is due.
router = ApiRouter("second factor", auth=FirstFactor())


@router.get("/auth/second-factor")
@limited("profile", 120)
def get_second_factor(request: HttpRequest) -> Success[SecondFactorData]:
    """Return the second factors of a member of staff, and whether the session has proven one."""
    session = session_of(request)
    if not session.user.is_staff_member:
        raise Forbidden("customers have no second factor")
    return _answer(request)


@router.post("/auth/second-factor/passkeys/options")
@limited("second-factor", 60, 600)
def begin_passkey(request: HttpRequest) -> Success[PasskeyOptions]:
    """Begin to make a passkey: options for the browser."""
    return Success(data=PasskeyOptions(options=actions.begin_passkey(session_of(request))))


@router.post("/auth/second-factor/passkeys")
@limited("second-factor", 60, 600)
def add_passkey(
    request: HttpRequest, response: HttpResponse, payload: PasskeyIn
) -> Success[SecondFactorData]:
    """Keep the passkey the browser has made; the first second factor brings recovery codes.

    Another session takes the place of the caller's, as after a proof.
    """
    login, codes = actions.add_passkey(session_of(request), credential=payload.credential, name=payload.name)
    return _replaced(response, login, codes)


@router.delete("/auth/second-factor/passkeys/{passkey_id}")
@limited("second-factor", 60, 600)
def remove_passkey(request: HttpRequest, passkey_id: str) -> Success[SecondFactorData]:
    """Remove a passkey; the last second factor stays."""
    actions.remove_passkey(session_of(request), passkey_id)
    return _answer(request)


@router.post("/auth/second-factor/app")
@limited("second-factor", 60, 600)
def begin_app(request: HttpRequest) -> Success[NewAppOut]:
    """Begin to set up an authenticator app: the secret, as text and as a QR code."""
    secret, address = actions.begin_app(session_of(request))
    return Success(data=NewAppOut(secret=secret, picture=qr_data_address(address)))


@router.post("/auth/second-factor/app/confirm")
@limited("second-factor", 60, 600)
def confirm_app(
    request: HttpRequest, response: HttpResponse, payload: AppCodeIn
) -> Success[SecondFactorData]:
    """Confirm the app by a code of it; it replaces an earlier one.

    Another session takes the place of the caller's, as after a proof.
    """
    return _replaced(response, *actions.confirm_app(session_of(request), code=payload.code))


@router.delete("/auth/second-factor/app")
@limited("second-factor", 60, 600)
def remove_app(request: HttpRequest) -> Success[SecondFactorData]:
    """Remove the authenticator app; the last second factor stays."""
    actions.remove_app(session_of(request))
    return _answer(request)


@router.post("/auth/second-factor/recovery-codes")
@limited("second-factor", 60, 600)
def renew_recovery_codes(request: HttpRequest) -> Success[SecondFactorData]:
    """Replace the recovery codes; the new ones are shown this once."""
    return _answer(request, actions.renew_recovery_codes(session_of(request)))


@router.post("/auth/second-factor/verify/options")
@limited("second-factor", 60, 600)
def begin_verification(request: HttpRequest) -> Success[PasskeyOptions]:
    """Begin to prove a passkey: options for the browser."""
    return Success(data=PasskeyOptions(options=actions.begin_verification(session_of(request))))


@router.post("/auth/second-factor/verify/passkey")
@limited("second-factor", 60, 600)
def verify_passkey(
    request: HttpRequest, response: HttpResponse, payload: PasskeyProofIn
) -> Success[SecondFactorData]:
    """Prove the second factor by a passkey: another session takes the place of the caller's.

    `token` and the cookie are the new session's; those of before are good for nothing any more.
    """
    return _replaced(response, actions.verify_passkey(session_of(request), credential=payload.credential))


@router.post("/auth/second-factor/verify/code")
@limited("second-factor", 60, 600)
def verify_second_factor_code(
    request: HttpRequest, response: HttpResponse, payload: SecondFactorCodeIn
) -> Success[SecondFactorData]:
    """Prove the second factor by a code of the app, or by a recovery code; otherwise as by a passkey."""
    return _replaced(response, actions.verify_code(session_of(request), code=payload.code))


def _replaced(
    response: HttpResponse, login: Login, codes: list[str] | None = None
) -> Success[SecondFactorData]:
    set_session_cookie(response, login.secret)
    data = second_factor_data(login.session, codes=codes)
    data.token, data.expires_in = access_token(login.session), int(ACCESS_LIFETIME.total_seconds())
    return Success(data=data)


def _answer(request: HttpRequest, codes: list[str] | None = None) -> Success[SecondFactorData]:
    return Success(data=second_factor_data(session_of(request), codes=codes))
