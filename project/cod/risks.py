"""Facts that tell staff how likely a parcel to be paid to the courier is taken, before they send it."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from django.db.models import Q

from project.cod.models import CashOnDelivery, CashStatus
from project.cod.rules import paid_parcels
from project.core.shop import shop
from project.orders.models import AT_THE_SHOP, Order
from project.orders.staff_schemas import CashRisk, CashRiskKind

# A total of this many percent of the largest allowed one is close to it.
_NEAR_PERCENT = 90


def of_orders(orders: Sequence[Order]) -> Mapping[int, Sequence[CashRisk]]:
    """Return the facts of those of the orders that wait for their dispatch, to be paid to the courier.

    Other customers' orders are counted, and nothing else of them is told.
    """
    unpaid = CashOnDelivery.objects.filter(status=CashStatus.CONFIRMED)
    waiting = unpaid.filter(
        order__in=[order.pk for order in orders if order.cash_on_delivery_at and order.status in AT_THE_SHOP]
    )
    networks = dict(waiting.values_list("order_id", "network"))
    mine = [order for order in orders if order.pk in networks]
    if not mine:
        return {}
    emails, phones = {order.email for order in mine}, {order.phone for order in mine}
    near = Q(order__phone__in=phones) | Q(
        order__address__pincode__in={order.address.get("pincode", "") for order in mine}
    )
    owed: Counter[tuple[str, str]] = Counter()
    for phone, address, network in unpaid.filter(
        near | Q(network__in=set(networks.values()) - {""})
    ).values_list("order__phone", "order__address", "network"):
        owed.update([("phone", phone), ("pincode", address.get("pincode", "")), ("network", network)])
    refused = defaultdict(set)
    for pk, email, phone, address in (
        CashOnDelivery.objects.filter(status=CashStatus.REFUSED)
        .filter(near | Q(order__email__in=emails))
        .values_list("pk", "order__email", "order__phone", "order__address")
    ):
        for known in (email, phone, _place(address)):
            refused[known].add(pk)
    confirmed = Q(paid_at__isnull=False) | Q(cash_on_delivery_at__isnull=False)
    of_email = Counter(Order.objects.filter(confirmed, email__in=emails).values_list("email", flat=True))
    users = {order.user_id for order in mine} - {None}
    taken = set()
    for email, user_id, address in (
        paid_parcels()
        .filter(Q(email__in=emails) | Q(user__in=users))
        .values_list("email", "user_id", "address")
    ):
        taken |= {(email, _place(address)), (user_id, _place(address))}
    large = shop().cash_on_delivery.maximum_paise * _NEAR_PERCENT // 100
    facts = {}
    for order in mine:
        place, network = _place(order.address), networks[order.pk]
        counts: dict[CashRiskKind, int] = {
            "newEmail": of_email[order.email] == 1,
            "firstParcel": not {(order.email, place), (order.user_id, place)} & taken,
            "refused": len(refused[order.email] | refused[order.phone] | refused[place]),
            "samePhone": owed["phone", order.phone] - 1,
            "sameNetwork": owed["network", network] - 1 if network else 0,
            "samePincode": owed["pincode", order.address.get("pincode", "")] - 1,
            "nearMaximum": order.total_paise >= large,
        }
        facts[order.pk] = [CashRisk(kind=kind, count=count) for kind, count in counts.items() if count > 0]
    return facts


def _place(address: Mapping[str, str]) -> str:
    """Return a delivery address such that spaces, punctuation and capitals make no other one of it."""
    text = f"{address.get('pincode', '')}{address.get('street', '')}".casefold()
    return "".join(each for each in text if each.isalnum())
