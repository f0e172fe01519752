"""Payments are started while the provider fails, answers late or not at all, or our own process dies."""

from datetime import timedelta

import pytest
from django.utils import timezone

from project.payments.models import Payment
from tests.buying import check, let_pass, pay_call, place, start
from tests.factories import make_product
from tests.http import Answer, Api
from tests.sandbox_process import SandboxProcess
from tests.threads import at_once
from tests.waiting import eventually
from worker.tasks import sweep

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("fault", ["error_json", "error_html", "down", "drop", "too_many"])
def test_provider_that_fails_is_a_503_and_the_next_call_goes_on_with_the_same_row(
    provider: SandboxProcess, fault: str
) -> None:
    order = place(make_product())
    provider.fault(fault, on="pay", times=None)

    answer = pay_call(order)

    assert answer.refusal == (503, "PROVIDER_UNAVAILABLE")
    payment = order.payments.get()
    assert (payment.status, payment.is_open, payment.opening_until) == ("PENDING", True, None)
    assert payment.next_check_at is not None
    provider.control("/faults", "DELETE")
    assert pay_call(order).data["transactionId"] == payment.transaction_id
    assert provider.opened_orders() == [payment.transaction_id]


def test_provider_that_is_gone_is_a_503_and_back_it_goes_on(provider: SandboxProcess) -> None:
    order = place(make_product())
    provider.halt()
    try:
        assert pay_call(order).refusal == (503, "PROVIDER_UNAVAILABLE")
    finally:
        provider.restart()

    assert pay_call(order).status == 200
    assert order.payments.count() == 1


def test_garbage_for_an_answer_is_looked_up_and_never_paid_twice(provider: SandboxProcess) -> None:
    order = place(make_product())
    provider.fault("garbage", on="pay", value="<html>Thank you</html>")

    data = pay_call(order).data

    # The first id is open at the provider but its page is lost: it is watched, the shopper has another.
    lost, current = order.payments.order_by("pk")
    assert provider.opened_orders() == [lost.transaction_id, current.transaction_id]
    assert data["transactionId"] == current.transaction_id
    assert (lost.status, lost.is_open, current.is_open) == ("PENDING", False, True)
    assert lost.next_check_at is not None


def test_reply_lost_after_the_provider_opened_the_order(provider: SandboxProcess) -> None:
    order = place(make_product())
    provider.fault("reply_lost", on="pay")

    data = pay_call(order).data

    lost, current = order.payments.order_by("pk")
    assert data["transactionId"] == current.transaction_id
    assert lost.next_check_at is not None
    # Even the lost one's money counts, and then the order is paid.
    provider.settle(lost.transaction_id, "success")
    assert check(lost).order.payment_status == "paid"
    assert pay_call(order).refusal == (409, "ALREADY_PAID")


def test_reply_and_look_up_lost_leave_the_row_for_the_next_call(provider: SandboxProcess) -> None:
    order = place(make_product())
    provider.fault("reply_lost", on="pay")
    provider.fault("error_html", on="status", times=None)
    assert pay_call(order).refusal == (503, "PROVIDER_UNAVAILABLE")
    lost = order.payments.get()
    provider.control("/faults", "DELETE")

    data = pay_call(order).data

    assert data["transactionId"] != lost.transaction_id
    lost.refresh_from_db()
    assert (lost.status, lost.is_open) == ("PENDING", False)
    assert lost.next_check_at is not None


def test_two_lost_replies_in_a_row_are_a_503_and_the_next_call_opens_a_third_attempt(
    provider: SandboxProcess,
) -> None:
    order = place(make_product())
    provider.fault("reply_lost", on="pay", times=2)

    assert pay_call(order).refusal == (503, "PROVIDER_UNAVAILABLE")

    assert list(order.payments.values_list("status", "is_open")) == [("PENDING", False)] * 2
    assert pay_call(order).status == 200
    assert len(provider.opened_orders()) == 3


@pytest.mark.django_db(transaction=True)
def test_who_waits_for_a_page_that_is_refused_opens_one_by_themselves(provider: SandboxProcess) -> None:
    order = place(make_product())
    provider.fault("latency", on="pay", value=500)
    # Of the first call and of its second try with a new token.
    provider.fault("unauthorized", on="pay", times=2)

    def act(number: int) -> int:
        if number == 1:
            eventually(order.payments.exists)
        return pay_call(order).status

    assert at_once(2, act) == [503, 200]
    assert list(order.payments.order_by("pk").values_list("status", "is_open")) == [
        ("FAILED", False),
        ("PENDING", True),
    ]


def test_refusal_of_the_provider_ends_the_attempt_and_not_the_order(provider: SandboxProcess) -> None:
    order = place(make_product())
    provider.fault("unauthorized", on="pay", times=2)

    assert pay_call(order).refusal == (503, "PROVIDER_UNAVAILABLE")

    refused = order.payments.get()
    assert (refused.status, refused.is_open) == ("FAILED", False)
    order.refresh_from_db()
    assert (order.status, order.payment_status) == ("pending", "failed")
    assert pay_call(order).status == 200


@pytest.mark.production_stack  # fifteen seconds of waiting, with no lock held
@pytest.mark.django_db(transaction=True)
def test_provider_that_keeps_us_waiting_is_given_up_within_bounds(provider: SandboxProcess) -> None:
    product = make_product()
    order, payment = place(product), start(place(product))
    provider.settle(payment.transaction_id, "success")
    for call in ("pay", "status"):
        provider.fault("latency", on=call, value=20_000, times=None)
    started = timezone.now()

    def act(number: int) -> Answer:
        if number == 0:
            return pay_call(order)
        return Api().post("/payments/verify-phonepe", {"merchantTransactionId": payment.transaction_id})

    paid, verified = at_once(2, act)

    assert timezone.now() - started < timedelta(seconds=19)
    assert paid.refusal == (503, "PROVIDER_UNAVAILABLE")
    assert order.payments.get().status == "PENDING"
    assert (verified.data["status"], verified.data["checkedAt"]) == ("PENDING", None)


def test_attempt_that_was_never_opened_is_opened_by_the_next_call(provider: SandboxProcess) -> None:
    order = place(make_product())
    provider.fault("drop", on="pay", times=None)
    pay_call(order)
    provider.control("/faults", "DELETE")
    payment = order.payments.get()
    # What a killed process leaves: a leased row nobody opens.
    Payment.objects.filter(pk=payment.pk).update(opening_until=timezone.now() - timedelta(seconds=1))

    assert pay_call(order).data["transactionId"] == payment.transaction_id


def test_attempt_that_was_never_opened_expires_by_the_clock(provider: SandboxProcess) -> None:
    order = place(make_product())
    provider.fault("drop", on="pay", times=None)
    pay_call(order)
    payment = order.payments.get()
    let_pass(payment, timedelta(minutes=16))

    sweep()

    payment.refresh_from_db()
    assert (payment.status, payment.is_open) == ("EXPIRED", False)
    order.refresh_from_db()
    assert (order.status, order.payment_status) == ("pending", "failed")
