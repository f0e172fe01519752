"""Keys and pay pages are nobody else's to know."""

from __future__ import annotations

import logging
import traceback

import pytest

from project.payments.providers.base import AccountRefused, Provider, ProviderError
from project.sandbox import config
from tests.providers.conftest import PHONEPE, Kind, MakeClient, Pay, only_razorpay
from tests.sandbox_process import SandboxProcess


def test_wrong_credentials_are_a_refusal_of_the_account(kind: Kind, make_client: MakeClient) -> None:
    secret = "client_secret" if kind is PHONEPE else "key_secret"
    client = make_client(**{secret: "wrong"})

    with pytest.raises(AccountRefused) as caught:
        client.order_status("TXN1")

    assert "wrong" not in str(caught.value)


@pytest.mark.parametrize("fault", ["drop", "latency", "error_json", "unauthorized", "garbage"])
def test_no_secret_reaches_a_log_line_or_a_traceback(
    client: Provider, pay: Pay, sandbox: SandboxProcess, caplog: pytest.LogCaptureFixture, fault: str
) -> None:
    caplog.set_level(logging.DEBUG)
    page = pay("TXN0").redirect_url
    sandbox.fault(fault, value=1000, times=None)

    with pytest.raises(ProviderError) as caught:
        client.order_status("TXN0")

    told = caplog.text + "".join(traceback.format_exception(caught.value))
    chain: list[BaseException | None] = [caught.value, caught.value.__context__, caught.value.__cause__]
    assert not any(hasattr(error, "request") for error in chain)
    tokens = [row["token"] for row in sandbox.control("/state", "GET")["tokens"]]
    for secret in (config.CLIENT_SECRET, page, *tokens):
        assert secret not in told


@only_razorpay
def test_kept_answer_holds_no_pay_page_and_nobody(
    client: Provider, pay: Pay, sandbox: SandboxProcess
) -> None:
    page = pay("TXN1").redirect_url
    sandbox.pay(page)

    answer = client.order_status("TXN1")

    assert answer is not None and answer.attempts
    for private in (page, "payer@", "+91", "shop.example"):
        assert private not in str(answer.raw)
