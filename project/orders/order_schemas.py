"""Schemas of orders by audience; GET and the live topics answer the same."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import Any, TypeVar

from pydantic import Field

from project.core.language import current_language
from project.core.money import CURRENCY, rupees
from project.core.schemas import ApiModel, Success
from project.events.models import Event
from project.orders.access import View
from project.orders.after_sales_schemas import (
    CanClaimOut,
    CanReturnOut,
    CashOnDeliveryOut,
    ClaimOut,
    ReturnOut,
)
from project.orders.carriers import tracking_url
from project.orders.certificates import given_certificates
from project.orders.models import CANCELLABLE, Order, OrderLine, OrderStatus
from project.orders.schemas import Customization
from project.orders.upward_calls import OrderEvents

Shown = TypeVar("Shown", ClaimOut, CashOnDeliveryOut)

# The events that customers see in the history; mails, for one, are not among them.
_CUSTOMER_EVENTS = {
    *(f"order.{status}" for status in OrderStatus),
    "order.placed",
    "order.payment_started",
    "order.payment_failed",
    "order.hold_ended",
    "order.hold_overtaken",
    "order.cash_chosen",
    "order.cash_withdrawn",
    "order.cash_confirmed",
    "order.discount_removed",
    "order.pay_to_given",
    "order.pay_to_removed",
    "order.shipment_changed",
    "order.status_undone",
    "order.return_requested",
    "order.return_approved",
    "order.return_rejected",
    "order.return_pickup",
    "order.return_received",
    "order.return_replaced",
    "order.return_withdrawn",
    "order.claim_opened",
    "order.claim_approved",
    "order.claim_declined",
    "order.claim_withdrawn",
    "order.claim_paid",
    "order.refund_started",
    "order.refund_done",
    "order.refund_failed",
}
# The fields of an event's payload that are shown.
_DATA = ("carrier", "trackingNumber", "returnId", "claimId", "kind", "amount", "payTo")


class OrderedProduct(ApiModel):
    """The product of a line, as it was bought."""

    id: str = Field(serialization_alias="_id")
    slug: str
    title: str
    main_image: str


class OrderItemOut(ApiModel):
    """One line of an order, as it was bought; `price`s are hidden from the holder of a shared link."""

    line: int
    product_id: str
    title: str
    sku: str
    image: str
    product_slug: str
    product: OrderedProduct
    quantity: int
    # Of these, refunded pieces that are not sent, and those that have left.
    withheld: int
    sent: int
    price: float | None
    total_price: float | None
    customization: Customization


class ShippingAddressOut(ApiModel):
    """The delivery address."""

    name: str
    email: str
    phone: str
    street: str
    city: str
    state: str
    pincode: str
    country: str


class BusinessOut(ApiModel):
    """The business that an order is bought for."""

    gstin: str
    name: str


class OrderEventOut(ApiModel):
    """One event of the order; `note` is the shop's message about it."""

    at: datetime
    kind: str
    status: str
    note: str
    data: dict[str, Any]


class ShipmentOut(ApiModel):
    """Carrier of the parcel; the link is there for the known carriers."""

    carrier: str
    tracking_number: str
    tracking_url: str | None


class OrderPaymentOut(ApiModel):
    """One attempt to pay the order; its id opens the payment's own screen."""

    transaction_id: str
    status: str
    initiated_at: datetime


class InvoiceOut(ApiModel):
    """The order's invoice."""

    number: str
    url: str


class PieceCertificateOut(ApiModel):
    """The certificate of one piece of a line; a withdrawn one is marked."""

    line: int
    number: str
    is_void: bool


class OrderOut(ApiModel):
    """An order. With `view` "shared", all that names a person, a place or money is null or empty."""

    id: str = Field(serialization_alias="_id")
    order_id: str
    view: View
    status: str
    status_at: datetime
    payment_status: str
    payment_id: str | None
    created_at: datetime
    updated_at: datetime
    estimated_delivery: date | None
    delivered_at: datetime | None
    items: list[OrderItemOut]
    certificates: list[PieceCertificateOut]
    # The sum of the lines as they are priced, which people read; `subtotal` is without tax.
    items_total: float | None
    subtotal: float | None
    tax: float | None
    shipping_cost: float | None
    # The delivery's part of `tax`; where prices include tax it is inside `shippingCost`, too.
    shipping_tax: float | None
    discount: float | None
    # The code that gave it.
    discount_code: str | None
    total_amount: float | None
    prices_include_tax: bool
    currency: str = CURRENCY
    shipping_address: ShippingAddressOut | None
    # Null for a consumer's.
    business: BusinessOut | None
    history: list[OrderEventOut]
    # Every attempt to pay, the oldest first.
    payments: list[OrderPaymentOut]
    shipment: ShipmentOut | None
    tracking_number: str | None
    can_pay: bool
    # While it is unpaid: until when its pieces are set aside (null: they are not), until when it can be paid.
    held_until: datetime | None
    pay_by: datetime | None
    can_cancel: bool
    can_return: CanReturnOut | None
    # A guest's order can be put into the account whose address it has, or that proved it.
    can_adopt: bool
    returns: list[ReturnOut]
    # Null where nothing can be claimed as a proven fake.
    can_claim: CanClaimOut | None
    claims: list[ClaimOut]
    # Null where it is paid in another way.
    cash_on_delivery: CashOnDeliveryOut | None
    invoice: InvoiceOut | None
    link: str | None
    version: int


class OrderData(ApiModel):
    """`data` of one order."""

    order: OrderOut


def items_out(lines: Iterable[OrderLine], *, language: str, priced: bool = True) -> list[OrderItemOut]:
    """Return all lines of an order as the wire carries them; their products are best fetched along."""
    return [
        OrderItemOut(
            line=position,
            product_id=line.product.public_id,
            title=line.title(language),
            sku=line.sku,
            image=line.shown_image,
            product_slug=line.product.slug,
            product=OrderedProduct(
                id=line.product.public_id,
                slug=line.product.slug,
                title=line.title(language),
                main_image=line.shown_image,
            ),
            quantity=line.quantity,
            withheld=line.withheld if priced else 0,
            sent=line.sent,
            price=rupees(line.unit_paise) if priced else None,
            total_price=rupees(line.total_paise) if priced else None,
            customization=Customization.model_validate(line.selection),
        )
        for position, line in enumerate(lines, start=1)
    ]


def order_out(order: Order, *, language: str, view: View = View.OWNER) -> OrderOut:
    """Return an order as the wire carries it to this kind of viewer."""
    whole = view != View.SHARED

    def money(paise: int) -> float | None:
        return rupees(paise) if whole else None

    extras = OrderEvents.bound().order_fields(order) if whole else {}
    cash = extras.get("cash_on_delivery")
    lines = list(order.lines.select_related("product"))
    return OrderOut(
        id=order.order_id,
        order_id=order.order_id,
        view=view,
        status=order.status,
        status_at=order.status_at,
        payment_status=order.payment_status,
        payment_id=(order.payment_id or None) if whole else None,
        created_at=order.created_at,
        updated_at=order.updated_at,
        estimated_delivery=order.estimated_delivery,
        delivered_at=order.delivered_at,
        items=items_out(lines, language=language, priced=whole),
        certificates=_certificates(order, lines),
        items_total=money(order.goods_paise),
        subtotal=money(order.subtotal_paise),
        tax=money(order.tax_paise),
        shipping_cost=money(order.shipping_paise),
        shipping_tax=money(order.shipping_tax_paise),
        discount=money(order.discount_paise),
        discount_code=order.discount_code.code if whole and order.discount_code else None,
        total_amount=money(order.total_paise),
        prices_include_tax=order.prices_include_tax,
        shipping_address=ShippingAddressOut(
            name=order.name, email=order.email, phone=order.phone, **order.address
        )
        if whole
        else None,
        business=BusinessOut.model_validate(order.business) if whole and order.business else None,
        history=_history(order, whole=whole),
        payments=extras.get("payments", []),
        shipment=_shipment(order) if whole else None,
        tracking_number=(order.tracking_number or None) if whole else None,
        can_pay=order.is_payable,
        held_until=order.promised_until,
        pay_by=order.pay_by,
        can_cancel=whole and order.status in CANCELLABLE,
        can_return=extras.get("can_return"),
        can_adopt=view != View.STAFF and order.user_id is None,
        returns=extras.get("returns", []),
        can_claim=extras.get("can_claim"),
        claims=[_without_pay_to(claim, view) for claim in extras.get("claims", [])],
        cash_on_delivery=_without_pay_to(cash, view) if cash else None,
        invoice=extras.get("invoice"),
        link=order.link() if view == View.OWNER else None,
        version=order.version,
    )


def answer_order(order: Order, *, view: View = View.OWNER) -> Success[OrderData]:
    """Return the answer of a call about one order, in the caller's language."""
    return Success(data=OrderData(order=order_out(order, language=current_language(), view=view)))


def _certificates(order: Order, lines: Sequence[OrderLine]) -> list[PieceCertificateOut]:
    positions = {line.pk: position for position, line in enumerate(lines, start=1)}
    return [
        PieceCertificateOut(
            line=positions[row.line_id], number=row.certificate.number, is_void=row.certificate.is_void
        )
        for row in given_certificates(order)
    ]


def _without_pay_to(shown: Shown, view: View) -> Shown:
    """Hide the UPI id that money goes to, unless it is shown to the customer."""
    return shown if view == View.OWNER else shown.model_copy(update={"pay_to": ""})


def _shipment(order: Order) -> ShipmentOut | None:
    if not order.carrier and not order.tracking_number:
        return None
    return ShipmentOut(
        carrier=order.carrier,
        tracking_number=order.tracking_number,
        tracking_url=tracking_url(order.carrier, order.tracking_number),
    )


def _history(order: Order, *, whole: bool) -> list[OrderEventOut]:
    """Return the events that the viewer may see; notes may name people, so that a shared link shows none."""
    events: list[Event] = []
    for event in Event.objects.filter(subject=order.topic, name__in=_CUSTOMER_EVENTS).order_by("pk"):
        # Nothing is between a change and its undo.
        if event.name == "order.status_undone":
            events.pop()
        else:
            events.append(event)
    return [
        OrderEventOut(
            at=event.created_at,
            # What costs nothing is confirmed where it is placed.
            kind="free_confirmed"
            if (event.name, event.cause) == ("order.confirmed", "free")
            else event.name.removeprefix("order."),
            status=event.payload.get("status", ""),
            note=event.payload.get("note", "") if whole else "",
            data={key: event.payload[key] for key in _DATA if key in event.payload} if whole else {},
        )
        for event in events
    ]
