"""The API's sentences about the cart and the wishlist, in English and Hindi."""

from project.core import messages
from project.core.errors import ErrorCode

SENTENCES: dict[str, tuple[str, str]] = {
    ErrorCode.CART_FULL: (
        "Your cart is full. Please order or remove something first",
        "आपका कार्ट भर गया है। पहले कुछ ऑर्डर करें या हटाएँ",
    ),
    ErrorCode.WISHLIST_FULL: (
        "Your wishlist is full. Please remove something first",
        "आपकी विशलिस्ट भर गई है। पहले कुछ हटाएँ",
    ),
}


def register() -> None:
    """Add the sentences to those of the other apps."""
    messages.register(SENTENCES)
