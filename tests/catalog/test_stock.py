from collections.abc import Callable

import pytest
from django.db import IntegrityError, transaction
from django.db.models import Sum

from project.catalog.actions import stock
from project.catalog.errors import OutOfStock
from project.catalog.models import Product, StockMovement
from project.events.models import Event
from tests.factories import make_product

pytestmark = pytest.mark.django_db


def counters(product: Product) -> tuple[int, int, int]:
    product.refresh_from_db()
    return product.on_hand, product.allocated, product.held


def test_order_takes_its_pieces_from_hold_to_dispatch() -> None:
    product = make_product(stock=5)

    stock.hold(product, quantity=2, reference="AKS-1")
    assert counters(product) == (5, 0, 2)
    assert product.sellable == 3

    stock.allocate_held(product, reference="AKS-1")
    assert counters(product) == (5, 2, 0)
    assert product.sellable == 3

    stock.dispatch(product, reference="AKS-1")
    assert counters(product) == (3, 0, 0)
    assert product.sellable == 3


def test_released_pieces_can_be_sold_again() -> None:
    product = make_product(stock=1)
    stock.hold(product, quantity=1, reference="AKS-1")

    stock.release(product, reference="AKS-1")

    assert product.sellable == 1
    assert stock.hold(product, quantity=1, reference="AKS-2")


def test_order_may_hold_again_after_its_release() -> None:
    product = make_product(stock=1)
    stock.hold(product, quantity=1, reference="AKS-1")
    stock.release(product, reference="AKS-1")

    assert stock.hold(product, quantity=1, reference="AKS-1")

    assert counters(product) == (1, 0, 1)


def test_cancelled_order_gives_its_pieces_back() -> None:
    product = make_product(stock=2)
    stock.hold(product, quantity=2, reference="AKS-1")
    stock.allocate_held(product, reference="AKS-1")

    stock.deallocate(product, reference="AKS-1")

    assert counters(product) == (2, 0, 0)


def test_late_money_takes_pieces_that_are_still_there() -> None:
    product = make_product(stock=1)
    stock.hold(product, quantity=1, reference="AKS-1")
    stock.release(product, reference="AKS-1")

    assert not stock.allocate_held(product, reference="AKS-1")
    assert stock.allocate(product, quantity=1, reference="AKS-1")

    assert counters(product) == (1, 1, 0)


@pytest.mark.both_stacks
def test_late_money_finds_no_stock_left() -> None:
    product = make_product(stock=1)
    stock.hold(product, quantity=1, reference="AKS-1")

    with pytest.raises(OutOfStock), transaction.atomic():
        stock.allocate(product, quantity=1, reference="AKS-2")

    assert counters(product) == (1, 0, 1)


@pytest.mark.both_stacks
def test_more_than_can_be_sold_cannot_be_held() -> None:
    product = make_product(stock=2)
    stock.hold(product, quantity=1, reference="AKS-1")

    with pytest.raises(OutOfStock), transaction.atomic():
        stock.hold(product, quantity=2, reference="AKS-2")

    assert counters(product) == (2, 0, 1)


@pytest.mark.parametrize("quantity", [0, -1])
def test_no_pieces_cannot_be_held(quantity: int) -> None:
    with pytest.raises(ValueError, match="cannot take"):
        stock.hold(make_product(), quantity=quantity, reference="AKS-1")


HOLD = [lambda product: stock.hold(product, quantity=2, reference="AKS-1")]
PAID = [*HOLD, lambda product: stock.allocate_held(product, reference="AKS-1")]


@pytest.mark.parametrize(
    ("before", "verb"),
    [
        ([], HOLD[0]),
        (HOLD, lambda product: stock.release(product, reference="AKS-1")),
        (HOLD, PAID[1]),
        ([], lambda product: stock.allocate(product, quantity=2, reference="AKS-1")),
        (PAID, lambda product: stock.deallocate(product, reference="AKS-1")),
        (PAID, lambda product: stock.dispatch(product, reference="AKS-1")),
    ],
    ids=["hold", "release", "allocate held", "allocate", "deallocate", "dispatch"],
)
def test_verb_repeated_for_the_same_order_changes_nothing(
    before: list[Callable[[Product], bool]], verb: Callable[[Product], bool]
) -> None:
    product = make_product(stock=5)
    for earlier in before:
        earlier(product)

    assert verb(product) is True
    after_once = counters(product), product.version, StockMovement.objects.count(), Event.objects.count()
    assert verb(product) is False

    assert after_once == (
        counters(product),
        product.version,
        StockMovement.objects.count(),
        Event.objects.count(),
    )


def test_orders_do_not_touch_each_others_pieces() -> None:
    product = make_product(stock=5)
    stock.hold(product, quantity=2, reference="AKS-1")
    stock.hold(product, quantity=3, reference="AKS-2")

    stock.release(product, reference="AKS-1")

    assert counters(product) == (5, 0, 3)
    assert not stock.release(product, reference="AKS-3")


@pytest.mark.both_stacks
def test_count_below_what_orders_were_promised_is_refused() -> None:
    product = make_product(stock=5)
    stock.hold(product, quantity=2, reference="AKS-1")
    stock.hold(product, quantity=1, reference="AKS-2")
    stock.allocate_held(product, reference="AKS-2")

    with pytest.raises(OutOfStock), transaction.atomic():
        stock.set_on_hand(product, 2)
    stock.set_on_hand(product, 3)

    assert counters(product) == (3, 1, 2)
    assert product.sellable == 0


def test_same_count_is_no_movement() -> None:
    product = make_product(stock=5)

    assert stock.set_on_hand(product, 5) is False

    assert StockMovement.objects.filter(product=product).count() == 1


@pytest.mark.both_stacks
@pytest.mark.parametrize("held", [6, 4])
def test_database_refuses_to_promise_more_than_is_on_hand(held: int) -> None:
    product = make_product(stock=5)

    with pytest.raises(IntegrityError):
        Product.objects.filter(pk=product.pk).update(held=held, allocated=2)


def test_movements_sum_to_the_counters_and_name_their_cause() -> None:
    product = make_product(stock=9)
    stock.hold(product, quantity=2, reference="AKS-1", actor="user:1", cause="order")
    stock.allocate_held(product, reference="AKS-1")
    stock.hold(product, quantity=3, reference="AKS-2")
    stock.release(product, reference="AKS-2")
    stock.allocate(product, quantity=1, reference="AKS-3")
    stock.deallocate(product, reference="AKS-3")
    stock.hold(product, quantity=4, reference="AKS-4")
    stock.dispatch(product, reference="AKS-1")
    stock.set_on_hand(product, 20, actor="user:2", cause="count")

    movements = StockMovement.objects.filter(product=product)
    sums = movements.aggregate(
        on_hand=Sum("on_hand_delta"), allocated=Sum("allocated_delta"), held=Sum("held_delta")
    )
    assert (sums["on_hand"], sums["allocated"], sums["held"]) == counters(product) == (20, 0, 4)
    hold = movements.get(reference="AKS-1", kind="hold")
    assert (hold.quantity, hold.actor, hold.cause) == (2, "user:1", "order")


def test_every_movement_raises_the_version_and_tells_the_product_page() -> None:
    product = make_product(stock=5)
    version = product.version

    stock.hold(product, quantity=2, reference="AKS-1", actor="user:1", cause="order")

    assert product.version == version + 1
    event = Event.objects.latest("id")
    assert event.name == "product.stock_changed"
    assert {f"product:{product.slug}#stock", f"staff:products#{product.public_id}"} <= set(event.topics)
    assert event.payload == {"kind": "hold", "quantity": 2, "reference": "AKS-1"}
    assert (event.actor, event.cause) == ("user:1", "order")


@pytest.mark.parametrize(
    ("counted", "held", "pieces", "row"),
    [
        pytest.param(30, 0, 5, None, id="more than ten before and after"),
        pytest.param(12, 0, 1, None, id="eleven are left"),
        pytest.param(11, 0, 1, "stock", id="ten are left"),
        pytest.param(5, 0, 1, "stock", id="fewer than ten"),
        pytest.param(3, 2, 1, "availability", id="the last one"),
    ],
)
def test_public_topic_is_told_when_the_public_sees_another_stock(
    counted: int, held: int, pieces: int, row: str | None
) -> None:
    product = make_product(stock=counted)
    if held:
        stock.hold(product, quantity=held, reference="AKS-1")

    stock.hold(product, quantity=pieces, reference="AKS-2")

    topics = Event.objects.latest("id").topics
    public = [topic for topic in topics if topic.startswith("product:")]
    assert public == ([f"product:{product.slug}#{row}"] if row else [])
    assert f"staff:products#{product.public_id}" in topics


def test_public_topic_is_told_when_a_product_comes_back() -> None:
    product = make_product(stock=1)
    stock.hold(product, quantity=1, reference="AKS-1")

    stock.release(product, reference="AKS-1")

    assert f"product:{product.slug}#availability" in Event.objects.latest("id").topics


@pytest.mark.parametrize(
    ("counted", "told"), [(5, False), (2, True)], ids=["some are left", "the last are held"]
)
def test_payment_is_public_only_when_it_may_move_the_end_of_the_last_hold(counted: int, told: bool) -> None:
    product = make_product(stock=counted)
    stock.hold(product, quantity=2, reference="AKS-1")

    stock.allocate_held(product, reference="AKS-1")

    assert (f"product:{product.slug}#stock" in Event.objects.latest("id").topics) is told


def test_action_reads_the_row_again_before_it_decides() -> None:
    product = make_product(stock=1)
    stale = Product.objects.get(pk=product.pk)
    stock.hold(product, quantity=1, reference="AKS-1")

    with pytest.raises(OutOfStock):
        stock.hold(stale, quantity=1, reference="AKS-2")


def test_products_are_locked_once_each_and_missing_ones_are_missing() -> None:
    first, second = make_product(), make_product()

    locked = stock.lock_products([second.pk, first.pk, second.pk, 999_999])

    assert list(locked) == [first.pk, second.pk]
