"""The effect of each answer of the provider by the payment's status: a table, without a database."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import product
from typing import Any, get_args

import pytest

from project.orders.models import Order, OrderPaymentStatus, OrderStatus
from project.payments.attempts.decisions import (
    Capture,
    Decision,
    Fail,
    LogError,
    OpenCase,
    RecordCheck,
    RecordChecked,
    RecordFacts,
    RefreshPages,
    RefundUnusable,
    Review,
    ScheduleNextCheck,
    SetReversed,
    decide_on_answer,
    decide_on_failed_call,
)
from project.payments.models import CAPTURED, CaseKind, Payment, PaymentStatus
from project.payments.providers.base import OrderAnswer, Outcome

NOW = datetime(2026, 11, 1, 12, tzinfo=UTC)
INITIATED = NOW - timedelta(minutes=1)
EXPIRES = INITIATED + timedelta(minutes=15)
SETTLED = NOW - timedelta(seconds=30)

# The provider's word for each outcome; `not_found`: it does not know the payment.
STATES = {
    "success": "COMPLETED",
    "pending": "PENDING",
    "failed": "FAILED",
    "cancelled": "FAILED",
    "expired": "FAILED",
    "unknown": "WEIRD",
}
OUTCOMES = (*get_args(Outcome), "not_found")


def make_order(**changes: Any) -> Order:
    return Order(**{"status": OrderStatus.PENDING, "payment_status": OrderPaymentStatus.PENDING} | changes)


def make_payment(status: str = PaymentStatus.PENDING, **changes: Any) -> Payment:
    """Return a payment of ₹500, not saved, that was started a minute ago and ended half a minute ago."""
    captured = status in CAPTURED
    settled = status != PaymentStatus.PENDING
    return Payment(
        **{
            "status": status,
            "provider": "phonepe",
            "transaction_id": "TXN1",
            "provider_order_id": "OMO1",
            "amount_paise": 50_000,
            "captured_paise": 50_000 if captured else 0,
            "refunded_paise": 50_000 if status == PaymentStatus.REFUNDED else 0,
            "provider_state": "COMPLETED" if captured else "FAILED" if settled else "PENDING",
            "initiated_at": INITIATED,
            "expires_at": EXPIRES,
            "settled_at": SETTLED if settled else None,
        }
        | changes
    )


def make_answer(outcome: str, **changes: Any) -> OrderAnswer | None:
    """Return the answer as the provider's adapter reads it; None for `not_found`."""
    if outcome == "not_found":
        return None
    values: dict[str, Any] = {
        "state": STATES[outcome],
        "outcome": outcome,
        "merchant_order_id": "TXN1",
        "provider_order_id": "OMO1",
        "amount_paise": 50_000,
        "currency": "INR",
        "instrument": "",
        "bank_reference": "",
        "error_code": "",
        "detailed_error_code": "",
        "expires_at": None,
        "attempts": (),
        "raw": {},
    }
    return OrderAnswer(**values | changes)


def facts(state: str, **changes: str) -> RecordFacts:
    blank = {"instrument": "", "bank_reference": "", "error_code": "", "detailed_error_code": ""}
    return RecordFacts(**{"provider_order_id": "OMO1", "provider_state": state} | blank | changes)


def case_facts(**changes: Any) -> dict[str, Any]:
    answered = {"state": "COMPLETED", "amountPaise": 50_000, "currency": "INR", "providerOrderId": "OMO1"}
    return {"expectedPaise": 50_000} | answered | changes


def unusable(kind: CaseKind) -> list[Decision]:
    return [Capture(fulfils=False), OpenCase(kind, case_facts()), RefundUnusable(kind)]


CHECK = RecordCheck(NOW, EXPIRES)
CAPTURE = Capture(fulfils=True, without_stock=unusable(CaseKind.PAID_WITHOUT_STOCK))
FORGOTTEN = LogError("the provider opened it and no longer knows it")
WEIRD = LogError("the provider says 'WEIRD', which we do not know")
# A pending payment of this age is checked each six seconds.
SOON = ScheduleNextCheck(NOW + timedelta(seconds=6))
# One that has just ended, and one that ended half a minute ago: a minute after the end.
AFTER_END = ScheduleNextCheck(NOW + timedelta(minutes=1))
LATER = ScheduleNextCheck(SETTLED + timedelta(minutes=1))
# One in review, by its start: the next check is five minutes after that.
IN_REVIEW = ScheduleNextCheck(INITIATED + timedelta(minutes=5))
NEVER = ScheduleNextCheck(None)
# One whose page would have closed a minute ago: five minutes after that.
OLD = NOW - timedelta(minutes=16)
AFTER_OLD_PAGE = ScheduleNextCheck(NOW + timedelta(minutes=4))

Table = dict[str, list[Decision]]
_PENDING: Table = {
    "pending": [CHECK, facts("PENDING"), SOON, RefreshPages()],
    "unknown": [CHECK, facts("WEIRD"), WEIRD, RecordChecked(), SOON, RefreshPages()],
    "success": [CHECK, facts("COMPLETED"), CAPTURE, NEVER],
    "failed": [CHECK, facts("FAILED"), Fail(PaymentStatus.FAILED), AFTER_END],
    "cancelled": [CHECK, facts("FAILED"), Fail(PaymentStatus.CANCELLED), AFTER_END],
    "expired": [CHECK, facts("FAILED"), Fail(PaymentStatus.EXPIRED), AFTER_END],
    "not_found": [CHECK, FORGOTTEN, SOON],
}
_ENDED: Table = {
    # Stale: the answer is older than the payment's status.
    "pending": [CHECK, LATER],
    "unknown": [CHECK, LATER],
    # Late success counts, whatever was believed before.
    "success": [CHECK, facts("COMPLETED"), CAPTURE, NEVER],
    # The status stays, whichever way it ended first.
    "failed": [CHECK, facts("FAILED"), LATER],
    "cancelled": [CHECK, facts("FAILED"), LATER],
    "expired": [CHECK, facts("FAILED"), LATER],
    "not_found": [CHECK, FORGOTTEN, LATER],
}
_CAPTURED: Table = {
    "success": [CHECK, facts("COMPLETED"), NEVER],
    # Stale: a late failure never undoes success.
    **{outcome: [CHECK, NEVER] for outcome in ("pending", "unknown", "failed", "cancelled", "expired")},
    "not_found": [CHECK, FORGOTTEN, NEVER],
}
TABLE: dict[str, Table] = {
    PaymentStatus.PENDING: _PENDING,
    PaymentStatus.FAILED: _ENDED,
    PaymentStatus.CANCELLED: _ENDED,
    PaymentStatus.EXPIRED: _ENDED,
    PaymentStatus.SUCCESS: _CAPTURED,
    PaymentStatus.REFUNDED: _CAPTURED,
}


@pytest.mark.parametrize(("status", "outcome"), [*product(PaymentStatus.values, OUTCOMES)])
def test_every_answer_to_every_status(status: str, outcome: str) -> None:
    payment = make_payment(status)

    decisions = decide_on_answer(payment, make_order(), make_answer(outcome), NOW)

    assert decisions == TABLE[status][outcome]


@pytest.mark.parametrize("status", [status for status in PaymentStatus.values if status not in CAPTURED])
@pytest.mark.parametrize(
    ("order", "expected"),
    [
        # Another payment covers the order, or did before its money went back.
        ({"status": "confirmed", "payment_status": "paid"}, unusable(CaseKind.PAID_TWICE)),
        ({"status": "delivered", "payment_status": "paid"}, unusable(CaseKind.PAID_TWICE)),
        ({"status": "cancelled", "payment_status": "paid"}, unusable(CaseKind.PAID_TWICE)),
        ({"status": "refunded", "payment_status": "refunded"}, unusable(CaseKind.PAID_TWICE)),
        ({"status": "cancelled", "payment_status": "pending"}, unusable(CaseKind.PAID_AFTER_CANCEL)),
        ({"status": "cancelled", "payment_status": "failed"}, unusable(CaseKind.PAID_AFTER_CANCEL)),
        ({"status": "pending", "payment_status": "failed"}, [CAPTURE]),
    ],
)
def test_success_of_an_order_that_may_have_ended(
    status: str, order: dict[str, str], expected: list[Decision]
) -> None:
    answer = make_answer("success")

    decisions = decide_on_answer(make_payment(status), make_order(**order), answer, NOW)

    assert decisions == [CHECK, facts("COMPLETED"), *expected, NEVER]


def test_success_after_the_page_and_the_hold_expired_still_confirms() -> None:
    start, expiry = NOW - timedelta(hours=30), NOW - timedelta(hours=29)
    payment = make_payment(PaymentStatus.EXPIRED, initiated_at=start, expires_at=expiry, settled_at=expiry)

    decisions = decide_on_answer(payment, make_order(), make_answer("success"), NOW)

    assert decisions == [RecordCheck(NOW, expiry), facts("COMPLETED"), CAPTURE, NEVER]


@pytest.mark.parametrize("status", PaymentStatus.values)
@pytest.mark.parametrize(
    ("answered", "kind", "case"),
    [
        ({"amount_paise": 49_900}, CaseKind.AMOUNT_DIFFERS, {"amountPaise": 49_900}),
        ({"amount_paise": None}, CaseKind.AMOUNT_DIFFERS, {"amountPaise": None}),
        ({"currency": "USD"}, CaseKind.AMOUNT_DIFFERS, {"currency": "USD"}),
        ({"merchant_order_id": "TXN2"}, CaseKind.ID_DIFFERS, {}),
        ({"provider_order_id": "OMO2"}, CaseKind.ID_DIFFERS, {"providerOrderId": "OMO2"}),
    ],
)
def test_success_that_differs_goes_to_staff(
    status: str, answered: dict[str, Any], kind: CaseKind, case: dict[str, Any]
) -> None:
    decisions = decide_on_answer(make_payment(status), make_order(), make_answer("success", **answered), NOW)

    review = [CHECK, facts("COMPLETED"), Review(kind, case_facts(**case))]
    if status == PaymentStatus.PENDING:
        assert decisions == [*review, RecordChecked(), IN_REVIEW, RefreshPages()]
    elif status in CAPTURED:
        assert decisions == [*review, NEVER]
    else:
        assert decisions == [*review, RecordChecked(), IN_REVIEW]


def test_mismatch_does_not_record_the_providers_id() -> None:
    payment = make_payment(provider_order_id="")

    wrong = decide_on_answer(payment, make_order(), make_answer("success", amount_paise=1), NOW)
    right = decide_on_answer(payment, make_order(), make_answer("success"), NOW)

    assert wrong[1] == facts("COMPLETED", provider_order_id="")
    assert right[1] == facts("COMPLETED", provider_order_id="OMO1")


def test_answer_that_became_right_is_captured_out_of_review() -> None:
    payment = make_payment(in_review=True, provider_state="COMPLETED")

    decisions = decide_on_answer(payment, make_order(), make_answer("success"), NOW)

    assert decisions == [CHECK, facts("COMPLETED"), CAPTURE, NEVER]


def test_wrong_amount_that_was_recorded_as_captured_is_no_mismatch() -> None:
    payment = make_payment(PaymentStatus.SUCCESS, captured_paise=49_900)

    decisions = decide_on_answer(payment, make_order(), make_answer("success", amount_paise=49_900), NOW)

    assert decisions == [CHECK, facts("COMPLETED"), NEVER]


@pytest.mark.parametrize(
    ("outcome", "row", "expected"),
    [
        # Taken back: all that was not refunded.
        ("failed", {}, [SetReversed(50_000, "FAILED")]),
        ("cancelled", {"refunded_paise": 20_000}, [SetReversed(30_000, "FAILED")]),
        ("expired", {"reversed_paise": 50_000}, []),
        ("failed", {"status": "REFUNDED", "refunded_paise": 50_000}, []),
        # Given again.
        ("success", {"reversed_paise": 50_000}, [facts("COMPLETED"), SetReversed(0, "COMPLETED")]),
        ("success", {}, [facts("COMPLETED")]),
        ("pending", {}, []),
        ("unknown", {"reversed_paise": 50_000}, []),
    ],
)
def test_answer_after_the_capture_reverses_or_reinstates(
    outcome: str, row: dict[str, Any], expected: Sequence[Decision]
) -> None:
    payment = make_payment(**{"status": "SUCCESS"} | row)

    decisions = decide_on_answer(payment, make_order(), make_answer(outcome), NOW, after_capture=True)

    assert decisions == [CHECK, *expected, NEVER]


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        # Never opened there: it expires after its lifetime, and not before.
        ({}, [SOON]),
        ({"initiated_at": OLD}, [Fail(PaymentStatus.EXPIRED), AFTER_OLD_PAGE]),
        ({"status": "FAILED", "initiated_at": OLD}, [AFTER_OLD_PAGE]),
        ({"status": "SUCCESS", "initiated_at": OLD}, [NEVER]),
        # Opened there: time alone does not end it.
        ({"provider_order_id": "OMO1", "initiated_at": OLD}, [FORGOTTEN, AFTER_OLD_PAGE]),
    ],
)
def test_payment_that_the_provider_does_not_know(row: dict[str, Any], expected: Sequence[Decision]) -> None:
    payment = make_payment(**{"provider_order_id": "", "expires_at": None} | row)

    decisions = decide_on_answer(payment, make_order(), None, NOW)

    assert decisions == [RecordCheck(NOW, None), *expected]


def test_pending_payment_that_is_never_checked_again_opens_a_case() -> None:
    start = NOW - timedelta(hours=73)
    payment = make_payment(initiated_at=start, expires_at=start + timedelta(minutes=15))
    checked = RecordCheck(NOW, payment.expires_at)
    case = OpenCase(CaseKind.NEVER_SETTLED, {"expectedPaise": 50_000})

    decisions = decide_on_answer(payment, make_order(), make_answer("pending"), NOW)

    assert decisions == [checked, facts("PENDING"), case, NEVER, RefreshPages()]
    assert decide_on_answer(payment, make_order(), None, NOW) == [checked, FORGOTTEN, case, NEVER]
    assert decide_on_failed_call(payment, NOW) == [case, NEVER]
    # Staff have one in review before them already.
    assert decide_on_failed_call(make_payment(in_review=True, initiated_at=start), NOW) == [NEVER]


def test_failed_call_only_schedules_the_next_check() -> None:
    assert decide_on_failed_call(make_payment(), NOW) == [SOON]
    assert decide_on_failed_call(make_payment(PaymentStatus.FAILED), NOW) == [LATER]
    assert decide_on_failed_call(make_payment(PaymentStatus.SUCCESS), NOW) == [NEVER]


def test_new_expiry_of_the_page_counts_for_the_next_check() -> None:
    closed = NOW - timedelta(seconds=10)

    decisions = decide_on_answer(make_payment(), make_order(), make_answer("pending", expires_at=closed), NOW)

    check_after_page = ScheduleNextCheck(closed + timedelta(minutes=1))
    assert decisions == [RecordCheck(NOW, closed), facts("PENDING"), check_after_page, RefreshPages()]


def test_facts_are_cut_to_their_columns_and_blank_ones_keep_the_old() -> None:
    payment = make_payment(instrument="UPI", bank_reference="123456789012", error_code="OLD")
    answer = make_answer("pending", state="S" * 80, error_code="E" * 120, detailed_error_code="D" * 120)

    decisions = decide_on_answer(payment, make_order(), answer, NOW)

    recorded = facts(
        "S" * 64,
        instrument="UPI",
        bank_reference="123456789012",
        error_code="E" * 100,
        detailed_error_code="D" * 100,
    )
    assert decisions == [CHECK, recorded, RecordChecked(), SOON, RefreshPages()]
