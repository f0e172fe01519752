"""The mails about a payment's money, each written in the transaction that causes it.

They go to the order's own address, in its language, and carry its private link.
"""

from collections.abc import Mapping
from datetime import date

from project.core.language import format_day
from project.core.mail import queue_mail, withdraw_mails
from project.core.money import format_rupees
from project.orders import emails as orders
from project.orders.models import Order
from project.payments.models import Payment
from project.payments.reasons import failed_after_debit, reason_text


def payment_failed(payment: Payment) -> None:
    """Say that this attempt failed, with the link that pays its order again."""
    order = payment.order
    orders.payment_failed(
        order,
        transaction_id=payment.transaction_id,
        reason=reason_text(payment, order.language),
        maybe_debited=failed_after_debit(payment),
    )


def withdraw_payment_failed(order: Order) -> None:
    """Withdraw the mail about a failed attempt that is not sent yet: the shopper is paying again."""
    withdraw_mails(reference=order.topic, kind="payment_failed")


def refund_started(
    order: Order, *, refund_id: str, amount_paise: int, due_on: date | None, by_transfer: bool = False
) -> None:
    """Say that money is on its way back, and until when.

    `by_transfer`: it was paid to a courier, so that the customer has to say where it goes.
    """
    due = format_day(due_on, order.language) if due_on else ""
    _mail(order, "refund_started", refund_id, amount_paise, {"due": due, "by_transfer": by_transfer})


def refund_done(
    order: Order, *, refund_id: str, amount_paise: int, bank_reference: str, by_transfer: bool = False
) -> None:
    """Say that money has been paid back, with the bank's own reference where it is known."""
    more = {"bank_reference": bank_reference, "by_transfer": by_transfer}
    _mail(order, "refund_done", refund_id, amount_paise, more)


def _mail(order: Order, kind: str, refund_id: str, amount_paise: int, more: Mapping[str, object]) -> None:
    if order.is_erased:
        return
    queue_mail(
        kind=kind,
        dedupe_key=f"{order.order_id}:{kind}:{refund_id}",
        reference=order.topic,
        to=order.email,
        language=order.language,
        context={
            "name": order.name,
            "order_id": order.order_id,
            "order_link": order.link(),
            "refund_id": refund_id,
            "amount": format_rupees(amount_paise),
            **more,
        },
    )
