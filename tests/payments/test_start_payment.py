"""Payment start: one open payment per order, whatever is clicked or lost."""

from datetime import timedelta

import pytest
from django.utils import timezone

from project.core.models import IdempotencyKey
from project.events.models import Event
from project.orders import actions as orders
from project.payments.models import Payment
from tests.buying import check, hold, let_order_pass, let_pass, new_key, pay_call, place, proof, start
from tests.factories import log_in, make_product, make_user
from tests.http import Answer, Api
from tests.sandbox_process import SandboxProcess
from tests.threads import at_once
from tests.waiting import eventually
from worker.tasks import sweep

pytestmark = pytest.mark.django_db


def opened(provider: SandboxProcess) -> list[str]:
    """Return our ids of the orders the provider opened."""
    return [row["merchant_order_id"] for row in provider.control("/state", "GET")["orders"]]


def test_order_opens_at_the_provider_with_its_own_amount(provider: SandboxProcess) -> None:
    order = place(make_product(price_paise=123_450))

    data = pay_call(order).data

    payment = Payment.objects.get(transaction_id=data["transactionId"])
    [row] = provider.control("/state", "GET")["orders"]
    assert row["merchant_order_id"] == payment.transaction_id
    assert row["amount"] == payment.amount_paise == 123_450
    assert row["redirect_url"] == f"http://testserver/order-confirmation/{payment.transaction_id}"
    assert data["phonepeTransactionId"] == row["order_id"] == payment.provider_order_id
    assert data["paymentUrl"] == payment.pay_url
    assert (payment.status, payment.is_open, payment.opening_until) == ("PENDING", True, None)
    assert payment.expires_at is not None and payment.next_check_at is not None
    assert payment.next_check_at - payment.initiated_at == timedelta(seconds=22)
    names = list(Event.objects.filter(subject=payment.topic).values_list("name", flat=True))
    assert names == ["payment.initiated", "payment.opened"]


def test_hold_outlives_the_payment_page(provider: SandboxProcess) -> None:
    payment = start(place(make_product()))

    payment.order.refresh_from_db()
    assert payment.expires_at is not None and payment.order.held_until is not None
    assert payment.order.held_until - payment.expires_at >= timedelta(minutes=14)


def test_asking_again_does_not_prolong_the_hold(provider: SandboxProcess) -> None:
    payment = start(place(make_product()))
    let_pass(payment, timedelta(minutes=5))
    payment.order.refresh_from_db()
    held_until = payment.order.held_until

    assert start(payment.order).pk == payment.pk

    payment.order.refresh_from_db()
    assert payment.order.held_until == held_until


@pytest.mark.parametrize("order_id", ["", "  "])
def test_blank_order_id_is_named_as_missing(api: Api, order_id: str) -> None:
    assert api.post("/phonepe/create-order", {"orderId": order_id}).refusal == (422, "VALIDATION")


@pytest.mark.parametrize("order_id", ["AKS-NONE", "x" * 40, "../../etc", "AKS-%"])
def test_unknown_order(api: Api, order_id: str) -> None:
    assert api.post("/phonepe/create-order", {"orderId": order_id}).refusal == (404, "NOT_FOUND")


def test_order_of_an_account_is_unknown_to_guests(provider: SandboxProcess) -> None:
    owner = make_user()
    order = place(make_product())
    order.user = owner
    order.save(update_fields=["user"])

    assert pay_call(order, key="").refusal == (404, "NOT_FOUND")
    assert pay_call(order, key="", api=Api(token=log_in(make_user()))).refusal == (404, "NOT_FOUND")
    assert pay_call(order, key="", api=Api(token=log_in(owner))).status == 200


def test_order_of_a_guest_is_not_paid_by_its_id_alone(provider: SandboxProcess) -> None:
    order = place(make_product())
    other = place(make_product())
    bare = {"orderId": order.order_id}

    for body in (bare, bare | {"amount": 1}, bare | {"key": other.key}):
        refusal = Api().post("/phonepe/create-order", body)
        assert refusal.refusal == (404, "NOT_FOUND")
        assert refusal.body["message"] == pay_call(order, orderId="AKS-NONE").body["message"]
        assert "data" not in refusal.body
    assert not order.payments.exists()

    opened = [
        Api().post("/phonepe/create-order", bare | {"key": order.key}),
        Api().post("/phonepe/create-order", bare, X_Order_Key=order.key),
        Api().post("/phonepe/create-order", bare, **proof(order)),
    ]
    assert len({answer.data["transactionId"] for answer in opened}) == 1


def test_second_call_gets_the_live_attempt(provider: SandboxProcess) -> None:
    order = place(make_product())

    first, second = pay_call(order), pay_call(order)

    assert first.data == second.data
    assert opened(provider) == [first.data["transactionId"]]
    assert order.payments.count() == 1


def test_same_key_may_open_only_its_own_order(provider: SandboxProcess, api: Api) -> None:
    product, key = make_product(), new_key()
    first, second = place(product), place(product)

    one = api.post("/phonepe/create-order", {"orderId": first.order_id, "key": first.key}, key=key)
    two = api.post("/phonepe/create-order", {"orderId": second.order_id, "key": second.key}, key=key)

    assert one.data["transactionId"] != two.data["transactionId"]
    assert IdempotencyKey.objects.filter(key=key).count() == 2


@pytest.mark.parametrize("amount", [1, 499.99, 500.01])
def test_foreign_amount_is_refused_with_the_orders_own(provider: SandboxProcess, amount: float) -> None:
    order = place(make_product(price_paise=50_000))

    answer = pay_call(order, amount=amount)

    assert answer.refusal == (409, "PRICE_CHANGED")
    assert answer.body["data"] == {"orderId": order.order_id, "totalAmount": 500.0}
    assert not order.payments.exists()
    assert pay_call(order, amount=500).status == 200


@pytest.mark.parametrize("amount", [0, -500])
def test_amount_that_is_none_is_refused(provider: SandboxProcess, amount: float) -> None:
    order = place(make_product(price_paise=50_000))

    answer = pay_call(order, amount=amount)

    assert answer.refusal == (422, "VALIDATION")
    assert answer.body["errors"] == {"amount": "Invalid order amount"}
    assert not order.payments.exists()


@pytest.mark.django_db(transaction=True)
def test_two_clicks_at_once_open_one_attempt(provider: SandboxProcess) -> None:
    order = place(make_product())
    provider.fault("latency", on="pay", value=300, times=None)

    answers = at_once(4, lambda number: pay_call(order).data)

    assert len({answer["paymentUrl"] for answer in answers}) == 1
    assert order.payments.count() == 1
    assert len(opened(provider)) == 1


def test_paid_order_cannot_be_paid_again(provider: SandboxProcess) -> None:
    order = place(make_product())
    payment = start(order)
    provider.settle(payment.transaction_id, "success")
    check(payment)

    answer = pay_call(order)

    assert answer.refusal == (409, "ALREADY_PAID")
    assert answer.body["message"] == "This order has already been paid"
    assert order.payments.count() == 1


def test_money_that_found_no_stock_is_still_paid_and_not_asked_for_twice(provider: SandboxProcess) -> None:
    product = make_product(stock=1)
    order = place(product)
    payment = start(order)
    let_pass(payment, timedelta(hours=2))
    sweep()
    hold(product)
    provider.settle(payment.transaction_id, "success")
    assert check(payment).status == "SUCCESS"

    assert pay_call(order).refusal == (409, "ALREADY_PAID")
    assert order.payments.count() == 1


def test_cancelled_order_cannot_be_paid(provider: SandboxProcess) -> None:
    order = place(make_product())
    orders.cancel_unpaid(order.order_id, cause="test")

    assert pay_call(order).refusal == (409, "ORDER_NOT_PAYABLE")
    assert not order.payments.exists()


def test_failed_attempt_is_followed_by_a_new_one_for_the_same_order(provider: SandboxProcess) -> None:
    order = place(make_product())
    first = start(order)
    provider.settle(first.transaction_id, "cancel")
    assert check(first).status == "CANCELLED"

    second = start(order)

    assert second.transaction_id != first.transaction_id
    assert (second.status, second.is_open, second.amount_paise) == ("PENDING", True, first.amount_paise)
    order.refresh_from_db()
    assert order.payment_status == "pending"


def test_ended_attempt_is_never_opened_again_even_if_it_was_not_closed(provider: SandboxProcess) -> None:
    order = place(make_product())
    first = start(order)
    Payment.objects.filter(pk=first.pk).update(status="FAILED")

    second = start(order)

    first.refresh_from_db()
    assert (second.status, second.pk == first.pk, first.is_open) == ("PENDING", False, False)


def test_attempt_whose_page_is_about_to_close_is_followed_by_a_new_one(provider: SandboxProcess) -> None:
    order = place(make_product())
    first = start(order)
    let_pass(first, timedelta(seconds=850))

    second = start(order)

    first.refresh_from_db()
    assert second.pk != first.pk
    assert (first.status, first.is_open) == ("PENDING", False)
    assert first.next_check_at is not None


def test_hold_that_ran_out_is_taken_anew_or_the_shopper_is_told(provider: SandboxProcess) -> None:
    product = make_product(stock=1)
    order = hold(product)
    let_order_pass(order, timedelta(hours=1))
    sweep()

    rival = hold(product)
    assert pay_call(order).refusal == (409, "OUT_OF_STOCK")
    assert not order.payments.exists()
    orders.cancel_unpaid(rival.order_id, cause="test")
    assert pay_call(order).status == 200

    product.refresh_from_db()
    assert product.held == 1
    order.refresh_from_db()
    assert order.held_until is not None and order.held_until > timezone.now()


# -- The provider has a bad day ------------------------------------------------------------------


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
    assert opened(provider) == [payment.transaction_id]


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
    assert opened(provider) == [lost.transaction_id, current.transaction_id]
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
    assert len(opened(provider)) == 3


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


# -- Our own process dies ------------------------------------------------------------------------


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
