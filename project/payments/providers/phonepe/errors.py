"""Meaning of PhonePe's error codes; it publishes over 200, these are the frequent ones."""

from project.payments.providers.base import Reason

# Both of its codes are here, the general one and the more detailed one.
_CODES: dict[Reason, tuple[str, ...]] = {
    "pin": ("INVALID_MPIN", "ZM", "WRONG_PIN"),
    "pin_locked": ("MPIN_LIMIT_BREACHED", "Z6"),
    "balance": ("INSUFFICIENT_BALANCE", "Z9", "IE"),
    "limit": ("TXN_FREQ_LIMIT_BREACHED", "TXN_LIMIT_BREACHED", "Z7", "Z8", "U03", "ZU"),
    "time": (
        "TXN_NOT_COMPLETED",
        "ORDER_EXPIRED",
        "REQUEST_TIME_OUT",
        "AUTH_TIMEOUT",
        "INTENT_EXPIRED",
        "TXN_AUTO_FAILED",
        "U69",
    ),
    "cancelled": ("TXN_CANCELLED", "ORDER_CANCELLED_BY_USER"),
    "declined": ("REQUEST_DECLINE_BY_REQUESTEE", "ZA"),
    "upi_id": ("INVALID_VPA", "ZH"),
    "bank": ("BANK_TECHNICAL_ISSUE", "U28", "UT", "XB", "U90"),
    "blocked": ("TXN_BLOCKED", "K1", "XP", "INTERNAL_SECURITY_BLOCK_1"),
    "card": ("INVALID_CVV_EXPIRY",),
    "card_expired": ("CARD_EXPIRED",),
    "card_blocked": ("CARD_BLOCKED",),
}
REASONS: dict[str, Reason] = {code: reason for reason, codes in _CODES.items() for code in codes}
# General codes for failures of the bank or the network.
TECHNICAL = frozenset(
    {"BANK_TECHNICAL_ISSUE", "TXN_NOT_COMPLETED", "OTHERS", "AUTH_TIMEOUT", "TXN_AUTO_FAILED"}
)
