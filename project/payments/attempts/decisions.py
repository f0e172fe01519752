"""Decide what a provider's answer changes: from a payment, its order, the answer and the time to decisions.

Pure functions: they write nothing and read no other rows. `status_check` applies the decisions, in
their order, under the row lock.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from project.orders.models import Order, OrderPaymentStatus, OrderStatus
from project.payments.attempts.schedule import next_check
from project.payments.models import CAPTURED, CaseKind, Payment, PaymentStatus
from project.payments.providers.base import OrderAnswer

# A payment page whose creation was not answered is expected no longer: nobody has its address.
UNANSWERED = timedelta(minutes=15)
_FINAL = {
    "failed": PaymentStatus.FAILED,
    "cancelled": PaymentStatus.CANCELLED,
    "expired": PaymentStatus.EXPIRED,
}


@dataclass(frozen=True)
class RecordCheck:
    """Record when the provider was asked, and until when its pay page is open."""

    at: datetime
    expires_at: datetime | None


@dataclass(frozen=True)
class RecordFacts:
    """Record what the answer says besides the status; the fields are the payment's columns."""

    provider_order_id: str
    provider_state: str
    instrument: str
    bank_reference: str
    error_code: str
    detailed_error_code: str


@dataclass(frozen=True)
class Review:
    """Close the pay page and leave the payment to staff: the reported success is not this payment's."""

    kind: CaseKind
    facts: Mapping[str, Any]


@dataclass(frozen=True)
class Capture:
    """Record the captured amount. If the payment `fulfils` its order, confirm the order first.

    Only the confirmation finds out whether there is stock: `without_stock` is applied instead if not.
    """

    fulfils: bool
    without_stock: "Sequence[Decision]" = ()


@dataclass(frozen=True)
class RefundUnusable:
    """Refund a captured payment that cannot fulfil its order, for the reason of its case."""

    kind: CaseKind


@dataclass(frozen=True)
class RefundTrial:
    """Refund the rupee of a payment trial."""


@dataclass(frozen=True)
class Fail:
    """End the pending payment with this status."""

    status: PaymentStatus


@dataclass(frozen=True)
class SetReversed:
    """Set the amount that the provider has taken back, unless settlement reports say it."""

    paise: int
    state: str


@dataclass(frozen=True)
class RecordChecked:
    """Record that the facts changed, unless an earlier decision has recorded more than that."""


@dataclass(frozen=True)
class LogError:
    """Log what the provider should not say."""

    message: str


@dataclass(frozen=True)
class OpenCase:
    """Open a case for staff."""

    kind: CaseKind
    facts: Mapping[str, Any]


@dataclass(frozen=True)
class ScheduleNextCheck:
    """Set when the provider is asked again; None: no more."""

    at: datetime | None


@dataclass(frozen=True)
class RefreshPages:
    """Update the times of the checks on open pages, unless an earlier decision has recorded an event."""


Decision = (
    RecordCheck
    | RecordFacts
    | Review
    | Capture
    | RefundUnusable
    | RefundTrial
    | Fail
    | SetReversed
    | RecordChecked
    | LogError
    | OpenCase
    | ScheduleNextCheck
    | RefreshPages
)


def decide_on_answer(
    payment: Payment, order: Order, answer: OrderAnswer | None, now: datetime, *, after_capture: bool = False
) -> list[Decision]:
    """Return what the provider's answer changes, in order; `None` says that it does not know the payment.

    Success needs our id, amount and currency; a mismatch opens a case. A late failure never undoes success:
    with `after_capture`, which says that the payment was captured before the provider was asked, it is a
    reversal.
    """
    if answer is None:
        return _decide_on_unknown_payment(payment, now)
    expires_at = answer.expires_at or payment.expires_at
    decisions: list[Decision] = [RecordCheck(now, expires_at)]
    if not _is_stale(payment, answer):
        facts = _new_facts(payment, answer)
        outcome = _decide_on_outcome(payment, order, answer)
        decisions += [facts, *outcome]
        if not any(isinstance(each, Capture | Fail) for each in outcome) and _differs(payment, facts):
            decisions.append(RecordChecked())
    if after_capture and payment.status in CAPTURED:
        decisions += _decide_on_reversal(payment, answer)
    decisions += _decide_on_next_check(payment, decisions, expires_at, now)
    if _status_after(payment, decisions) == PaymentStatus.PENDING:
        decisions.append(RefreshPages())
    return decisions


def decide_on_failed_call(payment: Payment, now: datetime) -> list[Decision]:
    """Return what a call without a usable answer changes: only the time of the next check."""
    return _decide_on_next_check(payment, [], payment.expires_at, now)


def is_success_of(payment: Payment, answer: OrderAnswer) -> bool:
    """Return whether the answer is a success of this payment, with its id, amount and currency."""
    return answer.outcome == "success" and _mismatch(payment, answer) is None


def _is_stale(payment: Payment, answer: OrderAnswer) -> bool:
    """Return whether the answer is older than the payment's status: answers can arrive out of order."""
    if payment.status in CAPTURED:
        return answer.outcome != "success"
    return payment.status != PaymentStatus.PENDING and answer.outcome in ("pending", "unknown")


def _new_facts(payment: Payment, answer: OrderAnswer) -> RecordFacts:
    provider_order_id = payment.provider_order_id
    if not provider_order_id and _mismatch(payment, answer) is None:
        provider_order_id = answer.provider_order_id[:80]
    return RecordFacts(
        provider_order_id=provider_order_id,
        provider_state=answer.state[:64],
        instrument=answer.instrument or payment.instrument,
        bank_reference=answer.bank_reference[:64] or payment.bank_reference,
        error_code=answer.error_code[:100],
        detailed_error_code=answer.detailed_error_code[:100],
    )


def _differs(payment: Payment, facts: RecordFacts) -> bool:
    """Return whether the facts that pages show differ from the payment's."""
    shown = ("provider_state", "instrument", "bank_reference", "error_code", "detailed_error_code")
    return any(getattr(payment, name) != getattr(facts, name) for name in shown)


def _decide_on_outcome(payment: Payment, order: Order, answer: OrderAnswer) -> list[Decision]:
    """Return what an answer that is not stale does to the payment's status."""
    if fault := _mismatch(payment, answer):
        return [Review(fault, _case_facts(payment, answer))]
    if answer.outcome == "success":
        return [] if payment.status in CAPTURED else _decide_on_capture(payment, order, answer)
    if answer.outcome in _FINAL:
        return [Fail(_FINAL[answer.outcome])] if payment.status == PaymentStatus.PENDING else []
    if answer.outcome == "unknown":
        return [LogError(f"the provider says {answer.state!r}, which we do not know")]
    return []


def _mismatch(payment: Payment, answer: OrderAnswer) -> CaseKind | None:
    """Return the case to open when a success differs from the payment in id, amount or currency."""
    if answer.outcome != "success":
        return None
    if answer.merchant_order_id and answer.merchant_order_id != payment.transaction_id:
        return CaseKind.ID_DIFFERS
    known = payment.provider_order_id
    if known and answer.provider_order_id and answer.provider_order_id != known:
        return CaseKind.ID_DIFFERS
    if (
        # A wrong amount that was recorded as captured is no mismatch any more.
        answer.amount_paise != (payment.captured_paise or payment.amount_paise)
        or (answer.currency or payment.currency) != payment.currency
    ):
        return CaseKind.AMOUNT_DIFFERS
    return None


def _decide_on_capture(payment: Payment, order: Order, answer: OrderAnswer) -> list[Decision]:
    """Return the capture, which confirms the order or, if it cannot, is refunded."""

    def unusable(kind: CaseKind) -> list[Decision]:
        return [
            Capture(fulfils=False),
            OpenCase(kind, _case_facts(payment, answer)),
            RefundUnusable(kind),
        ]

    if order.payment_trial:
        return [Capture(fulfils=False), RefundTrial()]
    if order.payment_status in (OrderPaymentStatus.PAID, OrderPaymentStatus.REFUNDED) or order.awaits_cash:
        return unusable(CaseKind.PAID_TWICE)
    if OrderStatus.CONFIRMED not in (order.status, *order.TRANSITIONS[order.status]):
        return unusable(CaseKind.PAID_AFTER_CANCEL)
    return [Capture(fulfils=True, without_stock=unusable(CaseKind.PAID_WITHOUT_STOCK))]


def _decide_on_reversal(payment: Payment, answer: OrderAnswer) -> list[Decision]:
    """Return the new reversed amount of a captured payment.

    A failure after success means that all that was neither refunded nor disputed is reversed; success, that
    nothing is.
    """
    if answer.outcome == "success":
        paise = 0
    elif answer.outcome in _FINAL:
        known = payment.refunded_paise + payment.disputed_paise + payment.dispute_lost_paise
        paise = max(0, payment.captured_paise - known)
    else:
        return []
    return [] if paise == payment.reversed_paise else [SetReversed(paise, answer.state)]


def _decide_on_unknown_payment(payment: Payment, now: datetime) -> list[Decision]:
    """Return what changes when the provider does not know the id: the payment expires after its lifetime."""
    decisions: list[Decision] = [RecordCheck(now, payment.expires_at)]
    if payment.provider_order_id:
        decisions.append(LogError("the provider opened it and no longer knows it"))
    elif payment.status == PaymentStatus.PENDING and now > payment.initiated_at + UNANSWERED:
        decisions.append(Fail(PaymentStatus.EXPIRED))
    return [*decisions, *_decide_on_next_check(payment, decisions, payment.expires_at, now)]


def _decide_on_next_check(
    payment: Payment, earlier: Sequence[Decision], expires_at: datetime | None, now: datetime
) -> list[Decision]:
    """Return when to check next, after the earlier decisions.

    A pending payment that is never checked again opens a case.
    """
    status = _status_after(payment, earlier)
    settled_at = payment.settled_at if status == payment.status else now
    in_review = payment.in_review or any(isinstance(each, Review) for each in earlier)
    expires_at = expires_at or payment.initiated_at + UNANSWERED
    if status in CAPTURED:
        return [ScheduleNextCheck(None)]
    if in_review:
        # Keep checking: the provider may correct its answer before staff resolve the case.
        expires_at = payment.initiated_at
    elif status != PaymentStatus.PENDING:
        # Final by the provider's answer; late success is checked for at the slow end of the schedule.
        expires_at = min(expires_at, settled_at or now)
    due = next_check(initiated_at=payment.initiated_at, expires_at=expires_at, now=now)
    if due is None and status == PaymentStatus.PENDING and not in_review:
        case = OpenCase(CaseKind.NEVER_SETTLED, {"expectedPaise": payment.amount_paise})
        return [case, ScheduleNextCheck(None)]
    return [ScheduleNextCheck(due)]


def _status_after(payment: Payment, decisions: Sequence[Decision]) -> str:
    """Return the payment's status once the decisions are applied."""
    for decision in decisions:
        if isinstance(decision, Capture):
            return PaymentStatus.SUCCESS
        if isinstance(decision, Fail):
            return decision.status
    return payment.status


def _case_facts(payment: Payment, answer: OrderAnswer) -> dict[str, Any]:
    """Return the facts of a case about this answer."""
    return {
        "expectedPaise": payment.amount_paise,
        "state": answer.state,
        "amountPaise": answer.amount_paise,
        "currency": answer.currency,
        "providerOrderId": answer.provider_order_id,
    }
