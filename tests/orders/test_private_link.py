"""A guest's order: its link may be shared, a code opens the rest, an account may take it in."""

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone

from project.accounts.address_proofs import prove
from project.accounts.models import AddressProof
from project.core.models import Mail
from project.orders.models import Order
from tests.accounts.login_helpers import code_to, let_code_pass, signed_in, wrong
from tests.buying import GUEST, place, proof
from tests.factories import make_product
from tests.http import Answer, Api
from tests.threads import at_once

pytestmark = pytest.mark.django_db
# One browser asks for the code and types it.
BROWSER = Api()

EMAIL = str(GUEST["email"])


def ask(order: Order, *, key: str | None = None) -> Answer:
    return BROWSER.post(f"/orders/{order.order_id}/code", {"key": order.key if key is None else key})


def unlock(order: Order, code: str, *, key: str | None = None) -> Answer:
    body = {"key": order.key if key is None else key, "code": code}
    return BROWSER.post(f"/orders/{order.order_id}/unlock", body)


def see(order: Order, **headers: Any) -> Answer:
    return Api().get(f"/auth/orders/{order.order_id}", **headers)


def test_link_names_the_order_and_its_secret() -> None:
    order = place(make_product())

    assert order.link() == f"{settings.SITE_URL}/order/{order.order_id}?key={order.key}"


def test_code_from_the_mail_opens_the_whole_order() -> None:
    order = place(make_product())

    assert ask(order).status == 200
    token = unlock(order, code_to(EMAIL, "orders")).data["accessToken"]

    shown = see(order, X_Order_Access=token).data["order"]
    assert (shown["view"], shown["shippingAddress"]["street"]) == ("owner", "12 MG Road")
    assert EMAIL not in token


def test_code_goes_to_the_orders_own_address_and_the_answer_does_not_name_it() -> None:
    order = place(make_product())

    answer = ask(order)

    assert Mail.objects.get(kind="orders_code").to == EMAIL
    assert EMAIL not in str(answer.body)


def test_wrong_link_gets_no_code_and_looks_like_an_unknown_order() -> None:
    order, other = place(make_product()), place(make_product())

    for key in ("", "wrong", other.key, "é" * 200):
        assert ask(order, key=key).refusal == unlock(order, "123456", key=key).refusal == (404, "NOT_FOUND")
    unknown = Api().post("/orders/AKS-NONE/code", {"key": order.key})
    assert unknown.body == ask(order, key="wrong").body
    assert not Mail.objects.filter(kind="orders_code").exists()


def test_wrong_code_opens_nothing_and_five_wrong_ones_kill_it() -> None:
    order = place(make_product())
    ask(order)
    code = code_to(EMAIL, "orders")

    refusals = [unlock(order, wrong(code)).refusal for _ in range(5)]

    assert refusals == [(400, "CODE_WRONG")] * 4 + [(400, "CODE_TOO_MANY")]
    assert unlock(order, code).refusal == (400, "CODE_EXPIRED")


def test_code_is_over_after_ten_minutes_and_after_its_use() -> None:
    order = place(make_product())
    ask(order)
    late = code_to(EMAIL, "orders")
    let_code_pass(EMAIL, timedelta(minutes=11))
    assert unlock(order, late).refusal == (400, "CODE_EXPIRED")

    ask(order)
    code = code_to(EMAIL, "orders")
    assert unlock(order, code).status == 200
    assert unlock(order, code).refusal == (400, "CODE_EXPIRED")


def test_code_for_orders_does_not_log_in_and_a_login_code_opens_no_order() -> None:
    order = place(make_product())
    ask(order)
    api = BROWSER
    api.post("/auth/send-otp", {"email": EMAIL})

    for_orders, for_login = code_to(EMAIL, "orders"), code_to(EMAIL)

    if for_orders != for_login:  # once in a million they are the same
        assert api.post("/auth/verify-otp", {"email": EMAIL, "otp": for_orders}).status == 400
        assert unlock(order, for_login).refusal == (400, "CODE_WRONG")


def test_proof_of_another_address_a_forged_one_and_an_old_one_open_nothing() -> None:
    order = place(make_product())
    expired = prove(EMAIL)
    AddressProof.objects.update(expires_at=timezone.now())

    for token in (prove("other@example.com"), "forged", "a:b:c", expired, order.order_id):
        assert see(order, X_Order_Access=token).refusal == (404, "NOT_FOUND")
    assert see(order, X_Order_Access=prove(EMAIL)).status == 200


def test_order_is_taken_into_the_account_of_its_address() -> None:
    user, api = signed_in(email=EMAIL)
    order = place(make_product())
    assert api.get("/auth/orders").data["orders"] == []

    shown = api.post(f"/orders/{order.order_id}/adopt").data["order"]

    assert (shown["view"], shown["canAdopt"]) == ("owner", False)
    assert [row["orderId"] for row in api.get("/auth/orders").data["orders"]] == [order.order_id]
    assert api.post(f"/orders/{order.order_id}/adopt").data["order"]["version"] == shown["version"]
    assert not Mail.objects.filter(kind="order_adopted").exists()
    order.refresh_from_db()
    assert order.user == user


def test_other_account_takes_it_in_only_with_the_proof() -> None:
    user, api = signed_in()
    order = place(make_product())
    path = f"/orders/{order.order_id}/adopt"

    assert api.post(path).refusal == (404, "NOT_FOUND")
    assert api.post(path, X_Order_Key=order.key).refusal == (404, "NOT_FOUND")
    assert Api().post(path, **proof(order)).refusal == (401, "UNAUTHENTICATED")

    assert api.post(path, **proof(order)).data["order"]["canAdopt"] is False
    # For good, and the proof is not: the order's address hears of it.
    assert api.post(path, **proof(order)).status == 200
    assert Mail.objects.get(kind="order_adopted").to == EMAIL
    order.refresh_from_db()
    assert order.user == user


def test_order_with_an_owner_is_not_taken_away() -> None:
    owner, api = signed_in(email=EMAIL)
    order = place(make_product())
    api.post(f"/orders/{order.order_id}/adopt")
    _, other = signed_in()

    assert other.post(f"/orders/{order.order_id}/adopt", **proof(order)).refusal == (404, "NOT_FOUND")

    order.refresh_from_db()
    assert order.user == owner


@pytest.mark.django_db(transaction=True)
def test_of_two_accounts_at_once_one_gets_the_order() -> None:
    order = place(make_product())
    people = [signed_in()[1] for _ in range(4)]

    answers = at_once(4, lambda n: people[n].post(f"/orders/{order.order_id}/adopt", **proof(order)).status)

    assert sorted(answers) == [200, 404, 404, 404]


def test_codes_to_one_address_are_limited(limits: None) -> None:
    email = "often@example.com"
    order = place(make_product(), customerInfo=GUEST | {"email": email})

    statuses = []
    for _ in range(6):
        statuses.append(ask(order).status)
        let_code_pass(email, timedelta(minutes=1))

    assert statuses == [200] * 2 + [429] * 4
