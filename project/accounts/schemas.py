"""What accounts look like on the wire."""

import re
from typing import Annotated

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from project.accounts.models import User
from project.core.schemas import ApiModel

# One '@', something on both sides, a dot in the domain; whether it exists only a mail can tell.
_EMAIL = re.compile(r"[^@\s,;<>\"]{1,64}@[^@\s,;<>\"]+\.[^@\s,;<>\".]{2,}", re.ASCII)


def check_email(value: str) -> str:
    """Return the address in lower case; refuse what no mail server would take."""
    value = value.strip().lower()
    if not value:
        raise PydanticCustomError("required", "required")
    if len(value) > 254 or not _EMAIL.fullmatch(value):
        raise PydanticCustomError("email_invalid", "not an e-mail address")
    return value


def check_phone(value: str) -> str:
    """Return ten digits; +91, a leading 0, spaces and dashes are taken away."""
    digits = re.sub(r"[\s\-().]", "", value)
    if not digits:
        raise PydanticCustomError("required", "required")
    digits = re.sub(r"^(?:\+91|0091|0)(?=\d{10}$)", "", digits)
    if not re.fullmatch(r"[0-9]{10}", digits):
        raise PydanticCustomError("phone_invalid", "not a ten-digit phone number")
    return digits


Email = Annotated[str, AfterValidator(check_email)]
Phone = Annotated[str, AfterValidator(check_phone)]


class SendCodeIn(ApiModel):
    """Whom to send a login code."""

    email: Email


class VerifyCodeIn(ApiModel):
    """A code as it was typed."""

    email: Email
    otp: str = Field(max_length=16)


class UserOut(ApiModel):
    """The logged-in user."""

    id: str = Field(serialization_alias="_id")
    name: str
    email: str
    phone: str
    address: dict[str, str]
    is_admin: bool
    role: str
    language: str


class UserData(ApiModel):
    """`data` of the profile."""

    user: UserOut


class LoginData(UserData):
    """`data` of a login."""

    token: str


def user_out(user: User) -> UserOut:
    """Return the user as their own profile shows it."""
    return UserOut(
        id=user.public_id,
        name=user.name,
        email=user.email,
        phone=user.phone,
        address=user.address,
        is_admin=user.is_admin,
        role=user.role,
        language=user.language,
    )
