"""For which orders cash on delivery is offered, and what it costs."""

from collections import Counter
from typing import Literal

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Sum
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from project.cod.models import CashOnDelivery, CashStatus
from project.core.days import start_of_day
from project.core.money import format_rupees
from project.core.shop_settings import CashOnDelivery as Rules
from project.core.throttle import Limit
from project.orders import holds
from project.orders.discounts import Buyer
from project.orders.models import Order, OrderPaymentStatus, OrderStatus
from project.orders.pricing import delivery_rate

_DEFAULTS = Rules()
_UNPAID = "confirmed orders the courier has not been paid for"
_SET = "the default of a shop setting"
_STRANGERS = f"{_SET}; free: who has taken and paid for a parcel before"
# The table of all limits reads these; the numbers that hold are the shop's settings.
LIMITS = (
    Limit(
        "cash-orders",
        _DEFAULTS.unpaid_orders_per_buyer,
        of_each="account or email address; of guests also phone number",
        counts=_UNPAID,
        note=_SET,
    ),
    Limit(
        "cash-value",
        _DEFAULTS.unpaid_paise_per_buyer // 100,
        of_each="account or email address; of guests also phone number",
        counts=f"rupees of {_UNPAID}",
        note=_SET,
    ),
    Limit(
        "cash-orders-of-network",
        _DEFAULTS.unpaid_orders_per_network,
        of_each="IPv4 /24, IPv6 /48",
        counts=_UNPAID,
        note=_STRANGERS,
    ),
    Limit(
        "cash-value-of-pincode",
        _DEFAULTS.unpaid_paise_per_pincode // 100,
        86_400,
        of_each="pincode",
        counts=f"rupees of {_UNPAID}",
        note=f"one network counts as a quarter at most, {_STRANGERS}",
    ),
    Limit(
        "cash-share",
        _DEFAULTS.stock_share_percent,
        of_each="product: all orders together; one network half of it",
        counts="percent of the unsold pieces that wait for their dispatch unpaid",
        note=f"{_SET}; free: who pays online",
    ),
)
# A pincode is left to others: one network fills this part of what may be unpaid there.
NETWORKS_PER_PINCODE = 4

# Why it is not offered. "history": this customer has refused parcels, or has as much under way as one may.
Refusal = Literal["off", "too_little", "too_much", "pincode", "history"]


def find_refusal(
    rules: Rules, *, total_paise: int, pincode: str, buyer: Buyer | None = None
) -> Refusal | None:
    """Return why such an order cannot be paid to the courier; None where it can.

    `total_paise` is without the fee. Pincodes are compared by how they begin. Without a buyer the history is
    not judged.
    """
    if not rules.enabled:
        return "off"
    if total_paise < rules.minimum_paise:
        return "too_little"
    if total_paise > rules.maximum_paise:
        return "too_much"
    served = not rules.served_pincodes or pincode.startswith(tuple(rules.served_pincodes))
    if not served or pincode.startswith(tuple(rules.refused_pincodes)):
        return "pincode"
    if buyer is not None and _has_too_many(rules, buyer, total_paise):
        return "history"
    return None


def _has_too_many(rules: Rules, buyer: Buyer, total_paise: int) -> bool:
    """Return whether the buyer has refused more parcels than allowed, or has too much under way unpaid."""
    mine = buyer.orders()
    if buyer.user_id is not None:
        # Each was confirmed by a code to its e-mail address, but anybody may have typed the phone number.
        mine = Q(user_id=buyer.user_id) | Q(email=buyer.email)
    of_buyer = CashOnDelivery.objects.filter(order__in=Order.objects.filter(mine))
    if of_buyer.filter(status=CashStatus.REFUSED).count() > rules.refused_deliveries_allowed:
        return True
    unpaid = of_buyer.filter(status=CashStatus.CONFIRMED).aggregate(
        orders=Count("pk"), paise=Sum("order__total_paise", default=0)
    )
    if rules.unpaid_orders_per_buyer and unpaid["orders"] >= rules.unpaid_orders_per_buyer:
        return True
    return _is_over(rules.unpaid_paise_per_buyer, unpaid["paise"], total_paise)


def _is_over(most: int, unpaid_paise: int, more_paise: int) -> bool:
    return bool(most and unpaid_paise) and unpaid_paise + more_paise > most


def lock(order: Order, *, network: str) -> None:
    """Lock all by which unpaid orders are counted: of two confirmed at once one counts the other."""
    shared = {"email": order.email, "phone": order.phone, "pincode": _pincode(order)}
    if order.user_id is not None:
        shared["user"] = str(order.user_id)
    holds.lock_buyer(order, network=network, also=shared.items())


def find_shared_limit(rules: Rules, order: Order, *, network: str) -> str | None:
    """Return whose unpaid orders leave no room for one more: "network", "pincode", or None.

    Whoever has taken and paid for a parcel is neither counted nor refused, so that strangers who order from
    the same carrier's gateway, or to the same part of a city, take nothing from known customers.
    """
    known = Q(email=order.email) if order.user_id is None else Q(email=order.email) | Q(user=order.user_id)
    if paid_parcels().filter(known).exists():
        return None
    strangers = CashOnDelivery.objects.filter(status=CashStatus.CONFIRMED).exclude(
        Exists(paid_parcels().filter(email=OuterRef("order__email")))
        | Exists(paid_parcels().filter(user=OuterRef("order__user")))
    )
    prefix, most = holds.network_prefix(network), rules.unpaid_orders_per_network
    if most and prefix and strangers.filter(network=prefix).count() >= most:
        return "network"
    today = strangers.filter(
        order__address__pincode=_pincode(order),
        order__cash_on_delivery_at__gte=start_of_day(timezone.localdate()),
    )
    most, by_network = rules.unpaid_paise_per_pincode, Counter[str]()
    for each, paise in today.values_list("network", "order__total_paise"):
        by_network[each] += paise
    counted = sum(min(paise, most // NETWORKS_PER_PINCODE) for paise in by_network.values())
    return "pincode" if _is_over(most, counted, order.total_paise) else None


def paid_parcels() -> QuerySet[Order]:
    """Return the orders that a customer has taken and paid for."""
    return Order.objects.filter(status=OrderStatus.DELIVERED, payment_status=OrderPaymentStatus.PAID)


def _pincode(order: Order) -> str:
    return str(order.address.get("pincode", ""))


# The same for each limit, so that nobody learns what others have ordered.
NOT_NOW = gettext_lazy(
    "Cash on delivery is not available for this order at the moment. Please pay online, or try again later"
)


def refusal_text(refusal: Refusal, rules: Rules) -> str:
    """Return the message for the customer, without their history or that of others."""
    least, most = format_rupees(rules.minimum_paise), format_rupees(rules.maximum_paise)
    texts: dict[Refusal, str] = {
        "too_little": _("Cash on delivery is for orders of {least} or more").format(least=least),
        "too_much": _("Cash on delivery is for orders up to {most}").format(most=most),
        "pincode": _("Couriers do not collect cash at this pincode"),
    }
    return texts.get(refusal) or str(NOT_NOW)


def tax_in_fee(order: Order, fee_paise: int) -> int:
    """Return the tax in the fee, which is part of the same supply as goods and delivery.

    The customer pays the fee as it is offered, also where the order's other prices are before tax.
    """
    rate = delivery_rate((line.total_paise, line.tax_rate_basis_points) for line in order.lines.all())
    return order.tax_of(fee_paise, rate, inclusive=True)
