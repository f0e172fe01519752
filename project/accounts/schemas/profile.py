"""The profile, and the person as their own screens show them."""

from pydantic import Field

from project.accounts.models import User
from project.accounts.schemas.addresses import AddressIn
from project.accounts.schemas.fields import Email, Language, Line, OptionalPhone
from project.core.rights import Right
from project.core.schemas import ApiModel


class ProfileIn(ApiModel):
    """Changes of a person's own profile; fields that are left out stay.

    Another e-mail address than the account's is refused: it takes a code, by a call of its own.
    """

    email: Email | None = None
    name: Line | None = None
    phone: OptionalPhone | None = None
    language: Language | None = None
    address: AddressIn | None = None


class UserOut(ApiModel):
    """The logged-in user; `address` is the default entry of the address book, empty without one."""

    id: str = Field(validation_alias="public_id", serialization_alias="_id")
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


def user_out(user: User) -> UserOut:
    """Return the user as their own profile shows it."""
    default = user.addresses.filter(is_default=True).first()
    return UserOut.from_row(
        user,
        address={name: getattr(default, name) for name in AddressIn.model_fields} if default else {},
        rights=sorted(user.rights),
        has_password=user.has_usable_password(),
    )
