"""Schemas of quoting and ordering; `order_schemas` has the orders themselves."""

import math
from datetime import date, datetime
from typing import Annotated, Any

from django.conf import settings
from django.utils.translation import gettext, gettext_noop
from pydantic import (
    AfterValidator,
    AliasPath,
    Field,
    ValidationInfo,
    WithJsonSchema,
    field_validator,
    model_validator,
)
from pydantic_core import PydanticCustomError

from project.accounts.schemas.addresses import AddressIn
from project.accounts.schemas.fields import Email, Gstin, Line, Phone
from project.catalog.models import MAX_OPTION_NAME
from project.catalog.pricing import Selection
from project.core.errors import ErrorCode
from project.core.gst import state_of
from project.core.limits import MAX_ADDRESS_LINE, MAX_NAME
from project.core.messages import field_error
from project.core.money import CURRENCY, paise
from project.core.schemas import ApiModel, Percent, Rupees, refused_as
from project.core.shipping import Destination
from project.orders.models import Customer
from project.orders.pricing import MAX_LINES, Item


class Customization(ApiModel):
    """A choice of options; what is left out is the default."""

    origin: str = Field(default="Nepal", max_length=MAX_OPTION_NAME)
    xray_certification: bool = False
    pendant_type: str = Field(default="none", max_length=MAX_OPTION_NAME)
    size: str = Field(default="regular", max_length=MAX_OPTION_NAME)

    def selection(self) -> Selection:
        """Return the choice as the price rule takes it."""
        return Selection(**self.model_dump())


class ItemIn(ApiModel):
    """One thing to buy."""

    product_id: str = Field(max_length=64)
    # Any whole number is read; the price rule says which ones can be bought.
    quantity: int = Field(strict=True)
    customization: Customization = Customization()


class ItemsIn(ApiModel):
    """Items to price."""

    items: list[ItemIn] = Field(min_length=1, max_length=MAX_LINES)

    def to_items(self) -> list[Item]:
        """Return the items as the price rule takes them."""
        return [Item(i.product_id, i.quantity, i.customization.selection()) for i in self.items]


class DiscountIn(ApiModel):
    """A discount code as it was typed; blank for none."""

    discount_code: Annotated[str, Field(max_length=40), AfterValidator(str.strip)] = ""


class QuoteIn(ItemsIn, DiscountIn):
    """Items to price, and the discount; blank for a `state` and `pincode` that are not known yet.

    They decide the parts of the tax, and in a shop with delivery zones the shipping charge.
    """

    state: Annotated[str, Field(max_length=MAX_ADDRESS_LINE), AfterValidator(str.strip)] = ""
    pincode: Annotated[str, Field(pattern="^([1-9][0-9]{5})?$")] = ""

    def destination(self) -> Destination:
        """Return the destination as the price rule takes it."""
        return Destination(self.state, self.pincode)


def _nothing_or_more(value: float) -> float:
    if not (math.isfinite(value) and value >= 0):
        raise ValueError("not an amount to pay")
    return value


OrderAmount = Annotated[
    float, AfterValidator(_nothing_or_more), refused_as(gettext_noop("Invalid order amount"))
]


class AmountIn(ApiModel):
    """The amount the shopper saw: never used, only compared."""

    amount: OrderAmount | None = None

    def agreed_paise(self) -> int | None:
        """Return the amount in paise; None when none was sent, −1 for one no total can equal."""
        if self.amount is None:
            return None
        try:
            return paise(self.amount)
        except ValueError:
            return -1


def _of_the_state(gstin: str, state: str) -> str:
    """Refuse a GSTIN of another state than the delivery's, which is the invoice's place of supply."""
    if gstin and state and state_of(gstin) != state:
        raise field_error(
            "This GSTIN is registered in {state}. Please deliver to an address there, or order without it",
            state=gettext(state_of(gstin)),
        )
    return gstin


def _of_the_gstin(name: str, info: ValidationInfo) -> str:
    """Refuse a business's name without its GSTIN, and a GSTIN without a name."""
    gstin = info.data.get("gstin")
    if gstin and not name:
        raise PydanticCustomError("required", "whose GSTIN it is")
    if gstin == "" and name:
        raise field_error("Please enter the GSTIN as well, or clear the name of the business")
    return name


# As long as the e-invoice's schema allows.
BusinessName = Annotated[
    str,
    Field(max_length=100),
    AfterValidator(lambda name: " ".join(name.split())),
    AfterValidator(_of_the_gstin),
]


def _business(gstin: str, name: str) -> dict[str, str] | None:
    return {"gstin": gstin, "name": name} if gstin else None


class CustomerInfoIn(ApiModel):
    """A guest; a single-word name is a name. Who buys for a business gives its GSTIN and name."""

    first_name: Line
    last_name: Annotated[str, Field(max_length=MAX_NAME), AfterValidator(str.strip)] = ""
    email: Email
    phone: Phone
    address: AddressIn
    gstin: Gstin = ""
    business_name: BusinessName = Field(default="", validate_default=True)

    @field_validator("last_name")
    @classmethod
    def _name_fits_the_order(cls, value: str, info: ValidationInfo) -> str:
        # The order keeps one name, whole or not at all.
        if len(f"{info.data.get('first_name', '')} {value}".strip()) > MAX_NAME:
            raise PydanticCustomError("string_too_long", "first and last name together")
        return value

    @field_validator("gstin")
    @classmethod
    def _gstin_fits_the_address(cls, value: str, info: ValidationInfo) -> str:
        address = info.data.get("address")
        return _of_the_state(value, address.state if address else "")

    def to_customer(self) -> Customer:
        """Return the customer as the order keeps them."""
        return Customer(
            name=f"{self.first_name} {self.last_name}".strip(),
            email=self.email,
            phone=self.phone,
            address=self.address.stored(),
            business=_business(self.gstin, self.business_name),
        )


class GuestOrderIn(ItemsIn, DiscountIn, AmountIn):
    """A guest's order."""

    customer_info: CustomerInfoIn


class ShippingAddressIn(AddressIn):
    """A customer's delivery address; without an e-mail the account's is used."""

    name: Line
    phone: Phone
    email: Email | None = None
    gstin: Gstin = ""
    business_name: BusinessName = Field(default="", validate_default=True)

    @field_validator("gstin")
    @classmethod
    def _gstin_fits_the_address(cls, value: str, info: ValidationInfo) -> str:
        return _of_the_state(value, info.data.get("state", ""))

    def business(self) -> dict[str, str] | None:
        """Return the business as the order keeps it; None for a consumer."""
        return _business(self.gstin, self.business_name)

    @model_validator(mode="before")
    @classmethod
    def _street_may_be_called_address(cls, value: Any) -> Any:
        if isinstance(value, dict) and "street" not in value and "address" in value:
            return {**value, "street": value["address"]}
        return value


def _installed(name: str) -> str:
    if name not in settings.PAYMENT_PROVIDERS:
        raise PydanticCustomError("literal_error", "no payment provider of this name")
    return name


PaymentType = Annotated[
    str,
    AfterValidator(_installed),
    WithJsonSchema({"type": "string", "enum": list(settings.PAYMENT_PROVIDERS)}),
]


class OrderIn(ItemsIn, DiscountIn, AmountIn):
    """A logged-in customer's order."""

    shipping_address: ShippingAddressIn
    payment_type: PaymentType = next(iter(settings.PAYMENT_PROVIDERS))


class QuoteLineOut(ApiModel):
    """One priced item."""

    product_id: str = Field(validation_alias=AliasPath("product", "public_id"))
    title: str = Field(validation_alias=AliasPath("product", "title"))
    image: str
    quantity: int
    unit_price: Rupees = Field(validation_alias="unit_paise")
    total_price: Rupees = Field(validation_alias="total_paise")
    additional_cost: Rupees = Field(validation_alias="additional_paise")
    discount: Rupees = Field(validation_alias="discount_paise")
    tax_rate: Percent = Field(validation_alias="tax_rate_basis_points")
    tax: Rupees = Field(validation_alias="tax_paise")
    customization: Customization = Field(validation_alias="selection")


class QuoteProblem(ApiModel):
    """The reason for which a discount code takes nothing off, or an address is not delivered to."""

    code: ErrorCode
    message: str = Field(validation_alias="sentence")


class QuoteOut(ApiModel):
    """Present price of the items; total = subtotal + tax + shipping − discount.

    Shown is `items_total`, the sum of the lines as they are priced: with tax where prices include it.

    `tax` is that of goods and delivery. Where prices include tax so does `shipping_cost`: `shipping_tax`,
    which is in both, is then counted once.

    `estimated_delivery` is the promised date, if it is paid today.

    `discount_problem` is set when a code was sent that cannot be used, `delivery_problem` when nothing can be
    delivered to the address. `shipping_is_estimate` while the address is needed for the exact charge.
    """

    lines: list[QuoteLineOut]
    items_total: Rupees = Field(validation_alias="goods_paise")
    subtotal: Rupees = Field(validation_alias="subtotal_paise")
    tax: Rupees = Field(validation_alias="tax_paise")
    shipping_cost: Rupees = Field(validation_alias="shipping_paise")
    shipping_tax: Rupees = Field(validation_alias="shipping_tax_paise")
    discount: Rupees = Field(validation_alias="discount_paise")
    total_amount: Rupees = Field(validation_alias="total_paise")
    prices_include_tax: bool
    estimated_delivery: date
    currency: str = CURRENCY
    discount_problem: QuoteProblem | None = Field(default=None, validation_alias="problem")
    delivery_problem: QuoteProblem | None = None
    shipping_is_estimate: bool = False


class PlaceOut(ApiModel):
    """Place of a pincode, as far as the directory knows."""

    pincode: str
    city: str
    state: str


class OrderCreated(ApiModel):
    """`data` of a new order; `order_key` opens it without an account, as the private `order_link` does.

    `pay_by`: until when it can be paid at this price. Its pieces are set aside when the payment begins, and
    the answer to that says for how long. With `placing_token` (`X-Order-Placing`) a guest's browser cancels
    or changes the order while it is unpaid; null for a customer, whose login does. Without `payment_required`
    it costs nothing and is confirmed.
    """

    order_id: str
    amount: float
    order_key: str
    order_link: str
    placing_token: str | None = None
    pay_by: datetime
    payment_required: bool = True
