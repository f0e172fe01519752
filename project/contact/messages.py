"""The API's sentences about the contact form, in English and Hindi."""

from project.core import messages
from project.core.errors import ErrorCode

SENTENCES: dict[str, tuple[str, str]] = {
    ErrorCode.FORM_EXPIRED: (
        "This form was open for a long time. Please send it once more",
        "यह फ़ॉर्म देर तक खुला रहा। कृपया इसे एक बार फिर भेजें",
    ),
}


def register() -> None:
    """Add the sentences to those of the other apps."""
    messages.register(SENTENCES)
