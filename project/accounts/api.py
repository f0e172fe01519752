"""Log in by code, log out, the profile."""

from django.http import HttpRequest
from ninja import Router

from project.accounts import actions
from project.accounts.auth import SignedIn, bearer_token, user_of
from project.accounts.schemas import LoginData, SendCodeIn, UserData, VerifyCodeIn, user_out
from project.core.language import current_language
from project.core.schemas import Empty, Success
from project.core.throttle import count, limited

router = Router(tags=["account"], by_alias=True)


@router.post("/auth/send-otp", response=Success[Empty], operation_id="sendCode")
@limited("send-code", 10, 600)
def send_code(request: HttpRequest, payload: SendCodeIn) -> Success[Empty]:
    """Mail a six-digit login code. The answer is the same whether the address is known or not."""
    count("send-code-address", payload.email, 5, 600)
    actions.send_code(email=payload.email, language=current_language())
    return Success(message="OTP sent successfully! Check your email.", data=Empty())


@router.post("/auth/verify-otp", response=Success[LoginData], operation_id="verifyCode")
@limited("verify-code", 20, 600)
def verify_code(request: HttpRequest, payload: VerifyCodeIn) -> Success[LoginData]:
    """Exchange the code for a token."""
    login = actions.verify_code(email=payload.email, code=payload.otp.strip(), language=current_language())
    return Success(message="Login successful!", data=LoginData(user=user_out(login.user), token=login.token))


@router.post("/auth/logout", response=Success[Empty], auth=SignedIn(), operation_id="logOut")
def log_out(request: HttpRequest) -> Success[Empty]:
    """Revoke the token of this device at once."""
    actions.log_out(token=bearer_token(request))
    return Success(message="Logged out successfully", data=Empty())


@router.get("/auth/profile", response=Success[UserData], auth=SignedIn(), operation_id="getProfile")
@limited("profile", 120)
def get_profile(request: HttpRequest) -> Success[UserData]:
    """The logged-in user."""
    user = user_of(request)
    assert user is not None  # SignedIn lets nobody else through
    return Success(data=UserData(user=user_out(user)))
