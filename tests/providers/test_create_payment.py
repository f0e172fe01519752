from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta

import pytest

from deploy.processes import free_port
from project.payments.providers.base import (
    CreatedPayment,
    OrderAnswer,
    PaymentExists,
    Provider,
    ProviderRefused,
    ProviderUnavailable,
)
from project.payments.providers.razorpay.adapter import SHORTEST_SECONDS
from tests.providers.conftest import PHONEPE, SHOP_PAGE, Kind, MakeClient, Pay, only_phonepe
from tests.sandbox_process import SandboxProcess


def pay_again(pay: Pay) -> CreatedPayment | OrderAnswer:
    """Open an order whose id is taken; return its page or, where that is told only once, its state."""
    try:
        return pay("TXN1")
    except PaymentExists as exists:
        return exists.answer


def orders(sandbox: SandboxProcess) -> list[str]:
    return [row["merchant_order_id"] for row in sandbox.control("/state", "GET")["orders"]]


def test_a_created_payment_says_where_and_how_long_it_can_be_paid(
    kind: Kind, pay: Pay, sandbox: SandboxProcess
) -> None:
    created = pay("TXN1")

    assert created.merchant_order_id == "TXN1"
    assert created.provider_order_id.startswith("OMO" if kind is PHONEPE else "plink_")
    assert created.state == kind.order_words[0]
    assert created.redirect_url.startswith(f"{sandbox.url}/")
    # Ten minutes as asked for, or the least that the provider allows.
    least = 600 if kind is PHONEPE else SHORTEST_SECONDS
    left = created.expires_at - datetime.now(UTC)
    assert timedelta(seconds=least - 10) < left <= timedelta(seconds=least)


def test_the_pay_pages_address_is_not_shown_in_logs_of_the_object(pay: Pay) -> None:
    created = pay()

    assert created.redirect_url not in repr(created)


@pytest.mark.parametrize("merchant_order_id", ["", "a" * 64, "TXN/1", "TXN 1", "TXN१", "TXN1\n", "../x"])
def test_an_id_the_provider_would_not_take_is_not_sent(
    pay: Pay, sandbox: SandboxProcess, merchant_order_id: str
) -> None:
    with pytest.raises(ValueError, match="not an id"):
        pay(merchant_order_id)

    assert orders(sandbox) == []


@pytest.mark.parametrize("amount_paise", [99, 0, -1])
def test_an_amount_the_provider_would_not_take_is_not_sent(
    kind: Kind, client: Provider, sandbox: SandboxProcess, amount_paise: int
) -> None:
    with pytest.raises(ValueError, match=f"{kind.label} takes"):
        client.create_payment(
            merchant_order_id="TXN1", amount_paise=amount_paise, expire_after=600, redirect_url=SHOP_PAGE
        )

    assert orders(sandbox) == []


@only_phonepe
@pytest.mark.parametrize("expire_after", [299, 3601])
def test_a_time_phonepe_would_not_take_is_not_sent(
    client: Provider, sandbox: SandboxProcess, expire_after: int
) -> None:
    with pytest.raises(ValueError, match="PhonePe takes"):
        client.create_payment(
            merchant_order_id="TXN1", amount_paise=100, expire_after=expire_after, redirect_url=SHOP_PAGE
        )

    assert orders(sandbox) == []


@only_phonepe
@pytest.mark.parametrize(
    "answer",
    [
        "417 INVALID_TRANSACTION_ID",
        "417 INVALID_MERCHANT_ORDER_ID",
        "400 ORDER_ALREADY_EXISTS",
        "400 BAD_REQUEST",
    ],
)
def test_a_used_id_is_recognised_in_every_documented_answer(
    pay: Pay, sandbox: SandboxProcess, answer: str
) -> None:
    first = pay("TXN1")
    sandbox.fault("duplicate", on="pay", value=answer)

    with pytest.raises(PaymentExists) as caught:
        pay("TXN1")

    assert caught.value.answer.provider_order_id == first.provider_order_id
    assert caught.value.answer.outcome == "pending"
    assert caught.value.answer.amount_paise == 123_450


def test_a_used_id_that_was_paid_says_so(pay: Pay, sandbox: SandboxProcess) -> None:
    sandbox.pay(pay("TXN1").redirect_url)

    with pytest.raises(PaymentExists) as caught:
        pay("TXN1")

    assert caught.value.answer.outcome == "success"


@pytest.mark.parametrize("fault", ["reply_lost", "garbage", "slow_reply"])
def test_an_order_whose_answer_was_lost_is_found_again_and_not_made_twice(
    kind: Kind, pay: Pay, sandbox: SandboxProcess, fault: str
) -> None:
    sandbox.fault(fault, on="pay", value="<html>" if fault == "garbage" else 1500)

    found = pay_again(pay)

    assert (isinstance(found, CreatedPayment), found.state) == (kind.tells_page_again, kind.order_words[0])
    assert orders(sandbox) == ["TXN1"]


def test_a_used_id_is_found_and_not_opened_again(kind: Kind, pay: Pay, sandbox: SandboxProcess) -> None:
    first = pay("TXN1")

    found = pay_again(pay)

    assert found.provider_order_id == first.provider_order_id
    if isinstance(found, CreatedPayment):
        assert found.redirect_url == first.redirect_url
    assert isinstance(found, CreatedPayment) == kind.tells_page_again
    assert orders(sandbox) == ["TXN1"]


@pytest.mark.parametrize("fault", ["drop", "error_html", "error_json", "down"])
def test_a_call_that_certainly_made_nothing_is_sent_once_more(
    kind: Kind, pay: Pay, sandbox: SandboxProcess, fault: str
) -> None:
    sandbox.fault(fault, on="pay")

    created = pay("TXN1")

    assert created.state == kind.order_words[0]
    assert orders(sandbox) == ["TXN1"]


def test_a_provider_that_stays_broken_is_unavailable_within_the_budget(
    make_client: MakeClient, sandbox: SandboxProcess
) -> None:
    client = make_client(budget=1.0)
    sandbox.fault("latency", value=3000, times=None)
    started = time.monotonic()

    with pytest.raises(ProviderUnavailable):
        client.create_payment(
            merchant_order_id="TXN1", amount_paise=100, expire_after=600, redirect_url="https://shop.example/"
        )

    assert time.monotonic() - started < 2.0


def test_a_lost_answer_that_cannot_be_looked_up_is_not_called_refused(
    pay: Pay, sandbox: SandboxProcess
) -> None:
    pay("TXN1")
    sandbox.fault("error_html", on="status", times=None)

    # The answer to the second call is a refusal, but the order is open and can be paid.
    with pytest.raises(ProviderUnavailable):
        pay("TXN1")


def test_a_provider_that_is_not_there_is_unavailable(make_client: MakeClient) -> None:
    nowhere = f"http://127.0.0.1:{free_port()}"
    client = make_client(nowhere)

    with pytest.raises(ProviderUnavailable):
        client.create_payment(
            merchant_order_id="TXN1", amount_paise=100, expire_after=600, redirect_url="https://shop.example/"
        )


def test_too_many_requests_is_unavailable_and_not_pressed_further(pay: Pay, sandbox: SandboxProcess) -> None:
    sandbox.fault("too_many", on="pay")

    with pytest.raises(ProviderUnavailable):
        pay("TXN1")

    assert orders(sandbox) == []


def test_a_rule_of_the_provider_that_is_broken_is_a_refusal_with_its_words(
    kind: Kind, client: Provider
) -> None:
    with pytest.raises(ProviderRefused) as caught:
        client.create_payment(
            merchant_order_id="TXN1", amount_paise=100, expire_after=600, redirect_url="no-address"
        )

    assert caught.value.http_status == 400
    assert caught.value.code.startswith("BAD_REQUEST")
    assert ("redirectUrl" if kind is PHONEPE else "callback_url") in caught.value.message


def test_an_answer_without_a_pay_page_is_looked_up(kind: Kind, pay: Pay, sandbox: SandboxProcess) -> None:
    sandbox.fault("alter", on="pay", value={"redirectUrl": None})

    found = pay_again(pay)

    assert isinstance(found, CreatedPayment) == kind.tells_page_again
    assert orders(sandbox) == ["TXN1"]
