"""Meaning of Razorpay's error reasons; its list has over a hundred, these are the relevant ones."""

from project.payments.providers.base import Reason

# `error_reason` of a failed payment; "expired" and "cancelled" are states of a link.
_WORDS: dict[Reason, tuple[str, ...]] = {
    "pin": ("incorrect_pin", "incorrect_atm_pin", "incorrect_otp"),
    "pin_locked": ("pin_attempts_exceeded",),
    "balance": ("insufficient_funds",),
    "limit": (
        "transaction_limit_exceeded",
        "transaction_daily_limit_exceeded",
        "transaction_frequency_limit_exceeded",
        "transaction_daily_count_exceeded",
        "credit_limit_exceeded",
        "mcc_amount_limit_exceeded",
    ),
    "time": (
        "expired",
        "payment_timed_out",
        "request_timed_out",
        "payment_session_expired",
        "payment_collect_request_expired",
        "otp_expired",
    ),
    "cancelled": ("cancelled", "payment_cancelled"),
    "declined": ("authorisation_declined_by_psp",),
    "upi_id": ("invalid_vpa", "vpa_resolution_failed"),
    "bank": (
        "bank_technical_error",
        "bank_not_available",
        "bank_cutoff_in_progress",
        "gateway_technical_error",
        "issuer_technical_error",
        "upi_app_technical_error",
        "invalid_response_from_gateway",
        "payment_declined_due_to_high_traffic",
        "psp_app_not_available",
        "psp_not_available",
        "server_error",
    ),
    "blocked": (
        "card_declined",
        "debit_declined",
        "payment_declined",
        "payment_risk_check_failed",
        "transaction_on_vpa_restricted",
    ),
    "card": (
        "card_number_invalid",
        "incorrect_card_details",
        "incorrect_card_expiry_date",
        "incorrect_cardholder_name",
        "incorrect_cvv",
    ),
    "card_expired": ("card_expired",),
    "card_blocked": (
        "card_not_enrolled",
        "debit_instrument_blocked",
        "debit_instrument_inactive",
        "international_transaction_not_allowed",
    ),
}
REASONS: dict[str, Reason] = {word: reason for reason, words in _WORDS.items() for word in words}
# Failures of the bank or the network.
TECHNICAL = frozenset({*_WORDS["bank"], "payment_failed", "payment_timed_out", "request_timed_out"})
