"""Interface of a payment provider, in the shop's terms.

Nothing here knows the database or Django, so an adapter can be driven and tested alone. Amounts are whole
paise, times are aware datetimes in UTC. No type here and no exception carries a credential or a token.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, ClassVar, Literal, Protocol, Self

# What a provider's state means to the shop. "unknown" is a word we do not know: it counts as pending and
# is logged as an error. "expired" is final: the order was never paid and no longer can be.
Outcome = Literal["success", "pending", "failed", "cancelled", "expired", "unknown"]
RefundOutcome = Literal["success", "pending", "failed", "unknown"]
DisputeOutcome = Literal["open", "under_review", "won", "lost", "closed", "unknown"]
# How far a dispute has gone; "" when the answer does not say. The first two claim no money yet.
DisputeStage = Literal["fraud", "retrieval", "chargeback", "pre_arbitration", "arbitration", ""]
# "hmac" covers the body; "sha" is a constant password.
WebhookProof = Literal["hmac", "sha", ""]
Instrument = Literal["UPI", "Card", "NetBanking", "Wallet", ""]
# Why a payment failed; `project/payments/shared/reasons.py` has the sentence for each.
Reason = Literal[
    "pin",
    "pin_locked",
    "balance",
    "limit",
    "time",
    "cancelled",
    "declined",
    "upi_id",
    "bank",
    "blocked",
    "card",
    "card_expired",
    "card_blocked",
]
# "reversal": of a payment, taken back by a dispute or given again, or the fee of that (with amount 0). "tax":
# withheld as TDS or TCS. "other": recoveries and adjustments, which belong to no payment of ours.
StatementKind = Literal["payment", "refund", "reversal", "tax", "other"]
# "line": one that cannot be read; "columns": some are missing, or it is another kind of file.
StatementProblem = Literal["encoding", "not_csv", "columns", "line", "currency", "empty", "too_long"]


@dataclass(frozen=True)
class CreatedPayment:
    """An order the provider opened for us; the shopper pays it at `redirect_url` until `expires_at`."""

    merchant_order_id: str
    provider_order_id: str
    redirect_url: str = field(repr=False)  # holds a token: whoever has it can open the pay page
    expires_at: datetime
    state: str


@dataclass(frozen=True)
class Attempt:
    """One try to pay an order. It never decides anything: the order's own state does."""

    provider_transaction_id: str
    state: str
    mode: str
    instrument: Instrument
    amount_paise: int | None
    at: datetime | None
    # By which the customer's bank finds the money (UTR, ARN); "" until the answer has it.
    bank_reference: str
    error_code: str
    detailed_error_code: str


@dataclass(frozen=True)
class OrderAnswer:
    """The provider's present status of an order.

    `amount_paise` is None when the answer holds no readable amount, `merchant_order_id` is "" when the answer
    does not repeat it. Whoever settles money compares amount, currency and ids with the shop's own row.
    `instrument` and `bank_reference` are those of the attempt that paid, of the newest while none has;
    `attempts` holds the newest last.
    """

    state: str
    outcome: Outcome
    merchant_order_id: str
    provider_order_id: str
    amount_paise: int | None
    currency: str
    instrument: Instrument
    bank_reference: str
    error_code: str
    detailed_error_code: str
    expires_at: datetime | None
    attempts: tuple[Attempt, ...]
    raw: dict[str, Any]


@dataclass(frozen=True)
class RefundAnswer:
    """The provider's present status of a refund."""

    state: str
    outcome: RefundOutcome
    merchant_refund_id: str
    provider_refund_id: str
    merchant_order_id: str
    amount_paise: int | None
    error_code: str = ""
    detailed_error_code: str = ""
    # By which the customer's bank finds the money (UTR, ARN); "" until the answer has it.
    bank_reference: str = ""
    raw: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class DisputeAnswer:
    """The provider's present status of a dispute; `amount_paise` is None without a readable amount."""

    provider_dispute_id: str
    merchant_order_id: str
    state: str
    outcome: DisputeOutcome
    phase: DisputeStage
    amount_paise: int | None
    currency: str
    reason_code: str
    opened_at: datetime | None
    # Until when it takes evidence.
    respond_by: datetime | None


@dataclass(frozen=True)
class WebhookFacts:
    """Claim of a provider's webhook message. A hint: only the provider's status answer is a fact.

    `dedupe_key` is equal for copies of one message and at most 200 characters long.
    """

    event: str
    dedupe_key: str
    merchant_order_id: str = ""
    provider_order_id: str = ""
    merchant_refund_id: str = ""
    provider_refund_id: str = ""
    state: str = ""
    amount_paise: int | None = None
    raw: dict[str, Any] = field(default_factory=dict)
    # What its state means, of the order or of the refund it is about.
    claims: Outcome = "unknown"
    # Of a message about a dispute: its id, "" when the message does not say; and what its state means.
    is_dispute: bool = False
    provider_dispute_id: str = ""
    dispute_claims: DisputeOutcome = "unknown"

    @property
    def is_refund(self) -> bool:
        return bool(self.merchant_refund_id or self.provider_refund_id)


@dataclass(frozen=True)
class StatementEntry:
    """One line of a settlement report: what the provider says it paid to our bank for one transaction.

    `amount_paise` is what came (positive) or went (negative), `fee_paise` what was kept of it, taxes included
    (negative when a fee is given back); the line settles the difference. Days are Indian days.
    """

    line: int
    kind: StatementKind
    word: str
    merchant_reference: str
    provider_reference: str
    instrument: str
    transacted_on: date
    settled_on: date
    bank_reference: str
    amount_paise: int
    fee_paise: int
    # Of a reversal: the provider's id of the dispute, "" when the report does not name it.
    dispute_reference: str = ""


class ProviderError(Exception):
    """The provider did not give a usable answer."""


class ProviderUnavailable(ProviderError):
    """No answer, or none of the provider's own: time-out, broken connection, 429, 5xx, a page of HTML.

    Says nothing about the money: what was asked for may have happened.
    """


class ProviderUnreadable(ProviderError):
    """An answer came and cannot be understood. Says nothing about the money either."""


class StatementUnreadable(ProviderError):
    """A settlement report is not one, or a line of it cannot be read.

    `column` may name several; `found` stands there instead of rupees.
    """

    def __init__(
        self, problem: StatementProblem, *, line: int = 0, column: str = "", found: str = ""
    ) -> None:
        super().__init__(f"{problem} {line or ''} {column}".strip())
        self.problem: StatementProblem = problem
        self.line = line
        self.column = column
        self.found = found


class ProviderRefused(ProviderError):
    """The provider understood and said no; nothing happened."""

    def __init__(self, http_status: int, code: str, message: str) -> None:
        super().__init__(f"{http_status} {code}: {message}")
        self.http_status = http_status
        self.code = code
        self.message = message


class AccountRefused(ProviderRefused):
    """The provider does not accept our credentials: nothing was asked, nothing can be until somebody acts."""


class PaymentExists(ProviderError):
    """The order is open at the provider, but the address of its pay page is lost (or was never ours).

    Where the provider tells that address only once, the shopper needs a new order id; the old one must be
    watched until it is final, because it can still be paid.
    """

    def __init__(self, answer: OrderAnswer) -> None:
        super().__init__(f"already exists as {answer.provider_order_id}, {answer.state}")
        self.answer = answer


class Provider(Protocol):
    """One payment provider.

    The class says what the shop must know without asking; an instance is one account's client, whose calls
    block for a bounded time and may raise `ProviderError`. What is implemented here is true of a provider
    without settings, disputes and reports that can be fetched.
    """

    # Stands in the database with each payment and in the webhook's URL: it never changes.
    name: ClassVar[str]
    # What people call it.
    label: ClassVar[str]
    # Headers of a webhook, in lower case: those that prove it, whose values are never stored, and those to
    # store with it.
    proof_headers: ClassVar[frozenset[str]]
    kept_headers: ClassVar[frozenset[str]]
    # The states of an order that are known to mean "wait"; any other one of a pending payment is looked into.
    pending_states: ClassVar[frozenset[str]]
    # Why a payment failed, by either of its error codes; a code that is not here is no particular reason.
    reasons: ClassVar[Mapping[str, Reason]]
    # The general error codes that are failures of the bank or the network, not of the shopper.
    technical_codes: ClassVar[frozenset[str]]
    # The fields of an account that an admin may enter on screen, and whether each is secret.
    entered: ClassVar[Mapping[str, bool]] = {}
    # Whether `dispute_status` answers; where it does not, staff say how a dispute ended.
    reports_disputes: ClassVar[bool] = False
    # Where the API is, whose answers tell the provider's time; "" when nothing is asked over HTTP.
    api_url: str = ""

    @classmethod
    def setting(cls, field: str) -> str:
        """Return the name of the setting that has this field of the account."""
        return f"{cls.name}_{field}".upper()

    @classmethod
    def missing_fields(cls, values: Mapping[str, str]) -> set[str]:
        """Return the fields that must be entered, too."""
        return {field for field in cls.entered if not values[field]}

    @classmethod
    def of_account(cls, values: Mapping[str, str]) -> Self:
        """Return this process's client for the account that was entered on screen."""
        return cls.from_settings()

    @classmethod
    def try_account(cls, values: Mapping[str, str]) -> None:
        """Ask the provider something with the keys of this account. Raises ProviderError."""
        cls.of_account(values).order_status("TXN0")

    @classmethod
    def settings_from_environment(cls, *, double_url: str, required: bool) -> Mapping[str, str]:
        """Return the adapter's own Django settings; with `double_url`, what is not set is that double's.

        Raises ImproperlyConfigured when one is missing that is `required`.
        """
        return {}

    @classmethod
    def settings_of_double(cls, url: str) -> Mapping[str, str]:
        """Return the settings with which the adapter speaks to a double of the provider at this address."""
        return {}

    @classmethod
    def from_settings(cls) -> Self:
        """Return this process's client for the configured account."""
        ...

    def create_payment(
        self, *, merchant_order_id: str, amount_paise: int, expire_after: int, redirect_url: str
    ) -> CreatedPayment:
        """Open an order of `amount_paise` that can be paid for `expire_after` seconds.

        Raises `PaymentExists` when the id is taken, `ProviderRefused` when nothing was opened, and any other
        `ProviderError` when that is not known: keep the row and ask `order_status` later.
        """
        ...

    def order_status(self, merchant_order_id: str) -> OrderAnswer | None:
        """Return the order's state, or None when the provider does not know this id."""
        ...

    def create_refund(
        self, *, merchant_refund_id: str, merchant_order_id: str, amount_paise: int
    ) -> RefundAnswer:
        """Ask for `amount_paise` of a paid order back. Repeating the call with the same id refunds once."""
        ...

    def refund_status(self, merchant_refund_id: str, *, merchant_order_id: str) -> RefundAnswer | None:
        """Return the state of this order's refund, or None when the provider does not know this id."""
        ...

    def dispute_status(self, provider_dispute_id: str) -> DisputeAnswer | None:
        """Return the state of a dispute, or None when the provider does not know this id."""
        return None

    def read_order(self, body: dict[str, Any]) -> OrderAnswer:
        """Parse the provider's own answer about an order (`OrderAnswer.raw`)."""
        ...

    def read_refund(self, body: dict[str, Any]) -> RefundAnswer:
        """Parse the provider's own answer about a refund (`RefundAnswer.raw`)."""
        ...

    def verify_webhook(self, headers: Mapping[str, str], body: bytes) -> WebhookProof:
        """Return what proves that the provider sent the message; "" (false) when nothing does."""
        ...

    def parse_webhook(self, body: bytes) -> WebhookFacts:
        """Read a message; odd fields become empty, `ProviderUnreadable` when it is not a JSON object."""
        ...

    def read_statement(self, body: bytes) -> tuple[StatementEntry, ...]:
        """Read a settlement report, whole or not at all. Raises `StatementUnreadable`."""
        ...

    def fetch_statement(self, day: date) -> bytes | None:
        """Return the report of this settlement day, None when there is none or none can be fetched.

        Raises `ProviderUnavailable`.
        """
        return None
