"""The live view's figures are those of today alone, and say nothing of a person."""

import json
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core.cache import caches
from django.utils import timezone
from pytest_django.fixtures import Settings

from project.accounts.models import User
from project.backoffice import visitors
from project.backoffice.live import LiveViewTopic
from project.backoffice.live_view import read_live_view
from project.backoffice.visitors import LIFETIME_SECONDS, PLACES, SLOTS, Publisher
from project.backoffice.wall import LIFETIME
from project.core.india import STATES
from project.core.rights import Right
from project.events.models import AuditEntry
from project.events.topics import Caller, State
from project.live_topics import find
from project.orders.models import Order
from tests.buying import GUEST, check, place, start
from tests.factories import log_in, make_product, make_user
from tests.http import Api
from tests.sandbox_process import SandboxProcess
from tests.shop_settings import change_shop

pytestmark = pytest.mark.django_db

NOBODY = dict.fromkeys(PLACES, 0)
NO_VISIT = {"visited": 0, "product": 0, "cart": 0, "checkout": 0, "ordered": 0, "placed": 0, "paid": 0}
# Every key that leaves the server, with what its value is made of.
SCHEMA = {
    "day": str,
    "here": dict.fromkeys(PLACES, int),
    "openPayments": int,
    "funnel": dict.fromkeys(NO_VISIT, int),
    "visitsSince": str,
    "total": float,
    "states": [{"state": str, "orders": int, "total": float}],
    "top": [{"_id": str, "slug": str, "titleEn": str, "titleHi": str, "pieces": int}],
    "lowStockCount": int,
    "lowStock": [{"_id": str, "slug": str, "titleEn": str, "titleHi": str, "sellable": int}],
    "version": int,
}


@pytest.fixture(autouse=True)
def nobody_was_here() -> None:
    """Forget the visitors of other tests."""
    caches["limits"].clear()


@pytest.fixture
def admin() -> Api:
    return Api(token=log_in(make_user(role="admin")))


def buy(provider: SandboxProcess, product: Any, quantity: int = 1, **address: str) -> Order:
    """Place an order to this address and pay it."""
    customer = GUEST | {"address": GUEST["address"] | address}
    order = place(product, quantity, customerInfo=customer)
    payment = start(order)
    provider.settle(payment.transaction_id, "success")
    check(payment)
    order.refresh_from_db()
    return order


def shape_of(value: Any) -> Any:
    """Return what a JSON value is made of; a list is like its first item."""
    if isinstance(value, Mapping):
        return {name: shape_of(part) for name, part in value.items()}
    if isinstance(value, list):
        return [shape_of(part) for part in value[:1]]
    return type(value)


def test_empty_shop_at_night(admin: Api) -> None:
    shown = admin.get("/admin/live").data

    assert (shown["here"], shown["funnel"], shown["visitsSince"]) == (NOBODY, NO_VISIT, None)
    assert (shown["openPayments"], shown["total"], shown["lowStockCount"]) == (0, 0.0, 0)
    assert shown["states"] == shown["top"] == shown["lowStock"] == []
    assert shown["day"] == str(timezone.localdate())


def test_figures_equal_own_counts_of_todays_orders(provider: SandboxProcess, admin: Api) -> None:
    ruby, amber = make_product(stock=20, price_paise=50_000), make_product(stock=20, price_paise=20_000)
    orders = [
        buy(provider, amber, 3),
        buy(provider, ruby),
        buy(provider, amber, state="Kerala", pincode="682001"),
        # The form offers names; the call takes any, as an address abroad of the list would need.
        buy(provider, amber, state="Asha lives here"),
    ]
    yesterday = buy(provider, ruby, 5)
    Order.objects.filter(pk=yesterday.pk).update(created_at=timezone.now() - timedelta(days=1))
    open_payment = start(place(ruby))
    place(ruby)

    shown = admin.get("/admin/live").data

    totals = [order.total_paise / 100 for order in orders]
    assert shown["total"] == pytest.approx(sum(totals))
    assert shown["states"] == [
        {"state": "Maharashtra", "orders": 2, "total": pytest.approx(totals[0] + totals[1])},
        *sorted(
            (
                {"state": "Kerala", "orders": 1, "total": pytest.approx(totals[2])},
                {"state": "", "orders": 1, "total": pytest.approx(totals[3])},
            ),
            key=lambda row: str(row["state"]),
        ),
    ]
    assert [(row["slug"], row["pieces"]) for row in shown["top"]] == [(amber.slug, 5), (ruby.slug, 1)]
    assert shown["funnel"] == NO_VISIT | {"placed": 6, "paid": 4}
    assert shown["openPayments"] == 1 and open_payment.expires_at is not None
    # What is shorter from now on shortens no page that is open.
    change_shop(ordering={"payment_minutes": 5})
    with time_machine.travel(open_payment.expires_at - timedelta(seconds=1), tick=False):
        assert read_live_view().open_payments == 1
    with time_machine.travel(open_payment.expires_at + timedelta(seconds=1), tick=False):
        assert read_live_view().open_payments == 0


def test_nothing_but_counts_and_names_of_products_and_states_is_pushed(provider: SandboxProcess) -> None:
    order = buy(provider, make_product(stock=2), state="Meera Iyer, 4 Hill Road")
    buy(provider, make_product(stock=9))
    Publisher("one").publish({"cart": 1})
    visitors.add_visits(timezone.localdate(), "cart", 1)

    state = pushed(LiveViewTopic(Right.DASHBOARD))

    assert shape_of(state.data) == SCHEMA
    assert {row["state"] for row in state.data["states"]} <= {*STATES, ""}
    text = json.dumps(state.data, ensure_ascii=False)
    address = order.address.values()
    for personal in (order.order_id, order.name, order.email, order.phone, "Meera", "Iyer"):
        assert personal not in text
    assert not [part for part in address if part in text and part not in STATES]


def test_funnel_counts_visits_and_no_step_has_more_than_the_one_before(
    provider: SandboxProcess, admin: Api
) -> None:
    for step, visits in zip(PLACES, (5, 3, 4, 2, 9, 7), strict=True):
        visitors.add_visits(timezone.localdate(), step, visits)
    buy(provider, make_product(stock=9))

    funnel = admin.get("/admin/live").data["funnel"]

    assert funnel == {
        **{"visited": 5, "product": 3, "cart": 3, "checkout": 2, "ordered": 2},
        **{"placed": 1, "paid": 1},
    }


def test_counts_of_processes_add_up_and_expire(admin: Api) -> None:
    first, second = Publisher("first"), Publisher("second")
    with time_machine.travel(timezone.now()) as clock:
        first.publish({"browsing": 3, "cart": 1})
        second.publish({"browsing": 2})
        first.publish({"browsing": 4, "cart": 2})
        assert visitors.count_here() == NOBODY | {"browsing": 6, "cart": 2}

        if not is_redis():
            clock.shift(LIFETIME_SECONDS - 1)
            second.publish({"browsing": 1})
            clock.shift(2)
            assert visitors.count_here() == NOBODY | {"browsing": 1}


def test_process_whose_slot_was_taken_meanwhile_takes_another_one() -> None:
    late, early = Publisher("late"), Publisher("early")
    late.publish({"cart": 1})
    caches["limits"].clear()
    early.publish({"cart": 10})

    late.publish({"cart": 1})

    assert visitors.count_here()["cart"] == 11


def test_more_processes_than_slots_are_left_out_and_said(caplog: pytest.LogCaptureFixture) -> None:
    # At once: published one after the other, the first counts can expire before the last.
    held = {"process": "another", "counts": {"browsing": 1}}
    caches["limits"].set_many({f"visitors:{slot}": held for slot in range(SLOTS)}, LIFETIME_SECONDS)

    Publisher("one too many").publish({"browsing": 1})

    assert visitors.count_here()["browsing"] == SLOTS
    assert "more than 128 live processes" in caplog.text


def test_sums_of_the_day_are_gone_when_it_ends(provider: SandboxProcess, admin: Api) -> None:
    buy(provider, make_product(stock=9))
    evening = timezone.localtime().replace(hour=23, minute=59, second=50, microsecond=0)
    Order.objects.update(created_at=evening - timedelta(hours=1))
    with time_machine.travel(evening, tick=False):
        visitors.add_visits(timezone.localdate(), "browsing", 5)
        visitors.add_visits(timezone.localdate(), "product", 3)
        visitors.add_visits(timezone.localdate(), "cart", 2)
        before = read_live_view()
    with time_machine.travel(evening + timedelta(seconds=15), tick=False):
        # What a process had not written at midnight is of the day before, which has ended.
        visitors.add_visits(evening.date(), "cart", 7)
        after = read_live_view()
        kept = visitors.count_visits(evening.date())

    assert (before.funnel.visited, before.funnel.cart, len(before.states)) == (5, 2, 1)
    assert after.funnel.model_dump() == NO_VISIT
    assert (after.day, after.states, after.top, after.total) == (
        evening.date() + timedelta(days=1),
        [],
        [],
        0,
    )
    assert kept[0]["cart"] in ({0, 2} if is_redis() else {0})


def test_unchanged_view_keeps_its_version_for_five_readings(admin: Api) -> None:
    topic = LiveViewTopic(Right.DASHBOARD)
    with time_machine.travel(timezone.now(), tick=False):
        first, again = pushed(topic), pushed(topic)
        Publisher("one").publish({"cart": 1})
        changed = pushed(topic)
        unchanged = [pushed(topic) for _ in range(4)]
        later = pushed(topic)
        rest = admin.get("/admin/live").data

    assert first == again
    assert changed.version > first.version and changed.data["here"]["cart"] == 1
    assert unchanged == [changed] * 4
    assert later.data == changed.data | {"version": later.version}
    assert rest["version"] > later.version > changed.version
    assert rest | {"version": 0, "here": 0} == later.data | {"version": 0, "here": 0}


def test_orders_are_shown_while_the_cache_is_away(
    settings: Settings, provider: SandboxProcess, admin: Api
) -> None:
    buy(provider, make_product(stock=9))
    away = {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": "redis://127.0.0.1:1"}
    settings.CACHES = dict.fromkeys(("default", "limits", "public"), away)

    shown = read_live_view()

    assert shown.here is None
    assert (shown.funnel.visited, shown.funnel.paid, len(shown.states)) == (0, 1, 1)


def pushed(topic: LiveViewTopic) -> State:
    """Return what the topic says to an admin."""
    state = topic.read(Caller(user_id=1, role="admin"), "staff:live")
    assert state is not None
    return state


def is_redis() -> bool:
    """Return whether the cache is Redis, whose clock is its own."""
    return "Redis" in type(caches["limits"]).__name__


# -- The big screen --------------------------------------------------------------------------------


def test_big_screen_shows_the_live_view_without_a_login_and_without_money(
    provider: SandboxProcess, admin: Api
) -> None:
    buy(provider, make_product(stock=2, price_paise=123_400))
    key = admin.post("/admin/live/wall", {}).data["key"]
    topic, caller = find("live-wall"), Caller(key=key)
    assert topic is not None

    shown = Api().get("/live-wall", X_Wall_Key=key).data
    state = topic.read(caller, "live-wall")

    assert state is not None and topic.may(caller, "live-wall")
    assert shown | {"version": 0} == state.data | {"version": 0}
    assert shape_of(shown) == {name: shape for name, shape in SCHEMA.items() if name != "total"} | {
        "visitsSince": type(None),
        "states": [{"state": str, "orders": int}],
    }
    assert "1234" not in json.dumps(shown)
    assert AuditEntry.objects.get(action="live.wall_opened").actor.startswith("user:")


def test_big_screen_ends_with_its_day_and_with_its_makers_right(admin: Api) -> None:
    maker = make_user(role="finance", email="finance@example.com")
    keys = [Api(token=log_in(maker)).post("/admin/live/wall", {}).data["key"] for _ in range(2)]
    ended = (404, "NOT_FOUND")
    topic = find("live-wall")
    assert topic is not None
    forged = [
        f"{maker.public_id}{keys[0].removeprefix(maker.public_id)[:-1]}x",
        maker.public_id,
        "x" * 900,
        "",
    ]

    for key in forged:
        assert Api().get("/live-wall", X_Wall_Key=key).refusal == ended
        assert not topic.may(Caller(key=key), "live-wall")
    assert Api().get("/live-wall").refusal == ended
    with time_machine.travel(timezone.now() + LIFETIME + timedelta(minutes=1)):
        assert Api().get("/live-wall", X_Wall_Key=keys[0]).refusal == ended
    assert Api().get("/live-wall", X_Wall_Key=keys[0]).status == 200
    User.objects.filter(pk=maker.pk).update(role="support")

    assert Api().get("/live-wall", X_Wall_Key=keys[1]).refusal == ended
    assert not topic.may(Caller(key=keys[1]), "live-wall")
