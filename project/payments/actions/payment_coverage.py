"""Whether an order's money still covers its goods."""

from project.orders.models import Order
from project.payments.models import CAPTURED


def covers_goods(order: Order) -> bool:
    """Tell whether anything stays of what was paid for the locked order's goods.

    What is promised back counts as gone, and what would stay for the delivery alone pays for no goods.
    """
    captured = list(order.payments.filter(status__in=CAPTURED))
    kept = sum(payment.kept_paise for payment in captured)
    return not captured or kept > order.delivery_paise
