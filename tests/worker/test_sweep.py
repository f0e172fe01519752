"""The sweep: each due row once, nothing that is not due, and no job from strangers."""

import pickle
from datetime import timedelta

import pytest
from django.db.models import F
from django.utils import timezone
from huey.contrib.djhuey import HUEY

from project.core.models import IdempotencyKey
from project.orders.models import Order
from project.payments.attempts.status_check import take_due_payments
from project.payments.models import Payment
from tests.buying import check, guest_body, item, let_order_pass, let_pass, new_key, place, start
from tests.factories import make_product
from tests.http import Api
from tests.sandbox_process import SandboxProcess
from tests.threads import at_once
from worker.tasks import close_abandoned_orders, forget_old_keys, sweep

pytestmark = pytest.mark.django_db


def test_nothing_due_is_nothing_done() -> None:
    assert sweep() == 0


def test_each_due_row_is_one_job_and_then_it_is_not_due(provider: SandboxProcess) -> None:
    payment = start(place(make_product()))
    let_pass(payment, timedelta(seconds=23))

    assert sweep() == 2  # the payment, and the mail about the order
    assert sweep() == 0


def test_claimed_payment_whose_job_died_is_checked_when_the_claim_ends(provider: SandboxProcess) -> None:
    payment = start(place(make_product()))
    provider.settle(payment.transaction_id, "success")
    let_pass(payment, timedelta(seconds=23))
    assert take_due_payments() == [payment.pk]
    assert take_due_payments() == []

    Payment.objects.update(next_check_at=F("next_check_at") - timedelta(seconds=31))
    sweep()

    payment.refresh_from_db()
    assert payment.status == "SUCCESS"


@pytest.mark.django_db(transaction=True)
def test_two_workers_claim_each_payment_once(provider: SandboxProcess) -> None:
    product = make_product(stock=20)
    payments = [start(place(product)) for _ in range(6)]
    Payment.objects.update(next_check_at=timezone.now() - timedelta(seconds=1))

    claims = at_once(4, lambda number: take_due_payments())

    assert sorted(sum(claims, [])) == sorted(payment.pk for payment in payments)


def test_settled_payment_is_never_due_again(provider: SandboxProcess) -> None:
    payment = start(place(make_product()))
    provider.settle(payment.transaction_id, "success")
    let_pass(payment, timedelta(seconds=23))
    sweep()

    let_pass(payment, timedelta(days=1))
    sweep()

    payment.refresh_from_db()
    assert (payment.status, payment.next_check_at) == ("SUCCESS", None)


def test_old_idempotency_keys_are_forgotten_and_fresh_ones_kept(api: Api) -> None:
    product = make_product()
    for key in ("old", "fresh"):
        api.post("/orders/create-guest-order", guest_body(item(product)), key=key + new_key())
    IdempotencyKey.objects.filter(key__startswith="old").update(created_at=timezone.now() - timedelta(days=4))

    forget_old_keys.call_local()

    assert IdempotencyKey.objects.get().key.startswith("fresh")


def test_job_that_we_did_not_sign_is_refused() -> None:
    ours = HUEY.serializer.serialize("a job")
    assert HUEY.serializer.deserialize(ours) == "a job"

    with pytest.raises(ValueError, match="[Ss]ignature"):
        HUEY.serializer.deserialize(ours.replace(b"a job", b"b job"))
    with pytest.raises(ValueError, match="not found"):
        HUEY.serializer.deserialize(pickle.dumps("b job"))


def test_order_nobody_paid_is_closed_once_no_late_money_can_come(provider: SandboxProcess) -> None:
    product = make_product(stock=9)
    never_started, expired, watched, paid, fresh = (place(product) for _ in range(5))
    given_up = start(expired)
    provider.control("/clock", advance=901)
    check(given_up)
    still_asked = start(watched)
    done = start(paid)
    provider.settle(done.transaction_id, "success")
    check(done)
    for order in (never_started, expired, watched, paid):
        let_order_pass(order, timedelta(hours=74))
    sweep()
    Payment.objects.filter(pk=given_up.pk).update(next_check_at=None)

    close_abandoned_orders.call_local()

    def status(order: Order) -> str:
        order.refresh_from_db()
        return order.status

    assert [status(order) for order in (never_started, expired, watched, paid, fresh)] == [
        "cancelled",
        "cancelled",
        "pending",
        "confirmed",
        "pending",
    ]
    still_asked.refresh_from_db()
    assert still_asked.next_check_at is not None
    product.refresh_from_db()
    assert (product.held, product.allocated) == (0, 1)
