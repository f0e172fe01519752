"""Coverage of an order's goods by its payments, less its refunds."""

from project.orders.models import Order
from project.payments.models import CAPTURED


def covers_goods(order: Order) -> bool:
    """Return whether any part of the payment for the locked order's goods is left; True without captures.

    Open refunds count as refunded, and an amount up to the delivery fee covers no goods, unless a discount
    covers them whole and the delivery is all there was to pay. What the courier has yet to collect covers
    them.
    """
    if order.awaits_cash:
        return True
    captured = list(order.payments.filter(status__in=CAPTURED))
    kept = sum(payment.retained_paise for payment in captured)
    is_for_goods = order.total_paise > order.delivery_paise
    return not captured or kept > (order.delivery_paise if is_for_goods else 0)
