"""The provider's failure codes in plain words (PhonePe publishes over 200; these are the frequent ones).

Unknown codes read as a general sentence: the raw code is kept beside the payment for staff.
"""

from project.payments.models import Payment, PaymentStatus

_PIN = ("The UPI PIN or password was not right.", "UPI पिन या पासवर्ड सही नहीं था।")
_PIN_LOCKED = (
    "The UPI PIN was wrong too often, so the bank has locked it for now. Another account or a card may work.",
    "UPI पिन कई बार ग़लत डाला गया, इसलिए बैंक ने उसे फ़िलहाल रोक दिया है। कोई दूसरा खाता या कार्ड काम कर सकता है।",
)
_BALANCE = ("There was not enough balance in the account.", "खाते में पर्याप्त राशि नहीं थी।")
_LIMIT = (
    "The bank's limit for payments was reached. Another account or a card may work.",
    "बैंक की भुगतान सीमा पूरी हो गई है। कोई दूसरा खाता या कार्ड काम कर सकता है।",
)
_TIME = ("The payment was not completed in time.", "भुगतान समय पर पूरा नहीं हुआ।")
_CANCELLED = ("The payment was cancelled.", "भुगतान रद्द किया गया।")
_DECLINED = (
    "The request was declined in the UPI app.",
    "UPI ऐप में भुगतान का अनुरोध अस्वीकार किया गया।",
)
_VPA = ("The UPI id was not found.", "UPI आईडी नहीं मिली।")
_BANK = (
    "The bank had a technical problem. Please try again or use another way to pay.",
    "बैंक में तकनीकी समस्या थी। कृपया फिर प्रयास करें या किसी और तरीके से भुगतान करें।",
)
_BLOCKED = ("The bank or the payment service declined the payment.", "बैंक या भुगतान सेवा ने भुगतान अस्वीकार किया।")
_CARD = ("The card details were not accepted.", "कार्ड का विवरण स्वीकार नहीं हुआ।")
_CARD_EXPIRED = ("The card has expired.", "कार्ड की वैधता समाप्त हो चुकी है।")
_CARD_BLOCKED = (
    "The card is blocked, or not allowed to pay online. The bank can change that.",
    "कार्ड बंद है या उससे ऑनलाइन भुगतान की अनुमति नहीं है। बैंक इसे बदल सकता है।",
)
_OTHER = ("The payment did not go through.", "भुगतान पूरा नहीं हुआ।")

# Both of the provider's codes stand here, the general one and the one that says more.
REASONS: dict[str, tuple[str, str]] = {
    **dict.fromkeys(("INVALID_MPIN", "ZM", "WRONG_PIN"), _PIN),
    **dict.fromkeys(("MPIN_LIMIT_BREACHED", "Z6"), _PIN_LOCKED),
    **dict.fromkeys(("INSUFFICIENT_BALANCE", "Z9", "IE"), _BALANCE),
    **dict.fromkeys(
        ("TXN_FREQ_LIMIT_BREACHED", "TXN_LIMIT_BREACHED", "Z7", "Z8", "U03", "ZU"),
        _LIMIT,
    ),
    **dict.fromkeys(
        (
            "TXN_NOT_COMPLETED",
            "ORDER_EXPIRED",
            "REQUEST_TIME_OUT",
            "AUTH_TIMEOUT",
            "INTENT_EXPIRED",
            "TXN_AUTO_FAILED",
            "U69",
        ),
        _TIME,
    ),
    **dict.fromkeys(("TXN_CANCELLED", "ORDER_CANCELLED_BY_USER"), _CANCELLED),
    **dict.fromkeys(("REQUEST_DECLINE_BY_REQUESTEE", "ZA"), _DECLINED),
    **dict.fromkeys(("INVALID_VPA", "ZH"), _VPA),
    **dict.fromkeys(("BANK_TECHNICAL_ISSUE", "U28", "UT", "XB", "U90"), _BANK),
    **dict.fromkeys(("TXN_BLOCKED", "K1", "XP", "INTERNAL_SECURITY_BLOCK_1"), _BLOCKED),
    "INVALID_CVV_EXPIRY": _CARD,
    "CARD_EXPIRED": _CARD_EXPIRED,
    "CARD_BLOCKED": _CARD_BLOCKED,
}
# Failures after which the bank may have taken the money and will return it by itself.
DEBIT_POSSIBLE = frozenset(code for code, text in REASONS.items() if text in (_BANK, _TIME))


def failed_after_debit(payment: Payment) -> bool:
    """Return whether the bank may have taken the money of an attempt that failed.

    Without an instrument nobody tried to pay yet, so nothing can have been taken.
    """
    codes = {payment.error_code, payment.detailed_error_code}
    return bool(payment.instrument) and (
        payment.status == PaymentStatus.EXPIRED or bool(codes & DEBIT_POSSIBLE)
    )


def reason_text(error_code: str, detailed_error_code: str, language: str) -> str:
    """Return why a payment failed, in the shopper's language."""
    english, hindi = REASONS.get(detailed_error_code) or REASONS.get(error_code) or _OTHER
    return hindi if language == "hi" else english
