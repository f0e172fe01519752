"""The profile, the address book, the sessions, one's data."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from project.accounts import address_book, credentials, personal_data
from project.accounts.actions import profile, sessions
from project.accounts.actions.confirmation import send_confirmation
from project.accounts.actions.deletion import close_account
from project.accounts.api.login import CODE_SENT, field_fault, refuse_names
from project.accounts.auth import FirstFactor, SignedIn, session_of, signed_in
from project.accounts.models import CodePurpose
from project.accounts.reauthentication import Proof
from project.accounts.schemas.addresses import AddressesData, SavedAddressIn, addresses_out
from project.accounts.schemas.confirmed_changes import (
    ConfirmationIn,
    DeletionIn,
    EmailChangeIn,
    PasswordChangeIn,
    ProvenIn,
    SessionsEndIn,
    UndoIn,
)
from project.accounts.schemas.login import (
    LoginData,
    SendCodeIn,
    login_data,
)
from project.accounts.schemas.mails import sent_mails
from project.accounts.schemas.profile import ProfileIn, UserData, user_out
from project.accounts.schemas.sessions import SessionsData, sessions_out
from project.accounts.session_cookie import (
    set_session_cookie,
)
from project.core.language import current_language
from project.core.schemas import Empty, Success
from project.core.throttle import Limit, limited
from project.routers import ApiRouter

router = ApiRouter("account")

_PROOFS = Limit("proof", 10, 900, of_each="account", counts="passwords typed again", strict=True)


# -- The profile ---------------------------------------------------------------------------------


@router.get("/auth/profile", auth=FirstFactor())
@limited("profile", 120)
def get_profile(request: HttpRequest) -> Success[UserData]:
    """Return the logged-in user."""
    return Success(data=UserData(user=user_out(signed_in(request))))


@router.put("/auth/profile", auth=SignedIn())
@limited("profile-write", 30)
def update_profile(request: HttpRequest, payload: ProfileIn) -> Success[UserData]:
    """Change name, phone, language or the default address; the e-mail address has a call of its own."""
    if payload.email not in (None, signed_in(request).email):
        raise field_fault("email", _("The email address is changed with a code that we send to the new one"))
    user = profile.update_profile(
        signed_in(request),
        name=payload.name,
        phone=payload.phone,
        language=payload.language,
        address=payload.address.stored() if payload.address else None,
    )
    return Success(message=_("Profile updated successfully!"), data=UserData(user=user_out(user)))


@router.get("/auth/addresses", auth=SignedIn())
@limited("profile", 120)
def list_addresses(request: HttpRequest) -> Success[AddressesData]:
    """Return the address book, the default first."""
    return Success(data=addresses_out(signed_in(request)))


@router.post("/auth/addresses", auth=SignedIn())
@limited("profile-write", 30)
def add_address(request: HttpRequest, payload: SavedAddressIn) -> Success[AddressesData]:
    """Add an address; the first one is the default."""
    user = signed_in(request)
    address_book.add(user, fields=payload.stored(), is_default=payload.is_default)
    return Success(message=_("Address saved"), data=addresses_out(user))


@router.put("/auth/addresses/{address_id}", auth=SignedIn())
@limited("profile-write", 30)
def change_address(request: HttpRequest, address_id: str, payload: SavedAddressIn) -> Success[AddressesData]:
    """Change an address; the default stays one until another takes its place."""
    user = signed_in(request)
    address_book.change(user, address_id, fields=payload.stored(), is_default=payload.is_default)
    return Success(message=_("Address saved"), data=addresses_out(user))


@router.delete("/auth/addresses/{address_id}", auth=SignedIn())
@limited("profile-write", 30)
def remove_address(request: HttpRequest, address_id: str) -> Success[AddressesData]:
    """Remove an address; orders keep theirs."""
    user = signed_in(request)
    address_book.remove(user, address_id)
    return Success(message=_("Address removed"), data=addresses_out(user))


# -- What needs proof beyond the token -----------------------------------------------------------


def _proof(request: HttpRequest, payload: ProvenIn) -> Proof:
    """Return the proof; passwords are tried a few times for each account."""
    if payload.proof.password:
        _PROOFS.count(str(signed_in(request).pk))
    return payload.proof.given()


@router.post("/auth/email/send-otp", auth=SignedIn())
@limited("send-code", 10, 600, strict=True)
def send_email_code(request: HttpRequest, payload: SendCodeIn) -> Success[Empty]:
    """Mail a code to the address the account is to move to; the same whether it is anybody's or not.

    Another admin changes the address of staff.
    """
    user = signed_in(request)
    send_confirmation(user, purpose=CodePurpose.EMAIL, email=payload.email, language=current_language())
    return Success(message=str(CODE_SENT), data=Empty())


@router.put("/auth/email", auth=SignedIn())
@limited("verify-code", 20, 600, strict=True)
def change_email(request: HttpRequest, response: HttpResponse, payload: EmailChangeIn) -> Success[LoginData]:
    """Move the account to the address that received `otp`; all other devices are logged out.

    Another session takes the place of the caller's, with a cookie and an access token of its own.

    The old address is told, with a link that undoes it. Another admin changes the address of staff.
    """
    login = credentials.change_email(
        signed_in(request),
        email=payload.email,
        code=payload.otp,
        proof=_proof(request, payload),
        language=current_language(),
        session=session_of(request),
    )
    set_session_cookie(response, login.secret)
    return Success(message=_("Profile updated successfully!"), data=login_data(login.session))


@router.post("/auth/confirm/send-otp", auth=SignedIn())
@limited("send-code", 10, 600, strict=True)
def send_confirmation_code(request: HttpRequest, payload: ConfirmationIn) -> Success[Empty]:
    """Mail a code to the account's own address: the proof that the calls below ask for."""
    user = signed_in(request)
    send_confirmation(
        user, purpose=CodePurpose(payload.purpose), email=user.email, language=current_language()
    )
    return Success(message=str(CODE_SENT), data=Empty())


@router.put("/auth/password", auth=SignedIn(fresh=True))
@limited("verify-code", 20, 600, strict=True)
def set_password(
    request: HttpRequest, response: HttpResponse, payload: PasswordChangeIn
) -> Success[LoginData]:
    """Set or change the password; all other devices are logged out.

    Another session takes the place of the caller's, with a cookie and an access token of its own.
    """
    refuse_names(payload.password, signed_in(request))
    login = credentials.set_password(
        signed_in(request),
        password=payload.password,
        proof=_proof(request, payload),
        language=current_language(),
        session=session_of(request),
    )
    set_session_cookie(response, login.secret)
    return Success(message=_("Password saved"), data=login_data(login.session))


@router.post("/auth/undo")
@limited("undo", 20, 600, strict=True)
def undo_credential_change(request: HttpRequest, payload: UndoIn) -> Success[Empty]:
    """Undo a changed e-mail address or password by the link in the mail about it; it works once."""
    credentials.undo(key=payload.key)
    return Success(message=_("The change has been undone"), data=Empty())


# -- Sessions ------------------------------------------------------------------------------------


@router.get("/auth/sessions", auth=SignedIn())
@limited("profile", 120)
def list_sessions(request: HttpRequest) -> Success[SessionsData]:
    """Return the devices that are logged in, this one first."""
    return Success(data=sessions_out(signed_in(request), current=session_of(request)))


@router.post("/auth/sessions/end", auth=SignedIn())
@limited("verify-code", 20, 600, strict=True)
def end_sessions(request: HttpRequest, payload: SessionsEndIn) -> Success[Empty]:
    """Log one device out at once, or every device, this one, too."""
    sessions.end_sessions(signed_in(request), session_id=payload.session_id, proof=_proof(request, payload))
    return Success(message=_("Logged out successfully"), data=Empty())


# -- One's data ----------------------------------------------------------------------------------


@router.get("/auth/data", auth=SignedIn())
@limited("download-data", 10, 3600)
def download_data(request: HttpRequest) -> Success[dict[str, Any]]:
    """Everything the shop keeps about the person."""
    user = signed_in(request)
    return Success(
        data={
            "downloadedAt": timezone.now(),
            "profile": user_out(user).json_object(),
            "addresses": addresses_out(user).json_object()["addresses"],
            "sessions": sessions_out(user, current=session_of(request)).json_object()["sessions"],
            "mails": sent_mails(user.email),
            **personal_data.export_all(user),
        }
    )


@router.post("/auth/account/delete", auth=SignedIn())
@limited("verify-code", 20, 600, strict=True)
def delete_account(request: HttpRequest, payload: DeletionIn) -> Success[Empty]:
    """Delete the account; orders and invoices are kept as long as the law asks."""
    close_account(signed_in(request), proof=_proof(request, payload), language=current_language())
    return Success(message=_("Your account has been deleted"), data=Empty())
