"""Requests with an Idempotency-Key happen once, also when repeated or concurrent."""

import pytest

from project.core.models import IdempotencyKey
from project.orders.models import Order
from tests.buying import guest_body, item, new_key, total_of
from tests.factories import log_in, make_product, make_user
from tests.http import Answer, Api
from tests.threads import at_once

PATH = "/orders/create-guest-order"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("clicks", [2, 8])
def test_double_click_makes_one_order(clicks: int) -> None:
    product = make_product(stock=100)
    body, key = guest_body(item(product, 2)), new_key()

    def click(number: int) -> Answer:
        return Api().post(PATH, body, key=key)

    answers = at_once(clicks, click)

    order = Order.objects.get()
    assert [answer.data["orderId"] for answer in answers] == [order.order_id] * clicks
    assert {answer.data["orderKey"] for answer in answers} == {order.key}
    assert order.lines.get().quantity == 2


@pytest.mark.django_db
def test_same_key_with_another_body_is_refused(api: Api) -> None:
    product, key = make_product(), new_key()
    api.post(PATH, guest_body(item(product, 1)), key=key)

    answer = api.post(PATH, guest_body(item(product, 2)), key=key)

    assert answer.refusal == (409, "IDEMPOTENCY_MISMATCH")
    assert Order.objects.count() == 1


@pytest.mark.django_db
def test_refused_request_may_be_repeated_with_its_key(api: Api) -> None:
    product, key = make_product(stock=1), new_key()
    body = guest_body(item(product), amount=1)
    assert api.post(PATH, body, key=key).refusal == (409, "PRICE_CHANGED")

    answer = api.post(PATH, body | {"amount": 500}, key=key)

    assert answer.status == 200
    assert Order.objects.count() == 1


@pytest.mark.django_db
def test_other_keys_and_no_key_make_other_orders(api: Api) -> None:
    body = guest_body(item(make_product()))

    ids = {api.post(PATH, body, key=key).data["orderId"] for key in (new_key(), new_key(), "", "")}

    assert len(ids) == 4


@pytest.mark.django_db
def test_key_of_one_customer_says_nothing_to_another() -> None:
    product, key = make_product(), new_key()
    address = {
        "name": "A",
        "phone": "9876543210",
        "street": "s",
        "city": "c",
        "state": "s",
        "pincode": "411001",
    }
    body = {"items": [item(product)], "shippingAddress": address, "amount": total_of(item(product))}

    first, second = (Api(token=log_in(make_user())).post("/orders/", body, key=key) for _ in range(2))

    assert first.data["orderId"] != second.data["orderId"]


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["x" * 256, "line\tbreak"])
def test_key_that_cannot_be_kept_is_refused(api: Api, key: str) -> None:
    answer = api.post(PATH, guest_body(item(make_product())), key=key)

    assert answer.refusal == (422, "VALIDATION")
    assert not IdempotencyKey.objects.exists()
