"""The API's sentences about cash on delivery, in English and Hindi."""

from project.core import messages
from project.core.errors import ErrorCode

SENTENCES: dict[str, tuple[str, str]] = {
    # Each refusal brings its own sentence; this one is for what has none.
    ErrorCode.CASH_REFUSED: (
        "Cash on delivery is not available for this order. Please pay online",
        "इस ऑर्डर के लिए कैश ऑन डिलीवरी उपलब्ध नहीं है। कृपया ऑनलाइन भुगतान करें",
    ),
}


def register() -> None:
    """Add the sentences to those of the other apps."""
    messages.register(SENTENCES)
