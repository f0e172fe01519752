"""A customer calls an order off until it is packed; what it held or owned is for sale again."""

import pytest

from project.core.errors import InvalidTransition
from project.core.models import Mail
from project.events.models import Event
from project.orders.models import Order, OrderStatus
from tests.buying import place, proof
from tests.factories import log_in, make_product, make_user
from tests.http import Answer, Api
from tests.orders.order_helpers import bring, move, order_status, pay, staff
from tests.threads import at_once

pytestmark = pytest.mark.django_db


def cancel(order: Order, api: Api | None = None) -> Answer:
    """Cancel as the guest who proved the order's address."""
    return (api or Api()).post(f"/orders/{order.order_id}/cancel", **proof(order))


@pytest.mark.parametrize("status", OrderStatus.values)
def test_only_until_it_is_packed(status: str) -> None:
    order = bring(place(make_product()), status)

    answer = cancel(order)

    if status in ("pending", "confirmed", "processing", "cancelled"):
        assert (answer.data["order"]["status"], order_status(order)) == ("cancelled", "cancelled")
        assert answer.data["order"]["canCancel"] is False
    else:
        assert answer.refusal == (409, "ORDER_NOT_CANCELLABLE")
        assert order_status(order) == status


@pytest.mark.parametrize("status", ["pending", "confirmed", "processing"])
def test_pieces_are_for_sale_again(status: str) -> None:
    product = make_product(stock=5)
    order = bring(place(product, 2), status)

    cancel(order)

    product.refresh_from_db()
    assert (product.on_hand, product.allocated, product.held, product.sellable) == (5, 0, 0, 5)


def test_once_more_changes_nothing() -> None:
    order = bring(place(make_product()), "confirmed")
    version = cancel(order).data["order"]["version"]

    assert cancel(order).data["order"]["version"] == version
    assert Event.objects.filter(subject=order.topic, name="order.cancelled").count() == 1
    assert Mail.objects.filter(reference=order.topic, kind="order_cancelled").count() == 1


def test_only_its_customer_may() -> None:
    owner, other = make_user(), make_user()
    order = place(make_product())
    Order.objects.filter(pk=order.pk).update(user=owner)
    path = f"/orders/{order.order_id}/cancel"

    for stranger in (Api(), Api(token=log_in(other)), staff()):
        assert stranger.post(path).refusal == (404, "NOT_FOUND")
    assert Api().post(path, X_Order_Key=order.key).refusal == (404, "NOT_FOUND")
    assert order_status(order) == "pending"

    assert Api(token=log_in(owner)).post(path).data["order"]["status"] == "cancelled"


def test_staff_cancel_with_a_word_that_the_customer_reads() -> None:
    order = bring(place(make_product()), "packaging")

    move(order, "cancelled", notes="A bead broke while packing. We are sorry.")

    shown = Api().get(f"/auth/orders/{order.order_id}", **proof(order)).data["order"]
    last = shown["history"][-1]
    assert (last["kind"], last["note"]) == ("cancelled", "A bead broke while packing. We are sorry.")
    assert "A bead broke while packing" in Mail.objects.get(kind="order_cancelled").text


def test_parcel_that_left_does_not_come_back_into_the_books_by_itself() -> None:
    product = make_product(stock=5)
    order = bring(place(product, 2), "shipped")

    move(order, "cancelled")

    product.refresh_from_db()
    assert (product.on_hand, product.allocated, product.held) == (3, 0, 0)


@pytest.mark.django_db(transaction=True)
def test_payment_customer_and_staff_at_once_leave_one_clear_story() -> None:
    for _ in range(4):
        product = make_product(stock=3)
        order = bring(place(product, 2), "pending")
        worker = staff()

        def act(number: int, order: Order = order, worker: Api = worker) -> str:
            if number == 0:
                return str(cancel(order).status)
            if number == 1:
                return f"staff {move(order, 'processing', api=worker).status}"
            return pay_or_refused(order)

        results = at_once(3, act)

        product.refresh_from_db()
        story = list(
            Event.objects.filter(subject=order.topic, name__startswith="order.")
            .exclude(name="order.mail_sent")
            .order_by("pk")
            .values_list("name", flat=True)
        )
        # Cancelling wins in the end, whoever came first: nothing stays held or owned by nobody.
        assert results[0] == "200"
        assert order_status(order) == story[-1].removeprefix("order.") == "cancelled"
        assert (product.on_hand, product.allocated, product.held) == (3, 0, 0)
        assert ("order.confirmed" in story) == (results[2] == "paid")


def pay_or_refused(order: Order) -> str:
    """Let the order's money arrive; an order that was cancelled first does not take it."""
    try:
        pay(order)
    except InvalidTransition:
        return "refused"
    return "paid"


@pytest.mark.django_db(transaction=True)
def test_cancelling_and_packing_at_once_never_do_both() -> None:
    for _ in range(4):
        product = make_product(stock=3)
        order = bring(place(product, 2), "processing")
        worker = staff()

        def act(number: int, order: Order = order, worker: Api = worker) -> int:
            return (cancel(order) if number else move(order, "packaging", api=worker)).status

        packed, cancelled = at_once(2, act)

        product.refresh_from_db()
        assert (packed, cancelled) in ((200, 409), (409, 200))
        assert order_status(order) == ("packaging" if packed == 200 else "cancelled")
        assert product.allocated == (2 if packed == 200 else 0)


def test_money_that_comes_after_the_cancellation_does_not_revive_the_order() -> None:
    order = place(make_product())
    cancel(order)

    assert pay_or_refused(order) == "refused"
    assert order_status(order) == "cancelled"
