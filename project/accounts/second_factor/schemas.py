"""Request and response schemas of second factors."""

from datetime import datetime
from typing import Annotated, Any, Literal

from django.conf import settings
from pydantic import AfterValidator, Field

from project.accounts.models import Token, User
from project.accounts.schemas.fields import Code, Line
from project.accounts.second_factor import recovery
from project.accounts.second_factor.enrolment import confirmed_app
from project.accounts.tokens import lacks_second_factor
from project.core.identifiers import plain_digits
from project.core.schemas import ApiModel

# A browser's answer has a handful of short fields.
Credential = Annotated[dict[str, Any], Field(max_length=12)]


class PasskeyIn(ApiModel):
    """A passkey the browser has just made, and what its owner calls it."""

    credential: Credential
    name: Annotated[Line, Field(max_length=60)]


class PasskeyProofIn(ApiModel):
    """A passkey's answer to our challenge."""

    credential: Credential


class SecondFactorCodeIn(ApiModel):
    """Six digits of the authenticator app, or a recovery code, as it was typed."""

    code: Annotated[str, Field(max_length=32), AfterValidator(str.strip), AfterValidator(plain_digits)]


class AppCodeIn(ApiModel):
    """Six digits of the authenticator app that is being set up."""

    code: Code


class PasskeyOut(ApiModel):
    """A passkey of one's own."""

    id: str = Field(validation_alias="public_id", serialization_alias="_id")
    name: str
    created_at: datetime
    last_used_at: datetime | None


class AuthenticatorAppOut(ApiModel):
    """One's authenticator app."""

    created_at: datetime
    last_used_at: datetime | None


class SecondFactorOut(ApiModel):
    """Second factors of a staff member; names and times only once they have proven one."""

    ways: list[Literal["passkey", "app"]]
    proven: bool
    passkeys: list[PasskeyOut]
    app: AuthenticatorAppOut | None
    recovery_codes_left: int
    # In development the sample accounts may go without.
    shortcut: bool


class SecondFactorData(ApiModel):
    """`data` of one's second factors; recovery codes are shown once, when they have just been made.

    After a proof also the access token of the session that took the caller's place.
    """

    second_factor: SecondFactorOut
    recovery_codes: list[str]
    token: str | None = None
    expires_in: int | None = None


class PasskeyOptions(ApiModel):
    """`data` for the browser's own dialog: the options of WebAuthn as JSON."""

    options: dict[str, Any]


class NewAppOut(ApiModel):
    """`data` of an app to be set up: the secret as text, and the QR code as an <img>'s address."""

    secret: str
    picture: str


def second_factor_data(session: Token, *, codes: list[str] | None = None) -> SecondFactorData:
    """Return the second factors of the session's user."""
    user = session.user
    passkeys = list(user.passkeys.all())
    app = confirmed_app(user)
    ways: list[Literal["passkey", "app"]] = []
    if passkeys:
        ways.append("passkey")
    if app is not None:
        ways.append("app")
    proven = not lacks_second_factor(session)
    return SecondFactorData(
        second_factor=SecondFactorOut(
            ways=ways,
            proven=proven,
            passkeys=[PasskeyOut.model_validate(passkey) for passkey in passkeys if proven],
            app=AuthenticatorAppOut.model_validate(app) if app is not None and proven else None,
            recovery_codes_left=recovery.left(user) if proven else 0,
            shortcut=may_skip_second_factor(user),
        ),
        recovery_codes=codes or [],
    )


def may_skip_second_factor(user: User) -> bool:
    """Return True for a sample account in development."""
    return bool(settings.SAMPLE_STAFF_SHORTCUT) and user.is_sample
