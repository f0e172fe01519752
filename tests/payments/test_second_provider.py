"""A second provider is an adapter and its line in the list; nothing else of the shop has to change."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_django.fixtures import Settings

from project.backoffice.health.outside import check_provider
from project.payments.models import Payment, RefusedMessage, Statement, WebhookMessage
from project.payments.providers.base import Provider
from project.payments.providers.phonepe.adapter import PhonePe
from project.payments.providers.razorpay.adapter import Razorpay
from project.payments.providers.registry import adapter_of, get_provider, provider_names
from tests.buying import check, deliver, message, pay_call, place, start, status
from tests.factories import log_in, make_product, make_user
from tests.http import Api
from tests.payments.second_provider import SecondPay, proof
from tests.payments.statements import line, report, upload
from tests.sandbox_process import SandboxProcess

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).resolve().parents[2]
# Where the first provider may be named, outside its adapter and its double.
MAY_NAME_PHONEPE = {
    "project/payments/shared/api_names.py",  # URLs and fields that the specification named after it
}
FREE_TO_NAME_IT = ("project/payments/providers/", "project/sandbox/")


@pytest.fixture
def second(provider: SandboxProcess, settings: Settings) -> Iterator[type[SecondPay]]:
    """A second provider, which takes new payments; the first one is still there for its own."""
    theirs = {SecondPay.name: "tests.payments.second_provider.SecondPay"}
    settings.PAYMENT_PROVIDERS = theirs | settings.PAYMENT_PROVIDERS
    yield SecondPay
    SecondPay.orders.clear()


def told(second: type[SecondPay], payment: Payment) -> bytes:
    """Return the second provider's message about a payment."""
    return json.dumps(second.orders[payment.transaction_id]).encode()


def send(body: bytes, headers: dict[str, str]) -> tuple[int, bool]:
    """Send a message to the second provider's webhook."""
    answer = Api().post("/payments/webhooks/second", body, **headers)
    return answer.status, answer.body["success"]


def test_new_payments_are_opened_at_the_first_in_the_list(second: type[SecondPay]) -> None:
    answer = pay_call(place(make_product(price_paise=50_000)))

    payment = Payment.objects.get()
    assert answer.body["message"] == "Redirecting to Second Pay for secure payment..."
    assert answer.data["paymentUrl"] == f"https://second.example/pay/{payment.transaction_id}"
    assert answer.data["phonepeTransactionId"] == f"S-{payment.transaction_id}"
    assert (payment.provider, payment.status) == ("second", "PENDING")
    assert status(payment).data["outcome"] == "processing"


def test_its_webhook_settles_the_payment(second: type[SecondPay]) -> None:
    payment = start(place(make_product(price_paise=50_000)))
    second.settle(payment.transaction_id, "GOOD")
    body = told(second, payment)

    assert send(body, proof(body) | {"X-Second-Id": "7", "X-Other": "8"}) == (200, True)

    payment.refresh_from_db()
    assert (payment.status, payment.captured_paise) == ("SUCCESS", 50_000)
    stored = WebhookMessage.objects.get()
    assert (stored.provider, stored.payment, stored.proof) == ("second", payment, "hmac")
    assert stored.headers == {"X-Second-Id": "7"}


def test_its_unproven_message_is_kept_apart_without_the_proof(second: type[SecondPay]) -> None:
    payment = start(place(make_product()))
    body = told(second, payment)

    assert send(body, {"X-Second-Proof": "guessed"}) == (401, False)

    refused = RefusedMessage.objects.get()
    assert (refused.provider, refused.verdict) == ("second", "wrong proof")
    assert refused.headers == {"x-second-proof": "(sent)"}
    assert not WebhookMessage.objects.exists()


def test_status_check_asks_the_payments_own_provider(second: type[SecondPay]) -> None:
    payment = start(place(make_product()))
    second.settle(payment.transaction_id, "BAD", error="E42")

    payment = check(payment)

    assert (payment.status, payment.error_code) == ("FAILED", "E42")
    assert status(payment).data["reason"] == "There was not enough balance in the account."


def test_payments_of_the_first_provider_stay_with_it(provider: SandboxProcess, settings: Settings) -> None:
    payment = start(place(make_product()))
    theirs = {SecondPay.name: "tests.payments.second_provider.SecondPay"}
    settings.PAYMENT_PROVIDERS = theirs | settings.PAYMENT_PROVIDERS
    provider.settle(payment.transaction_id, "success")

    assert deliver(message(payment)).status == 200

    payment.refresh_from_db()
    assert (payment.provider, payment.status) == ("phonepe", "SUCCESS")


def test_staff_see_which_provider_a_payment_is_at(second: type[SecondPay]) -> None:
    payment = start(place(make_product()))
    staff = Api(token=log_in(make_user(role="finance")))

    row = staff.get("/transactions").data["transactions"][0]

    assert (row["_id"], row["gateway"]) == (payment.transaction_id, "Second Pay")
    assert (
        staff.get("/transactions", {"paymentMethod": "PhonePe"}).data["pagination"]["totalTransactions"] == 1
    )


def test_settlement_report_is_read_by_the_provider_whose_it_is(second: type[SecondPay]) -> None:
    staff = Api(token=log_in(make_user(role="finance")))

    assert upload(staff, b"second;paise\nTXN1;50000\n").status == 200
    assert upload(staff, report(line("TXN2", "500.00"))).status == 200
    assert upload(staff, b"third;rupees\n").refusal[0] == 422

    assert set(Statement.objects.values_list("provider", flat=True)) == {"second", "phonepe"}


def test_provider_that_is_no_longer_in_use_is_still_named_and_its_payments_are_missed(
    provider: SandboxProcess,
) -> None:
    payment = start(place(make_product()))
    Payment.objects.filter(pk=payment.pk).update(provider="razorpay")
    staff = Api(token=log_in(make_user(role="finance")))

    assert staff.get("/transactions").data["transactions"][0]["gateway"] == "Razorpay"
    missed = check_provider()
    assert (missed.parts, "PAYMENT_PROVIDERS" in missed.advice) == (("razorpay",), True)


@pytest.mark.parametrize("name", ["nobody", "second", "PHONEPE", "razorpay"])
def test_webhook_of_a_provider_that_is_not_installed_is_not_found(name: str) -> None:
    assert Api().post(f"/payments/webhooks/{name}", b"{}").status == 404
    with pytest.raises(LookupError):
        get_provider(name)


def test_adapters_are_installed_under_their_own_names(second: type[SecondPay]) -> None:
    # The type is what mypy checks them by: they are installed by name.
    adapters: list[type[Provider]] = [SecondPay, PhonePe, Razorpay]

    assert provider_names() == ["second", "phonepe"]
    assert [adapter_of(name) for name in [*provider_names(), "razorpay"]] == adapters
    assert [adapter.name for adapter in adapters] == [*provider_names(), "razorpay"]


def test_provider_is_named_nowhere_but_in_its_adapter_and_its_double() -> None:
    named = {
        str(path.relative_to(ROOT))
        for folder in ("project", "worker", "realtime")
        for path in (ROOT / folder).rglob("*.py")
        if path.parent.name != "migrations" and re.search("phonepe|razorpay", path.read_text(), re.IGNORECASE)
    }

    assert {path for path in named if not path.startswith(FREE_TO_NAME_IT)} == MAY_NAME_PHONEPE
