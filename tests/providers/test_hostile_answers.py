"""Hostile answers in the provider's place: no call hangs or is redirected."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from project.payments.providers.base import Provider, ProviderUnavailable
from project.payments.providers.phonepe.answers import read_order as phonepe
from project.payments.providers.razorpay.answers import read_order as razorpay
from tests.guidance.external_double import Asked, Behaviour, ExternalServiceDouble, Speaker
from tests.providers.conftest import MakeClient, Pay, only_phonepe
from tests.sandbox_process import SandboxProcess
from tests.waiting import eventually

HEAD = b"HTTP/1.0 200 OK\r\ncontent-type: application/json\r\n\r\n"
MEGABYTE = b" " * 1_000_001


@pytest.fixture
def impostor() -> Iterator[Callable[[Behaviour], ExternalServiceDouble]]:
    """Start a server that answers as a test wishes."""
    started: list[ExternalServiceDouble] = []

    def start(behave: Behaviour) -> ExternalServiceDouble:
        started.append(ExternalServiceDouble(behave))
        return started[-1]

    yield start
    for each in started:
        each.stop()


def never_ending(speaker: Speaker, asked: Asked) -> None:
    speaker.drip(HEAD, b'{"state": "COMPLETED", "orderId": "', MEGABYTE)


def dripping(speaker: Speaker, asked: Asked) -> None:
    speaker.drip(HEAD)


@pytest.mark.parametrize("behave", [never_ending, dripping])
def test_answer_that_never_ends_is_given_up_within_the_budget(
    impostor: Callable[[Behaviour], ExternalServiceDouble],
    make_client: MakeClient,
    behave: Behaviour,
) -> None:
    client = make_client(impostor(behave).url, budget=1.0, retry_after=())
    began = time.monotonic()

    with pytest.raises(ProviderUnavailable, match="does not end"):
        client.order_status("TXN1")

    # Each byte comes sooner than the read time-out ends.
    assert time.monotonic() - began < 5


@only_phonepe
def test_login_that_never_ends_holds_up_nobody_longer_than_the_budget(
    impostor: Callable[[Behaviour], ExternalServiceDouble], make_client: MakeClient
) -> None:
    def slow(speaker: Speaker, asked: Asked) -> None:
        speaker.wfile.write(HEAD)
        speaker.gone.wait(2)

    login = impostor(slow)
    client = make_client(oauth_url=login.url, budget=0.5, read_timeout=5.0)
    said: list[str] = []

    def ask() -> None:
        with pytest.raises(ProviderUnavailable) as caught:
            client.order_status("TXN1")
        said.append(str(caught.value))

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)

    assert len(said) == 8
    # Those who wait for the first one's token give up, too, without a login of their own each.
    assert len(login.asked) < 8
    assert all("token" in each or "out of time" in each for each in said)


def test_redirect_is_not_followed_and_gets_no_credentials(
    impostor: Callable[[Behaviour], ExternalServiceDouble], make_client: MakeClient
) -> None:
    thief = impostor(lambda speaker, asked: speaker.say({"state": "COMPLETED"}))
    crossing = impostor(lambda speaker, asked: speaker.say({}, status=307, location=thief.url))
    client = make_client(crossing.url, retry_after=())

    with pytest.raises(ProviderUnavailable):
        client.order_status("TXN1")

    eventually(lambda: len(crossing.asked) == 1)
    assert thief.asked == []


def test_refund_whose_answer_names_none_is_looked_up(
    client: Provider, pay: Pay, sandbox: SandboxProcess
) -> None:
    sandbox.pay(pay("TXN1").redirect_url)
    sandbox.fault("alter", on="refund", value={"refundId": None})

    answer = client.create_refund(merchant_refund_id="R1", merchant_order_id="TXN1", amount_paise=100)

    assert answer.provider_refund_id
    assert len(sandbox.control("/state", "GET")["refunds"]) == 1


READ_ORDER = {
    "phonepe": lambda amount, expiry: phonepe({"state": "COMPLETED", "amount": amount, "expireAt": expiry}),
    "razorpay": lambda amount, expiry: razorpay(
        {"payment_link": {"status": "paid", "amount_paid": amount, "expire_by": expiry}}
    ),
}


@pytest.mark.parametrize("reader", READ_ORDER)
@pytest.mark.parametrize("instant", [10**18, -(10**18), 2**63, True, 1.5, "1700000000000", [], {}])
def test_instant_that_no_calendar_holds_is_none(reader: str, instant: Any) -> None:
    answer = READ_ORDER[reader](100, instant)

    assert (answer.outcome, answer.expires_at) == ("success", None)


@pytest.mark.parametrize("reader", READ_ORDER)
@pytest.mark.parametrize(
    ("amount", "paise"),
    [
        (50_000, 50_000),
        (50_000.0, 50_000),
        (499.99, None),
        ("50000", None),
        (True, None),
        (float("inf"), None),
    ],
)
def test_amount_is_whole_paise_or_none_at_all(reader: str, amount: Any, paise: int | None) -> None:
    assert READ_ORDER[reader](amount, None).amount_paise == paise
