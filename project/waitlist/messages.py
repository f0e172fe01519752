"""The API's sentences about the waitlist, in English and Hindi."""

from project.core import messages
from project.core.errors import ErrorCode

SENTENCES: dict[str, tuple[str, str]] = {
    ErrorCode.IN_STOCK: (
        "Good news: you can buy it right now",
        "अच्छी ख़बर: आप इसे अभी ख़रीद सकते हैं",
    ),
    ErrorCode.WAITLIST_LIMIT: (
        "You are waiting for several products already. Please leave one of these lines first",
        "आप पहले से कई उत्पादों की प्रतीक्षा में हैं। कृपया पहले उनमें से एक कतार छोड़ें",
    ),
}


def register() -> None:
    """Add the sentences to those of the other apps."""
    messages.register(SENTENCES)
