"""Reasons of failed payments, in plain words; the adapters map the provider's codes to them.

Unknown codes read as a general sentence: the raw code is kept beside the payment for staff.
"""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from project.core.language import translate
from project.payments.models import Payment, PaymentStatus
from project.payments.providers.base import Reason
from project.payments.providers.registry import adapter_of

SENTENCES: dict[Reason, Promise] = {
    "pin": _("The UPI PIN or password was not right."),
    "pin_locked": _(
        "The UPI PIN was wrong too often, so the bank has locked it for now. Another account or a card may "
        "work."
    ),
    "balance": _("There was not enough balance in the account."),
    "limit": _("The bank's payment limit was reached. Please try another account or a card."),
    "time": _("The payment was not completed in time."),
    "cancelled": _("The payment was cancelled."),
    "declined": _("The request was declined in the UPI app."),
    "upi_id": _("The UPI ID was not found."),
    "bank": _("The bank had a technical problem. Please try again or use another way to pay."),
    "blocked": _("The bank or the payment service declined the payment."),
    "card": _("The card details were not accepted."),
    "card_expired": _("The card has expired."),
    "card_blocked": _("The card is blocked, or not allowed to pay online. The bank can change that."),
}
_OTHER = _("The payment did not go through.")
# Failures after which the bank may have taken the money and will return it by itself.
_DEBIT_POSSIBLE: frozenset[Reason | None] = frozenset({"bank", "time"})


def failed_after_debit(payment: Payment) -> bool:
    """Return whether the bank may have taken the money of an attempt that failed.

    Without an instrument nobody tried to pay yet, so nothing can have been taken.
    """
    reasons = adapter_of(payment.provider).reasons
    known = {reasons.get(payment.error_code), reasons.get(payment.detailed_error_code)}
    return bool(payment.instrument) and (
        payment.status == PaymentStatus.EXPIRED or bool(known & _DEBIT_POSSIBLE)
    )


def reason_text(payment: Payment, language: str) -> str:
    """Return why a payment failed, in the shopper's language; the more detailed code counts first."""
    reasons = adapter_of(payment.provider).reasons
    reason = reasons.get(payment.detailed_error_code) or reasons.get(payment.error_code)
    return translate(SENTENCES[reason] if reason else _OTHER, language)
