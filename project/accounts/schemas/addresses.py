"""Addresses, and the address book."""

from typing import Annotated

from django.utils.translation import gettext
from pydantic import Field, ValidationInfo, field_validator

from project.accounts.models import Address, User
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


class AddressesData(ApiModel):
    """`data` of the address book, the default first."""

    addresses: list[SavedAddressOut]


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
