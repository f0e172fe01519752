"""The API's sentences about orders and discounts, in English and Hindi."""

from project.core import messages
from project.core.errors import ErrorCode

SENTENCES: dict[str, tuple[str, str]] = {
    ErrorCode.HOLD_LIMIT: (
        "You have other orders that are not paid yet. Please pay for them or cancel them first",
        "आपके कुछ ऑर्डरों का भुगतान अभी बाक़ी है। पहले उनका भुगतान करें या उन्हें रद्द करें",
    ),
    ErrorCode.HOLD_PROOF_REQUIRED: (
        "Many orders are waiting to be paid. Please confirm your email address with a code to go on",
        "इस समय कई ऑर्डर भुगतान की प्रतीक्षा में हैं। आगे बढ़ने के लिए कोड से अपना ईमेल पता सत्यापित करें",
    ),
    ErrorCode.PRICE_CHANGED: (
        "The price has changed. Please confirm the new total",
        "मूल्य बदल गया है। कृपया नई कुल राशि की पुष्टि करें",
    ),
    ErrorCode.OUTSIDE_STATE: (
        "We can only deliver within our own state",
        "हम केवल अपने राज्य में डिलीवरी कर सकते हैं",
    ),
    ErrorCode.DISCOUNT_UNKNOWN: (
        "We couldn't find this discount code. Please check the spelling",
        "ऐसा कोई छूट कोड नहीं है। कृपया वर्तनी जाँचें",
    ),
    ErrorCode.DISCOUNT_NOT_YET: ("This discount code is not valid yet", "यह छूट कोड अभी शुरू नहीं हुआ है"),
    ErrorCode.DISCOUNT_EXPIRED: ("This discount code has expired", "इस छूट कोड की अवधि समाप्त हो गई है"),
    ErrorCode.DISCOUNT_MINIMUM: (
        "Your order is too small for this discount code",
        "इस छूट कोड के लिए आपके ऑर्डर की राशि कम है",
    ),
    ErrorCode.DISCOUNT_USED_UP: (
        "This discount code has been used up",
        "इस छूट कोड का उपयोग पूरा हो चुका है",
    ),
    ErrorCode.DISCOUNT_ALREADY_USED: (
        "You have already used this discount code",
        "आप इस छूट कोड का उपयोग कर चुके हैं",
    ),
    ErrorCode.ORDER_NOT_CANCELLABLE: (
        "This order can no longer be cancelled",
        "यह ऑर्डर अब रद्द नहीं किया जा सकता",
    ),
    ErrorCode.ORDER_CHANGED: (
        "Somebody changed this order meanwhile. Please look at what changed and decide again",
        "इस बीच किसी ने यह ऑर्डर बदल दिया है। कृपया बदलाव देखकर फिर निर्णय लें",
    ),
    ErrorCode.TRACKING_NUMBER_NEEDED: (
        "Please enter the parcel's tracking number",
        "कृपया पार्सल का ट्रैकिंग नंबर भरें",
    ),
    ErrorCode.DELIVERY_DAY_INVALID: (
        "The estimated delivery must be between today and one year from today",
        "अनुमानित डिलीवरी आज से एक वर्ष के भीतर की होनी चाहिए",
    ),
    ErrorCode.GOODS_NOT_PAID: (
        "All the money of this order has been or is being refunded. Cancel the order, or give a reason to"
        " send its goods anyway",
        "इस ऑर्डर की पूरी राशि लौटाई जा चुकी है या लौटाई जा रही है। ऑर्डर रद्द करें, या फिर भी सामान भेजने का कारण लिखें",
    ),
    ErrorCode.NOTHING_TO_SEND: (
        "All pieces of this order have been or are being refunded, so there is nothing to send. Cancel the"
        " order, or give a reason to send its goods anyway",
        "इस ऑर्डर के सभी नगों की राशि लौटाई जा चुकी है या लौटाई जा रही है, इसलिए भेजने के लिए कुछ नहीं बचा। ऑर्डर रद्द"
        " करें, या फिर भी सामान भेजने का कारण लिखें",
    ),
    # Each refusal brings its own sentence; this one is for what has none.
    ErrorCode.CERTIFICATE_REFUSED: (
        "This certificate cannot be used here",
        "यह प्रमाणपत्र यहाँ काम नहीं आ सकता",
    ),
    ErrorCode.CERTIFICATES_MISSING: (
        "Some pieces have no certificate yet. Give them their numbers, or confirm to dispatch without them",
        "कुछ नगों का प्रमाणपत्र अभी तय नहीं है। उनकी संख्या भरें, या उनके बिना भेजने की पुष्टि करें",
    ),
    ErrorCode.ORDER_NOT_PAYABLE: ("This order can no longer be paid", "इस ऑर्डर का भुगतान अब नहीं किया जा सकता"),
}

# By what is wrong with a field.
FIELDS: dict[str, tuple[str, str]] = {
    "order_amount_invalid": ("Invalid order amount", "ऑर्डर की राशि सही नहीं है"),
}

# What calls answer when they have succeeded, by the English text in their code.
DONE_HI: dict[str, str] = {
    "Code sent": "कोड भेज दिया गया",
    "Order created": "ऑर्डर बन गया",
}


def register() -> None:
    """Add the sentences to those of the other apps."""
    messages.register(SENTENCES, fields=FIELDS, done=DONE_HI)
