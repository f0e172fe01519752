"""Data retention: erase buyers of orders that were never paid; paid orders are kept for accounting."""

from datetime import timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from project.core.shop import shop
from project.orders.history import record
from project.orders.models import ERASED_EMAIL, UNPAID_LIFETIME, Order, OrderStatus, new_key


def erase_old_buyers(limit: int = 1000) -> int:
    """Erase the buyers of orders that were cancelled unpaid long ago; return how many."""
    before = timezone.now() - timedelta(days=shop().retention.unpaid_orders_days)
    return erase_buyers(Order.objects.filter(created_at__lt=before), limit=limit)


def erase_buyers(orders: QuerySet[Order], *, limit: int = 1000, actor: str = "") -> int:
    """Erase the buyers of those of the orders that were not and cannot be paid; return how many."""
    return sum(_erase_buyer(pk, actor) for pk in list(_erasable(orders).values_list("pk", flat=True)[:limit]))


def _erasable(orders: QuerySet[Order]) -> QuerySet[Order]:
    return (
        orders.filter(
            status=OrderStatus.CANCELLED,
            paid_at=None,
            # An invoice was issued, and who refused a parcel counts for later orders.
            cash_on_delivery_at=None,
            created_at__lt=timezone.now() - UNPAID_LIFETIME,
        )
        .exclude(email=ERASED_EMAIL)
        .exclude(payments__captured_paise__gt=0)
        .exclude(payments__in_review=True)
        .exclude(payments__next_check_at__isnull=False)
    )


@transaction.atomic
def _erase_buyer(pk: int, actor: str) -> bool:
    order = Order.objects.select_for_update(of=("self",)).get(pk=pk)
    # A payment may have succeeded before we got the lock.
    if not _erasable(Order.objects.filter(pk=pk)).exists():
        return False
    order.name, order.email, order.phone = "", ERASED_EMAIL, ""
    order.address = dict.fromkeys(order.address, "")
    order.business = None
    # Invalidates the private link in the mails.
    order.key = new_key()
    order.save(update_fields=["name", "email", "phone", "address", "business", "key", "updated_at"])
    order.bump()
    record(order, "order.buyer_erased", cause="erasure", actor=actor)
    return True
