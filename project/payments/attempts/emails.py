"""The mail about a failed payment, queued in the transaction that records the failure."""

from datetime import timedelta

from project.core.money import format_rupees
from project.orders.emails import queue_order_mail
from project.payments.models import Payment
from project.payments.shared.reasons import failed_after_debit, reason_text

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
