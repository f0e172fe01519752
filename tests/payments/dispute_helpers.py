"""Helpers that read disputes."""

from project.payments.audit.ledger import differences
from project.payments.models import Payment


def money(payment: Payment) -> dict[str, int]:
    """Return what of the payment is disputed, lost and refundable."""
    payment.refresh_from_db()
    return {
        "disputed": payment.disputed_paise,
        "lost": payment.dispute_lost_paise,
        "refundable": payment.refundable_paise,
    }


def balanced() -> bool:
    """Return whether payments, disputes, orders and ledger agree; the documents are due in these tests."""
    return not [found for found in differences() if "invoices printed" not in found]
