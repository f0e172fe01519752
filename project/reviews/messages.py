"""The API's sentences about reviews, in English and Hindi."""

from project.core import messages
from project.core.errors import ErrorCode

SENTENCES: dict[str, tuple[str, str]] = {
    ErrorCode.NOT_A_BUYER: (
        "Only customers who bought this product can review it",
        "यह उत्पाद ख़रीदने वाले ग्राहक ही इसकी समीक्षा लिख सकते हैं",
    ),
    ErrorCode.REVIEW_EXISTS: (
        "You have already reviewed this product. You can change your review",
        "आप इस उत्पाद की समीक्षा लिख चुके हैं। आप उसे बदल सकते हैं",
    ),
    ErrorCode.REVIEW_CHANGED: (
        "This review has changed since you opened it. Please read it again",
        "आपके खोलने के बाद यह समीक्षा बदल गई है। कृपया इसे फिर पढ़ें",
    ),
}

# By what is wrong with a field.
FIELDS: dict[str, tuple[str, str]] = {
    "review_short": (
        "Please write at least 10 characters",
        "कृपया कम से कम 10 अक्षर लिखें",
    ),
}


def register() -> None:
    """Add the sentences to those of the other apps."""
    messages.register(SENTENCES, fields=FIELDS)
