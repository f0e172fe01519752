"""The API's sentences about birth details, in English and Hindi."""

from project.core import messages
from project.core.errors import ErrorCode

SENTENCES: dict[str, tuple[str, str]] = {
    ErrorCode.PLACE_UNKNOWN: (
        "We do not know this place. Please choose the nearest town from the list",
        "यह स्थान हमारी सूची में नहीं है। कृपया सूची से निकटतम नगर चुनें",
    ),
}

# By what is wrong with a field.
FIELDS: dict[str, tuple[str, str]] = {
    "fill_every": ("Please fill in all fields", "कृपया सभी जानकारी भरें"),
    "birth_future": (
        "The date of birth cannot be in the future",
        "जन्मतिथि भविष्य की नहीं हो सकती",
    ),
    "birth_early": ("Please enter a date from 1900 on", "कृपया 1900 या उसके बाद की तारीख़ दर्ज करें"),
    "gender_invalid": ("Please choose one of the three", "कृपया तीनों में से एक चुनें"),
    "dateOfBirth_invalid": (
        "Please enter a valid date of birth",
        "कृपया सही जन्मतिथि दर्ज करें",
    ),
    "timeOfBirth_invalid": (
        "Please enter a valid time of birth",
        "कृपया जन्म का सही समय दर्ज करें",
    ),
}


def register() -> None:
    """Add the sentences to those of the other apps."""
    messages.register(SENTENCES, fields=FIELDS)
