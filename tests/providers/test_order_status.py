from __future__ import annotations

import pytest

from project.payments.providers.base import Provider, ProviderRefused, ProviderUnavailable, ProviderUnreadable
from tests.providers.conftest import PHONEPE, Kind, MakeClient, Pay, only_phonepe, only_razorpay
from tests.sandbox_process import Method, Outcome, SandboxProcess


def test_an_order_nobody_tried_to_pay_is_pending(kind: Kind, client: Provider, pay: Pay) -> None:
    created = pay("TXN1")

    answer = client.order_status("TXN1")

    assert answer is not None
    assert (answer.state, answer.outcome, answer.attempts, answer.instrument) == (
        kind.order_words[0],
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
    kind: Kind, client: Provider, pay: Pay, sandbox: SandboxProcess, method: Method, instrument: str
) -> None:
    sandbox.pay(pay("TXN1").redirect_url, method=method)

    answer = client.order_status("TXN1")

    assert answer is not None
    assert (answer.state, answer.outcome) == (kind.order_words[1], "success")
    assert answer.bank_reference or method == "wallet"
    assert (answer.amount_paise, answer.currency, answer.instrument) == (123_450, "INR", instrument)
    assert answer.error_code == ""
    assert client.read_order(answer.raw) == answer


def test_a_failed_attempt_leaves_the_order_pending_and_the_next_may_pay_it(
    kind: Kind, client: Provider, pay: Pay, sandbox: SandboxProcess
) -> None:
    page = pay("TXN1").redirect_url
    sandbox.pay(page, "failure", method="card", reason="CARD_EXPIRED")

    after_failure = client.order_status("TXN1")
    sandbox.pay(page, "success")
    after_success = client.order_status("TXN1")

    assert after_failure is not None and after_success is not None
    assert after_failure.outcome == "pending"
    failed = after_failure.attempts[0]
    assert kind.card_expired in (failed.error_code, failed.detailed_error_code)
    assert after_success.outcome == "success"
    assert [attempt.state.lower() for attempt in after_success.attempts] in (
        ["failed", "completed"],
        ["failed", "captured"],
    )
    assert after_success.instrument == "UPI"


@pytest.mark.parametrize("step", ["cancel", "pending"])
def test_what_the_shopper_did_on_the_page_is_told(
    kind: Kind, client: Provider, pay: Pay, sandbox: SandboxProcess, step: Outcome
) -> None:
    sandbox.pay(pay("TXN1").redirect_url, step)

    answer = client.order_status("TXN1")

    assert answer is not None
    # At Razorpay a link stays open for another try.
    assert answer.outcome == ("cancelled" if step == "cancel" and kind is PHONEPE else "pending")


def test_an_order_nobody_paid_in_time_is_expired(
    kind: Kind, client: Provider, pay: Pay, sandbox: SandboxProcess
) -> None:
    pay("TXN1")
    sandbox.control("/clock", advance=1000)

    answer = client.order_status("TXN1")

    assert answer is not None
    assert (answer.state, answer.outcome) == (kind.order_words[2], "expired")
    assert answer.error_code == kind.expired_code
    assert kind.adapter.reasons[answer.detailed_error_code or answer.error_code] == "time"


def test_a_bank_may_answer_after_the_expiry(client: Provider, pay: Pay, sandbox: SandboxProcess) -> None:
    sandbox.pay(pay("TXN1").redirect_url, "pending")
    sandbox.control("/clock", advance=4000)

    waiting = client.order_status("TXN1")
    sandbox.settle("TXN1", "success")
    paid = client.order_status("TXN1")

    assert waiting is not None and paid is not None
    assert (waiting.outcome, paid.outcome) == ("pending", "success")


@only_phonepe
@pytest.mark.parametrize("as_404", [False, True])
def test_an_order_the_provider_never_heard_of_is_none(
    client: Provider, sandbox: SandboxProcess, as_404: bool
) -> None:
    if as_404:
        sandbox.fault("unknown_is_404", on="status")

    assert client.order_status("TXN-unknown") is None


def test_a_wrong_base_address_is_not_taken_for_an_unknown_order(
    make_client: MakeClient, sandbox: SandboxProcess
) -> None:
    client = make_client(f"{sandbox.url}/apis/other")

    with pytest.raises((ProviderRefused, ProviderUnavailable)):
        client.order_status("TXN1")


@pytest.mark.parametrize("fault", ["drop", "error_html", "error_json", "too_many", "garbage", "reply_lost"])
def test_a_question_is_asked_again_until_it_is_answered(
    client: Provider, pay: Pay, sandbox: SandboxProcess, fault: str
) -> None:
    pay("TXN1")
    sandbox.fault(fault, on="status", value="not json", times=2)

    answer = client.order_status("TXN1")

    assert answer is not None
    assert answer.outcome == "pending"


@pytest.mark.parametrize("fault", ["drop", "error_html", "error_json", "too_many", "down"])
def test_a_question_that_is_never_answered_is_unavailable(
    client: Provider, pay: Pay, sandbox: SandboxProcess, fault: str
) -> None:
    pay("TXN1")
    sandbox.fault(fault, on="status", times=None)

    with pytest.raises(ProviderUnavailable):
        client.order_status("TXN1")


def test_a_provider_that_does_not_answer_is_given_up(
    make_client: MakeClient, pay: Pay, sandbox: SandboxProcess
) -> None:
    pay("TXN1")
    client = make_client(read_timeout=0.1, retry_after=())
    sandbox.fault("latency", on="status", value=1000)

    with pytest.raises(ProviderUnavailable, match="ReadTimeout"):
        client.order_status("TXN1")


def test_an_altered_amount_is_passed_on_for_the_shop_to_see(
    client: Provider, pay: Pay, sandbox: SandboxProcess
) -> None:
    sandbox.pay(pay("TXN1").redirect_url)
    sandbox.fault("alter", on="status", value={"amount": 100, "currency": "USD", "orderId": "OMO0"})

    answer = client.order_status("TXN1")

    assert answer is not None
    assert (answer.amount_paise, answer.currency, answer.provider_order_id) == (100, "USD", "OMO0")
    assert answer.outcome == "success"


@only_phonepe
def test_another_orders_id_is_passed_on_for_the_shop_to_see(
    client: Provider, pay: Pay, sandbox: SandboxProcess
) -> None:
    pay("TXN1")
    sandbox.fault("alter", on="status", value={"merchantOrderId": "TXN2"})

    answer = client.order_status("TXN1")

    assert answer is not None
    assert answer.merchant_order_id == "TXN2"


@only_razorpay
def test_an_answer_about_other_links_is_no_answer(
    client: Provider, pay: Pay, sandbox: SandboxProcess
) -> None:
    pay("TXN1")
    sandbox.fault("alter", on="status", value={"merchantOrderId": "TXN2"}, times=None)

    with pytest.raises(ProviderUnreadable, match="other links"):
        client.order_status("TXN1")


@pytest.mark.parametrize("amount", [None, "123450", 1234.5, True, {}, "NaN"])
def test_an_amount_that_is_no_whole_number_is_unknown_and_never_rounded(
    client: Provider, pay: Pay, sandbox: SandboxProcess, amount: object
) -> None:
    sandbox.pay(pay("TXN1").redirect_url)
    sandbox.fault("alter", on="status", value={"amount": amount})

    answer = client.order_status("TXN1")

    assert answer is not None
    assert answer.amount_paise is None


def test_words_nobody_documented_break_nothing(client: Provider, pay: Pay, sandbox: SandboxProcess) -> None:
    sandbox.pay(pay("TXN1").redirect_url)
    news = {"state": "SETTLING", "paymentMode": "MOON_DUST", "novelty": [{"deep": 1}], "expireAt": "soon"}
    sandbox.fault("alter", on="status", value=news)
    sandbox.fault("alter", on="payments", value=news)

    answer = client.order_status("TXN1")

    assert answer is not None
    assert (answer.state, answer.outcome, answer.expires_at) == ("SETTLING", "unknown", None)
    assert answer.attempts[0].mode == "MOON_DUST"
    assert "novelty" in str(answer.raw)
