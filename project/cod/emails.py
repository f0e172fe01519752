"""Mails about cash on delivery: the order's confirmation, and the account that its refund goes to."""

from django.utils import timezone

from project.core.language import format_moment
from project.core.money import format_rupees
from project.orders.emails import goods_of, queue_order_mail
from project.orders.models import Order


def order_confirmed(order: Order) -> None:
    """Confirm the order, with the amount to pay to the courier."""
    context = {"to_collect": format_rupees(order.total_paise), **goods_of(order)}
    queue_order_mail(order, "cash_order_confirmed", context)


def pay_to_changed(order: Order, *, pay_to: str, removed: str) -> None:
    """Report to the address of the order, and of its account, where its refund will go; both ids are masked.

    With `pay_to` it was given, else staff removed the other one.
    """
    addresses = {order.email}
    if order.user is not None and order.user.is_active:
        addresses.add(order.user.email)
    context = {"pay_to": pay_to, "removed": removed, "at": format_moment(timezone.now(), order.language)}
    for to in sorted(addresses):
        queue_order_mail(order, "pay_to_changed", context, once=f"{order.version}:{to}", to=to)
