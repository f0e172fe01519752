"""Webhook receiving: messages are verified, stored once (idempotent), and acknowledged at once."""

import hashlib
import json

import pytest
from pytest_django.fixtures import Settings
from pytest_django.live_server_helper import LiveServer

from project.core.models import Mail
from project.events.models import Event
from project.payments.models import Payment, RefusedMessage, WebhookMessage
from tests.buying import check, deliver, message, pay, place, signed, start, webhook_setting
from tests.factories import make_product
from tests.http import Api
from tests.sandbox_process import SandboxProcess
from tests.threads import at_once
from tests.waiting import eventually

pytestmark = pytest.mark.django_db


def sha() -> dict[str, str]:
    """Return the provider's older proof: a constant password."""
    login = webhook_setting("PHONEPE_WEBHOOK_USERNAME") + b":" + webhook_setting("PHONEPE_WEBHOOK_PASSWORD")
    return {"Authorization": hashlib.sha256(login).hexdigest()}


def test_signed_message_settles_the_payment(provider: SandboxProcess) -> None:
    payment = start(place(make_product()))
    provider.settle(payment.transaction_id, "success")

    answer = deliver(message(payment))

    assert (answer.status, answer.body["success"]) == (200, True)
    payment.refresh_from_db()
    assert payment.status == "SUCCESS"
    stored = WebhookMessage.objects.get()
    assert (stored.payment, stored.status_before, stored.status_after) == (payment, "PENDING", "SUCCESS")
    assert (stored.copies, stored.next_try_at, stored.proof) == (1, None, "hmac")
    assert stored.handled_at is not None
    assert bytes(stored.body) == message(payment)


def test_message_is_only_a_hint_and_the_providers_answer_is_the_fact(provider: SandboxProcess) -> None:
    payment = start(place(make_product()))

    deliver(message(payment))  # it says COMPLETED; the provider says PENDING

    payment.refresh_from_db()
    assert (payment.status, payment.order.payment_status) == ("PENDING", "pending")


def test_amount_in_the_message_counts_for_nothing(provider: SandboxProcess) -> None:
    payment = start(place(make_product(price_paise=50_000)))
    provider.settle(payment.transaction_id, "success")

    deliver(message(payment, amount=1))

    payment.refresh_from_db()
    assert (payment.status, payment.captured_paise) == ("SUCCESS", 50_000)


def test_older_proof_is_taken_where_there_is_no_newer_one(provider: SandboxProcess) -> None:
    payment = start(place(make_product()))
    provider.settle(payment.transaction_id, "success")

    assert deliver(message(payment), headers=sha()).status == 200

    payment.refresh_from_db()
    assert payment.status == "SUCCESS"


@pytest.mark.parametrize(
    "forgery",
    ["unsigned", "wrong", "other body", "wrong beside sha", "upper-case hmac", "cut sha", "upper-case sha"],
)
def test_forged_or_unsigned_message_is_a_401_and_changes_nothing(
    provider: SandboxProcess, forgery: str
) -> None:
    payment = start(place(make_product()))
    provider.settle(payment.transaction_id, "success")
    events = Event.objects.count()
    body = message(payment)
    headers = {
        "unsigned": {},
        "wrong": {"x-phonepe-checksum-signature": "0" * 64},
        "other body": signed(message(payment, state="FAILED")),
        "wrong beside sha": sha() | {"x-phonepe-checksum-signature": "0" * 64},
        "upper-case hmac": {name: value.upper() for name, value in signed(body).items()},
        "cut sha": {"Authorization": sha()["Authorization"][:-1]},
        "upper-case sha": {"Authorization": sha()["Authorization"].upper()},
    }[forgery]

    answer = deliver(body, headers=headers)

    assert answer.refusal == (401, "SIGNATURE_INVALID")
    assert not WebhookMessage.objects.exists()
    refused = RefusedMessage.objects.get()
    assert refused.verdict == ("no proof" if forgery == "unsigned" else "wrong proof")
    assert bytes(refused.body) == body
    # What was sent as proof is not kept: a nearly right secret is a secret.
    assert not any(value in str(refused.headers) for value in headers.values())
    assert Event.objects.count() == events
    payment.refresh_from_db()
    assert (payment.status, payment.checked_at) == ("PENDING", None)


def test_flood_of_forged_messages_fills_no_disk(provider: SandboxProcess) -> None:
    first = RefusedMessage.objects.create(provider="phonepe", verdict="no proof", headers={}, body=b"old")
    RefusedMessage.objects.bulk_create(
        RefusedMessage(provider="phonepe", verdict="no proof", headers={}, body=b"") for _ in range(499)
    )

    deliver(b"x" * 20_000, headers={})

    assert RefusedMessage.objects.count() == RefusedMessage.KEPT
    assert not RefusedMessage.objects.filter(pk=first.pk).exists()
    newest = RefusedMessage.objects.latest("pk")
    assert (len(newest.body), newest.address[:3]) == (RefusedMessage.LONGEST_BODY, "10.")


def test_shop_without_webhook_secrets_believes_nobody(provider: SandboxProcess, settings: Settings) -> None:
    payment = start(place(make_product()))
    body = message(payment)
    proof = signed(body) | sha()
    settings.PHONEPE_WEBHOOK_SECRET = settings.PHONEPE_WEBHOOK_USERNAME = ""
    settings.PHONEPE_WEBHOOK_PASSWORD = ""

    assert deliver(body, headers=proof).refusal == (401, "SIGNATURE_INVALID")
    assert deliver(body, headers=signed(body)).refusal == (401, "SIGNATURE_INVALID")


@pytest.mark.django_db(transaction=True)
def test_same_message_a_hundred_times_at_once_counts_once(provider: SandboxProcess) -> None:
    payment = start(place(make_product(stock=5), 2))
    provider.settle(payment.transaction_id, "success")
    body = message(payment)
    per_thread = 10

    def send(number: int) -> set[int]:
        api = Api()
        return {deliver(body, api=api).status for _ in range(per_thread)}

    assert at_once(10, send) == [{200}] * 10

    stored = WebhookMessage.objects.get()
    assert stored.copies == 100
    assert stored.handled_at is not None
    payment.refresh_from_db()
    assert payment.status == "SUCCESS"
    assert Event.objects.filter(name="order.confirmed").count() == 1
    assert Event.objects.filter(name="payment.succeeded").count() == 1
    assert Mail.objects.filter(kind="payment_received").count() == 1
    product = payment.order.lines.get().product
    assert (product.allocated, product.held) == (2, 0)


@pytest.mark.django_db(transaction=True)
def test_many_messages_at_once_new_and_known_are_each_stored_once(provider: SandboxProcess) -> None:
    """They are stored in batches: one that is known already must not keep the others out."""
    payment = pay(place(make_product()), provider)
    known = message(payment, orderId="OMO-known")
    assert deliver(known).status == 200

    def send(number: int) -> set[int]:
        api = Api()
        mine = [message(payment, orderId=f"OMO-{number}-{step}") for step in range(10)]
        return {deliver(body, api=api).status for body in [*mine, known]}

    assert at_once(8, send) == [{200}] * 8

    assert WebhookMessage.objects.count() == 1 + 8 * 10
    assert sorted(WebhookMessage.objects.values_list("copies", flat=True))[-2:] == [1, 1 + 8]
    assert not WebhookMessage.objects.filter(handled_at=None).exists()


def test_secret_of_the_older_proof_is_not_kept(provider: SandboxProcess) -> None:
    payment = start(place(make_product()))

    deliver(message(payment), headers=sha())

    stored = WebhookMessage.objects.get()
    assert sha()["Authorization"] not in json.dumps(stored.headers)


@pytest.mark.django_db(transaction=True)
def test_real_message_of_the_provider_over_http(provider: SandboxProcess, live_server: LiveServer) -> None:
    provider.control("/settings", webhook_url=f"{live_server.url}/api/payments/webhooks/phonepe")
    payment = start(place(make_product()))
    provider.fault("webhook_duplicate", on="checkout.order.completed", value=5)

    provider.pay(payment.pay_url, "success", method="card")

    eventually(lambda: Payment.objects.get(pk=payment.pk).status == "SUCCESS")
    eventually(lambda: WebhookMessage.objects.get(event="checkout.order.completed").copies == 5)
    # The last answers, too: a request that still runs would meet the emptying of the tables.
    eventually(lambda: {each["result"] for each in provider.messages(payment.transaction_id)} == {"200"})
    assert Event.objects.filter(name="order.confirmed").count() == 1
    assert Payment.objects.get(pk=payment.pk).instrument == "Card"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("fault", ["webhook_forged", "webhook_unsigned"])
def test_forged_message_over_http_is_refused(
    provider: SandboxProcess, live_server: LiveServer, fault: str
) -> None:
    provider.control("/settings", webhook_url=f"{live_server.url}/api/payments/webhooks/phonepe")
    payment = start(place(make_product()))
    provider.fault(fault, on="checkout.order.completed", times=None)

    provider.settle(payment.transaction_id, "success")

    eventually(lambda: provider.messages(payment.transaction_id)[0]["result"] == "401")
    assert not WebhookMessage.objects.exists()
    assert check(payment).status == "SUCCESS"  # the clock's own question finds it
