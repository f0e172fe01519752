"""Log in, register, log out; the profile, the address book, the sessions, one's data."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from ninja.errors import ValidationError

from project.accounts import address_book, codes, credentials, personal_data
from project.accounts.actions import login as login_actions
from project.accounts.actions import profile, sessions
from project.accounts.actions.confirmation import send_confirmation
from project.accounts.actions.deletion import close_account
from project.accounts.actions.first_admin import create_first_admin
from project.accounts.actions.sessions import log_out_by_secret
from project.accounts.auth import FirstFactor, SignedIn, session_of, signed_in
from project.accounts.models import CodePurpose, User
from project.accounts.passwords import is_made_of_names
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
    FirstAdminIn,
    LoginData,
    LoginStep,
    PasswordLoginIn,
    RegisterIn,
    SendCodeIn,
    VerifyCodeIn,
    login_data,
)
from project.accounts.schemas.mails import sent_mails
from project.accounts.schemas.profile import ProfileIn, UserData, user_out
from project.accounts.schemas.sessions import SessionsData, sessions_out
from project.accounts.session_cookie import (
    SessionCookie,
    clear_session_cookie,
    rename_session_cookie,
    secret_of,
    set_session_cookie,
)
from project.accounts.tokens import Login
from project.accounts.user_agent import device_name
from project.core.language import current_language
from project.core.messages import fault_of
from project.core.origin import current_browser, refuse_other_sites, require_same_origin
from project.core.proof_of_work import require_work_when_busy
from project.core.schemas import Empty, Success
from project.core.throttle import NETWORKS, Limit, limited
from project.routers import ApiRouter

router = ApiRouter("account")

_PASSWORDS = Limit(
    "login-account",
    10,
    900,
    of_each="account and network",
    counts="passwords tried",
    note="a browser that has logged in to it before has a counter of its own",
    strict=True,
)
_STRANGERS_PASSWORDS = Limit(
    "login-strangers",
    100,
    3600,
    of_each="account",
    counts="passwords tried by strangers",
    note="shared by all strangers; free: a browser that has logged in to it before, and the login by code",
    strict=True,
)
_TRIES = Limit(
    "login-without-work",
    20,
    600,
    of_each=NETWORKS,
    counts="codes and passwords typed by strangers",
    note="refuses nobody, beyond it strangers compute a proof of work; "
    "free: a browser that has logged in to the account before",
    strict=True,
)
_PROOFS = Limit("proof", 10, 900, of_each="account", counts="passwords typed again", strict=True)

CODE_SENT = gettext_lazy("OTP sent successfully! Check your email.")


def _device(request: HttpRequest) -> str:
    return device_name(request.headers.get("User-Agent", ""))


def _refuse_names(password: str, user: User) -> None:
    if is_made_of_names(password, user):
        raise _refused("password", _("Please leave out your name, your email address and the shop's name"))


def _refused(field: str, text: str) -> ValidationError:
    return ValidationError([fault_of(("body", "payload", field), text)])


def _count_password(email: str, otp: str) -> None:
    """Limit the passwords tried for an account.

    Strangers end their own tries: a browser that has logged in to the account before is counted apart, and
    so is who opened the link in a mail to it.
    """
    browser = current_browser()
    _PASSWORDS.count(f"{email} {browser.requester(email)}")
    if not browser.knows(email) and not codes.find_link(email, otp).exists():
        _STRANGERS_PASSWORDS.count(email)


def _ask_for_work(email: str) -> None:
    """Ask work of strangers whose network tries to log in often: many people may be behind it."""
    if not current_browser().knows(email):
        require_work_when_busy(_TRIES)


# -- Logging in ----------------------------------------------------------------------------------


@router.post("/auth/send-otp")
def send_code(request: HttpRequest, payload: SendCodeIn) -> Success[Empty]:
    """Mail a six-digit login code. The answer is the same whether the address is known or not."""
    codes.send(purpose=CodePurpose.LOGIN, email=payload.email, language=current_language())
    return Success(message=str(CODE_SENT), data=Empty())


@router.post("/auth/verify-otp")
def verify_code(request: HttpRequest, response: HttpResponse, payload: VerifyCodeIn) -> Success[LoginData]:
    """Exchange the code for a session: its cookie, and a first access token."""
    refuse_other_sites(request)
    _ask_for_work(payload.email)
    login = login_actions.verify_code(
        email=payload.email, code=payload.otp, language=current_language(), device=_device(request)
    )
    _begin(request, response, login)
    return Success(message=_("Login successful!"), data=login_data(login.session))


@router.post("/auth/register")
def register(request: HttpRequest, response: HttpResponse, payload: RegisterIn) -> Success[LoginStep]:
    """Open an account: once without `otp`, which mails the code, then the same with it.

    Nothing is kept before the code proves the address, and the first answer is the same for every address.
    """
    refuse_other_sites(request)
    _refuse_names(payload.password, User(name=payload.name, email=payload.email))
    language = current_language()
    if payload.otp is None:
        codes.send(purpose=CodePurpose.REGISTER, email=payload.email, language=language)
        return Success(message=str(CODE_SENT), data=LoginStep(code_sent=True))
    _ask_for_work(payload.email)
    login = login_actions.register(
        name=payload.name,
        email=payload.email,
        phone=payload.phone,
        password=payload.password,
        code=payload.otp,
        language=language,
        device=_device(request),
    )
    return Success(message=_("Registration successful!"), data=_logged_in(request, response, login))


@router.post("/auth/login")
def log_in(request: HttpRequest, response: HttpResponse, payload: PasswordLoginIn) -> Success[LoginStep]:
    """Log in by password. Staff are mailed a code then, and call again with it."""
    refuse_other_sites(request)
    _ask_for_work(payload.email)
    _count_password(payload.email, payload.otp or "")
    login = login_actions.log_in(
        email=payload.email,
        password=payload.password,
        code=payload.otp,
        language=current_language(),
        device=_device(request),
    )
    if login is None:
        return Success(message=str(CODE_SENT), data=LoginStep(code_sent=True))
    return Success(message=_("Login successful!"), data=_logged_in(request, response, login))


def _logged_in(request: HttpRequest, response: HttpResponse, login: Login) -> LoginStep:
    _begin(request, response, login)
    return LoginStep(code_sent=False, **dict(login_data(login.session)))


def _begin(request: HttpRequest, response: HttpResponse, login: Login) -> None:
    """Put the new session in the place of the one that this browser had, whoever's that was."""
    log_out_by_secret(secret_of(request))
    set_session_cookie(response, login.secret)


@router.post("/auth/first-admin")
@limited("first-admin", 20, 600, strict=True)
def make_first_admin(
    request: HttpRequest, response: HttpResponse, payload: FirstAdminIn
) -> Success[LoginData]:
    """Create the first admin by the operator's link, and log in; the second factor is set up then."""
    refuse_other_sites(request)
    _refuse_names(payload.password, User(name=payload.name, email=payload.email))
    login = create_first_admin(
        key=payload.key,
        name=payload.name,
        email=payload.email,
        password=payload.password,
        language=current_language(),
        device=_device(request),
    )
    _begin(request, response, login)
    return Success(message=_("Registration successful!"), data=login_data(login.session))


@router.post("/auth/session", auth=SessionCookie())
@limited("session", 120)
def renew_access_token(request: HttpRequest, response: HttpResponse) -> Success[LoginData]:
    """Exchange the session's cookie for a new access token; earlier ones stay good until they expire.

    The cookie itself does not change, so any number of tabs may do this at once.
    """
    rename_session_cookie(request, response)
    return Success(data=login_data(session_of(request)))


@router.delete("/auth/session")
@limited("session", 120)
def end_session(request: HttpRequest, response: HttpResponse) -> Success[Empty]:
    """End the session of the cookie at once and clear the cookie; without a session that is done already."""
    require_same_origin(request)
    log_out_by_secret(secret_of(request))
    clear_session_cookie(response)
    return Success(message=_("Logged out successfully"), data=Empty())


@router.post("/auth/logout", auth=FirstFactor())
def log_out(request: HttpRequest, response: HttpResponse) -> Success[Empty]:
    """End the session of this access token at once and clear the cookie."""
    sessions.log_out(session_of(request))
    clear_session_cookie(response)
    return Success(message=_("Logged out successfully"), data=Empty())


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
        raise _refused("email", _("The email address is changed with a code that we send to the new one"))
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
    _refuse_names(payload.password, signed_in(request))
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
