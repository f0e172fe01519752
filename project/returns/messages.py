"""The API's sentences about returns, in English and Hindi."""

from project.core import messages
from project.core.errors import ErrorCode

SENTENCES: dict[str, tuple[str, str]] = {
    ErrorCode.NOT_RETURNABLE: (
        "This cannot be sent back",
        "इसे लौटाया नहीं जा सकता",
    ),
}


def register() -> None:
    """Add the sentences to those of the other apps."""
    messages.register(SENTENCES)
