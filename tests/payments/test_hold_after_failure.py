"""A failed payment keeps its order's pieces for two minutes; one that is pending keeps them longer."""

from datetime import timedelta
from itertools import product as pairs

import pytest
from django.db.models import F
from django.utils import timezone

from project.catalog.models import Product, StockMovement
from project.events.models import Event
from project.orders import actions as orders
from project.orders.actions import RETRY_HOLD
from project.orders.models import Order
from project.payments.models import Payment
from tests.buying import check, hold, let_order_pass, let_pass, pay_call, place, start, status
from tests.cod.cash_helpers import choose, code_of, confirm, offer_cash
from tests.factories import make_product
from tests.http import Api
from tests.sandbox_process import SandboxProcess
from tests.threads import at_once
from worker.tasks import sweep

pytestmark = pytest.mark.django_db

PAGE_IS_OVER = timedelta(minutes=14, seconds=30)
ENDINGS = ("pending", "failed", "cancelled", "expired", "success")


def let_end(provider: SandboxProcess, payment: Payment, ending: str) -> Payment:
    """Let the attempt end at the provider, and the shop hear of it."""
    if ending == "failed":
        provider.settle(payment.transaction_id, "failure", final=True)
    elif ending == "cancelled":
        provider.settle(payment.transaction_id, "cancel")
    elif ending == "expired":
        provider.control("/clock", advance=901)
    else:
        provider.settle(payment.transaction_id, "success" if ending == "success" else "pending")
    return check(payment)


def stock_of(product: Product) -> tuple[int, int, int]:
    product.refresh_from_db()
    return product.on_hand, product.allocated, product.held


def left_of_hold(order: Order) -> timedelta | None:
    """Return how long the order's hold still lasts; None without one."""
    order.refresh_from_db()
    return order.held_until - timezone.now() if order.held_until else None


def failed(provider: SandboxProcess, product: Product) -> Payment:
    return let_end(provider, start(place(product)), "failed")


@pytest.mark.parametrize("ending", ENDINGS)
def test_only_an_attempt_that_ended_without_money_ends_its_hold(
    provider: SandboxProcess, ending: str
) -> None:
    product = make_product(stock=1)
    payment = let_end(provider, start(place(product)), ending)

    left = left_of_hold(payment.order)

    assert stock_of(product) == (1, int(ending == "success"), int(ending in ("pending", "failed")))
    if ending == "pending":
        assert left is not None and left > timedelta(minutes=20)
    elif ending == "failed":
        assert left is not None and timedelta(minutes=1) < left <= RETRY_HOLD
    else:
        assert left is None


@pytest.mark.parametrize(("earlier", "later"), list(pairs(("pending", "failed"), ENDINGS[:3])))
def test_pieces_are_kept_while_any_attempt_is_pending(
    provider: SandboxProcess, earlier: str, later: str
) -> None:
    product = make_product(stock=1)
    first = let_end(provider, start(place(product)), earlier)
    # Its page is nearly over, so the shopper gets another attempt.
    let_pass(first, PAGE_IS_OVER if earlier == "pending" else timedelta(seconds=30))
    second = let_end(provider, start(first.order), later)

    left = left_of_hold(second.order)

    if "pending" in (earlier, later):
        assert left is not None and left > timedelta(minutes=20)
    elif later == "failed":
        assert left is not None and left <= RETRY_HOLD
    else:
        assert left is None
    assert stock_of(product) == (1, 0, int(left is not None))


def test_pieces_are_for_sale_again_after_two_minutes_and_not_sooner(provider: SandboxProcess) -> None:
    product = make_product(stock=1)
    payment = failed(provider, product)

    let_pass(payment, timedelta(seconds=110))
    sweep()
    assert (stock_of(product), status(payment).data["retry"]) == ((1, 0, 1), "held")
    let_pass(payment, timedelta(seconds=11))
    sweep()

    assert (stock_of(product), status(payment).data["retry"]) == ((1, 0, 0), "available")
    assert StockMovement.objects.filter(kind="release").count() == 1
    payment.order.refresh_from_db()
    assert (payment.order.status, payment.order.held_until) == ("pending", None)


def test_attempt_within_two_minutes_keeps_the_pieces(provider: SandboxProcess) -> None:
    product = make_product(stock=1)
    payment = failed(provider, product)
    let_pass(payment, timedelta(seconds=100))

    second = start(payment.order)
    let_order_pass(payment.order, timedelta(minutes=10))
    sweep()

    assert (second.status, stock_of(product)) == ("PENDING", (1, 0, 1))


@pytest.mark.parametrize("taken", [False, True])
def test_later_attempt_takes_the_pieces_anew_or_is_told_that_they_are_sold(
    provider: SandboxProcess, taken: bool
) -> None:
    product = make_product(stock=1)
    payment = failed(provider, product)
    let_pass(payment, RETRY_HOLD)
    sweep()
    if taken:
        hold(product)

    answer = pay_call(payment.order)

    assert answer.refusal == (409, "OUT_OF_STOCK") if taken else answer.status == 200
    assert stock_of(product) == (1, 0, 1)


@pytest.mark.parametrize("taken", [False, True])
def test_late_success_after_the_hold_is_paid_or_goes_back(provider: SandboxProcess, taken: bool) -> None:
    product = make_product(stock=1)
    payment = failed(provider, product)
    let_pass(payment, RETRY_HOLD)
    sweep()
    if taken:
        hold(product)
    provider.settle(payment.transaction_id, "success", late=True)

    payment = check(payment)

    assert (payment.status, payment.fulfils) == ("SUCCESS", not taken)
    assert payment.order.status == ("cancelled" if taken else "confirmed")
    assert payment.refunds.exists() is taken


def test_page_of_the_product_learns_of_the_earlier_end(provider: SandboxProcess) -> None:
    product = make_product(stock=1)
    payment = start(place(product))
    before = Event.objects.filter(subject=f"product:{product.slug}", name="product.hold_end_changed").count()

    let_end(provider, payment, "failed")

    names = Event.objects.filter(subject=f"product:{product.slug}", name="product.hold_end_changed")
    assert names.count() == before + 1


def test_hold_that_ends_sooner_is_not_made_longer(provider: SandboxProcess) -> None:
    payment = start(place(make_product(stock=1)))
    Order.objects.filter(pk=payment.order.pk).update(held_until=timezone.now() + timedelta(seconds=30))

    let_end(provider, payment, "failed")

    left = left_of_hold(payment.order)
    assert left is not None and left <= timedelta(seconds=30)


@pytest.mark.parametrize("ending", ["failed", "cancelled"])
def test_pieces_that_wait_for_the_code_of_cash_on_delivery_are_kept(
    provider: SandboxProcess, ending: str
) -> None:
    offer_cash()
    product = make_product(stock=1)
    payment = start(place(product))
    api = Api()
    assert choose(payment.order, api=api).status == 200

    let_end(provider, payment, ending)

    left = left_of_hold(payment.order)
    assert left is not None and left > timedelta(minutes=20)
    done = confirm(payment.order, code_of(payment.order), api=api)
    assert done.data["status"] == "confirmed"
    assert stock_of(product) == (1, 1, 0)


@pytest.mark.django_db(transaction=True)
def test_clock_and_another_attempt_at_once_never_leave_an_open_payment_without_its_pieces(
    provider: SandboxProcess,
) -> None:
    for _ in range(4):
        product = make_product(stock=1)
        payment = failed(provider, product)
        Order.objects.filter(pk=payment.order.pk).update(held_until=F("created_at"))

        def act(number: int, order: Order = payment.order) -> int:
            if number:
                return int(orders.end_hold(order.order_id, cause="clock"))
            return pay_call(order).status

        paying, *_ = at_once(3, act)

        assert paying == 200
        left = left_of_hold(payment.order)
        assert left is not None and left > timedelta(minutes=20)
        assert stock_of(product) == (1, 0, 1)
