"""Orders with their money: each row's amounts add up to its total, whether prices include tax or not."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from django.db.models import F, QuerySet, Sum

from project.cod.models import CashOnDelivery
from project.core.email_addresses import mask_email
from project.exports.kind import Column, Kind, rupees_of
from project.exports.masking import mask_all, mask_name, mask_phone, mask_pincode
from project.exports.writers import Cell
from project.orders.models import Order
from project.orders.staff_schemas import OrdersQuery
from project.payments.models import Payment


@dataclass(frozen=True)
class OrderRow:
    """An order, the fee of cash on delivery in its delivery's charge, and the money of all its payments."""

    order: Order
    fee_paise: int
    received_paise: int
    refunded_paise: int
    # By a bank or the provider: lost disputes and reversals.
    taken_back_paise: int

    @property
    def added_tax_paise(self) -> int:
        """The tax on top of the prices; 0 where they include it."""
        return 0 if self.order.prices_include_tax else self.order.tax_paise


def _orders(query: OrdersQuery) -> "QuerySet[Order]":
    return Order.objects.filtered(query.to_filter()).order_by("-created_at", "-pk")


def order_rows(orders: Sequence[Order]) -> Iterable[OrderRow]:
    """Return a line for each order."""
    fees: dict[int, int] = dict(
        CashOnDelivery.objects.filter(order__in=orders).values_list("order_id", "fee_paise")
    )
    paid = Payment.objects.filter(order__in=orders).order_by().values_list("order_id")
    sums = paid.annotate(
        received=Sum("captured_paise"),
        refunded=Sum("refunded_paise"),
        taken_back=Sum(F("reversed_paise") + F("dispute_lost_paise")),
    )
    money = {order: amounts for order, *amounts in sums}
    for order in orders:
        yield OrderRow(order, fees.get(order.pk, 0), *money.get(order.pk, (0, 0, 0)))


def _place(part: str) -> Callable[[OrderRow], Cell]:
    return lambda line: str(line.order.address.get(part, ""))


ORDERS = Kind(
    query=OrdersQuery,
    found=_orders,
    lines=order_rows,
    columns=(
        Column("Order", "ऑर्डर", lambda o: o.order.order_id),
        Column("Placed (IST)", "दिया गया (IST)", lambda o: o.order.created_at),
        Column("Customer", "ग्राहक", lambda o: o.order.name, mask_name),
        Column("Business", "व्यवसाय", lambda o: (o.order.business or {}).get("name", ""), mask_name),
        Column("GSTIN", "GSTIN", lambda o: (o.order.business or {}).get("gstin", "")),
        Column("Email", "ईमेल", lambda o: o.order.email, mask_email),
        Column("Phone", "फ़ोन", lambda o: o.order.phone, mask_phone),
        Column("Street", "गली / मकान", _place("street"), mask_all),
        Column("City", "शहर", _place("city")),
        Column("State", "राज्य", _place("state")),
        Column("Pincode", "पिनकोड", _place("pincode"), mask_pincode),
        Column("Status", "स्थिति", lambda o: o.order.status),
        Column("Payment", "भुगतान", lambda o: o.order.payment_status),
        Column("Paid (IST)", "भुगतान का समय (IST)", lambda o: o.order.paid_at),
        # Goods - discount + delivery + fee + tax added = total; received - refunded - taken back = net.
        Column("Goods at list price", "वस्तुएँ (सूची मूल्य)", lambda o: rupees_of(o.order.goods_paise)),
        Column("Discount", "छूट", lambda o: rupees_of(o.order.discount_paise)),
        Column("Delivery", "डिलीवरी", lambda o: rupees_of(o.order.shipping_paise - o.fee_paise)),
        Column("Cash on delivery fee", "कैश ऑन डिलीवरी शुल्क", lambda o: rupees_of(o.fee_paise)),
        Column("Tax added", "ऊपर से जोड़ा गया कर", lambda o: rupees_of(o.added_tax_paise)),
        Column("Total", "कुल", lambda o: rupees_of(o.order.total_paise)),
        Column("Tax in total", "कुल में शामिल कर", lambda o: rupees_of(o.order.tax_paise)),
        Column("Received", "प्राप्त", lambda o: rupees_of(o.received_paise)),
        Column("Refunded", "रिफ़ंड", lambda o: rupees_of(o.refunded_paise)),
        Column("Taken back by bank", "बैंक ने वापस लिया", lambda o: rupees_of(o.taken_back_paise)),
        Column("Net", "शुद्ध प्राप्ति", lambda o: rupees_of(o.order.net_paise)),
        Column("Transaction", "लेन-देन", lambda o: o.order.payment_id),
        Column("Courier", "कूरियर", lambda o: o.order.carrier),
        Column("Tracking number", "ट्रैकिंग नंबर", lambda o: o.order.tracking_number),
        Column("Delivered (IST)", "पहुँचा (IST)", lambda o: o.order.delivered_at),
    ),
)
