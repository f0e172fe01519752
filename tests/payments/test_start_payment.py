"""Payment start: one open payment per order, whatever is clicked or lost."""

from datetime import timedelta

import httpx
import pytest
from django.utils import timezone

from project.core.models import IdempotencyKey
from project.events.models import Event
from project.orders import actions as orders
from project.payments.models import Payment
from tests.buying import check, hold, let_order_pass, let_pass, new_key, pay_call, place, proof, start
from tests.factories import log_in, make_product, make_user
from tests.http import Api
from tests.sandbox_process import SandboxProcess
from tests.threads import at_once
from worker.tasks import sweep

pytestmark = pytest.mark.django_db


def test_order_opens_at_the_provider_with_its_own_amount(provider: SandboxProcess) -> None:
    order = place(make_product(price_paise=123_450))

    data = pay_call(order).data

    payment = Payment.objects.get(transaction_id=data["transactionId"])
    [row] = provider.control("/state", "GET")["orders"]
    assert row["merchant_order_id"] == payment.transaction_id
    assert row["amount"] == payment.amount_paise == 123_450
    assert row["redirect_url"] == f"http://testserver/order-confirmation/{payment.transaction_id}?lang=en"
    assert data["phonepeTransactionId"] == row["order_id"] == payment.provider_order_id
    assert data["paymentUrl"] == payment.pay_url
    assert (payment.status, payment.is_open, payment.opening_until) == ("PENDING", True, None)
    assert payment.expires_at is not None and payment.next_check_at is not None
    assert payment.next_check_at - payment.initiated_at == timedelta(seconds=22)
    names = list(Event.objects.filter(subject=payment.topic).values_list("name", flat=True))
    assert names == ["payment.initiated", "payment.opened"]


def test_payment_page_and_return_are_in_the_language_the_shop_was_read_in(provider: SandboxProcess) -> None:
    order = place(make_product())

    data = pay_call(order, api=Api(language="hi")).data

    [row] = provider.control("/state", "GET")["orders"]
    assert row["redirect_url"].endswith(f"/order-confirmation/{data['transactionId']}?lang=hi")
    assert '<html lang="hi">' in httpx.get(data["paymentUrl"], trust_env=False).text


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
    assert provider.opened_orders() == [first.data["transactionId"]]
    assert order.payments.count() == 1


def test_same_key_may_open_only_its_own_order(provider: SandboxProcess, api: Api) -> None:
    product, key = make_product(), new_key()
    first, second = place(product), place(product)

    one = api.post("/phonepe/create-order", {"orderId": first.order_id, "key": first.key}, key=key)
    two = api.post("/phonepe/create-order", {"orderId": second.order_id, "key": second.key}, key=key)

    assert one.data["transactionId"] != two.data["transactionId"]
    assert IdempotencyKey.objects.filter(key=key).count() == 2


@pytest.mark.parametrize("amount", [0, 1, 499.99, 500.01])
def test_foreign_amount_is_refused_with_the_orders_own(provider: SandboxProcess, amount: float) -> None:
    order = place(make_product(price_paise=50_000))

    answer = pay_call(order, amount=amount)

    assert answer.refusal == (409, "PRICE_CHANGED")
    assert answer.body["data"] == {"orderId": order.order_id, "totalAmount": 500.0}
    assert not order.payments.exists()
    assert pay_call(order, amount=500).status == 200


@pytest.mark.parametrize("amount", [-1, -500])
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
    assert len(provider.opened_orders()) == 1


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
