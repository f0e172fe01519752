"""The mail that confirms an order whose total the courier collects, to the order's own address."""

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
