"""Data of a refused hold: the caller's own unpaid orders, and the masked address for a code."""

import contextlib
from collections.abc import Iterator
from datetime import datetime

from django.db.models import Q
from django.http import HttpRequest

from project.accounts.auth import caller_of
from project.core.email_addresses import mask_email
from project.core.language import current_language
from project.core.money import rupees
from project.core.schemas import ApiModel
from project.orders.access import is_buyer
from project.orders.holds import HoldLimit
from project.orders.models import Order, OrderStatus


class UnpaidOrderOut(ApiModel):
    """An order whose pieces are set aside until it is paid or cancelled."""

    order_id: str
    total_amount: float
    items: list[str]
    held_until: datetime | None
    pay_by: datetime | None


class HoldRefused(ApiModel):
    """`data` of HOLD_LIMIT and HOLD_PROOF_REQUIRED; `code_to` is the shortened address of the order."""

    orders: list[UnpaidOrderOut]
    code_to: str


@contextlib.contextmanager
def with_unpaid_orders(request: HttpRequest, order: Order) -> Iterator[None]:
    """Add to a refused hold the unpaid orders that the caller may know: nothing of others' orders.

    A browser shows those that guests placed in it by their tokens, with commas in `X-Order-Placing`.
    """
    try:
        yield
    except HoldLimit as refused:
        known = HoldRefused(
            orders=[_unpaid_order(each) for each in _own_unpaid(request, order)],
            code_to=mask_email(order.email),
        )
        refused.data = {**(refused.data or {}), **known.json_object()}
        raise


def _own_unpaid(request: HttpRequest, order: Order) -> Iterator[Order]:
    caller = caller_of(request)
    tokens = request.headers.get("X-Order-Placing", "").split(",")[:5]
    same = Q(email=order.email) | Q(phone=order.phone) | Q(user__isnull=False, user=caller.user_id)
    held = Order.objects.filter(same, status=OrderStatus.PENDING, held_until__isnull=False)
    for other in held.exclude(pk=order.pk).order_by("pk").prefetch_related("lines"):
        if any(is_buyer(caller, other, placing=token) for token in tokens):
            yield other


def _unpaid_order(order: Order) -> UnpaidOrderOut:
    language = current_language()
    return UnpaidOrderOut(
        order_id=order.order_id,
        total_amount=rupees(order.total_paise),
        items=[f"{line.full_title(language)} × {line.quantity}" for line in order.lines.all()],
        held_until=order.promised_until,
        pay_by=order.pay_by,
    )
