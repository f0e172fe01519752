"""A customer's own orders: page by page, and live."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from project.accounts.models import User
from project.events.models import Event
from project.events.topics import GUEST, Caller
from project.live_topics import find
from project.orders import actions
from project.orders.models import Order
from tests.buying import GUEST as BUYER
from tests.buying import item, new_key, place, total_of
from tests.factories import log_in, make_product, make_user
from tests.http import Api

pytestmark = pytest.mark.django_db

DELIVERY = BUYER["address"] | {"name": "Asha Rao", "phone": "9876543210"}


def order_as(api: Api, *, pieces: int = 1, **product: Any) -> Order:
    beads = item(make_product(**product), pieces)
    body = {"items": [beads], "shippingAddress": DELIVERY, "amount": total_of(beads)}
    return Order.objects.get(order_id=api.post("/orders/", body, key=new_key()).data["orderId"])


@pytest.fixture
def user() -> User:
    return make_user()


@pytest.fixture
def api(user: User) -> Api:
    return Api(token=log_in(user))


def test_orders_come_newest_first_with_their_items_and_total(api: Api) -> None:
    first = order_as(api, title_en="Five faces", title_hi="पाँच मुखी", price_paise=100_000, pieces=2)
    second = order_as(api)

    data = api.get("/auth/orders").data

    assert [row["orderId"] for row in data["orders"]] == [second.order_id, first.order_id]
    row = data["orders"][1]
    assert (row["status"], row["paymentStatus"], row["totalAmount"]) == ("pending", "pending", 2000)
    assert [(line["title"], line["quantity"]) for line in row["items"]] == [("Five faces", 2)]
    as_of = data["pagination"]["asOf"]
    assert data["pagination"] == {"page": 1, "limit": 10, "total": 2, "totalPages": 1, "asOf": as_of}
    api.language = "hi"
    assert api.get("/auth/orders").data["orders"][1]["items"][0]["title"] == "पाँच मुखी"


def test_nobody_sees_the_orders_of_others_not_even_staff(api: Api) -> None:
    order_as(api)
    place(make_product())
    admin = Api(token=log_in(make_user(role="admin")))

    assert admin.get("/auth/orders").data["orders"] == []
    assert len(api.get("/auth/orders").data["orders"]) == 1
    assert Api().get("/auth/orders").refusal == (401, "UNAUTHENTICATED")


def test_pages_hold_every_order_once(api: Api) -> None:
    placed = [order_as(api).order_id for _ in range(5)]

    pages = [api.get("/auth/orders", {"page": page, "limit": 2}).data for page in (1, 2, 3, 4)]

    assert [row["orderId"] for page in pages for row in page["orders"]] == placed[::-1]
    assert {page["pagination"]["totalPages"] for page in pages} == {3}


@pytest.mark.parametrize("query", [{"page": 0}, {"page": "x"}, {"limit": 0}, {"limit": 51}, {"page": 10**9}])
def test_nonsense_pages_are_refused(api: Api, query: dict[str, Any]) -> None:
    assert api.get("/auth/orders", query).refusal == (422, "VALIDATION")


@pytest.mark.both_stacks
def test_number_of_queries_does_not_grow_with_the_page(api: Api) -> None:
    def count() -> int:
        with CaptureQueriesContext(connection) as queries:
            api.get("/auth/orders")
        return len(queries)

    order_as(api)
    few = count()
    for _ in range(4):
        order_as(api)

    assert count() == few


def test_topic_says_what_get_answers_and_grows_with_every_change(user: User, api: Api) -> None:
    name = f"orders:{user.public_id}"
    topic, caller = find(name), Caller(user_id=user.pk, role="customer")
    assert topic is not None
    before = topic.read(caller, name)
    order = order_as(api)
    placed = topic.read(caller, name)
    actions.cancel_unpaid(order.order_id, cause="test")

    state = topic.read(caller, name)

    assert before is not None and placed is not None and state is not None
    assert before.version < placed.version < state.version
    answer = api.get("/auth/orders").data
    # Each names the moment at which it was read.
    assert state.data["pagination"].pop("asOf") < answer["pagination"].pop("asOf")
    assert state.data == answer
    assert state.data["orders"][0]["status"] == "cancelled"
    assert all(name in event.topics for event in Event.objects.filter(subject=order.topic))


def test_topic_is_its_owners_alone(user: User) -> None:
    name = f"orders:{user.public_id}"
    topic = find(name)
    assert topic is not None

    assert topic.may(Caller(user_id=user.pk, role="customer"), name)
    assert not topic.may(Caller(user_id=make_user().pk, role="customer"), name)
    assert not topic.may(Caller(user_id=make_user(role="admin").pk, role="admin"), name)
    assert not topic.may(GUEST, name)
    assert not topic.may(Caller(user_id=user.pk), "orders:U0000000000000000")
    assert topic.read(Caller(user_id=user.pk), "orders:U0000000000000000") is None
