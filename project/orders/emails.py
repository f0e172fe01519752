"""The mails about an order, in the customer's language; each is queued in the transaction that causes it.

They are sent to the order's own address only and contain its private link.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import timedelta

from django.utils import timezone

from project.catalog.models.pictures import small_address
from project.core.india import state_name
from project.core.language import format_day, format_moment
from project.core.locks import lock_names
from project.core.mail import queue_mail, withdraw_mails
from project.core.models import Mail
from project.core.money import format_rupees
from project.core.shop import shop
from project.core.shop_setting_fields import shown_range
from project.core.throttle import Limit
from project.events.undo import UNDO_TIME
from project.orders.models import Order, OrderLine, PieceCertificate

# Mails about unpaid orders are limited: anybody can order with somebody else's address.
UNPAID_KINDS = ("order_received", "payment_failed", "order_cancelled", "free_order_confirmed")
UNPAID_MAILS = Limit(
    "unpaid-mails",
    3,
    86400,
    of_each="email address typed",
    counts="mails about unpaid orders",
    note="shared by all strangers; free: whoever proved the address",
)


def order_received(order: Order, lines: Iterable[OrderLine]) -> None:
    """Confirm that the order was placed with these lines, with the link to pay for it."""
    queue_order_mail(order, "order_received", goods_of(order, lines))


def order_adopted(order: Order) -> None:
    """Report that the order was put into an account of another address, which opens it from now on."""
    queue_order_mail(order, "order_adopted", {"at": format_moment(timezone.now(), order.language)})


def payment_received(order: Order) -> None:
    """Confirm the payment and the order."""
    queue_order_mail(order, "payment_received", {**goods_of(order), "payment": order.payment_id})


def free_order_confirmed(order: Order) -> None:
    """Confirm the order that costs nothing."""
    queue_order_mail(order, "free_order_confirmed", goods_of(order))


def order_dispatched(order: Order, *, carrier: str, tracking_number: str, tracking_url: str) -> None:
    """Report the dispatch in place of an unsent mail; `tracking_url` may be empty.

    It waits as long as the dispatch can be undone.
    """
    withdraw_mails(reference=order.topic, kind="order_dispatched")
    queue_order_mail(
        order,
        "order_dispatched",
        {
            **goods_of(order),
            "carrier": carrier,
            "tracking_number": tracking_number,
            "tracking_url": tracking_url if tracking_url.startswith(("https://", "http://")) else "",
        },
        once=tracking_number,
        delay=UNDO_TIME,
    )


def withdraw_dispatched(order: Order) -> bool:
    """Withdraw the mail about the dispatch; False when it has left."""
    withdraw_mails(reference=order.topic, kind="order_dispatched")
    return not Mail.objects.filter(reference=order.topic, kind="order_dispatched").exists()


def order_delivered(order: Order) -> None:
    """Report the delivery, with where to check the certificates and the ways to return or complain."""
    given = PieceCertificate.objects.filter(line__order=order, certificate__voided_at__isnull=True)
    certificates = [
        {"number": row.certificate.number, "url": row.certificate.verify_url}
        for row in given.select_related("certificate")
    ]
    context = {
        "lines": [_piece(line, order.language) for line in order.lines.all()],
        "return_days": order.return_days,
        "certificates": certificates,
    }
    queue_order_mail(order, "order_delivered", context)


def order_cancelled(order: Order, *, cause: str, reason: str = "") -> None:
    """Report the cancellation; the refund of a paid order has its own mails."""
    withdraw_mails(reference=order.topic, kind="payment_failed")
    # `paid_without_stock`: a late payment is refunded too, but never became the order's.
    paid = bool(order.payment_id) or cause == "paid_without_stock"
    queue_order_mail(
        order,
        "order_cancelled",
        {
            "by_customer": cause == "customer",
            "money_back": cause == "money_back",
            # The parcel was not taken at the door.
            "refused": cause == "refused",
            "reason": reason,
            "paid": paid,
            "lines": [_piece(line, order.language) for line in order.lines.all()],
        },
        paid=paid,
    )


def return_requested(
    order: Order, *, return_id: str, replacement: bool, pieces: Mapping[OrderLine, int]
) -> None:
    """Confirm that the return or replacement of so many pieces of these lines was requested."""
    lines = [{**_piece(line, order.language), "quantity": n} for line, n in pieces.items()]
    queue_order_mail(
        order,
        "return_requested",
        {"return_id": return_id, "replacement": replacement, "lines": lines},
        once=return_id,
    )


def return_decided(
    order: Order, *, return_id: str, replacement: bool, approved: bool, note: str = ""
) -> None:
    """Report whether the return or replacement was approved; `note` is the staff's message."""
    queue_order_mail(
        order,
        "return_decided",
        {
            "return_id": return_id,
            "replacement": replacement,
            "approved": approved,
            "free": order.is_free,
            "note": note,
        },
        once=return_id,
    )


def _is_proven(order: Order) -> bool:
    """Return whether its buyer proved the address: by money, or by a code."""
    is_proven_guest = order.user_id is None and order.is_proven
    return bool(order.payment_id) or order.cash_on_delivery_at is not None or is_proven_guest


def is_withheld(order: Order) -> bool:
    """Return whether a free order's address had enough mails already when the order was confirmed."""
    sent = Mail.objects.filter(reference=order.topic, kind="free_order_confirmed")
    return order.is_free and not sent.exists()


def _has_enough(order: Order) -> bool:
    """Return whether the address has reached today's limit; an account's verified address has none.

    Mails of orders that were proven since count no more: who buys often still hears of the next order.
    """
    if order.user is not None and order.user.email == order.email:
        return False
    lock_names([f"unpaid mails:{order.email}"])
    today = Mail.objects.filter(
        to=order.email, kind__in=UNPAID_KINDS, created_at__gt=timezone.now() - timedelta(days=1)
    )
    mails = Counter(today.values_list("reference", flat=True))
    ordered = Order.objects.filter(order_id__in=[topic.removeprefix("order:") for topic in mails])
    proven = sum(mails[each.topic] for each in ordered if _is_proven(each))
    return mails.total() - proven >= UNPAID_MAILS.value


def _piece(line: OrderLine, language: str) -> dict[str, object]:
    """Return the line as mails show it."""
    return {
        "title": line.title(language),
        "options": line.options(language),
        "picture": small_address(line.shown_image),
        "quantity": line.quantity,
        "in_parcel": line.parcel_quantity,
        "withheld": line.withheld,
        "amount": format_rupees(line.total_paise),
    }


def goods_of(order: Order, lines: Iterable[OrderLine] | None = None) -> dict[str, object]:
    """Return the context of the receipt: lines, totals and address; the order's lines are read unless given.

    The address only for a buyer who paid or proved the email: a stranger may have typed both.
    """
    return {
        "address": _address(order) if _is_proven(order) else "",
        "lines": [_piece(line, order.language) for line in (order.lines.all() if lines is None else lines)],
        "subtotal": format_rupees(order.goods_paise),
        "discount": format_rupees(order.discount_paise) if order.discount_paise else "",
        "tax": "" if order.prices_include_tax else format_rupees(order.tax_paise),
        "shipping": format_rupees(order.shipping_paise) if order.shipping_paise else "",
        "total": format_rupees(order.total_paise),
        "tax_included": format_rupees(order.tax_paise)
        if order.prices_include_tax and order.tax_paise
        else "",
        "days": shown_range(shop().delivery.usual_days),
        "expected": format_day(order.estimated_delivery, order.language) if order.estimated_delivery else "",
    }


def _address(order: Order) -> str:
    address = order.address
    state = state_name(address["state"], order.language)
    return f"{address['street']}, {address['city']} {address['pincode']}, {state}"


def queue_order_mail(
    order: Order,
    kind: str,
    context: Mapping[str, object],
    *,
    once: str = "",
    to: str = "",
    delay: timedelta = timedelta(),
    paid: bool = False,
) -> None:
    """Queue a mail about the order, one per kind and `once`, to the order's own address unless `to` is given.

    The context also has the buyer's name and the order's number and private link.
    """
    if order.is_erased:
        return
    if kind in UNPAID_KINDS and not (paid or _is_proven(order)) and _has_enough(order):
        return
    queue_mail(
        kind=kind,
        dedupe_key=f"{order.order_id}:{kind}" + (f":{once}" if once else ""),
        reference=order.topic,
        to=to or order.email,
        language=order.language,
        context={"name": order.name, "order_id": order.order_id, "order_link": order.link(), **context},
        delay=delay,
    )
