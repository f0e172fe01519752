from __future__ import annotations

from collections.abc import Callable

import pytest

from project.payments.providers.base import CreatedPayment, ProviderRefused, ProviderUnavailable
from project.payments.providers.phonepe.adapter import PhonePe
from tests.sandbox_process import Method, Outcome, SandboxProcess

Pay = Callable[..., CreatedPayment]


def test_an_order_nobody_tried_to_pay_is_pending(phonepe: PhonePe, pay: Pay) -> None:
    created = pay("TXN1")

    answer = phonepe.order_status("TXN1")

    assert answer is not None
    assert (answer.state, answer.outcome, answer.attempts, answer.instrument) == (
        "PENDING",
        "pending",
        (),
        "",
    )
    assert answer.provider_order_id == created.provider_order_id
    assert answer.expires_at == created.expires_at


@pytest.mark.parametrize(
    ("method", "instrument"),
    [("upi", "UPI"), ("card", "Card"), ("netbanking", "NetBanking"), ("wallet", "Wallet")],
)
def test_a_paid_order_says_how_much_and_with_what(
    phonepe: PhonePe, pay: Pay, sandbox: SandboxProcess, method: Method, instrument: str
) -> None:
    sandbox.pay(pay("TXN1").redirect_url, method=method)

    answer = phonepe.order_status("TXN1")

    assert answer is not None
    assert (answer.state, answer.outcome) == ("COMPLETED", "success")
    assert (answer.amount_paise, answer.currency, answer.instrument) == (123_450, "INR", instrument)
    assert answer.error_code == ""
    assert answer.raw["state"] == "COMPLETED"


def test_a_failed_attempt_leaves_the_order_pending_and_the_next_may_pay_it(
    phonepe: PhonePe, pay: Pay, sandbox: SandboxProcess
) -> None:
    page = pay("TXN1").redirect_url
    sandbox.pay(page, "failure", method="card", reason="CARD_EXPIRED")

    after_failure = phonepe.order_status("TXN1")
    sandbox.pay(page, "success")
    after_success = phonepe.order_status("TXN1")

    assert after_failure is not None and after_success is not None
    assert after_failure.outcome == "pending"
    assert after_failure.attempts[0].detailed_error_code == "CARD_EXPIRED"
    assert after_success.outcome == "success"
    assert [attempt.state for attempt in after_success.attempts] == ["FAILED", "COMPLETED"]
    assert after_success.instrument == "UPI"


@pytest.mark.parametrize(("step", "outcome"), [("cancel", "cancelled"), ("pending", "pending")])
def test_what_the_shopper_did_on_the_page_is_told(
    phonepe: PhonePe, pay: Pay, sandbox: SandboxProcess, step: Outcome, outcome: str
) -> None:
    sandbox.pay(pay("TXN1").redirect_url, step)

    answer = phonepe.order_status("TXN1")

    assert answer is not None
    assert answer.outcome == outcome


def test_an_order_nobody_paid_in_time_is_expired(phonepe: PhonePe, pay: Pay, sandbox: SandboxProcess) -> None:
    pay("TXN1")
    sandbox.control("/clock", advance=601)

    answer = phonepe.order_status("TXN1")

    assert answer is not None
    assert (answer.state, answer.outcome) == ("FAILED", "expired")
    assert (answer.error_code, answer.detailed_error_code) == ("TXN_NOT_COMPLETED", "ORDER_EXPIRED")
    assert answer.raw["errorContext"]["detailedErrorCode"] == "ORDER_EXPIRED"


def test_a_bank_may_answer_after_the_expiry(phonepe: PhonePe, pay: Pay, sandbox: SandboxProcess) -> None:
    sandbox.pay(pay("TXN1").redirect_url, "pending")
    sandbox.control("/clock", advance=4000)

    waiting = phonepe.order_status("TXN1")
    sandbox.settle("TXN1", "success")
    paid = phonepe.order_status("TXN1")

    assert waiting is not None and paid is not None
    assert (waiting.outcome, paid.outcome) == ("pending", "success")


@pytest.mark.parametrize("as_404", [False, True])
def test_an_order_the_provider_never_heard_of_is_none(
    phonepe: PhonePe, sandbox: SandboxProcess, as_404: bool
) -> None:
    if as_404:
        sandbox.fault("unknown_is_404", on="status")

    assert phonepe.order_status("TXN-unknown") is None


def test_a_wrong_base_address_is_not_taken_for_an_unknown_order(
    make_client: Callable[..., PhonePe], sandbox: SandboxProcess
) -> None:
    client = make_client(pg_url=f"{sandbox.url}/apis/other")

    with pytest.raises((ProviderRefused, ProviderUnavailable)):
        client.order_status("TXN1")


@pytest.mark.parametrize("fault", ["drop", "error_html", "error_json", "too_many", "garbage", "reply_lost"])
def test_a_question_is_asked_again_until_it_is_answered(
    phonepe: PhonePe, pay: Pay, sandbox: SandboxProcess, fault: str
) -> None:
    pay("TXN1")
    sandbox.fault(fault, on="status", value="not json", times=2)

    answer = phonepe.order_status("TXN1")

    assert answer is not None
    assert answer.outcome == "pending"


@pytest.mark.parametrize("fault", ["drop", "error_html", "error_json", "too_many", "down"])
def test_a_question_that_is_never_answered_is_unavailable(
    phonepe: PhonePe, pay: Pay, sandbox: SandboxProcess, fault: str
) -> None:
    pay("TXN1")
    sandbox.fault(fault, on="status", times=None)

    with pytest.raises(ProviderUnavailable):
        phonepe.order_status("TXN1")


def test_a_provider_that_does_not_answer_is_given_up(
    make_client: Callable[..., PhonePe], pay: Pay, sandbox: SandboxProcess
) -> None:
    pay("TXN1")
    client = make_client(read_timeout=0.1, retry_after=())
    sandbox.fault("latency", on="status", value=1000)

    with pytest.raises(ProviderUnavailable, match="ReadTimeout"):
        client.order_status("TXN1")


def test_an_altered_amount_is_passed_on_for_the_shop_to_see(
    phonepe: PhonePe, pay: Pay, sandbox: SandboxProcess
) -> None:
    sandbox.pay(pay("TXN1").redirect_url)
    sandbox.fault("alter", on="status", value={"amount": 100, "currency": "USD", "merchantOrderId": "TXN2"})

    answer = phonepe.order_status("TXN1")

    assert answer is not None
    assert (answer.amount_paise, answer.currency, answer.merchant_order_id) == (100, "USD", "TXN2")


@pytest.mark.parametrize("amount", [None, "123450", 1234.5, True, {}, "NaN"])
def test_an_amount_that_is_no_whole_number_is_unknown_and_never_rounded(
    phonepe: PhonePe, pay: Pay, sandbox: SandboxProcess, amount: object
) -> None:
    sandbox.pay(pay("TXN1").redirect_url)
    sandbox.fault("alter", on="status", value={"amount": amount})

    answer = phonepe.order_status("TXN1")

    assert answer is not None
    assert answer.amount_paise is None


def test_words_nobody_documented_break_nothing(phonepe: PhonePe, pay: Pay, sandbox: SandboxProcess) -> None:
    sandbox.pay(pay("TXN1").redirect_url)
    news = {"state": "SETTLING", "paymentMode": "MOON_DUST", "novelty": [{"deep": 1}], "expireAt": "soon"}
    sandbox.fault("alter", on="status", value=news)

    answer = phonepe.order_status("TXN1")

    assert answer is not None
    assert (answer.state, answer.outcome, answer.expires_at) == ("SETTLING", "unknown", None)
    assert answer.attempts[0].mode == "MOON_DUST"
    assert answer.raw["novelty"] == [{"deep": 1}]
