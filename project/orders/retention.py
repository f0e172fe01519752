"""How long orders that were never paid name their buyer; those that were paid are the books."""

from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from project.orders.history import record
from project.orders.models import ERASED_EMAIL, UNPAID_LIFETIME, Order, OrderStatus, new_key


def forget_old_buyers(limit: int = 1000) -> int:
    """Take the person out of the orders that were cancelled unpaid long ago; return how many."""
    before = timezone.now() - timedelta(days=settings.UNPAID_ORDERS_KEPT_DAYS)
    return forget_buyers(Order.objects.filter(created_at__lt=before), limit=limit)


def forget_buyers(orders: QuerySet[Order], *, limit: int = 1000) -> int:
    """Take the person out of those of the orders for which no money came or can come; return how many."""
    return sum(_forget_buyer(pk) for pk in list(_forgettable(orders).values_list("pk", flat=True)[:limit]))


def _forgettable(orders: QuerySet[Order]) -> QuerySet[Order]:
    return (
        orders.filter(
            status=OrderStatus.CANCELLED,
            paid_at=None,
            created_at__lt=timezone.now() - UNPAID_LIFETIME,
        )
        .exclude(email=ERASED_EMAIL)
        .exclude(payments__captured_paise__gt=0)
        .exclude(payments__in_review=True)
        .exclude(payments__next_check_at__isnull=False)
    )


@transaction.atomic
def _forget_buyer(pk: int) -> bool:
    order = Order.objects.select_for_update(of=("self",)).get(pk=pk)
    # Money may have come while we waited for the lock.
    if not _forgettable(Order.objects.filter(pk=pk)).exists():
        return False
    order.name, order.email, order.phone = "", ERASED_EMAIL, ""
    order.address = dict.fromkeys(order.address, "")
    # The private link from the mails opens it no longer.
    order.key = new_key()
    order.save(update_fields=["name", "email", "phone", "address", "key", "updated_at"])
    order.bump()
    record(order, "order.buyer_erased", cause="erasure")
    return True
