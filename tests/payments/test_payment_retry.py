"""Payment retry: after a failed payment the same order can be paid again, on any device."""

import re
from datetime import datetime, timedelta
from typing import Any

import pytest
import segno
from django.test import Client
from pytest_django.fixtures import Settings

from project.catalog.models import Product
from project.events.models import Event
from project.orders.actions import cancel_unpaid
from project.orders.models import Order
from project.payments.models import Payment
from tests.buying import check, guest_body, hold, item, let_pass, pay_call, place, proof, start, status
from tests.factories import BEAD_OPTIONS, log_in, make_product, make_user
from tests.http import Api
from tests.sandbox_process import SandboxProcess
from worker.tasks import sweep

pytestmark = pytest.mark.django_db


def failed(provider: SandboxProcess, order: Order) -> Payment:
    """Return a payment of the order that its shopper cancelled at the provider."""
    payment = start(order)
    provider.pay(payment.pay_url, "cancel")
    return check(payment)


def test_failed_payment_says_until_when_the_same_order_can_be_paid(provider: SandboxProcess) -> None:
    product = make_product(slug="five-mukhi", title_en="Five Mukhi", title_hi="पाँच मुखी", stock=1)
    payment = start(place(product))
    provider.settle(payment.transaction_id, "failure", final=True)
    payment = check(payment)

    shown = status(payment).data

    assert (shown["retry"], shown["canRetry"]) == ("held", True)
    assert datetime.fromisoformat(shown["heldUntil"]) == payment.order.held_until
    assert shown["products"] == [{"slug": "five-mukhi", "title": "Five Mukhi"}]
    assert status(payment, api=Api(language="hi")).data["products"][0]["title"] == "पाँच मुखी"


def test_order_names_its_attempts_to_its_owner_and_to_nobody_else(provider: SandboxProcess) -> None:
    order = place(make_product())
    path = f"/auth/orders/{order.order_id}"
    before = Api().get(path, **proof(order)).data["order"]["payments"]
    first = failed(provider, order)
    second = start(order)

    owner = Api().get(path, **proof(order)).data["order"]
    shared = Api().get(path, X_Order_Key=order.key).data["order"]
    tracked = Api().post("/orders/track", {"email": order.email})

    assert before == []
    named = [(attempt["transactionId"], attempt["status"]) for attempt in owner["payments"]]
    assert named == [(first.transaction_id, "CANCELLED"), (second.transaction_id, "PENDING")]
    assert datetime.fromisoformat(owner["payments"][1]["initiatedAt"]) == second.initiated_at
    assert shared["payments"] == []
    assert "TXN" not in str(shared) + str(tracked.body)


def test_ended_hold_says_whether_the_pieces_are_still_there(provider: SandboxProcess) -> None:
    product = make_product(stock=1)
    payment = start(place(product))
    before = status(payment).data["version"]
    provider.pay(payment.pay_url, "cancel")
    payment = check(payment)

    still_there = status(payment).data
    hold(product)
    gone = status(payment).data

    assert (still_there["retry"], still_there["canRetry"]) == ("available", True)
    assert (still_there["heldUntil"], still_there["version"] > before) == (None, True)
    assert (gone["retry"], gone["canRetry"]) == ("sold_out", False)
    assert pay_call(payment.order).refusal == (409, "OUT_OF_STOCK")


def test_two_lines_of_a_product_need_pieces_for_both(provider: SandboxProcess) -> None:
    product = make_product(stock=3, options=BEAD_OPTIONS)
    body = guest_body(item(product, 2), item(product, 1, size="big"))
    order = Order.objects.get(order_id=Api().post("/orders/create-guest-order", body).data["orderId"])
    payment = failed(provider, order)
    hold(product)

    shown = status(payment).data

    assert (shown["retry"], shown["canRetry"]) == ("sold_out", False)


def test_product_no_longer_shown_is_not_offered(provider: SandboxProcess) -> None:
    product = make_product(stock=1)
    payment = failed(provider, place(product))
    let_pass(payment, timedelta(hours=1))
    sweep()
    Product.objects.filter(pk=product.pk).update(is_visible=False)

    shown = status(payment).data

    assert (shown["retry"], shown["products"]) == ("sold_out", [])


def test_cancelled_order_cannot_be_paid_and_says_so(provider: SandboxProcess) -> None:
    payment = failed(provider, place(make_product()))
    assert cancel_unpaid(payment.order.order_id, cause="test")

    shown = status(payment).data

    assert (shown["retry"], shown["canRetry"], shown["heldUntil"]) == ("closed", False, None)


def test_next_attempt_is_named_and_its_success_reaches_the_former_screen(provider: SandboxProcess) -> None:
    first = failed(provider, place(make_product()))
    before = status(first).data["version"]
    second = start(first.order)

    under_way = status(first).data
    provider.settle(second.transaction_id, "success")
    check(second)
    paid = status(first).data

    assert under_way["continuedBy"] == paid["continuedBy"] == second.transaction_id
    assert before < under_way["version"] < paid["version"]
    assert (paid["outcome"], paid["retry"], paid["canRetry"]) == ("failed", "paid", False)
    assert status(second).data["continuedBy"] is None
    # Whoever watches the former one is told.
    told = [set(event.topics) for event in Event.objects.filter(subject=first.order.topic).order_by("pk")]
    assert f"payment:{first.transaction_id}" in told[-1]


def test_money_that_comes_twice_is_not_taken_for_a_second_order(provider: SandboxProcess) -> None:
    first = failed(provider, place(make_product()))
    second = start(first.order)
    for payment in (second, first):
        provider.settle(payment.transaction_id, "success", late=True)
        check(payment)

    shown = status(first).data

    assert (shown["outcome"], shown["fulfils"], shown["canRetry"]) == ("success", False, False)
    assert shown["steps"]["confirmed"] is not None
    assert status(second).data["fulfils"] is True


def test_phone_without_a_login_pays_a_customers_order_by_one_of_its_payments(
    provider: SandboxProcess,
) -> None:
    customer = make_user()
    order = place(make_product())
    Order.objects.filter(pk=order.pk).update(user=customer)
    payment = start(order, api=Api(token=log_in(customer)))
    other = start(place(make_product()))

    strangers: list[dict[str, Any]] = [
        {"key": ""},
        {"key": "", "transactionId": other.transaction_id},
        {"key": "no"},
        {"key": "", "transactionId": ""},
    ]
    holders: list[dict[str, Any]] = [
        {"key": "", "transactionId": payment.transaction_id},
        {"key": order.key},
    ]

    assert [pay_call(order, **proof).refusal for proof in strangers] == [(404, "NOT_FOUND")] * 4
    opened = [pay_call(order, **proof).data["transactionId"] for proof in holders]

    assert opened == [payment.transaction_id] * 2


def test_code_leads_to_the_payments_own_screen(provider: SandboxProcess, settings: Settings) -> None:
    payment = start(place(make_product()))

    picture = Client().get(f"/api/phonepe/qr/{payment.transaction_id}.svg")

    assert (picture.status_code, picture["Content-Type"]) == (200, "image/svg+xml")
    address = f"{settings.SITE_URL}/order-confirmation/{payment.transaction_id}"
    expected = segno.make(address, error="m", micro=False).svg_inline(border=4, light="#fff", omitsize=True)
    assert drawn(picture.content.decode()) == drawn(expected)
    assert Api().get("/phonepe/qr/TXNNONE.svg").refusal == (404, "NOT_FOUND")


def drawn(svg: str) -> str | None:
    """Return the dark modules of a code's picture, as one path."""
    found = re.findall(r' d="([^"]*)"', svg)
    return found[-1] if found else None
