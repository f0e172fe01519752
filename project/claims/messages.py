"""The API's sentences about claims, in English and Hindi."""

from project.core import messages
from project.core.errors import ErrorCode

SENTENCES: dict[str, tuple[str, str]] = {
    ErrorCode.NOT_CLAIMABLE: (
        "This cannot be claimed",
        "इसके लिए दावा नहीं किया जा सकता",
    ),
}

# By what is wrong with a field.
FIELDS: dict[str, tuple[str, str]] = {
    "claim_text_missing": (
        "Please write what the laboratory found",
        "कृपया लिखें कि प्रयोगशाला ने क्या पाया",
    ),
    "photos_required": ("Please add a photo of the report", "कृपया रिपोर्ट की तस्वीर जोड़ें"),
    "payTo_invalid": (
        "Please enter a valid UPI ID, such as name@bank",
        "कृपया सही UPI आईडी दर्ज करें, जैसे name@bank",
    ),
}


def register() -> None:
    """Add the sentences to those of the other apps."""
    messages.register(SENTENCES, fields=FIELDS)
