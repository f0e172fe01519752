"""Orders with their money: each row's amounts add up to its total, whether prices include tax or not."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from django.db.models import F, Sum
from django.utils.translation import gettext_lazy as _

from project.cod.models import CashOnDelivery
from project.core.email_addresses import mask_email
from project.core.money import exact_rupees
from project.exports.kind import Column, Kind
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
    found=lambda query: Order.objects.filtered(query.to_filter()).order_by("-created_at", "-pk"),
    lines=order_rows,
    columns=(
        Column(_("Order"), lambda o: o.order.order_id),
        Column(_("Placed (IST)"), lambda o: o.order.created_at),
        Column(_("Customer"), lambda o: o.order.name, mask_name),
        Column(_("Business"), lambda o: (o.order.business or {}).get("name", ""), mask_name),
        Column(_("GSTIN"), lambda o: (o.order.business or {}).get("gstin", "")),
        Column(_("Email"), lambda o: o.order.email, mask_email),
        Column(_("Phone"), lambda o: o.order.phone, mask_phone),
        Column(_("Street"), _place("street"), mask_all),
        Column(_("City"), _place("city")),
        Column(_("State"), _place("state")),
        Column(_("Pincode"), _place("pincode"), mask_pincode),
        Column(_("Status"), lambda o: o.order.status),
        Column(_("Payment"), lambda o: o.order.payment_status),
        Column(_("Paid (IST)"), lambda o: o.order.paid_at),
        # Goods - discount + delivery + fee + tax added = total; received - refunded - taken back = net.
        Column(_("Goods at list price"), lambda o: exact_rupees(o.order.goods_paise)),
        Column(_("Discount"), lambda o: exact_rupees(o.order.discount_paise)),
        Column(_("Delivery"), lambda o: exact_rupees(o.order.shipping_paise - o.fee_paise)),
        Column(_("Cash on delivery fee"), lambda o: exact_rupees(o.fee_paise)),
        Column(_("Tax added"), lambda o: exact_rupees(o.added_tax_paise)),
        Column(_("Total"), lambda o: exact_rupees(o.order.total_paise)),
        Column(_("Tax in total"), lambda o: exact_rupees(o.order.tax_paise)),
        Column(_("Received"), lambda o: exact_rupees(o.received_paise)),
        Column(_("Refunded"), lambda o: exact_rupees(o.refunded_paise)),
        Column(_("Taken back by bank"), lambda o: exact_rupees(o.taken_back_paise)),
        Column(_("Net"), lambda o: exact_rupees(o.order.net_paise)),
        Column(_("Transaction"), lambda o: o.order.payment_id),
        Column(_("Courier"), lambda o: o.order.carrier),
        Column(_("Tracking number"), lambda o: o.order.tracking_number),
        Column(_("Delivered (IST)"), lambda o: o.order.delivered_at),
    ),
)
