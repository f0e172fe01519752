"""The provider's failure codes in plain words (PhonePe publishes over 200; these are the frequent ones).

Unknown codes read as a general sentence: the raw code is kept beside the payment for staff.
"""

_PIN = ("The UPI PIN or password was not right.", "UPI पिन या पासवर्ड सही नहीं था।")
_BALANCE = ("There was not enough balance in the account.", "खाते में पर्याप्त राशि नहीं थी।")
_LIMIT = (
    "The bank's limit for payments was reached. Another account or a card may work.",
    "बैंक की भुगतान सीमा पूरी हो गई है। कोई दूसरा खाता या कार्ड काम कर सकता है।",
)
_TIME = ("The payment was not completed in time.", "भुगतान समय पर पूरा नहीं हुआ।")
_CANCELLED = ("The payment was cancelled.", "भुगतान रद्द किया गया।")
_VPA = ("The UPI id was not found.", "UPI आईडी नहीं मिली।")
_BANK = (
    "The bank had a technical problem. Please try again or use another way to pay.",
    "बैंक में तकनीकी समस्या थी। कृपया फिर प्रयास करें या किसी और तरीके से भुगतान करें।",
)
_BLOCKED = ("The bank or the payment service declined the payment.", "बैंक या भुगतान सेवा ने भुगतान अस्वीकार किया।")
_CARD = ("The card details were not accepted.", "कार्ड का विवरण स्वीकार नहीं हुआ।")
_OTHER = ("The payment did not go through.", "भुगतान पूरा नहीं हुआ।")

REASONS: dict[str, tuple[str, str]] = {
    "INVALID_MPIN": _PIN,
    "ZM": _PIN,
    "WRONG_PIN": _PIN,
    "MPIN_LIMIT_BREACHED": _LIMIT,
    "INSUFFICIENT_BALANCE": _BALANCE,
    "Z9": _BALANCE,
    "TXN_FREQ_LIMIT_BREACHED": _LIMIT,
    "TXN_LIMIT_BREACHED": _LIMIT,
    "TXN_NOT_COMPLETED": _TIME,
    "ORDER_EXPIRED": _TIME,
    "REQUEST_TIME_OUT": _TIME,
    "AUTH_TIMEOUT": _TIME,
    "INTENT_EXPIRED": _TIME,
    "TXN_CANCELLED": _CANCELLED,
    "ORDER_CANCELLED_BY_USER": _CANCELLED,
    "REQUEST_DECLINE_BY_REQUESTEE": _CANCELLED,
    "INVALID_VPA": _VPA,
    "BANK_TECHNICAL_ISSUE": _BANK,
    "TXN_BLOCKED": _BLOCKED,
    "CARD_EXPIRED": _CARD,
    "CARD_BLOCKED": _CARD,
    "INVALID_CVV_EXPIRY": _CARD,
}
# Failures after which the bank may have taken the money and will return it by itself.
DEBIT_POSSIBLE = frozenset({"BANK_TECHNICAL_ISSUE", "TXN_NOT_COMPLETED", "REQUEST_TIME_OUT", "AUTH_TIMEOUT"})


def reason_text(error_code: str, detailed_error_code: str, language: str) -> str:
    """Return why a payment failed, in the shopper's language."""
    english, hindi = REASONS.get(detailed_error_code) or REASONS.get(error_code) or _OTHER
    return hindi if language == "hi" else english
