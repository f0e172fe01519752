"""Log in, and register."""

from typing import Annotated

from pydantic import Field

from project.accounts.models import Token
from project.accounts.schemas.fields import Code, Email, Line, NewPassword, Password, Phone
from project.accounts.schemas.profile import UserData, UserOut, user_out
from project.accounts.tokens import ACCESS_LIFETIME, access_token
from project.core.schemas import ApiModel


class SendCodeIn(ApiModel):
    """Whom to send a login code."""

    email: Email


class VerifyCodeIn(ApiModel):
    """A code as it was typed."""

    email: Email
    otp: Code


class RegisterIn(ApiModel):
    """A new account; without `otp` the code that proves the address is sent first."""

    name: Line
    email: Email
    phone: Phone
    password: NewPassword
    otp: Code | None = None


class FirstAdminIn(ApiModel):
    """The first admin of a shop, and the key of the link that was printed for them."""

    key: Annotated[str, Field(max_length=64)]
    name: Line
    email: Email
    password: NewPassword


class PasswordLoginIn(ApiModel):
    """Log in by password; staff are sent a code, too, and call again with it."""

    email: Email
    password: Password
    otp: Code | None = None


class LoginData(UserData):
    """`data` of a login, and of an exchange: the access token, and in how many seconds it expires."""

    token: str
    expires_in: int


class LoginStep(ApiModel):
    """`data` of a login in two steps: a code was sent and is asked for, or as LoginData."""

    code_sent: bool
    user: UserOut | None = None
    token: str | None = None
    expires_in: int | None = None


def login_data(session: Token) -> LoginData:
    """Return who is logged in, with a new access token."""
    return LoginData(
        user=user_out(session.user),
        token=access_token(session),
        expires_in=int(ACCESS_LIFETIME.total_seconds()),
    )
