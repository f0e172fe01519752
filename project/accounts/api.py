"""Log in, register, log out; the profile, the address book, the sessions, one's data."""

from typing import Any

from django.http import HttpRequest
from django.utils import timezone
from ninja import Router

from project.accounts import actions, address_book, personal_data
from project.accounts.auth import SignedIn, bearer_token, signed_in
from project.accounts.devices import device_name
from project.accounts.models import CodePurpose
from project.accounts.schemas import (
    AddressesData,
    ConfirmationIn,
    DeletionIn,
    EmailChangeIn,
    LoginData,
    LoginStep,
    PasswordChangeIn,
    PasswordLoginIn,
    ProfileIn,
    RegisterIn,
    SavedAddressIn,
    SendCodeIn,
    SessionsData,
    UserData,
    VerifyCodeIn,
    addresses_out,
    sent_mails,
    sessions_out,
    user_out,
)
from project.core.language import current_language
from project.core.schemas import Empty, Success
from project.core.throttle import count, limited

router = Router(tags=["account"], by_alias=True)

CODE_SENT = "OTP sent successfully! Check your email."


def _device(request: HttpRequest) -> str:
    return device_name(request.headers.get("User-Agent", ""))


def _count_code(email: str) -> None:
    """Limit the codes sent to one address, whoever asks and whatever for."""
    count("send-code-address", email, 5, 600)


# -- Logging in ----------------------------------------------------------------------------------


@router.post("/auth/send-otp", response=Success[Empty], operation_id="sendCode")
@limited("send-code", 10, 600)
def send_code(request: HttpRequest, payload: SendCodeIn) -> Success[Empty]:
    """Mail a six-digit login code. The answer is the same whether the address is known or not."""
    _count_code(payload.email)
    actions.send_code(email=payload.email, language=current_language())
    return Success(message=CODE_SENT, data=Empty())


@router.post("/auth/verify-otp", response=Success[LoginData], operation_id="verifyCode")
@limited("verify-code", 20, 600)
def verify_code(request: HttpRequest, payload: VerifyCodeIn) -> Success[LoginData]:
    """Exchange the code for a token."""
    login = actions.verify_code(
        email=payload.email, code=payload.otp, language=current_language(), device=_device(request)
    )
    return Success(message="Login successful!", data=LoginData(user=user_out(login.user), token=login.token))


@router.post("/auth/register", response=Success[LoginStep], operation_id="register")
@limited("register", 20, 600)
def register(request: HttpRequest, payload: RegisterIn) -> Success[LoginStep]:
    """Open an account: once without `otp`, which mails the code, then the same with it.

    Nothing is kept before the code proves the address, and the first answer is the same for every address.
    """
    language = current_language()
    if payload.otp is None:
        _count_code(payload.email)
        actions.send_registration_code(email=payload.email, language=language)
        return Success(message=CODE_SENT, data=LoginStep(code_sent=True))
    login = actions.register(
        name=payload.name,
        email=payload.email,
        phone=payload.phone,
        password=payload.password,
        code=payload.otp,
        language=language,
        device=_device(request),
    )
    return Success(message="Registration successful!", data=_logged_in(login))


@router.post("/auth/login", response=Success[LoginStep], operation_id="logIn")
@limited("login", 20, 600)
def log_in(request: HttpRequest, payload: PasswordLoginIn) -> Success[LoginStep]:
    """Log in by password. Staff are mailed a code then, and call again with it."""
    count("login-account", payload.email, 10, 900)
    login = actions.log_in(
        email=payload.email,
        password=payload.password,
        code=payload.otp,
        language=current_language(),
        device=_device(request),
    )
    if login is None:
        return Success(message=CODE_SENT, data=LoginStep(code_sent=True))
    return Success(message="Login successful!", data=_logged_in(login))


def _logged_in(login: actions.Login) -> LoginStep:
    return LoginStep(code_sent=False, user=user_out(login.user), token=login.token)


@router.post("/auth/logout", response=Success[Empty], auth=SignedIn(), operation_id="logOut")
def log_out(request: HttpRequest) -> Success[Empty]:
    """Revoke the token of this device at once."""
    actions.log_out(token=bearer_token(request))
    return Success(message="Logged out successfully", data=Empty())


# -- The profile ---------------------------------------------------------------------------------


@router.get("/auth/profile", response=Success[UserData], auth=SignedIn(), operation_id="getProfile")
@limited("profile", 120)
def get_profile(request: HttpRequest) -> Success[UserData]:
    """The logged-in user."""
    return Success(data=UserData(user=user_out(signed_in(request))))


@router.put("/auth/profile", response=Success[UserData], auth=SignedIn(), operation_id="updateProfile")
@limited("profile-write", 30)
def update_profile(request: HttpRequest, payload: ProfileIn) -> Success[UserData]:
    """Change name, phone, language or the default address; the e-mail address has a call of its own."""
    user = actions.update_profile(
        signed_in(request),
        name=payload.name,
        phone=payload.phone,
        language=payload.language,
        address=payload.address.stored() if payload.address else None,
    )
    return Success(message="Profile updated successfully!", data=UserData(user=user_out(user)))


@router.get("/auth/addresses", response=Success[AddressesData], auth=SignedIn(), operation_id="listAddresses")
@limited("profile", 120)
def list_addresses(request: HttpRequest) -> Success[AddressesData]:
    """The address book, the default first."""
    return Success(data=addresses_out(signed_in(request)))


@router.post("/auth/addresses", response=Success[AddressesData], auth=SignedIn(), operation_id="addAddress")
@limited("profile-write", 30)
def add_address(request: HttpRequest, payload: SavedAddressIn) -> Success[AddressesData]:
    """Add an address; the first one is the default."""
    user = signed_in(request)
    address_book.add(user, fields=payload.stored(), is_default=payload.is_default)
    return Success(message="Address saved", data=addresses_out(user))


@router.put(
    "/auth/addresses/{address_id}",
    response=Success[AddressesData],
    auth=SignedIn(),
    operation_id="changeAddress",
)
@limited("profile-write", 30)
def change_address(request: HttpRequest, address_id: str, payload: SavedAddressIn) -> Success[AddressesData]:
    """Change an address; the default stays one until another takes its place."""
    user = signed_in(request)
    address_book.change(user, address_id, fields=payload.stored(), is_default=payload.is_default)
    return Success(message="Address saved", data=addresses_out(user))


@router.delete(
    "/auth/addresses/{address_id}",
    response=Success[AddressesData],
    auth=SignedIn(),
    operation_id="removeAddress",
)
@limited("profile-write", 30)
def remove_address(request: HttpRequest, address_id: str) -> Success[AddressesData]:
    """Remove an address; orders keep theirs."""
    user = signed_in(request)
    address_book.remove(user, address_id)
    return Success(message="Address removed", data=addresses_out(user))


# -- What needs a code ---------------------------------------------------------------------------


@router.post("/auth/email/send-otp", response=Success[Empty], auth=SignedIn(), operation_id="sendEmailCode")
@limited("send-code", 10, 600)
def send_email_code(request: HttpRequest, payload: SendCodeIn) -> Success[Empty]:
    """Mail a code to the address the account is to move to; the same whether it is anybody's or not."""
    _count_code(payload.email)
    actions.send_confirmation(
        signed_in(request), purpose=CodePurpose.EMAIL, email=payload.email, language=current_language()
    )
    return Success(message=CODE_SENT, data=Empty())


@router.put("/auth/email", response=Success[UserData], auth=SignedIn(), operation_id="changeEmail")
@limited("verify-code", 20, 600)
def change_email(request: HttpRequest, payload: EmailChangeIn) -> Success[UserData]:
    """Move the account to the address that received the code; the old one is told."""
    user = actions.change_email(
        signed_in(request), email=payload.email, code=payload.otp, language=current_language()
    )
    return Success(message="Profile updated successfully!", data=UserData(user=user_out(user)))


@router.post(
    "/auth/confirm/send-otp", response=Success[Empty], auth=SignedIn(), operation_id="sendConfirmationCode"
)
@limited("send-code", 10, 600)
def send_confirmation_code(request: HttpRequest, payload: ConfirmationIn) -> Success[Empty]:
    """Mail a code to the account's own address, to confirm a new password or the deletion."""
    user = signed_in(request)
    _count_code(user.email)
    actions.send_confirmation(
        user, purpose=CodePurpose(payload.purpose), email=user.email, language=current_language()
    )
    return Success(message=CODE_SENT, data=Empty())


@router.put("/auth/password", response=Success[UserData], auth=SignedIn(), operation_id="setPassword")
@limited("verify-code", 20, 600)
def set_password(request: HttpRequest, payload: PasswordChangeIn) -> Success[UserData]:
    """Set or change the password; all other devices are logged out."""
    user = actions.set_password(
        signed_in(request),
        password=payload.password,
        code=payload.otp,
        language=current_language(),
        token=bearer_token(request),
    )
    return Success(message="Password saved", data=UserData(user=user_out(user)))


# -- Sessions ------------------------------------------------------------------------------------


@router.get("/auth/sessions", response=Success[SessionsData], auth=SignedIn(), operation_id="listSessions")
@limited("profile", 120)
def list_sessions(request: HttpRequest) -> Success[SessionsData]:
    """The devices that are logged in, this one first."""
    return Success(data=sessions_out(signed_in(request), token=bearer_token(request)))


@router.delete(
    "/auth/sessions/{session_id}",
    response=Success[SessionsData],
    auth=SignedIn(),
    operation_id="endSession",
)
@limited("profile-write", 30)
def end_session(request: HttpRequest, session_id: str) -> Success[SessionsData]:
    """Log one device out at once."""
    user = signed_in(request)
    actions.end_session(user, session_id)
    return Success(message="Logged out successfully", data=sessions_out(user, token=bearer_token(request)))


@router.delete("/auth/sessions", response=Success[Empty], auth=SignedIn(), operation_id="logOutEverywhere")
@limited("profile-write", 30)
def log_out_everywhere(request: HttpRequest) -> Success[Empty]:
    """Log every device out, this one, too."""
    actions.log_out_everywhere(signed_in(request))
    return Success(message="Logged out successfully", data=Empty())


# -- One's data ----------------------------------------------------------------------------------


@router.get("/auth/data", response=Success[dict[str, Any]], auth=SignedIn(), operation_id="downloadData")
@limited("download-data", 10, 3600)
def download_data(request: HttpRequest) -> Success[dict[str, Any]]:
    """Everything the shop keeps about the person."""
    user = signed_in(request)
    return Success(
        data={
            "downloadedAt": timezone.now(),
            "profile": user_out(user).json_object(),
            "addresses": addresses_out(user).json_object()["addresses"],
            "sessions": sessions_out(user, token=bearer_token(request)).json_object()["sessions"],
            "mails": sent_mails(user),
            **personal_data.export_all(user),
        }
    )


@router.post("/auth/account/delete", response=Success[Empty], auth=SignedIn(), operation_id="deleteAccount")
@limited("verify-code", 20, 600)
def delete_account(request: HttpRequest, payload: DeletionIn) -> Success[Empty]:
    """Delete the account; orders and invoices are kept as long as the law asks."""
    actions.close_account(signed_in(request), code=payload.otp, language=current_language())
    return Success(message="Your account has been deleted", data=Empty())
