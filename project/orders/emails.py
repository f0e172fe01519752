"""The mails about an order, each written in the transaction that causes it."""

from django.conf import settings

from project.core.mail import queue_mail
from project.orders.models import Order


def order_received(order: Order) -> None:
    """Say that the order was placed, with its private link."""
    _mail(order, "order_received")


def payment_received(order: Order) -> None:
    """Say that the order is paid."""
    _mail(order, "payment_received")


def _mail(order: Order, kind: str) -> None:
    hindi = order.language == "hi"
    lines = [
        {
            "title": line.title_hi if hindi else line.title_en,
            "quantity": line.quantity,
            "rupees": f"{line.total_paise / 100:,.2f}",
        }
        for line in order.lines.all()
    ]
    queue_mail(
        kind=kind,
        dedupe_key=f"{order.order_id}:{kind}",
        reference=order.topic,
        to=order.email,
        language=order.language,
        context={
            "order": order,
            "lines": lines,
            "total": f"{order.total_paise / 100:,.2f}",
            "days": settings.DELIVERY_DAYS,
        },
    )
