"""Webhook processing: each stored message triggers a status check, whatever its order, claim or fate."""

from datetime import timedelta

import pytest
from django.utils import timezone

from project.events.models import Event
from project.payments.models import Case, Payment, WebhookMessage
from project.payments.webhooks.processing import STALE_ANSWER_TRIES, handle_webhook, take_due_webhooks
from project.payments.webhooks.receiving import receive_webhook
from tests.buying import deliver, let_pass, message, pay, pay_call, place, signed, start
from tests.factories import make_product
from tests.payments.refund_helpers import advance, ask, refund_message, run_due
from tests.sandbox_process import SandboxProcess
from tests.threads import at_once
from tests.waiting import eventually
from worker.tasks import sweep

pytestmark = pytest.mark.django_db


def test_messages_in_any_order_end_in_the_same_state(provider: SandboxProcess) -> None:
    payment = start(place(make_product()))
    provider.settle(payment.transaction_id, "success")

    deliver(message(payment))
    deliver(message(payment, state="FAILED"))

    payment.refresh_from_db()
    assert (payment.status, payment.order.payment_status) == ("SUCCESS", "paid")
    assert WebhookMessage.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_message_that_comes_before_the_pay_call_returned(provider: SandboxProcess) -> None:
    order = place(make_product())
    # The provider has opened the order and sits on its reply while the shopper's other device pays.
    provider.fault("slow_reply", on="pay", value=8000)

    def act(number: int) -> tuple[int, str]:
        if number == 0:
            answer = pay_call(order)
            return answer.status, answer.body.get("code", "")
        payment = eventually(lambda: Payment.objects.filter(order=order).first())
        eventually(lambda: provider.control("/state", "GET")["orders"])
        provider.settle(payment.transaction_id, "success")
        return deliver(message(payment, orderId="OMO0")).status, ""

    assert at_once(2, act) == [(409, "ALREADY_PAID"), (200, "")]

    payment = order.payments.get()
    assert (payment.status, payment.fulfils) == ("SUCCESS", True)
    order.refresh_from_db()
    assert (order.status, order.payment_status) == ("confirmed", "paid")
    assert Event.objects.filter(name="order.confirmed").count() == 1


@pytest.mark.parametrize("state", ["COMPLETED", "FAILED"])
def test_message_that_overtakes_the_status_answer_is_asked_about_again_within_seconds(
    provider: SandboxProcess, state: str
) -> None:
    payment = start(place(make_product()))
    provider.settle(payment.transaction_id, "success" if state == "COMPLETED" else "failure", final=True)
    provider.fault("alter", on="status", value={"state": "PENDING"}, times=1)

    deliver(message(payment, state=state))

    stored = WebhookMessage.objects.get()
    payment.refresh_from_db()
    assert (stored.handled_at, stored.payment, payment.status) == (None, payment, "PENDING")
    assert stored.next_try_at is not None
    assert stored.next_try_at - timezone.now() < timedelta(seconds=5)

    WebhookMessage.objects.update(next_try_at=timezone.now())
    run_due()
    stored.refresh_from_db()
    payment.refresh_from_db()
    assert (stored.handled_at is not None, payment.status != "PENDING") == (True, True)


def test_message_that_says_more_than_the_provider_ever_answers_is_left_to_the_schedule(
    provider: SandboxProcess,
) -> None:
    payment = start(place(make_product()))

    deliver(message(payment))
    for _ in range(STALE_ANSWER_TRIES):
        WebhookMessage.objects.update(next_try_at=timezone.now())
        run_due()

    stored = WebhookMessage.objects.get()
    payment.refresh_from_db()
    assert (stored.handled_at is not None, stored.attempts) == (True, STALE_ANSWER_TRIES)
    assert (payment.status, payment.next_check_at is not None) == ("PENDING", True)


def test_refund_message_that_overtakes_the_status_answer_is_asked_about_again(
    provider: SandboxProcess,
) -> None:
    refund = advance(ask(pay(place(make_product()), provider), 50_000))

    deliver(refund_message(refund.payment, refund.refund_id))
    assert WebhookMessage.objects.get().handled_at is None
    provider.control(f"/refunds/{refund.refund_id}/settle", outcome="success")
    WebhookMessage.objects.update(next_try_at=timezone.now())
    run_due()

    refund.refresh_from_db()
    assert (refund.status, WebhookMessage.objects.get().handled_at is not None) == ("done", True)


def test_message_that_was_processed_is_not_processed_again(provider: SandboxProcess) -> None:
    payment = start(place(make_product()))
    deliver(message(payment, state="PENDING"))
    provider.settle(payment.transaction_id, "success")

    handle_webhook(WebhookMessage.objects.get().pk)

    payment.refresh_from_db()
    assert payment.status == "PENDING"


def test_lost_message_is_made_up_for_by_the_clock(provider: SandboxProcess) -> None:
    payment = start(place(make_product()))
    provider.settle(payment.transaction_id, "success")
    sweep()
    payment.refresh_from_db()
    assert payment.status == "PENDING"  # not due yet

    let_pass(payment, timedelta(seconds=23))
    sweep()

    payment.refresh_from_db()
    assert payment.status == "SUCCESS"
    event = Event.objects.get(subject=payment.topic, name="payment.succeeded")
    assert event.cause == "clock"


def test_message_about_an_unknown_order_is_kept_and_is_no_error(provider: SandboxProcess) -> None:
    stranger = Payment(transaction_id="TXN-NEVER-HEARD-OF", amount_paise=100)

    assert deliver(message(stranger)).status == 200

    stored = WebhookMessage.objects.get()
    assert (stored.payment, stored.merchant_order_id) == (None, "TXN-NEVER-HEARD-OF")
    assert stored.handled_at is not None


def test_money_for_a_payment_that_is_not_here_opens_a_case(provider: SandboxProcess) -> None:
    # As after a restore from a backup: the provider knows a payment of ours that no table has.
    lost = start(place(make_product()))
    provider.settle(lost.transaction_id, "success")
    transaction_id, body = lost.transaction_id, message(lost)
    lost.delete()

    assert deliver(body).status == 200
    assert deliver(body.replace(b"COMPLETED", b"COMPLETED ")).status == 200

    case = Case.objects.get()
    assert (case.kind, case.subject, case.closed_at) == ("paid_unknown", f"payment:{transaction_id}", None)
    assert case.facts["amountPaise"] == lost.amount_paise


def test_a_claim_of_money_that_the_provider_does_not_confirm_opens_no_case(provider: SandboxProcess) -> None:
    unpaid = start(place(make_product()))
    body = message(unpaid)
    unpaid.delete()

    assert deliver(body).status == 200

    assert not Case.objects.exists()


@pytest.mark.parametrize(
    "body",
    [b"", b"not json", b"[]", b"null", b'{"event": 7, "payload": []}', b"\xff\x00", b'{"a": "\\u0000"}'],
)
def test_unreadable_but_proven_message_is_kept_for_a_person(provider: SandboxProcess, body: bytes) -> None:
    first, second = deliver(body), deliver(body)

    assert (first.status, second.status) == (200, 200)
    stored = WebhookMessage.objects.get()
    assert bytes(stored.body) == body
    assert (stored.copies, stored.handled_at is not None) == (2, True)


def test_message_while_the_provider_is_down_is_tried_again_later(provider: SandboxProcess) -> None:
    payment = start(place(make_product()))
    provider.settle(payment.transaction_id, "success")
    provider.fault("down", on="status", times=None)

    assert deliver(message(payment)).status == 200

    stored = WebhookMessage.objects.get()
    assert (stored.handled_at, stored.attempts) == (None, 1)
    assert stored.next_try_at is not None and stored.next_try_at > timezone.now()
    provider.control("/faults", "DELETE")
    WebhookMessage.objects.update(next_try_at=timezone.now())
    sweep()
    stored.refresh_from_db()
    payment.refresh_from_db()
    assert (stored.handled_at is not None, payment.status) == (True, "SUCCESS")


def test_stored_message_whose_process_died_is_handled_by_the_sweep(provider: SandboxProcess) -> None:
    payment = start(place(make_product()))
    provider.settle(payment.transaction_id, "success")
    body = message(payment)
    # The process stores the message and dies before it does anything about it.
    stored = receive_webhook(provider="phonepe", headers=signed(body), body=body)
    assert stored.handled_at is None

    sweep()

    stored.refresh_from_db()
    payment.refresh_from_db()
    assert (stored.handled_at is not None, payment.status) == (True, "SUCCESS")


def test_claimed_message_whose_job_died_is_handled_when_the_claim_ends(provider: SandboxProcess) -> None:
    payment = start(place(make_product()))
    provider.settle(payment.transaction_id, "success")
    body = message(payment)
    stored = receive_webhook(provider="phonepe", headers=signed(body), body=body)
    assert take_due_webhooks() == [stored.pk]
    assert take_due_webhooks() == []

    WebhookMessage.objects.update(next_try_at=timezone.now())  # half a minute later
    sweep()

    payment.refresh_from_db()
    assert payment.status == "SUCCESS"
