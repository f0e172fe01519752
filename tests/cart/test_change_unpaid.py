"""An unpaid order is changed or cancelled by its buyer: the browser that placed it, or the customer."""

import time
from typing import Any

import pytest
from django.core.signing import TimestampSigner, b62_encode

from project.catalog.models import Product
from project.orders.models import UNPAID_LIFETIME, Order, OrderStatus
from project.payments.models import Payment
from tests.buying import begin, check, guest_body, item, new_key, place, start
from tests.cart.shopper import Shopper, lines
from tests.factories import BEAD_OPTIONS, log_in, make_product, make_user
from tests.http import Answer, Api
from tests.orders.order_helpers import bring, order_status, staff
from tests.sandbox_process import SandboxProcess
from tests.threads import at_once

pytestmark = pytest.mark.django_db


def order_as_guest(shopper: Shopper, *items: dict[str, Any]) -> tuple[Order, dict[str, str]]:
    """Place a guest's order and take its hold; return it with what the browser keeps of it."""
    created = shopper.api.post("/orders/create-guest-order", guest_body(*items), key=new_key()).data
    order = Order.objects.get(order_id=created["orderId"])
    kept = {"X-Order-Key": created["orderKey"], "X-Order-Placing": created["placingToken"]}
    return begin(order), kept


def change(shopper: Shopper, order: Order, kept: dict[str, str]) -> Answer:
    """Put the order back into the shopper's cart."""
    cart = {"X-Cart-Token": shopper.cart_token} if shopper.cart_token else {}
    answer = shopper.api.post("/cart/lines/unpaid", {"orderId": order.order_id}, **kept, **cart)
    if answer.status == 200:
        shopper.cart_token = answer.data["cartToken"]
    return answer


def cancel(order: Order, kept: dict[str, str], api: Api | None = None) -> Answer:
    return (api or Api()).post(f"/orders/{order.order_id}/cancel", key=new_key(), **kept)


def held(product: Product) -> int:
    product.refresh_from_db()
    return product.held


def test_last_piece_comes_back_into_the_cart_and_can_be_ordered_again() -> None:
    bead = make_product(title_en="Five Mukhi", stock=1, options=BEAD_OPTIONS)
    shopper = Shopper()
    shopper.add(bead, size="big")
    order, kept = order_as_guest(shopper, item(bead, size="big"))
    shopper.tell_ordered(order.order_id, order.key)
    assert (held(bead), shopper.cart()["lines"]) == (1, [])

    cart = change(shopper, order, kept).data["cart"]

    assert (lines(cart), cart["canCheckOut"]) == ([("Five Mukhi", 1, 1500)], True)
    assert (order_status(order), held(bead)) == ("cancelled", 0)
    again, _ = order_as_guest(shopper, item(bead, size="big"))
    assert held(bead) == 1 and again.held_until is not None


def test_lines_add_up_with_what_is_in_the_cart_to_what_one_order_can_have() -> None:
    bead, crystal = make_product(title_en="Bead", stock=50), make_product(title_en="Crystal", stock=50)
    shopper = Shopper()
    order, kept = order_as_guest(shopper, item(bead, 7), item(crystal, 2))
    shopper.add(bead, 6)

    cart = change(shopper, order, kept).data["cart"]

    assert lines(cart) == [("Bead", 10, 500), ("Crystal", 2, 500)]


def test_browser_without_a_cart_gets_one() -> None:
    bead = make_product(title_en="Bead")
    shopper = Shopper()
    order, kept = order_as_guest(shopper, item(bead, 2))

    change(shopper, order, kept)

    assert shopper.cart_token is not None
    assert lines(shopper.cart()) == [("Bead", 2, 500)]


def test_pressed_twice_it_is_put_back_once() -> None:
    shopper = Shopper()
    order, kept = order_as_guest(shopper, item(make_product(title_en="Bead", stock=9), 2))

    carts = [change(shopper, order, kept).data["cart"] for _ in range(2)]

    assert [lines(cart) for cart in carts] == [[("Bead", 2, 500)]] * 2


def test_customers_order_goes_into_the_accounts_cart_without_a_token() -> None:
    user = make_user()
    shopper = Shopper(user)
    bead = make_product(title_en="Bead")
    order = place(bead, 2)
    Order.objects.filter(pk=order.pk).update(user=user)

    cart = change(shopper, order, {}).data["cart"]

    assert (lines(cart), order_status(order)) == ([("Bead", 2, 500)], "cancelled")


@pytest.mark.parametrize("status", OrderStatus.values)
def test_only_an_unpaid_order_is_changed_or_cancelled_by_the_browser_that_placed_it(status: str) -> None:
    shopper = Shopper()
    created, kept = order_as_guest(shopper, item(make_product(stock=9)))
    order = bring(created, status)

    answers = [change(shopper, order, kept), cancel(order, kept)]

    if status in ("pending", "cancelled"):
        assert [answer.status for answer in answers] == [200, 200]
        assert order_status(order) == "cancelled"
        assert shopper.cart()["count"] == int(status == "pending")
    else:
        assert [answer.refusal for answer in answers] == [(409, "ORDER_NOT_PAYABLE")] * 2
        assert order_status(order) == status
        assert shopper.cart_token is None


def test_browser_that_placed_it_cancels_and_learns_nothing_that_a_link_does_not_show() -> None:
    bead = make_product(stock=1)
    order, kept = order_as_guest(Shopper(), item(bead))

    shown = cancel(order, kept).data["order"]

    assert (shown["status"], shown["view"], held(bead)) == ("cancelled", "shared", 0)
    assert (shown["shippingAddress"], shown["totalAmount"], shown["link"]) == (None, None, None)


def test_nobody_else_may() -> None:
    user = make_user()
    order, kept = order_as_guest(Shopper(), item(make_product(stock=9)))
    other, others = order_as_guest(Shopper(), item(make_product(stock=9)))
    key, token = kept["X-Order-Key"], kept["X-Order-Placing"]
    strangers: list[dict[str, str]] = [
        {},
        {"X-Order-Key": key},
        {"X-Order-Placing": token},
        {"X-Order-Key": key, "X-Order-Placing": others["X-Order-Placing"]},
        {"X-Order-Key": key, "X-Order-Placing": token[:-1] + ("A" if token[-1] != "A" else "B")},
        {"X-Order-Key": key, "X-Order-Placing": order.order_id},
        {"X-Order-Key": key, "X-Order-Placing": key},
        others,
    ]
    callers = [Api(), Api(token=log_in(user)), staff()]

    for api in callers:
        shopper = Shopper()
        shopper.api = api
        # Staff see every order, so to them the browser's token alone is the proof.
        for shown in strangers if api is not callers[-1] else strangers[:2] + strangers[3:]:
            assert change(shopper, order, shown).refusal == (404, "NOT_FOUND")
            assert cancel(order, shown, api).refusal == (404, "NOT_FOUND")
    assert (order_status(order), order_status(other)) == ("pending", "pending")


def test_browsers_proof_dies_when_the_order_comes_into_an_account() -> None:
    user = make_user()
    shopper = Shopper()
    order, kept = order_as_guest(shopper, item(make_product()))
    Order.objects.filter(pk=order.pk).update(user=user)

    assert change(shopper, order, kept).refusal == (404, "NOT_FOUND")
    assert cancel(order, kept).refusal == (404, "NOT_FOUND")
    shopper.log_in(user)
    assert change(shopper, order, kept).status == 200


def test_proof_is_not_in_the_link_and_customers_get_none() -> None:
    shopper = Shopper()
    order, kept = order_as_guest(shopper, item(make_product(stock=9)))

    assert kept["X-Order-Placing"] not in order.link()
    answer = shopper.api.get(f"/auth/orders/{order.order_id}", X_Order_Key=order.key)
    assert kept["X-Order-Placing"] not in str(answer.body)


def test_money_that_came_unheard_wins_over_the_change(provider: SandboxProcess) -> None:
    shopper = Shopper()
    bead = make_product(stock=1)
    order, kept = order_as_guest(shopper, item(bead))
    payment = start(order)
    provider.settle(payment.transaction_id, "success")

    answer = change(shopper, order, kept)

    assert answer.refusal == (409, "ORDER_NOT_PAYABLE")
    assert (order_status(order), shopper.cart_token) == ("confirmed", None)


@pytest.mark.parametrize("fault", ["error_html", "drop"])
def test_provider_that_does_not_answer_does_not_keep_the_shopper(
    provider: SandboxProcess, fault: str
) -> None:
    shopper = Shopper()
    order, kept = order_as_guest(shopper, item(make_product(stock=1)))
    start(order)
    provider.fault(fault, on="status", value="<html>", times=None)

    assert change(shopper, order, kept).status == 200


def test_money_that_comes_after_the_change_goes_back(provider: SandboxProcess) -> None:
    shopper = Shopper()
    order, kept = order_as_guest(shopper, item(make_product(stock=1)))
    payment = start(order)
    change(shopper, order, kept)
    provider.settle(payment.transaction_id, "success")

    payment = check(payment)

    assert (payment.status, payment.fulfils, order_status(order)) == ("SUCCESS", False, "cancelled")
    assert payment.refund_pending_paise + payment.refunded_paise == payment.amount_paise


@pytest.mark.django_db(transaction=True)
def test_money_and_changes_at_once_leave_a_paid_order_or_a_full_cart_and_never_both(
    provider: SandboxProcess,
) -> None:
    for _ in range(4):
        bead = make_product(title_en="Bead", stock=1)
        shopper = Shopper()
        crystal = make_product(stock=9)
        shopper.add(crystal)
        order, kept = order_as_guest(shopper, item(bead))
        payment = start(order)
        token = shopper.cart_token

        def act(
            number: int,
            order: Order = order,
            kept: dict[str, str] = kept,
            token: str | None = token,
            payment: Payment = payment,
        ) -> int:
            if number == 0:
                provider.settle(payment.transaction_id, "success")
                check(payment)
                return 0
            tab = Shopper()
            tab.cart_token = token
            return change(tab, order, kept).status

        answers = at_once(4, act)[1:]

        row = Payment.objects.get(pk=payment.pk)
        bead.refresh_from_db()
        paid = order_status(order) == "confirmed"
        assert set(answers) <= ({409} if paid else {200})
        assert (row.status, row.fulfils) == ("SUCCESS", paid)
        assert shopper.cart()["count"] == (1 if paid else 2)
        assert (bead.allocated, bead.held) == (int(paid), 0)
        assert row.refund_pending_paise + row.refunded_paise == (0 if paid else row.amount_paise)


class SignerOfThen(TimestampSigner):
    """Signs as the shop did when the order could still be paid."""

    def timestamp(self) -> str:
        return b62_encode(int(time.time() - UNPAID_LIFETIME.total_seconds()) - 1)


def test_time_to_pay_ends_the_proof() -> None:
    shopper = Shopper()
    order, kept = order_as_guest(shopper, item(make_product()))
    old = SignerOfThen(salt="akshamala.order-placing").sign(order.order_id)

    assert change(shopper, order, kept | {"X-Order-Placing": old}).refusal == (404, "NOT_FOUND")
    assert change(shopper, order, kept).status == 200
