"""The mails about refunds, queued in the transaction that starts or ends one."""

from collections.abc import Mapping

from project.core.language import format_day
from project.core.money import format_rupees
from project.orders.emails import queue_order_mail
from project.payments.models import Refund


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
