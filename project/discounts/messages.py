"""The API's sentences about discount codes for staff, in English and Hindi."""

from project.core import messages
from project.core.errors import ErrorCode

SENTENCES: dict[str, tuple[str, str]] = {
    ErrorCode.DISCOUNT_EXISTS: (
        "There is a discount code with this name already",
        "इस नाम का छूट कोड पहले से मौजूद है",
    ),
    ErrorCode.DISCOUNT_CHANGED: (
        "Somebody else has changed this discount code since you opened it",
        "आपके खोलने के बाद किसी और ने यह छूट कोड बदल दिया है",
    ),
    ErrorCode.DISCOUNT_ARCHIVED: (
        "This discount code is archived. Restore it first",
        "यह छूट कोड संग्रहीत है। पहले इसे वापस लाएँ",
    ),
    "discount.created": ("Discount code created", "छूट कोड बना दिया गया"),
    "discount.changed": (
        "Discount code saved. New orders follow it; orders being paid keep their price",
        "छूट कोड सहेज लिया गया। नए ऑर्डर इसी से चलेंगे; जिन ऑर्डरों का भुगतान हो रहा है उनका मूल्य वही रहेगा",
    ),
    "discount.limit_below_uses": (
        "Discount code saved. It has been used {uses} times, so with this limit nobody can use it any more",
        "छूट कोड सहेज लिया गया। इसका उपयोग {uses} बार हो चुका है, इसलिए इस सीमा पर अब कोई इसका उपयोग नहीं कर सकता",
    ),
    "discount.unchanged": ("Nothing was changed", "कुछ नहीं बदला"),
    "discount.on": ("Discount code switched on", "छूट कोड चालू कर दिया गया"),
    "discount.off": (
        "Discount code switched off. Orders being paid keep their price",
        "छूट कोड बंद कर दिया गया। जिन ऑर्डरों का भुगतान हो रहा है उनका मूल्य वही रहेगा",
    ),
    "discount.deleted": ("Discount code deleted", "छूट कोड मिटा दिया गया"),
    "discount.archived": (
        "Discount code archived: orders have it, so it is kept out of sight",
        "छूट कोड संग्रहीत किया गया: कुछ ऑर्डरों में यह लगा है, इसलिए इसे मिटाया नहीं गया",
    ),
    "discount.restored": (
        "Discount code restored. It is still switched off",
        "छूट कोड वापस आ गया। यह अभी बंद है",
    ),
    "discount.batch_created": ("{count} discount codes created", "{count} छूट कोड बना दिए गए"),
    "discount.batch_off": ("{count} discount codes switched off", "{count} छूट कोड बंद कर दिए गए"),
}

# By what is wrong with a field.
FIELDS: dict[str, tuple[str, str]] = {
    "discount_code_form": (
        "Please use 3 to 24 capital letters, digits and “-”",
        "कृपया 3 से 24 बड़े अंग्रेज़ी अक्षर, अंक और “-” लिखें",
    ),
    "discount_prefix_form": (
        "Please use 2 to 12 capital letters, digits and “-”",
        "कृपया 2 से 12 बड़े अंग्रेज़ी अक्षर, अंक और “-” लिखें",
    ),
    "discount_kind": (
        "Please enter either a percentage or an amount",
        "कृपया प्रतिशत या राशि में से एक लिखें",
    ),
    "discount_most": (
        "Only a percentage has a maximum",
        "अधिकतम छूट केवल प्रतिशत के साथ होती है",
    ),
    "moment_order": (
        "The end is not after the start",
        "समाप्ति आरंभ के बाद की नहीं है",
    ),
}


def register() -> None:
    """Add the sentences to those of the other apps."""
    messages.register(SENTENCES, fields=FIELDS)
