"""Why a payment failed, in plain words; the adapters map the provider's codes to them.

Unknown codes read as a general sentence: the raw code is kept beside the payment for staff.
"""

from project.payments.models import Payment, PaymentStatus
from project.payments.providers import adapter_of
from project.payments.providers.base import Reason

SENTENCES: dict[Reason, tuple[str, str]] = {
    "pin": ("The UPI PIN or password was not right.", "UPI पिन या पासवर्ड सही नहीं था।"),
    "pin_locked": (
        "The UPI PIN was wrong too often, so the bank has locked it for now. "
        "Another account or a card may work.",
        "UPI पिन कई बार ग़लत डाला गया, इसलिए बैंक ने उसे फ़िलहाल रोक दिया है। कोई दूसरा खाता या कार्ड काम कर सकता है।",
    ),
    "balance": ("There was not enough balance in the account.", "खाते में पर्याप्त राशि नहीं थी।"),
    "limit": (
        "The bank's payment limit was reached. Please try another account or a card.",
        "बैंक की भुगतान सीमा पूरी हो गई है। कोई दूसरा खाता या कार्ड काम कर सकता है।",
    ),
    "time": ("The payment was not completed in time.", "भुगतान समय पर पूरा नहीं हुआ।"),
    "cancelled": ("The payment was cancelled.", "भुगतान रद्द किया गया।"),
    "declined": (
        "The request was declined in the UPI app.",
        "UPI ऐप में भुगतान का अनुरोध अस्वीकार किया गया।",
    ),
    "upi_id": ("The UPI ID was not found.", "UPI आईडी नहीं मिली।"),
    "bank": (
        "The bank had a technical problem. Please try again or use another way to pay.",
        "बैंक में तकनीकी समस्या थी। कृपया फिर कोशिश करें या किसी और तरीके से भुगतान करें।",
    ),
    "blocked": (
        "The bank or the payment service declined the payment.",
        "बैंक या भुगतान सेवा ने भुगतान अस्वीकार किया।",
    ),
    "card": ("The card details were not accepted.", "कार्ड का विवरण स्वीकार नहीं हुआ।"),
    "card_expired": ("The card has expired.", "कार्ड की वैधता समाप्त हो चुकी है।"),
    "card_blocked": (
        "The card is blocked, or not allowed to pay online. The bank can change that.",
        "कार्ड बंद है या उससे ऑनलाइन भुगतान की अनुमति नहीं है। बैंक इसे बदल सकता है।",
    ),
}
_OTHER = ("The payment did not go through.", "भुगतान पूरा नहीं हुआ।")
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
    english, hindi = SENTENCES[reason] if reason else _OTHER
    return hindi if language == "hi" else english
