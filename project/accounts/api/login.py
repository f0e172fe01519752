"""Log in, register, log out."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from ninja.errors import ValidationError

from project.accounts import codes
from project.accounts.actions import login as login_actions
from project.accounts.actions import sessions
from project.accounts.actions.first_admin import create_first_admin
from project.accounts.actions.sessions import log_out_by_secret
from project.accounts.auth import FirstFactor, session_of
from project.accounts.models import CodePurpose, User
from project.accounts.passwords import is_made_of_names
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
from project.accounts.session_cookie import (
    SessionCookie,
    clear_session_cookie,
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

CODE_SENT = gettext_lazy("OTP sent successfully! Check your email.")


def _device(request: HttpRequest) -> str:
    return device_name(request.headers.get("User-Agent", ""))


def refuse_names(password: str, user: User) -> None:
    """Raise ValidationError for a password that is made of names a stranger knows."""
    if is_made_of_names(password, user):
        raise field_fault("password", _("Please leave out your name, your email address and the shop's name"))


def field_fault(field: str, text: str) -> ValidationError:
    """Return the error of one field of the body, with a translated text."""
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
    refuse_names(payload.password, User(name=payload.name, email=payload.email))
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
    refuse_names(payload.password, User(name=payload.name, email=payload.email))
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
def renew_access_token(request: HttpRequest) -> Success[LoginData]:
    """Exchange the session's cookie for a new access token; earlier ones stay good until they expire.

    The cookie itself does not change, so any number of tabs may do this at once.
    """
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
