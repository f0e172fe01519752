"""The API's sentences about invoices, in English and Hindi."""

from project.core import messages
from project.core.errors import ErrorCode

SENTENCES: dict[str, tuple[str, str]] = {
    ErrorCode.INVOICE_NOT_READY: (
        "The invoice is made as soon as the payment is recorded",
        "भुगतान दर्ज होते ही बिल बनाया जाता है",
    ),
}


def register() -> None:
    """Add the sentences to those of the other apps."""
    messages.register(SENTENCES)
