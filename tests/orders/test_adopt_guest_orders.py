"""A customer takes in, with one touch, what they ordered as a guest under the same address."""

import pytest

from project.events.models import Event
from project.orders.models import Order
from tests.accounts.login_helpers import code_to, signed_in
from tests.buying import GUEST, place
from tests.factories import make_product
from tests.http import Api
from tests.threads import at_once

pytestmark = pytest.mark.django_db

EMAIL = str(GUEST["email"])


def listed(api: Api, path: str = "/auth/guest-orders") -> list[str]:
    return [row["orderId"] for row in api.get(path).data["orders"]]


def test_orders_of_a_guest_are_offered_after_the_login_by_code_and_taken_in_at_once() -> None:
    product = make_product(title_en="Five faces", price_paise=50_000)
    first, second = place(product), place(product, 2)
    api = Api()
    api.post("/auth/send-otp", {"email": EMAIL})
    body = {"email": EMAIL, "otp": code_to(EMAIL)}
    api.token = api.post("/auth/verify-otp", body).data["token"]

    [newest, _] = api.get("/auth/guest-orders").data["orders"]
    assert (newest["orderId"], newest["items"][0]["title"]) == (second.order_id, "Five faces")
    assert newest["totalAmount"] == 1000.0
    assert listed(api, "/auth/orders") == []

    taken = api.post("/auth/guest-orders/adopt").data["orderIds"]

    assert taken == [first.order_id, second.order_id]
    assert listed(api, "/auth/orders") == [second.order_id, first.order_id]
    assert listed(api) == []


def test_taking_them_in_again_changes_nothing() -> None:
    user, api = signed_in(email=EMAIL)
    order = place(make_product())
    api.post("/auth/guest-orders/adopt")
    order.refresh_from_db()

    assert api.post("/auth/guest-orders/adopt").data["orderIds"] == []

    assert Order.objects.get(pk=order.pk).version == order.version
    events = Event.objects.filter(name="order.adopted")
    assert [(event.subject, event.actor) for event in events] == [(order.topic, f"user:{user.public_id}")]


def test_orders_of_other_addresses_and_of_other_accounts_stay_where_they_are() -> None:
    product = make_product()
    strangers = place(product, customerInfo=GUEST | {"email": "other@example.com"})
    owner, owners = signed_in(email=EMAIL)
    owned = place(product)
    owners.post("/auth/guest-orders/adopt")
    _, api = signed_in()

    assert listed(api) == [] == api.post("/auth/guest-orders/adopt").data["orderIds"]

    assert Order.objects.get(pk=strangers.pk).user is None
    assert Order.objects.get(pk=owned.pk).user == owner


def test_guests_are_asked_to_log_in() -> None:
    place(make_product())

    assert Api().get("/auth/guest-orders").refusal == (401, "UNAUTHENTICATED")
    assert Api().post("/auth/guest-orders/adopt").refusal == (401, "UNAUTHENTICATED")


def test_list_of_ones_own_orders_shows_them_live() -> None:
    user, api = signed_in(email=EMAIL)
    place(make_product())

    before = api.get("/auth/orders").data["version"]
    api.post("/auth/guest-orders/adopt")

    assert api.get("/auth/orders").data["version"] > before
    assert f"orders:{user.public_id}" in Event.objects.get(name="order.adopted").topics


@pytest.mark.django_db(transaction=True)
def test_two_presses_at_once_take_each_order_in_once() -> None:
    _, api = signed_in(email=EMAIL)
    product = make_product()
    orders = [place(product) for _ in range(3)]

    answers = at_once(3, lambda _: api.post("/auth/guest-orders/adopt").data["orderIds"])

    assert sorted(sum(answers, [])) == sorted(order.order_id for order in orders)
    assert Event.objects.filter(name="order.adopted").count() == 3
