"""The settings as the owner reads and changes them. Amounts are whole paise, as they are stored."""

from typing import Annotated, Self

from django.conf import settings as django_settings
from django.utils.translation import gettext as _
from pydantic import Field, field_validator
from pydantic_core import PydanticCustomError

from project.accounts.schemas.fields import Pincode
from project.core.language import current_language
from project.core.messages import field_error
from project.core.money import format_rupees
from project.core.schemas import ApiModel, PageNumber, Pagination, StablePaging, StaffIn
from project.core.shipping import Destination, Grams, find_zone, zone_name, zone_terms
from project.core.shop import newest_version
from project.core.shop_look import Brand, Home
from project.core.shop_setting_fields import Section
from project.core.shop_settings import (
    CashOnDelivery,
    Contact,
    Delivery,
    Ordering,
    Payments,
    PromiseSettings,
    Retention,
    Returns,
    Seller,
    Setup,
    Shipping,
    ShopSettings,
    StrangerLimits,
    SupportHours,
    Tax,
)
from project.orders.pricing import shipping_charge
from project.payments.providers.registry import adapter_of, provider_names
from project.shop.connections import LONGEST, ConnectionOut
from project.shop.history import SettingsVersionOut, described


class SettingsOut(ApiModel):
    """`data` of the settings: those that hold now."""

    version: int
    settings: ShopSettings
    # The fields ("seller.legalName") without which nothing can be sold.
    missing: list[str]
    # The providers that can take payments, by the environment's names, as they write themselves.
    providers: dict[str, str]
    pictures: str
    # Who saved last, and what; null before the first save.
    last: SettingsVersionOut | None

    @classmethod
    def read(cls) -> Self:
        """Return the newest settings."""
        newest = newest_version()
        return cls(
            version=newest.number,
            settings=newest.settings,
            missing=newest.settings.missing(),
            providers={name: adapter_of(name).label for name in provider_names()},
            pictures=f"{django_settings.PICTURES_URL}products/",
            last=next(iter(described([newest.number])), None),
        )


class SettingsIn(StaffIn):
    """The sections to save, and the version they were edited on; a section that is left out stays."""

    version: int = Field(ge=0)
    brand: Brand | None = None
    home: Home | None = None
    seller: Seller | None = None
    contact: Contact | None = None
    delivery: Delivery | None = None
    shipping: Shipping | None = None
    returns: Returns | None = None
    promises: PromiseSettings | None = None
    ordering: Ordering | None = None
    limits: StrangerLimits | None = None
    hours: SupportHours | None = None
    tax: Tax | None = None
    payments: Payments | None = None
    cash_on_delivery: CashOnDelivery | None = None
    retention: Retention | None = None
    setup: Setup | None = None

    @field_validator("payments")
    @classmethod
    def _known_providers(cls, value: Payments | None) -> Payments | None:
        if value is not None:
            names = provider_names()
            of_providers = {name.rpartition(":")[0] for name in value.agreed_fees} - {""}
            if not value.provider_weights.keys() | of_providers <= set(names):
                raise PydanticCustomError("invalid", "no provider of this name")
            if all(value.provider_weights.get(name) == 0 for name in names):
                raise field_error("No provider would be left for new payments")
        return value

    def sections(self) -> dict[str, Section]:
        """Return the sections that were sent, by name."""
        return {
            name: section
            for name in ShopSettings.model_fields
            if (section := getattr(self, name)) is not None
        }


class ShippingTrialIn(StaffIn):
    """Delivery charges, saved or not, and a parcel to try them with."""

    shipping: Shipping
    pincode: Pincode
    grams: Grams

    def answer(self) -> str:
        """Write the zone and the charge of the parcel, whose goods are not worth a free delivery."""
        shipping, language = self.shipping, current_language()
        zone = find_zone(shipping.zones, Destination(pincode=self.pincode))
        charge = format_rupees(shipping_charge(0, self.grams, shipping, zone))
        if zone is None:
            return f"{_('Everywhere else')}: {charge}"
        name, terms = zone_name(zone, language), zone_terms(zone, language)
        return f"{name}: {charge} ({terms})" if zone["is_served"] else f"{name}: {terms}"


class RestoreIn(StaffIn):
    """The version to bring back, and the one that the caller saw as the newest."""

    restore: int = Field(ge=0)
    version: int = Field(ge=0)


class HistoryQuery(StablePaging):
    """Page of the history."""

    page: PageNumber = 1


class SettingsHistory(ApiModel):
    """`data` of the history, the newest version first."""

    versions: list[SettingsVersionOut]
    pagination: Pagination


class ConnectionsData(ApiModel):
    """`data` of the connections."""

    connections: list[ConnectionOut]


class ConnectionVersion(StaffIn):
    """The version that the caller saw."""

    version: int = Field(ge=0)


class ConnectionIn(StaffIn):
    """All fields of a connection, and the version they were edited on."""

    version: int = Field(ge=0)
    values: Annotated[dict[str, Annotated[str, Field(max_length=LONGEST)]], Field(max_length=20)]
