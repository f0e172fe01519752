"""Settings of the shop's owner: seller, promises, charges and taxes. One class per section.

`project/core/shop.py` says which values hold now, `project/shop` changes them. The classes are the API's as
well. A new field needs a default, and no migration: versions of before it are read with the default.
"""

from datetime import date
from typing import Annotated, Any, Final, Self

from django.utils.translation import gettext, gettext_noop, override
from pydantic import AfterValidator, ConfigDict, Field, ValidationInfo, field_validator
from pydantic.alias_generators import to_camel
from pydantic_core import PydanticCustomError

from project.core.email_addresses import check_email
from project.core.gst import WITHOUT_TAX, Registration, is_gstin
from project.core.india import STATE_CODES
from project.core.limits import MOST_ORDER_PAISE, MOST_SHIPPING_PAISE
from project.core.messages import field_error
from project.core.money import format_rupees
from project.core.opening_hours import ClosedDays, OpeningHours, Timetable
from project.core.schemas import ApiModel, NeededLine, needed, not_below, one_line
from project.core.shipping import Grams, State, Zones
from project.core.shop_look import Brand, Home
from project.core.shop_setting_fields import (
    FEE,
    Days,
    Fees,
    Hours,
    KeptDays,
    KeptMonth,
    Lines,
    Link,
    Percent,
    Phone,
    Pincodes,
    Prefix,
    Range,
    Section,
    UnpaidOrders,
    UnpaidPieces,
    longest,
)

# Cart lines have no more (project/cart/models.py).
MOST_QUANTITY: Final = 99
# The longest that a provider's payment page stays open.
MOST_PAYMENT_MINUTES: Final = 60


def field_path(section: str, field: str) -> str:
    """Return what the API and the log call a field: "returns.returnDays"."""
    return f"{to_camel(section)}.{to_camel(field)}"


class Seller(Section):
    """The seller, as the law wants it named on the site and on invoices."""

    legal_name: NeededLine = "Akshamala (sample shop)"
    address: Annotated[Lines, AfterValidator(needed)] = "Sample address, Pune 411001"
    grievance_officer: NeededLine = "Sample officer"


class Contact(Section):
    """Contact details of the shop; empty ones are not shown."""

    email: Annotated[str, Field(max_length=254), AfterValidator(check_email)] = "care@akshamala.example"
    phone: Annotated[Phone, AfterValidator(needed)] = "+91 00000 00000"
    whatsapp: Phone = ""
    instagram: Link = ""
    facebook: Link = ""
    youtube: Link = ""

    @property
    def social(self) -> dict[str, str]:
        """The shop's pages elsewhere that have an address."""
        found = {"instagram": self.instagram, "facebook": self.facebook, "youtube": self.youtube}
        return {name: address for name, address in found.items() if address}


class Delivery(Section):
    """Delivery times."""

    usual_days: Range = "3-5"
    # The latest day that an order is promised for.
    promised_days: Days = 7

    @field_validator("promised_days")
    @classmethod
    def _not_before_usual(cls, value: int, info: ValidationInfo) -> int:
        usual = info.data.get("usual_days")
        if usual is not None and value < longest(usual):
            raise field_error("The latest day is before the usual ones")
        return value


class Shipping(Section):
    """Delivery charges: one rate, and those of the zones that have their own."""

    # 0: nothing, ever.
    flat_paise: Annotated[int, Field(ge=0, le=MOST_SHIPPING_PAISE)] = 0
    # Goods of a higher value ship free.
    free_above_paise: Annotated[int, Field(ge=0, le=MOST_ORDER_PAISE)] = 99_900
    zones: Zones = []
    # Of a piece whose product does not say its weight.
    default_grams: Grams = 100

    @property
    def has_one_rate(self) -> bool:
        """Return True when every address that is delivered to costs the same."""
        return not any(zone["is_served"] for zone in self.zones)

    def free_text(self, language: str) -> str:
        """Write which orders ship free."""
        with override(language):
            if not self.has_one_rate:
                return gettext("The shipping charge depends on weight and address")
            if not self.flat_paise:
                return gettext("Free shipping on every order")
            amount = format_rupees(self.free_above_paise)
            return gettext("Free shipping on orders above {amount}").format(amount=amount)


class Returns(Section):
    """Return rules and processing times."""

    return_days: Days = 7
    # Business days until a refund is credited, and until a replacement arrives.
    refund_days: Range = "3-5"
    replacement_days: Range = "3-5"
    # Not counted as business days of a refund or a payout.
    bank_holidays: ClosedDays = []
    # Staff may send back so much of one payment, by refunds and claims together, without a second person.
    approval_above_paise: Annotated[int, Field(ge=0, le=MOST_ORDER_PAISE)] = 1_000_000

    @property
    def refund_days_at_most(self) -> int:
        """Business days by which a refund is promised to be there."""
        return longest(self.refund_days)

    @property
    def bank_holiday_dates(self) -> frozenset[date]:
        """The days, beside weekends, on which banks move no money."""
        return frozenset(date.fromisoformat(each["day"]) for each in self.bank_holidays)


class PromiseSettings(Section):
    """Guarantees of the shop; their texts stand in frontend/src/i18n/*/promises.json."""

    authentic: bool = True
    lab_certified: bool = True
    # How many times the price a proven fake pays back; 0 promises nothing.
    money_back_factor: Annotated[int, Field(ge=0, le=10)] = 5


class SupportHours(Section):
    """Opening hours, and answering times."""

    around_the_clock: bool = True
    # Of a shop that is not there around the clock; without a timetable no hours are promised.
    timetable: Timetable = {}
    closed_days: ClosedDays = []
    answer_hours: Hours = 24
    # Hours until a problem with a payment is settled.
    payment_problem_hours: Hours = 24
    # Minutes that the mail which confirms a payment may take, minutes after which one should write (and staff
    # are told of a mail that has not left), and working hours after which it is there at the latest.
    confirmation_mail_minutes: Range = "5-10"
    mail_late_minutes: Annotated[int, Field(ge=1, le=240)] = 15
    confirmation_mail_hours: Hours = 1
    # Hours until a grievance is acknowledged, days until it is settled: rule 4(5) of the Consumer Protection
    # (E-Commerce) Rules, 2020 allows 48 hours and a month.
    grievance_hours: Annotated[int, Field(ge=1, le=48)] = 48
    grievance_days: Annotated[int, Field(ge=1, le=30)] = 30

    @property
    def opening(self) -> OpeningHours | None:
        """The timetable that holds, if one does."""
        if self.around_the_clock or not self.timetable:
            return None
        return OpeningHours(timetable=self.timetable, closed_days=self.closed_days)


class Tax(Section):
    """Tax registration, taxes in prices, and prefixes of document numbers."""

    # As the state is written in addresses: CGST + SGST within it, IGST elsewhere.
    state: State = "Maharashtra"
    # Nothing is sold before the owner has chosen.
    registration: Registration = "unset"
    gstin: Annotated[str, Field(max_length=32), AfterValidator(one_line), AfterValidator(str.upper)] = ""
    # Of a seller who charges tax; otherwise the price is just the price.
    prices_include_tax: bool = True
    # Of the numbers of a financial year: AKS/26-27/000001 has the 16 characters that the law allows.
    invoice_prefix: Prefix = "AKS"
    credit_note_prefix: Prefix = "CRN"
    bill_of_supply_prefix: Prefix = "BOS"

    @property
    def is_charged(self) -> bool:
        """Return True when the seller charges tax."""
        return self.registration not in WITHOUT_TAX

    @property
    def is_in_price(self) -> bool:
        """Return True when nothing comes on top of a price: tax is inside it, or there is none."""
        return self.prices_include_tax or not self.is_charged

    @property
    def only_state(self) -> str:
        """The one state that is delivered to, "" for all: section 10(2)(c) of the CGST Act on composition."""
        return self.state if self.registration == "composition" else ""

    @field_validator("gstin")
    @classmethod
    def _fits(cls, value: str, info: ValidationInfo) -> str:
        registration, state = info.data.get("registration"), info.data.get("state")
        has_number = registration in ("registered", "composition")
        if has_number and not value:
            raise PydanticCustomError("required", "registered without a number")
        if not has_number and value:
            raise field_error("Please choose a registration with a GSTIN, or clear the GSTIN")
        if value and not is_gstin(value):
            raise field_error(
                "This is not a GSTIN: please compare its 15 letters and digits with the certificate of "
                "registration"
            )
        if value and state and not value.startswith(STATE_CODES[state]):
            raise field_error("This GSTIN is not of {state}", state=gettext(state))
        return value

    @field_validator("credit_note_prefix", "bill_of_supply_prefix")
    @classmethod
    def _differs(cls, value: str, info: ValidationInfo) -> str:
        if value in (info.data.get("invoice_prefix"), info.data.get("credit_note_prefix")):
            raise field_error("Invoices, credit notes and bills of supply need different prefixes")
        return value


class Ordering(Section):
    """Limits of one order, and the duration of its stock hold."""

    # Of one product. Above 10, trying quantities out tells a stranger how many there are.
    max_quantity: Annotated[int, Field(ge=1, le=MOST_QUANTITY)] = 10
    # Providers allow 5 to 60.
    payment_minutes: Annotated[int, Field(ge=5, le=MOST_PAYMENT_MINUTES)] = 15
    # The hold outlives the payment page by these.
    hold_minutes: Annotated[int, Field(ge=0, le=1_440)] = 15
    # A piece that became free is offered to the first in the waitlist, who alone may buy it.
    waitlist_offer_minutes: Annotated[int, Field(ge=1, le=60)] = 3


class StrangerLimits(Section):
    """Limits of unpaid holds, and of mails that strangers cause; `Limit` names the fields."""

    # Of a buyer: an account or an address proven by a code, else an e-mail address or phone number. 0 sets no
    # limit. Orders that cost nothing count likewise, until the shop begins with them.
    unpaid_orders_per_buyer: UnpaidOrders = 3
    unpaid_pieces_per_buyer: UnpaidPieces = 50
    # Of unproven buyers of one network, which is often shared.
    unpaid_orders_per_network: UnpaidOrders = 20
    unpaid_pieces_per_network: UnpaidPieces = 100
    # Of a product's unsold pieces: one buyer or network, and all unproven buyers together; 100 sets no limit.
    stock_share_percent: Percent = 50
    # Mailed to strangers, of one purpose.
    codes_per_day: Annotated[int, Field(ge=1, le=1_000_000)] = 20_000


class Payments(Section):
    """Payment providers of the environment that take new payments."""

    # The shares of new payments: one that is not named is a spare, used while the others open no payments,
    # and one with 0 takes no new ones. Without any share the first gets all.
    provider_weights: dict[str, Annotated[int, Field(ge=0, le=100)]] = {}
    # As agreed, in percent without tax: "UPI=0, Card=2", with a provider's name before it of that one alone
    # ("<name>:Card=2.1"). Fees that are not listed are not checked.
    provider_fees: Fees = ""

    @property
    def agreed_fees(self) -> dict[str, int]:
        """The fees in hundredths of a percent."""
        return {name: round(float(percent) * 100) for name, percent in FEE.findall(self.provider_fees)}


class CashOnDelivery(Section):
    """Conditions of cash on delivery."""

    enabled: bool = False
    fee_paise: Annotated[int, Field(ge=0, le=MOST_SHIPPING_PAISE)] = 0
    # The least and the most an order may come to.
    minimum_paise: Annotated[int, Field(ge=0, le=MOST_ORDER_PAISE)] = 0
    maximum_paise: Annotated[int, Field(ge=0, le=MOST_ORDER_PAISE)] = 500_000
    # Empty: all are served.
    served_pincodes: Pincodes = []
    # Wins over the served ones.
    refused_pincodes: Pincodes = []
    # A customer who refused more parcels than this at the door pays in advance.
    refused_deliveries_allowed: Annotated[int, Field(ge=0, le=100)] = 1
    # What may be under way unpaid at a time; 0 sets no limit. A first order is never too much by its value.
    unpaid_orders_per_buyer: UnpaidOrders = 3
    unpaid_paise_per_buyer: Annotated[int, Field(ge=0, le=MOST_ORDER_PAISE)] = 1_000_000
    # Of one network, and to one pincode a day: by customers who have not taken and paid for a parcel before.
    unpaid_orders_per_network: UnpaidOrders = 10
    unpaid_paise_per_pincode: Annotated[int, Field(ge=0, le=MOST_ORDER_PAISE)] = 5_000_000
    # Of a product's unsold pieces, by all together; one network has half of it. 100 sets no limit.
    stock_share_percent: Percent = 50

    _in_order = field_validator("maximum_paise")(
        not_below("minimum_paise", gettext_noop("The maximum is below the minimum"))
    )


class Retention(Section):
    """Days that data is kept; the privacy page names the first three."""

    mails_days: KeptDays = 365
    # Of settled messages.
    tickets_days: KeptDays = 1_095
    unpaid_orders_days: KeptDays = 90
    # Of events about neither orders nor money; triggers keep all events for a month.
    events_days: KeptMonth = 365
    # Texts of the providers' webhooks.
    webhook_bodies_days: KeptMonth = 365


class Setup(Section):
    """The owner's answers to the checklist of the first steps (project/backoffice/first_steps.py)."""

    shipping_confirmed: bool = False
    legal_pages_confirmed: bool = False
    checklist_hidden: bool = False


class ShopSettings(ApiModel):
    """All sections."""

    model_config = ConfigDict(frozen=True)

    brand: Brand = Brand()
    home: Home = Home()
    seller: Seller = Seller()
    contact: Contact = Contact()
    delivery: Delivery = Delivery()
    shipping: Shipping = Shipping()
    returns: Returns = Returns()
    promises: PromiseSettings = PromiseSettings()
    ordering: Ordering = Ordering()
    limits: StrangerLimits = StrangerLimits()
    hours: SupportHours = SupportHours()
    tax: Tax = Tax()
    payments: Payments = Payments()
    cash_on_delivery: CashOnDelivery = CashOnDelivery()
    retention: Retention = Retention()
    setup: Setup = Setup()

    @classmethod
    def of(cls, values: dict[str, Any]) -> Self:
        """Return the settings of a stored version: what it lacks is the default, nothing is judged."""
        found = {}
        for name, field in cls.model_fields.items():
            section = type(field.default)
            known = {key: value for key, value in values.get(name, {}).items() if key in section.model_fields}
            found[name] = section.model_construct(**known)
        return cls.model_construct(**found)

    def values(self) -> dict[str, dict[str, Any]]:
        """Return what is stored of a version."""
        return self.model_dump(mode="json")

    def facts(self, language: str) -> dict[str, str]:
        """Return who sells and how they are reached, by the names that mails and fixed pages fill in.

        The same names whatever is set: texts that name one are published.
        """
        return {
            "name": self.brand.name_in(language),
            "legalName": self.seller.legal_name,
            "address": self.seller.address,
            "email": self.contact.email,
            "phone": self.contact.phone,
            "whatsapp": self.contact.whatsapp,
            "grievanceOfficer": self.seller.grievance_officer,
            "gstin": self.tax.gstin,
        }

    def missing(self) -> list[str]:
        """Return the fields ("seller.legalName") without which nothing may be sold: they are samples yet."""
        samples = ShopSettings()
        named = {
            "seller": ("legal_name", "address", "grievance_officer"),
            "contact": ("email", "phone"),
            "tax": ("registration",),
        }
        return [
            field_path(section, field)
            for section, fields in named.items()
            for field in fields
            if getattr(getattr(self, section), field) in ("", getattr(getattr(samples, section), field))
        ]
