"""The mail that confirms an order whose total the courier collects, to the order's own address."""

from django.utils import timezone

from project.core.language import format_moment
from project.core.mail import queue_mail
from project.core.money import format_rupees
from project.orders.emails import goods_of
from project.orders.models import Order


def order_confirmed(order: Order) -> None:
    """Say that the order is confirmed, and what to pay to the courier."""
    if order.is_erased:
        return
    queue_mail(
        kind="cash_order_confirmed",
        dedupe_key=f"{order.order_id}:cash_order_confirmed",
        reference=order.topic,
        to=order.email,
        language=order.language,
        context={
            "name": order.name,
            "order_id": order.order_id,
            "order_link": order.link(),
            "to_collect": format_rupees(order.total_paise),
            **goods_of(order),
        },
    )


def pay_to_changed(order: Order, *, pay_to: str, removed: str) -> None:
    """Say to the address of the order, and of its account, where its refund will go; both ids are masked.

    With `pay_to` it was given, else staff removed the other one.
    """
    addresses = {order.email}
    if order.user is not None and order.user.is_active:
        addresses.add(order.user.email)
    for to in sorted(addresses):
        queue_mail(
            kind="pay_to_changed",
            dedupe_key=f"{order.order_id}:pay_to_changed:{order.version}:{to}",
            reference=order.topic,
            to=to,
            language=order.language,
            context={
                "name": order.name,
                "order_id": order.order_id,
                "order_link": order.link(),
                "pay_to": pay_to,
                "removed": removed,
                "at": format_moment(timezone.now(), order.language),
            },
        )
