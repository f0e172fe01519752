"""The time at which a product whose last pieces are held may be available again."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from project.catalog.models import Product
from project.events.models import Event
from project.events.topics import GUEST
from project.live_topics import find
from project.orders import actions
from tests.buying import hold, let_order_pass, start
from tests.factories import make_product
from tests.http import Api
from tests.sandbox_process import SandboxProcess
from worker.tasks import sweep

pytestmark = pytest.mark.django_db


def live(product: Product) -> dict[str, Any]:
    """Return what the product's topic says; its page must say the same."""
    name = f"product:{product.slug}"
    topic = find(name)
    assert topic is not None
    state = topic.read(GUEST, name)
    assert state is not None
    assert state.data.items() <= Api().get(f"/products/{product.slug}").data["product"].items()
    return state.data


def held_until(product: Product) -> datetime | None:
    text = live(product)["heldUntil"]
    return datetime.fromisoformat(text) if text else None


def test_nothing_is_said_while_pieces_are_left() -> None:
    product = make_product(stock=2)
    hold(product)

    assert held_until(product) is None


def test_sold_out_without_a_hold_is_not_held() -> None:
    assert held_until(make_product(stock=0)) is None


def test_last_piece_in_another_order_comes_back_when_its_hold_ends() -> None:
    product = make_product(stock=1)
    order = hold(product)

    assert held_until(product) == order.held_until


def test_the_hold_that_ends_first_counts() -> None:
    product = make_product(stock=2)
    first, second = hold(product), hold(product)
    let_order_pass(second, timedelta(minutes=5))

    second.refresh_from_db()
    assert held_until(product) == second.held_until

    let_order_pass(second, timedelta(hours=1))
    assert held_until(product) == first.held_until

    sweep()
    assert (held_until(product), live(product)["sellable"]) == (None, 1)


def test_paid_piece_does_not_come_back() -> None:
    product = make_product(stock=1)
    order = actions.lock_order(hold(product).order_id)
    assert order is not None
    actions.confirm(order, payment_id="TXN1", paid_at=timezone.now(), cause="test")

    assert (held_until(product), live(product)["sellable"]) == (None, 0)


def test_longer_hold_is_news_for_the_page(provider: SandboxProcess) -> None:
    product = make_product(stock=1)
    order = hold(product)
    before = live(product)

    start(order)

    order.refresh_from_db()
    after = live(product)
    assert held_until(product) == order.held_until
    assert after["heldUntil"] > before["heldUntil"]
    assert after["version"] > before["version"]
    event = Event.objects.filter(subject=f"product:{product.slug}").latest("id")
    assert event.name == "product.hold_end_changed"
    assert {f"product:{product.slug}#stock", f"staff:products#{product.public_id}"} <= set(event.topics)


def test_longer_hold_is_no_news_while_pieces_are_left(provider: SandboxProcess) -> None:
    product = make_product(stock=5)
    order = hold(product)
    before = live(product)

    start(order)

    assert live(product) == before
