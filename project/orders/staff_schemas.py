"""Schemas of orders for staff; GET and the live topic answer the same rows."""

from collections import Counter
from collections.abc import Sequence
from datetime import date, datetime
from typing import Annotated, Any, Literal

from django.db.models import F
from pydantic import AfterValidator, BaseModel, Field

from project.accounts.actor_names import names_of
from project.catalog.models import Certificate
from project.catalog.schemas.certificates import Grams
from project.core.schemas import (
    ApiModel,
    BoundedPagination,
    Rupees,
    SearchText,
    StaffDaysQuery,
    StaffIn,
    TextOrNone,
)
from project.events.models import Event
from project.orders import certificates
from project.orders.models import (
    AT_THE_SHOP,
    Order,
    OrderFilter,
    OrderPaymentStatus,
    OrderQuerySet,
    OrderStatus,
)
from project.orders.order_schemas import OrderOut
from project.orders.schemas import Customization
from project.orders.upward_calls import OrderEvents

# Of the free certificates; an older number is typed.
MAX_CHOICES = 50


class OrdersQuery(StaffDaysQuery):
    """Filters and page of staff's orders."""

    status: OrderStatus | Literal[""] = ""
    payment_status: OrderPaymentStatus | Literal[""] = ""
    search: SearchText = ""

    def to_filter(self) -> OrderFilter:
        """Return the filters as the queryset takes them."""
        return OrderFilter(**self.model_dump(exclude={"page", "limit", "as_of"}))


class PersonOut(ApiModel):
    """Buyer; `_id` is there for customers with an account."""

    id: str | None = Field(validation_alias="buyer", serialization_alias="_id")
    name: str
    first_name: str
    last_name: str
    email: str
    phone: str


class DeliveryAddress(ApiModel):
    """The delivery address."""

    name: str
    street: str
    city: str
    state: str
    pincode: str
    phone: str


class AdminOrderProduct(ApiModel):
    """The product of a line as it was bought."""

    title: str = Field(validation_alias="title_en")
    # Rows reach screens of both languages at once.
    title_hi: str
    main_image: str = Field(validation_alias="shown_image")


class AdminOrderItem(ApiModel):
    """One line of an order."""

    product: AdminOrderProduct
    sku: str
    quantity: int
    # Of these, refunded pieces that are not sent, and those that have left.
    withheld: int
    sent: int
    price: Rupees = Field(validation_alias="unit_paise")
    total_price: Rupees = Field(validation_alias="total_paise")
    customization: Customization = Field(validation_alias="selection")


CashRiskKind = Literal[
    "newEmail", "firstParcel", "refused", "samePhone", "sameNetwork", "samePincode", "nearMaximum"
]


class CashRisk(ApiModel):
    """A fact about a parcel that the courier is to be paid for, and the number of orders that it is about."""

    kind: CashRiskKind
    count: int


class AdminOrder(ApiModel):
    """An order as staff see it in lists; `user` may be a guest, whose data is in `guestInfo`, too."""

    id: str = Field(validation_alias="order_id", serialization_alias="_id")
    order_id: str
    invoice_number: str | None
    status: OrderStatus
    status_at: datetime
    # Where staff may move it now; the other moves follow the money.
    next_statuses: list[OrderStatus] = Field(validation_alias="next_by_hand")
    payment_status: OrderPaymentStatus
    payment_id: TextOrNone
    # The courier collects the total, or did.
    cash_on_delivery: bool
    # Until it is sent.
    cash_risks: list[CashRisk]
    total_amount: Rupees = Field(validation_alias="total_paise")
    items_total: Rupees = Field(validation_alias="goods_paise")
    subtotal: Rupees = Field(validation_alias="subtotal_paise")
    tax: Rupees = Field(validation_alias="tax_paise")
    shipping_cost: Rupees = Field(validation_alias="shipping_paise")
    # The delivery's part of `tax`; where prices include tax it is inside `shippingCost`, too.
    shipping_tax: Rupees = Field(validation_alias="shipping_tax_paise")
    prices_include_tax: bool
    discount: Rupees = Field(validation_alias="discount_paise")
    created_at: datetime
    carrier: str
    tracking_number: str
    estimated_delivery: date | None
    is_guest: bool
    guest_info: PersonOut | None
    user: PersonOut
    shipping_address: DeliveryAddress
    items: list[AdminOrderItem]
    # Requests to send something back that wait for the shop.
    open_returns: int
    # The same of claims that a piece is proven fake.
    open_claims: int
    version: int


class AdminOrderSummary(ApiModel):
    """Figures over the filtered orders; revenue is net: of what was paid for them, what is left."""

    total_orders: int = Field(validation_alias="total")
    total_revenue: Rupees = Field(validation_alias="revenue_paise")
    pending_orders: int = Field(validation_alias="pending")
    paid_orders: int = Field(validation_alias="paid")


class AdminOrderList(ApiModel):
    """`data` of staff's orders."""

    orders: list[AdminOrder]
    pagination: BoundedPagination
    summary: AdminOrderSummary


class AdminOrderEvent(ApiModel):
    """One event of the order; `by` is the name of whoever did it, empty for the shop itself."""

    at: datetime = Field(validation_alias="created_at")
    name: str
    status: str
    cause: str
    by: str
    note: str
    data: dict[str, Any]


class AdminPiece(ApiModel):
    """One piece of a line and its certificate; the number is empty without one."""

    piece: int
    certificate: str
    is_void: bool
    # What staff may do now.
    can_give: bool
    can_take_back: bool


class CertifiedLine(ApiModel):
    """A line whose pieces get certificates; `line` counts the order's lines from 1."""

    line: int
    pieces: list[AdminPiece]


class FreeCertificate(ApiModel):
    """A certificate that a piece can be given; `weight` in grams."""

    number: str
    mukhi: int | None
    weight: Grams
    issued_on: date


class FreeCertificates(ApiModel):
    """The certificates that a line's pieces can be given, the newest first."""

    certificates: list[FreeCertificate]


class PieceCertificateIn(StaffIn):
    """The certificate's number; `seen`, the one that the screen showed, finds a colleague's change."""

    number: Annotated[str, Field(min_length=1, max_length=40), AfterValidator(str.strip)]
    seen: Annotated[str, Field(max_length=40)] | None = None


class AdminOrderData(ApiModel):
    """`data` of one order: its row, what customers see of it, and its whole history, the oldest first."""

    order: AdminOrder
    details: OrderOut
    certified: list[CertifiedLine]
    history: list[AdminOrderEvent]


class AdminOrderMoved(AdminOrderData):
    """The order after its status change; `undo` as in `BulkResult`."""

    undo: int | None


def with_rows(orders: OrderQuerySet) -> OrderQuerySet:
    """Return the orders with all that their rows show, however many they are."""
    columns = OrderEvents.bound().row_columns()
    return orders.annotate(buyer=F("user__public_id"), **columns).prefetch_related("lines")


def admin_orders(orders: Sequence[Order]) -> list[AdminOrder]:
    """Return the rows of these orders, read by `with_rows`."""
    cash_risks = OrderEvents.bound().cash_risks(orders)
    return [_row(order, cash_risks.get(order.pk, ())) for order in orders]


def _row(order: Order, cash_risks: Sequence[BaseModel]) -> AdminOrder:
    person = _person(order)
    address = {key: order.address.get(key, "") for key in ("street", "city", "state", "pincode")}
    return AdminOrder.from_row(
        order,
        cash_on_delivery=order.cash_on_delivery_at is not None,
        is_guest=order.user_id is None,
        guest_info=person if order.user_id is None else None,
        user=person,
        shipping_address=DeliveryAddress(name=order.name, phone=order.phone, **address),
        items=[
            AdminOrderItem.from_row(line, product=AdminOrderProduct.model_validate(line))
            for line in order.lines.all()
        ],
        cash_risks=cash_risks,
    )


def _person(order: Order) -> PersonOut:
    """Return the buyer, with the name given in this order."""
    first, _, last = order.name.partition(" ")
    email = "" if order.is_erased else order.email
    return PersonOut.from_row(order, first_name=first, last_name=last, email=email)


def admin_order(order: Order, details: OrderOut) -> AdminOrderData:
    """Return one order as its page shows it; `details` is what customers see of it."""
    (row,) = admin_orders([order])
    return AdminOrderData(
        order=row, details=details, certified=certified_lines(order), history=_history(order)
    )


def certified_lines(order: Order) -> list[CertifiedLine]:
    """Return the lines of the order whose pieces get certificates, or have some."""
    given = {(row.line_id, row.piece): row.certificate for row in certificates.given_certificates(order)}
    counts = Counter(line for line, _ in given)
    shown = {line.pk for line in certificates.certified_lines(order)} | {line for line, _ in given}
    return [
        CertifiedLine(
            line=position,
            pieces=[
                _piece(order, piece, given.get((line.pk, piece)), free=line.parcel_quantity - counts[line.pk])
                for piece in range(1, line.quantity + 1)
            ],
        )
        for position, line in enumerate(order.lines.all(), start=1)
        if line.pk in shown
    ]


def free_certificates(order: Order, position: int) -> FreeCertificates:
    """Return the certificates that the pieces of the line at this position can be given.

    Raises NotFound.
    """
    found = certificates.free_certificates(certificates.find_line(order, position))
    return FreeCertificates(certificates=[FreeCertificate.model_validate(row) for row in found[:MAX_CHOICES]])


def _piece(order: Order, piece: int, given: Certificate | None, *, free: int) -> AdminPiece:
    left = order.status in certificates.WITH_CUSTOMER
    return AdminPiece(
        piece=piece,
        certificate=given.number if given else "",
        is_void=given is not None and given.is_void,
        can_give=(given is not None or free > 0)
        and (order.status in AT_THE_SHOP or (left and (given is None or given.is_void))),
        can_take_back=given is not None and not left,
    )


def _history(order: Order) -> list[AdminOrderEvent]:
    events = list(Event.objects.filter(subject=order.topic).order_by("pk"))
    names = names_of(event.actor for event in events)
    return [
        AdminOrderEvent.from_row(
            event,
            status=event.payload.get("status", ""),
            by=names[event.actor],
            note=event.payload.get("note", ""),
            data={key: value for key, value in event.payload.items() if key not in ("status", "note")},
        )
        for event in events
    ]
