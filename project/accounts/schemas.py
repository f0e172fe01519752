"""What accounts look like on the wire."""

import re
import unicodedata
from datetime import datetime
from typing import Annotated, Any, Literal

from django.contrib.auth.password_validation import CommonPasswordValidator
from django.core.exceptions import ValidationError as TooCommon
from email_validator import EmailNotValidError, validate_email
from pydantic import AfterValidator, Field, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

from project.accounts.models import Address, Token, User
from project.accounts.reauthentication import Proof
from project.accounts.tokens import ACCESS_LIFETIME, access_token, live_tokens
from project.core.identifiers import plain_digits
from project.core.india import pincode_fits_state
from project.core.limits import MAX_ADDRESS_LINE
from project.core.models import Mail
from project.core.rights import Right, rights_of
from project.core.schemas import ApiModel

MIN_PASSWORD = 10
# Anything longer would only cost us time.
MAX_PASSWORD = 128
_COMMON = CommonPasswordValidator()
_KEY_IN_LINK = re.compile(r"\?key=[\w-]+")


def check_email(value: str) -> str:
    """Return the address in lower case; refuse what no mail server would take.

    One address has one form: what only looks like it (full-width, zero-width) is refused before the "@" and
    written in ASCII after it. Whether the address exists only a mail can tell.
    """
    value = value.strip().lower()
    if not value:
        raise PydanticCustomError("required", "required")
    try:
        found = validate_email(value, check_deliverability=False, allow_smtputf8=False)
    except EmailNotValidError:
        raise PydanticCustomError("email_invalid", "not an e-mail address") from None
    return str(found.ascii_email).lower()


def check_phone(value: str) -> str:
    """Return ten digits; 91 or 0 in front, spaces and dashes are taken away."""
    digits = _digits_of_phone(value)
    if not digits:
        raise PydanticCustomError("required", "required")
    return digits


def _digits_of_phone(value: str) -> str:
    digits = re.sub(r"[\s\-().]", "", plain_digits(value))
    digits = re.sub(r"^(?:\+?91|0091|0)(?=[0-9]{10}$)", "", digits)
    if digits and not re.fullmatch(r"[0-9]{10}", digits):
        raise PydanticCustomError("phone_invalid", "not a ten-digit phone number")
    return digits


def _filled(value: str) -> str:
    value = re.sub(r"\s+", " ", value).strip()
    if not value:
        raise PydanticCustomError("required", "required")
    return value


def _pincode(value: str) -> str:
    value = re.sub(r"\s", "", plain_digits(value))
    if not value:
        raise PydanticCustomError("required", "required")
    if not re.fullmatch(r"[1-9][0-9]{5}", value):
        raise PydanticCustomError("pincode_invalid", "not a six-digit pincode")
    return value


def _typed_password(value: str) -> str:
    # Two keyboards write the same letters of Devanagari in different ways.
    return unicodedata.normalize("NFKC", value)


def _new_password(value: str) -> str:
    value = _typed_password(value)
    if not value:
        raise PydanticCustomError("required", "required")
    if len(value) < MIN_PASSWORD:
        raise PydanticCustomError("password_short", "too short")
    try:
        _COMMON.validate(value)
    except TooCommon:
        raise PydanticCustomError("password_common", "on the list of common passwords") from None
    if len(set(value)) < 4:
        raise PydanticCustomError("password_common", "hardly any different characters")
    return value


Email = Annotated[str, AfterValidator(check_email)]
Phone = Annotated[str, AfterValidator(check_phone)]
# Some people give none.
OptionalPhone = Annotated[str, AfterValidator(_digits_of_phone)]
Line = Annotated[str, Field(max_length=MAX_ADDRESS_LINE), AfterValidator(_filled)]
Pincode = Annotated[str, Field(max_length=12), AfterValidator(_pincode)]
Password = Annotated[str, Field(max_length=MAX_PASSWORD), AfterValidator(_typed_password)]
NewPassword = Annotated[str, Field(max_length=MAX_PASSWORD), AfterValidator(_new_password)]
# Spaces around it are a mail program's.
Code = Annotated[str, Field(max_length=16), AfterValidator(str.strip), AfterValidator(plain_digits)]
Language = Literal["en", "hi"]


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


class PasswordLoginIn(ApiModel):
    """Log in by password; staff are sent a code, too, and call again with it."""

    email: Email
    password: Password
    otp: Code | None = None


class AddressIn(ApiModel):
    """Where to deliver."""

    street: Line
    city: Line
    state: Line
    pincode: Pincode
    country: Annotated[str, Field(max_length=60)] = "India"

    @field_validator("pincode")
    @classmethod
    def _pincode_fits_state(cls, value: str, info: ValidationInfo) -> str:
        # A state that is itself at fault is not among the data.
        state = info.data.get("state", "")
        if not pincode_fits_state(value, state):
            raise PydanticCustomError("pincode_state", "pincode of another state", {"state": state})
        return value

    def stored(self) -> dict[str, str]:
        """Return the address as it is kept."""
        return {
            "street": self.street,
            "city": self.city,
            "state": self.state,
            "pincode": self.pincode,
            "country": self.country.strip() or "India",
        }


class SavedAddressIn(AddressIn):
    """An entry of the address book."""

    name: Line
    phone: Phone
    is_default: bool = False

    def stored(self) -> dict[str, str]:
        """Return the entry as it is kept."""
        return super().stored() | {"name": self.name, "phone": self.phone}


class ProfileIn(ApiModel):
    """What a person may change of their own; what is left out stays as it is.

    Another e-mail address than the account's is refused: it takes a code, by a call of its own.
    """

    email: Email | None = None
    name: Line | None = None
    phone: OptionalPhone | None = None
    language: Language | None = None
    address: AddressIn | None = None


class ConfirmationIn(ApiModel):
    """What a logged-in person wants to confirm by a code sent to their account's address."""

    purpose: Literal["move", "password", "sessions", "delete"]


class ProofIn(ApiModel):
    """Proof that the account is the caller's: the code sent to its address, or its password."""

    otp: Code = ""
    password: Password = ""

    def given(self) -> Proof:
        """Return it as the actions take it."""
        return Proof(code=self.otp, password=self.password)


class ProvenIn(ApiModel):
    """What needs proof beyond the token."""

    proof: ProofIn = ProofIn()


class EmailChangeIn(ProvenIn):
    """A new address and the code that was sent to it."""

    email: Email
    otp: Code


class PasswordChangeIn(ProvenIn):
    """A new password."""

    password: NewPassword


class SessionsEndIn(ProvenIn):
    """Which device is to be logged out; without `sessionId` all of them."""

    session_id: Annotated[str, Field(max_length=40)] | None = None


class DeletionIn(ProvenIn):
    """The proof alone."""


class UndoIn(ApiModel):
    """The key of the link in a mail about a changed credential."""

    key: Annotated[str, Field(max_length=100)]


class SavedAddressOut(ApiModel):
    """An entry of the address book."""

    id: str = Field(serialization_alias="_id")
    name: str
    phone: str
    street: str
    city: str
    state: str
    pincode: str
    country: str
    is_default: bool


class UserOut(ApiModel):
    """The logged-in user; `address` is the default entry of the address book, empty without one."""

    id: str = Field(serialization_alias="_id")
    name: str
    email: str
    phone: str
    address: dict[str, str]
    is_admin: bool
    role: str
    # What the browser may offer; the server asks again on every call.
    rights: list[Right]
    language: str
    has_password: bool
    version: int


class UserData(ApiModel):
    """`data` of the profile."""

    user: UserOut


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


class AddressesData(ApiModel):
    """`data` of the address book, the default first."""

    addresses: list[SavedAddressOut]


class SessionOut(ApiModel):
    """One device that is logged in."""

    id: str = Field(serialization_alias="_id")
    device: str
    created_at: datetime
    last_used_at: datetime
    current: bool


class SessionsData(ApiModel):
    """`data` of the devices, this one first, then the one used last."""

    sessions: list[SessionOut]


def address_out(address: Address) -> SavedAddressOut:
    """Return an entry of the address book."""
    return SavedAddressOut(
        id=address.public_id,
        name=address.name,
        phone=address.phone,
        street=address.street,
        city=address.city,
        state=address.state,
        pincode=address.pincode,
        country=address.country,
        is_default=address.is_default,
    )


def addresses_out(user: User) -> AddressesData:
    """Return the address book."""
    return AddressesData(addresses=[address_out(address) for address in user.addresses.all()])


def user_out(user: User) -> UserOut:
    """Return the user as their own profile shows it."""
    default = user.addresses.filter(is_default=True).first()
    return UserOut(
        id=user.public_id,
        name=user.name,
        email=user.email,
        phone=user.phone,
        address={}
        if default is None
        else {
            "street": default.street,
            "city": default.city,
            "state": default.state,
            "pincode": default.pincode,
            "country": default.country,
        },
        is_admin=user.is_admin,
        role=user.role,
        rights=sorted(rights_of(user.role)),
        language=user.language,
        has_password=user.has_usable_password(),
        version=user.version,
    )


def login_data(session: Token) -> LoginData:
    """Return who is logged in, with a new access token."""
    return LoginData(
        user=user_out(session.user),
        token=access_token(session),
        expires_in=int(ACCESS_LIFETIME.total_seconds()),
    )


def sessions_out(user: User, *, current: Token) -> SessionsData:
    """Return the devices the user is logged in on; `current` is this one."""
    rows = sorted(
        live_tokens().filter(user=user),
        key=lambda row: (row == current, row.last_used_at),
        reverse=True,
    )
    return SessionsData(
        sessions=[
            SessionOut(
                id=row.public_id,
                device=row.device,
                created_at=row.created_at,
                last_used_at=row.last_used_at,
                current=row == current,
            )
            for row in rows
        ]
    )


def sent_mails(email: str) -> list[dict[str, Any]]:
    """Return the mails we keep that were written to the address, without the keys in them.

    Mails with codes are left out, and the secret of an order's private link is cut off.
    """
    mails = Mail.objects.filter(to=email).exclude(kind__endswith="_code").order_by("-pk")
    return [
        {
            "subject": mail.subject,
            "text": _KEY_IN_LINK.sub("", mail.text),
            "writtenAt": mail.created_at,
        }
        for mail in mails
    ]
