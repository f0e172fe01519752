"""Addresses, and the address book."""

from typing import Annotated

from django.utils.translation import gettext
from pydantic import Field, ValidationInfo, field_validator

from project.accounts.models import User
from project.accounts.schemas.fields import Line, Phone, Pincode
from project.core.india import pincode_fits_state
from project.core.messages import field_error
from project.core.schemas import ApiModel


class AddressIn(ApiModel):
    """Delivery address."""

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
            raise field_error("This pincode is not in {state}", state=gettext(state))
        return value

    def stored(self) -> dict[str, str]:
        """Return the address as it is kept."""
        kept: dict[str, str] = self.model_dump(include=set(AddressIn.model_fields))
        return kept | {"country": self.country.strip() or "India"}


class SavedAddressIn(AddressIn):
    """An entry of the address book."""

    name: Line
    phone: Phone
    is_default: bool = False

    def stored(self) -> dict[str, str]:
        """Return the entry as it is kept."""
        return super().stored() | {"name": self.name, "phone": self.phone}


class SavedAddressOut(ApiModel):
    """An entry of the address book."""

    id: str = Field(validation_alias="public_id", serialization_alias="_id")
    name: str
    phone: str
    street: str
    city: str
    state: str
    pincode: str
    country: str
    is_default: bool


class AddressesData(ApiModel):
    """`data` of the address book, the default first."""

    addresses: list[SavedAddressOut]


def addresses_out(user: User) -> AddressesData:
    """Return the address book."""
    rows = user.addresses.all()
    return AddressesData(addresses=[SavedAddressOut.model_validate(row) for row in rows])
