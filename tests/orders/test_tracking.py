"""Following orders by an e-mail address: a bare list for anybody, the rest with a code or as its owner."""

from datetime import timedelta
from typing import Any

import pytest

from project.core.models import Mail
from project.orders.models import Order
from tests.accounts.login_helpers import code_to, let_code_pass, signed_in
from tests.buying import GUEST, place, proof
from tests.factories import make_product
from tests.http import Answer, Api

pytestmark = pytest.mark.django_db

EMAIL = str(GUEST["email"])
PATH = "/orders/track"


def track(email: str = EMAIL, *, api: Api | None = None, **headers: Any) -> Answer:
    return (api or Api()).post(PATH, {"email": email}, **headers)


def test_anybody_gets_status_and_dates_and_nothing_else() -> None:
    order = place(make_product(title_en="Five faces", price_paise=50_000), 3)

    answer = track()

    row = answer.data["orders"][0]
    assert answer.data["accessToken"] is None
    assert {name: value for name, value in row.items() if value is not None} == {
        "orderId": order.order_id,
        "status": "pending",
        "paymentStatus": "pending",
        "createdAt": row["createdAt"],
        "itemCount": 3,
        "estimatedDelivery": row["estimatedDelivery"],
    }
    for secret in ("Asha", "MG Road", "9876543210", EMAIL, "500", "1500", "Five faces", order.key, "TXN"):
        assert secret not in str(answer.body)


def test_address_without_orders_is_told_so_in_the_readers_language() -> None:
    none = track("nobody@example.com")

    assert none.refusal == (404, "NOT_FOUND")
    assert none.body["message"] == "No orders found for this email address"
    assert "कोई ऑर्डर नहीं" in track("nobody@example.com", api=Api(language="hi")).body["message"]


@pytest.mark.parametrize("email", ["nonsense", "a@b", "x" * 300 + "@example.com", "\0@example.com"])
def test_what_is_no_address_is_refused(email: str) -> None:
    assert track(email).status in (400, 422)


def test_address_is_found_however_its_letters_are_written() -> None:
    place(make_product())

    assert len(track(EMAIL.upper()).data["orders"]) == 1


def test_newest_order_comes_first_and_other_peoples_never() -> None:
    product = make_product()
    first, second = place(product), place(product)
    other = dict(GUEST, email="other@example.com")
    place(product, customerInfo=other)

    assert [row["orderId"] for row in track().data["orders"]] == [second.order_id, first.order_id]


def test_code_shows_the_details_and_opens_each_order() -> None:
    order = place(make_product(title_en="Five faces", price_paise=50_000), 3)

    browser = Api()
    assert browser.post(f"{PATH}/code", {"email": EMAIL}).status == 200
    data = browser.post(f"{PATH}/unlock", {"email": EMAIL, "code": code_to(EMAIL, "orders")}).data

    row = data["orders"][0]
    assert (row["items"][0]["title"], row["totalAmount"]) == ("Five faces", 1500.0)
    token = data["accessToken"]
    whole = Api().get(f"/auth/orders/{order.order_id}", X_Order_Access=token).data["order"]
    assert whole["shippingAddress"]["email"] == EMAIL
    assert track(X_Order_Access=token).data == {**data, "accessToken": token}


def test_proof_of_another_address_shows_no_more_than_none() -> None:
    product = make_product()
    order = place(product)
    theirs = place(product, customerInfo=dict(GUEST, email="other@example.com"))

    assert track(X_Order_Access=proof(theirs)["X_Order_Access"]).data == track().data
    assert Api().get(f"/auth/orders/{order.order_id}", **proof(theirs)).status == 404


def test_owner_of_the_address_sees_all_without_a_code_and_another_account_does_not() -> None:
    order = place(make_product())
    _, owner = signed_in(email=EMAIL)
    _, other = signed_in()

    data = track(api=owner).data

    assert data["orders"][0]["items"]
    assert owner.get(f"/auth/orders/{order.order_id}").data["order"]["view"] == "owner"
    # A proof would outlive the session.
    assert data["accessToken"] is None
    assert track(api=other).data == track().data
    other.post(f"/orders/{order.order_id}/adopt", **proof(order))
    # In another account it is the other's: the address is proven by a code.
    assert track(api=owner).data == track().data
    assert owner.get(f"/auth/orders/{order.order_id}").status == 404


def test_wrong_code_shows_nothing() -> None:
    place(make_product())
    browser = Api()
    browser.post(f"{PATH}/code", {"email": EMAIL})

    assert browser.post(f"{PATH}/unlock", {"email": EMAIL, "code": "abc"}).refusal == (400, "CODE_WRONG")
    assert Api().post(f"{PATH}/unlock", {"email": EMAIL}).refusal == (422, "VALIDATION")


def test_no_code_is_sent_to_an_address_that_never_ordered() -> None:
    assert Api().post(f"{PATH}/code", {"email": "nobody@example.com"}).refusal == (404, "NOT_FOUND")
    assert not Mail.objects.exists()


def test_look_ups_are_limited_by_who_asks(limits: None) -> None:
    place(make_product())
    api = Api()

    statuses = [track(api=api).status for _ in range(13)]

    assert statuses == [200] * 12 + [429]
    assert track().status == 200  # somebody else is not held up


def test_codes_are_limited_too(limits: None) -> None:
    email = "eager@example.com"
    place(make_product(), customerInfo=GUEST | {"email": email})

    api, statuses = Api(), []
    for _ in range(6):
        statuses.append(api.post(f"{PATH}/code", {"email": email}).status)
        let_code_pass(email, timedelta(minutes=1))

    assert statuses == [200] * 2 + [429] * 4
    assert Order.objects.count() == 1
