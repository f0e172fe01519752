"""The mails about a payment's money, each written in the transaction that causes it.

They go to the order's own address, in its language, and carry its private link.
"""

from collections.abc import Mapping
from datetime import timedelta

from project.core.language import format_day
from project.core.money import format_rupees
from project.orders.emails import queue_order_mail
from project.payments.models import Payment, Refund
from project.payments.reasons import failed_after_debit, reason_text

# Most shoppers retry a failed payment at once; a success within this delay withdraws the mail.
FAILED_MAIL_WAITS = timedelta(minutes=2)


def payment_failed(payment: Payment) -> None:
    """Report that this attempt failed, with the link to pay its order again."""
    order = payment.order
    context = {
        "payment": payment.transaction_id,
        "reason": reason_text(payment, order.language),
        # The bank may have debited the amount, and then returns it by itself.
        "maybe_debited": failed_after_debit(payment),
        "total": format_rupees(order.total_paise),
    }
    queue_order_mail(order, "payment_failed", context, once=payment.transaction_id, delay=FAILED_MAIL_WAITS)


def refund_started(refund: Refund) -> None:
    """Report that a refund was started, and until when it arrives."""
    _refund_mail(refund, "refund_started", {"due": format_day(refund.due_on, refund.payment.order.language)})


def refund_done(refund: Refund) -> None:
    """Report that the refund is done, with the bank's own reference where it is known."""
    _refund_mail(refund, "refund_done", {"bank_reference": refund.bank_reference})


def _refund_mail(refund: Refund, kind: str, more: Mapping[str, object]) -> None:
    context = {
        "refund_id": refund.refund_id,
        "amount": format_rupees(refund.amount_paise),
        # Paid to a courier: the customer has to say where the money goes.
        "by_transfer": refund.payment.is_cash,
        **more,
    }
    queue_order_mail(refund.payment.order, kind, context, once=refund.refund_id)
