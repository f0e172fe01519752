"""Names in URLs and JSON that the specification took from its provider; they serve payments of any."""

from typing import Final, Literal

# Paths below /api.
CREATE_PAYMENT: Final = "/phonepe/create-order"
PAYMENT_STATUS: Final = "/phonepe/status-check"
PAYMENT_CODE: Final = "/phonepe/qr"
VERIFY_PAYMENT: Final = "/payments/verify-phonepe"
SEND_INVOICE: Final = "/phonepe/send-invoice"
# Fields that hold the provider's own ids.
PROVIDER_ORDER_ID: Final = "phonepeTransactionId"
PROVIDER_REFUND_ID: Final = "phonepeRefundId"
# The payment method of payments whose instrument is not known yet.
UnknownMethod = Literal["PhonePe"]
UNKNOWN_METHOD: Final = "PhonePe"


def webhook_path(provider: str) -> str:
    """Return the path below /api to which the named provider sends its messages."""
    return f"/payments/webhooks/{provider}"
