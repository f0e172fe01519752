from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from deploy.processes import free_port
from project.payments.providers.base import (
    CreatedPayment,
    PaymentExists,
    ProviderRefused,
    ProviderUnavailable,
)
from project.payments.providers.phonepe.adapter import PhonePe
from tests.sandbox_process import SandboxProcess

Pay = Callable[..., CreatedPayment]


def orders(sandbox: SandboxProcess) -> list[str]:
    return [row["merchant_order_id"] for row in sandbox.control("/state", "GET")["orders"]]


def test_a_created_payment_says_where_and_how_long_it_can_be_paid(pay: Pay, sandbox: SandboxProcess) -> None:
    created = pay("TXN1")

    assert created.merchant_order_id == "TXN1"
    assert created.provider_order_id.startswith("OMO")
    assert created.state == "PENDING"
    assert created.redirect_url.startswith(f"{sandbox.url}/transact/")
    left = created.expires_at - datetime.now(UTC)
    assert timedelta(seconds=590) < left <= timedelta(seconds=600)


def test_the_pay_pages_address_is_not_shown_in_logs_of_the_object(pay: Pay) -> None:
    created = pay()

    assert created.redirect_url not in repr(created)


@pytest.mark.parametrize("merchant_order_id", ["", "a" * 64, "TXN/1", "TXN 1", "TXN१", "TXN1\n", "../x"])
def test_an_id_phonepe_would_not_take_is_not_sent(
    pay: Pay, sandbox: SandboxProcess, merchant_order_id: str
) -> None:
    with pytest.raises(ValueError, match="not an id"):
        pay(merchant_order_id)

    assert orders(sandbox) == []


@pytest.mark.parametrize(("amount_paise", "expire_after"), [(99, 600), (-1, 600), (100, 299), (100, 3601)])
def test_an_amount_or_time_phonepe_would_not_take_is_not_sent(
    phonepe: PhonePe, sandbox: SandboxProcess, amount_paise: int, expire_after: int
) -> None:
    with pytest.raises(ValueError, match="PhonePe takes"):
        phonepe.create_payment(
            merchant_order_id="TXN1",
            amount_paise=amount_paise,
            expire_after=expire_after,
            redirect_url="https://shop.example/",
        )

    assert orders(sandbox) == []


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


@pytest.mark.parametrize("fault", ["reply_lost", "garbage"])
def test_an_order_whose_answer_was_lost_is_found_again_and_not_made_twice(
    pay: Pay, sandbox: SandboxProcess, fault: str
) -> None:
    sandbox.fault(fault, on="pay", value="<html>")

    with pytest.raises(PaymentExists) as caught:
        pay("TXN1")

    assert caught.value.answer.outcome == "pending"
    assert orders(sandbox) == ["TXN1"]


def test_an_order_whose_answer_came_too_late_is_found_again(pay: Pay, sandbox: SandboxProcess) -> None:
    sandbox.fault("slow_reply", on="pay", value=1500)

    with pytest.raises(PaymentExists):
        pay("TXN1")


@pytest.mark.parametrize("fault", ["drop", "error_html", "error_json", "down"])
def test_a_call_that_certainly_made_nothing_is_sent_once_more(
    pay: Pay, sandbox: SandboxProcess, fault: str
) -> None:
    sandbox.fault(fault, on="pay")

    created = pay("TXN1")

    assert created.state == "PENDING"
    assert orders(sandbox) == ["TXN1"]


def test_a_provider_that_stays_broken_is_unavailable_within_the_budget(
    make_client: Callable[..., PhonePe], sandbox: SandboxProcess
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


def test_a_provider_that_is_not_there_is_unavailable(make_client: Callable[..., PhonePe]) -> None:
    nowhere = f"http://127.0.0.1:{free_port()}"
    client = make_client(pg_url=nowhere, oauth_url=nowhere)

    with pytest.raises(ProviderUnavailable):
        client.create_payment(
            merchant_order_id="TXN1", amount_paise=100, expire_after=600, redirect_url="https://shop.example/"
        )


def test_too_many_requests_is_unavailable_and_not_pressed_further(pay: Pay, sandbox: SandboxProcess) -> None:
    sandbox.fault("too_many", on="pay")

    with pytest.raises(ProviderUnavailable):
        pay("TXN1")

    assert orders(sandbox) == []


def test_a_rule_of_the_provider_that_is_broken_is_a_refusal_with_its_words(phonepe: PhonePe) -> None:
    with pytest.raises(ProviderRefused) as caught:
        phonepe.create_payment(
            merchant_order_id="TXN1", amount_paise=100, expire_after=600, redirect_url="no-address"
        )

    assert caught.value.http_status == 400
    assert caught.value.code == "BAD_REQUEST"
    assert "redirectUrl" in caught.value.message


def test_an_answer_without_a_pay_page_is_looked_up(pay: Pay, sandbox: SandboxProcess) -> None:
    sandbox.fault("alter", on="pay", value={"redirectUrl": None})

    with pytest.raises(PaymentExists):
        pay("TXN1")
