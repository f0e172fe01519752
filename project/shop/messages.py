"""The API's sentences about the shop's settings, in English and Hindi."""

from project.core import messages
from project.core.errors import ErrorCode

SENTENCES: dict[str, tuple[str, str]] = {
    ErrorCode.SETTINGS_CHANGED: (
        "Somebody else has changed these settings in the meantime. Please compare and save again",
        "इस बीच किसी और ने ये सेटिंग बदल दी हैं। कृपया मिलाएँ और फिर से सहेजें",
    ),
    ErrorCode.PREFIX_TAKEN: (
        "Documents of the other kind have this prefix already",
        "दूसरी तरह के दस्तावेज़ों में यह उपसर्ग पहले से है",
    ),
}

# By what is wrong with a field.
FIELDS: dict[str, tuple[str, str]] = {
    "shop_phone": (
        "Please enter a phone number, such as +91 98765 43210",
        "कृपया फ़ोन नंबर दर्ज करें, जैसे +91 98765 43210",
    ),
    "https_address": (
        "Please enter an address that begins with https://",
        "कृपया https:// से शुरू होने वाला पता दर्ज करें",
    ),
    "number_range": (
        "Please enter a number or a range, such as 3-5",
        "कृपया संख्या या सीमा दर्ज करें, जैसे 3-5",
    ),
    "range_order": ("The range ends before it begins", "सीमा का अंत उसके आरंभ से पहले है"),
    "promised_too_early": (
        "The latest day is before the usual ones",
        "अंतिम दिन सामान्य दिनों से पहले का है",
    ),
    "gstin_unexpected": (
        "Please choose a registration with a GSTIN, or clear the GSTIN",
        "कृपया GSTIN वाला पंजीकरण चुनें, या GSTIN हटा दें",
    ),
    "seller_gstin_state": (
        "This GSTIN is not of {state}",
        "यह GSTIN {state} का नहीं है",
    ),
    "document_prefix": (
        "One to three capital letters or digits, please",
        "कृपया एक से तीन बड़े अक्षर या अंक लिखें",
    ),
    "prefix_twice": (
        "Invoices, credit notes and bills of supply need different prefixes",
        "बिल, क्रेडिट नोट और आपूर्ति बिल के उपसर्ग अलग होने चाहिए",
    ),
    "pincode_prefix": (
        "Each entry is the beginning of a pincode: one to six digits",
        "हर प्रविष्टि पिनकोड का आरंभ है: एक से छह अंक",
    ),
    "hours_incomplete": (
        "Please enter from when until when",
        "कृपया कब से कब तक, दोनों समय दर्ज करें",
    ),
    "hours_order": (
        "The end must be after the beginning",
        "अंत का समय आरंभ के बाद का होना चाहिए",
    ),
    "no_day": (
        "Please enter a date, such as 08/11/2026",
        "कृपया तारीख़ दर्ज करें, जैसे 08/11/2026",
    ),
    "day_too_far": (
        "This day is more than a year ahead",
        "यह दिन एक साल से अधिक आगे का है",
    ),
    "day_twice": (
        "{day} is listed twice",
        "{day} दो बार लिखा है",
    ),
    "closed_reason": (
        "Please say why, in one line",
        "कृपया एक पंक्ति में कारण लिखें",
    ),
    "provider_fees": (
        "Please enter percentages by payment method, such as UPI=0, Card=2, NetBanking=1.5",
        "कृपया भुगतान के तरीक़े के अनुसार प्रतिशत लिखें, जैसे UPI=0, Card=2, NetBanking=1.5",
    ),
    "no_provider": (
        "No provider would be left for new payments",
        "नए भुगतान के लिए कोई भुगतान सेवा नहीं बचेगी",
    ),
}

DONE_HI = {
    "Settings saved": "सेटिंग सहेजी गई",
    "Settings restored": "सेटिंग पुनर्स्थापित की गई",
}


def register() -> None:
    """Add the sentences to those of the other apps."""
    messages.register(SENTENCES, fields=FIELDS, done=DONE_HI)
