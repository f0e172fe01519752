"""The API's sentences about edited content, in English and Hindi."""

from project.core import messages
from project.core.errors import ErrorCode

SENTENCES: dict[str, tuple[str, str]] = {
    ErrorCode.CONTENT_CHANGED: (
        "Somebody else has changed this text since you opened it",
        "आपके खोलने के बाद किसी और ने यह पाठ बदल दिया है",
    ),
    ErrorCode.CONTENT_INCOMPLETE: (
        "This text cannot be published yet",
        "यह पाठ अभी प्रकाशित नहीं किया जा सकता",
    ),
}

DONE_HI = {
    "Draft saved": "मसौदा सहेजा गया",
    "Draft discarded": "मसौदा हटाया गया",
    "Published": "प्रकाशित किया गया",
    "The original text is shown again": "मूल पाठ फिर दिखाया जा रहा है",
    "The earlier version is the draft now": "पिछला संस्करण अब मसौदा है",
}


def register() -> None:
    """Add the sentences to those of the other apps."""
    messages.register(SENTENCES, done=DONE_HI)
