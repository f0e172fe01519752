"""An order opens for its owner, staff, and the holder of its link; for others it does not exist."""

import re

import pytest

from project.accounts.address_proofs import prove
from project.events.topics import GUEST as ANYBODY
from project.events.topics import Caller
from project.live_topics import find
from project.orders.models import Order
from tests.buying import GUEST, item, place, proof, total_of
from tests.factories import log_in, make_product, make_user
from tests.http import Api

pytestmark = pytest.mark.django_db


def test_whoever_proved_the_address_sees_the_whole_order(api: Api) -> None:
    order = place(make_product(price_paise=50_000), 2)

    shown = api.get(f"/auth/orders/{order.order_id}", **proof(order)).data["order"]

    assert shown["orderId"] == shown["_id"] == order.order_id
    assert (shown["status"], shown["paymentStatus"], shown["totalAmount"]) == ("pending", "pending", 1000.0)
    assert shown["shippingAddress"]["email"] == GUEST["email"]
    assert [entry["kind"] for entry in shown["history"]] == ["placed"]
    assert shown["link"] == order.link()
    assert (shown["view"], shown["canPay"], shown["canCancel"], shown["canAdopt"]) == (
        "owner",
        True,
        True,
        True,
    )


def test_holder_of_the_link_sees_goods_and_progress_but_no_person_place_or_money(api: Api) -> None:
    order = place(make_product(title_en="Five faces", price_paise=123_457), 2)

    shown = api.get(f"/auth/orders/{order.order_id}", X_Order_Key=order.key).data["order"]

    assert (shown["view"], shown["status"], shown["items"][0]["title"]) == ("shared", "pending", "Five faces")
    assert (shown["canPay"], shown["canCancel"], shown["canAdopt"], shown["link"]) == (
        True,
        False,
        True,  # offered; it takes a login and a proof of the address
        None,
    )
    # Amounts that no random id happens to hold.
    personal = [
        order.key,
        "1234.57",
        "2469.14",
        *(str(value) for key, value in GUEST.items() if key != "address"),
    ]
    personal += GUEST["address"].values()
    # Microseconds may hold any digits.
    said = re.sub(r"T\d\d:\d\d:\d\d\.\d+Z", "", str(shown))
    assert [word for word in personal if word in said] == []
    assert {"1234.57", "2469.14"} <= set(
        re.findall(r"[\d.]+", str(api.get(f"/auth/orders/{order.order_id}", **proof(order)).data))
    )


@pytest.mark.parametrize("key", ["", "wrong", "\u00e9"])
def test_stranger_gets_the_answer_of_an_unknown_order(api: Api, key: str) -> None:
    order = place(make_product())

    strange = api.get(f"/auth/orders/{order.order_id}", X_Order_Key=key)
    unknown = api.get("/auth/orders/AKS-NONE", X_Order_Key=key)

    assert strange.refusal == (404, "NOT_FOUND")
    assert strange.body["message"] == "Order not found"
    assert strange.body == unknown.body


def test_key_of_one_order_does_not_open_another(api: Api) -> None:
    product = make_product()
    mine, theirs = place(product), place(product)

    assert api.get(f"/auth/orders/{theirs.order_id}", X_Order_Key=mine.key).status == 404


def test_owner_and_staff_need_no_key_and_other_customers_get_none() -> None:
    owner, other = make_user(), make_user()
    address = {**GUEST["address"], "name": "A", "phone": "9876543210"}
    bead = item(make_product())
    body = {"items": [bead], "shippingAddress": address, "amount": total_of(bead)}
    order_id = Api(token=log_in(owner)).post("/orders/", body).data["orderId"]

    def status(user_token: str) -> int:
        return Api(token=user_token).get(f"/auth/orders/{order_id}").status

    assert status(log_in(owner)) == 200
    assert status(log_in(make_user(role="support"))) == 200
    assert status(log_in(make_user(role="admin"))) == 200
    assert status(log_in(other)) == 404
    assert status("") == 404
    assert status("wrong") == 401


def test_live_topic_says_what_the_read_says_to_the_same_people() -> None:
    order = place(make_product())
    name = f"order:{order.order_id}"
    topic = find(name)
    assert topic is not None
    holder = Caller(key=order.key)
    owner = Caller(key=prove(order.email))

    state = topic.read(holder, name)

    assert state is not None
    assert state.data == Api().get(f"/auth/orders/{order.order_id}", X_Order_Key=order.key).data
    assert state.version == order.version
    whole = topic.read(owner, name)
    assert whole is not None
    assert whole.data == Api().get(f"/auth/orders/{order.order_id}", **proof(order)).data
    assert len({topic.audience(caller, name) for caller in (holder, owner, Caller(role="support"))}) == 3
    # The id is found however it is typed; one answer for all would show the link's holder the owner's.
    typed = name.lower()
    assert len({topic.audience(caller, typed) for caller in (holder, owner, Caller(role="support"))}) == 3
    assert topic.may(holder, name)
    assert topic.may(Caller(user_id=1, role="support"), name)
    assert not topic.may(ANYBODY, name)
    assert not topic.may(Caller(key="wrong"), name)
    assert not topic.may(Caller(user_id=Order.objects.count() + 1, role="customer"), name)
    assert topic.read(holder, "order:AKS-NONE") is None
