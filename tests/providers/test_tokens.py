"""PhonePe's tokens: one for many calls, replaced in time."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from project.payments.providers.base import Provider, ProviderRefused, ProviderUnavailable
from tests.providers.conftest import Pay, only_phonepe
from tests.sandbox_process import SandboxProcess

pytestmark = only_phonepe


def allow_tokens(sandbox: SandboxProcess, count: int) -> None:
    """Let the sandbox hand out `count` tokens, of an hour each, and answer nonsense from then on."""
    sandbox.fault("alter", on="token", value={}, times=count)
    sandbox.fault("alter", on="token", value={"access_token": ""}, times=None)


def test_one_token_serves_many_calls_of_many_threads(
    client: Provider, pay: Pay, sandbox: SandboxProcess
) -> None:
    allow_tokens(sandbox, 1)
    pay("TXN1")

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(client.order_status, ["TXN1"] * 24))

    assert all(answer is not None and answer.outcome == "pending" for answer in answers)


def test_threads_that_start_together_ask_for_one_token(client: Provider, sandbox: SandboxProcess) -> None:
    allow_tokens(sandbox, 1)

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(client.order_status, ["TXN1"] * 8))

    assert answers == [None] * 8


def test_a_token_the_provider_no_longer_likes_is_replaced(
    client: Provider, pay: Pay, sandbox: SandboxProcess
) -> None:
    pay("TXN1")
    sandbox.fault("unauthorized", on="status")

    answer = client.order_status("TXN1")

    assert answer is not None


def test_an_expired_token_is_replaced_even_for_a_payment(
    client: Provider, pay: Pay, sandbox: SandboxProcess
) -> None:
    pay("TXN1")
    sandbox.control("/clock", advance=3601)

    created = pay("TXN2")

    assert created.state == "PENDING"


def test_a_short_lived_token_is_replaced_at_half_its_life(client: Provider, sandbox: SandboxProcess) -> None:
    two_seconds = {"issued_at": 1_700_000_000, "expires_at": 1_700_000_002}
    sandbox.fault("alter", on="token", value=two_seconds)
    assert client.order_status("TXN1") is None
    sandbox.fault("alter", on="token", value={"access_token": ""}, times=None)

    assert client.order_status("TXN1") is None
    time.sleep(1.1)
    with pytest.raises(ProviderUnavailable, match="no token"):
        client.order_status("TXN1")


def test_a_second_401_is_passed_on(client: Provider, pay: Pay, sandbox: SandboxProcess) -> None:
    pay("TXN1")
    sandbox.fault("unauthorized", on="status", times=2)

    with pytest.raises(ProviderRefused) as caught:
        client.order_status("TXN1")

    assert (caught.value.http_status, caught.value.code) == (401, "AUTHORIZATION_FAILED")


def test_documented_nulls_in_the_token_answer_do_no_harm(client: Provider, sandbox: SandboxProcess) -> None:
    sandbox.fault("null_expires_in", on="token")

    assert client.order_status("TXN1") is None


@pytest.mark.parametrize("fault", ["error_html", "garbage"])
def test_no_token_means_the_provider_is_unavailable(pay: Pay, sandbox: SandboxProcess, fault: str) -> None:
    sandbox.fault(fault, on="token", times=None)

    with pytest.raises(ProviderUnavailable):
        pay("TXN1")
