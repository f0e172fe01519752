from __future__ import annotations

import pytest

from project.payments.providers.base import Provider, ProviderRefused
from tests.providers.conftest import PHONEPE, Kind, Pay, only_phonepe
from tests.sandbox_process import SandboxProcess


@pytest.fixture
def paid(pay: Pay, sandbox: SandboxProcess) -> str:
    """A paid order of 1,234.50 rupees whose refunds complete by hand only."""
    sandbox.control("/settings", refund_seconds=None)
    sandbox.pay(pay("TXN1").redirect_url)
    return "TXN1"


def refund(client: Provider, refund_id: str, amount_paise: int, order: str = "TXN1") -> str:
    return client.create_refund(
        merchant_refund_id=refund_id, merchant_order_id=order, amount_paise=amount_paise
    ).state


@pytest.mark.parametrize("shape", ["details", "splits"])
def test_a_refund_is_accepted_confirmed_and_completed(
    kind: Kind, client: Provider, sandbox: SandboxProcess, paid: str, shape: str
) -> None:
    sandbox.control("/settings", refund_shape=shape)
    asked = client.create_refund(merchant_refund_id="RF1", merchant_order_id=paid, amount_paise=50_000)
    sandbox.control("/refunds/RF1/settle", outcome="confirmed")
    confirmed = client.refund_status("RF1", merchant_order_id="TXN1")
    sandbox.control("/refunds/RF1/settle", outcome="success")
    done = client.refund_status("RF1", merchant_order_id="TXN1")

    assert confirmed is not None and done is not None
    assert (asked.state, confirmed.state, done.state) == kind.refund_words
    assert done.bank_reference
    assert client.read_refund(done.raw).state == done.state
    assert (asked.outcome, confirmed.outcome, done.outcome) == ("pending", "pending", "success")
    assert asked.provider_refund_id == done.provider_refund_id
    assert (done.merchant_refund_id, done.merchant_order_id, done.amount_paise) == ("RF1", "TXN1", 50_000)


@only_phonepe
@pytest.mark.parametrize("shape", ["details", "splits"])
def test_a_failed_refund_says_why_in_both_documented_shapes(
    client: Provider, sandbox: SandboxProcess, paid: str, shape: str
) -> None:
    sandbox.control("/settings", refund_shape=shape)
    refund(client, "RF1", 50_000)
    sandbox.control("/refunds/RF1/settle", outcome="failure", detail="BF_034")

    answer = client.refund_status("RF1", merchant_order_id="TXN1")

    assert answer is not None
    assert (answer.outcome, answer.error_code) == ("failed", "REFUND_BREACHED")


@pytest.mark.parametrize("fault", ["reply_lost", "slow_reply", "error_html", "drop", "garbage"])
def test_a_refund_whose_answer_was_lost_is_made_once(
    client: Provider, sandbox: SandboxProcess, paid: str, fault: str
) -> None:
    sandbox.fault(fault, on="refund", value=1500)

    answer = client.create_refund(merchant_refund_id="RF1", merchant_order_id=paid, amount_paise=50_000)

    assert answer.outcome == "pending"
    assert [row["amount"] for row in sandbox.control("/state", "GET")["refunds"]] == [50_000]


def test_asking_again_with_the_same_id_refunds_once(
    client: Provider, sandbox: SandboxProcess, paid: str
) -> None:
    refund(client, "RF1", 50_000)

    again = client.create_refund(merchant_refund_id="RF1", merchant_order_id=paid, amount_paise=50_000)

    assert again.outcome == "pending"
    assert len(sandbox.control("/state", "GET")["refunds"]) == 1


def test_more_than_was_paid_is_refused(client: Provider, sandbox: SandboxProcess, paid: str) -> None:
    refund(client, "RF1", 100_000)
    sandbox.control("/refunds/RF1/settle", outcome="success")

    with pytest.raises(ProviderRefused) as caught:
        refund(client, "RF2", 23_451)

    assert (caught.value.http_status, "more than was paid" in caught.value.message) == (400, True)
    assert refund(client, "RF3", 23_450).lower() == "pending"


@only_phonepe
def test_a_second_refund_while_one_is_under_way_is_refused(client: Provider, paid: str) -> None:
    refund(client, "RF1", 100)

    with pytest.raises(ProviderRefused):
        refund(client, "RF2", 100)


def test_an_unpaid_order_is_not_refunded(kind: Kind, client: Provider, pay: Pay) -> None:
    pay("TXN1")

    with pytest.raises(ProviderRefused) as caught:
        refund(client, "RF1", 100)

    assert caught.value.http_status == (402 if kind is PHONEPE else 400)


def test_a_refund_the_provider_never_heard_of_is_none(client: Provider) -> None:
    assert client.refund_status("RF-unknown", merchant_order_id="TXN1") is None


def test_refunds_of_many_orders_complete_together_by_the_clock(
    client: Provider, pay: Pay, sandbox: SandboxProcess
) -> None:
    sandbox.control("/settings", refund_seconds=60)
    for name in ("TXN1", "TXN2", "TXN3"):
        sandbox.pay(pay(name).redirect_url)
        client.create_refund(merchant_refund_id=f"RF{name}", merchant_order_id=name, amount_paise=100)

    sandbox.control("/clock", advance=61)

    assert len(sandbox.control("/books", "GET")["returned"]) == 3


def test_refunds_complete_by_the_clock(client: Provider, sandbox: SandboxProcess, paid: str) -> None:
    sandbox.control("/settings", refund_seconds=60)
    refund(client, "RF1", 100)
    sandbox.control("/clock", advance=61)

    answer = client.refund_status("RF1", merchant_order_id="TXN1")

    assert answer is not None
    assert answer.outcome == "success"
