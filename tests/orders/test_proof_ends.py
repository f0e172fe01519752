"""A proof of an e-mail address ends with what gave it, and with every act that takes the account back."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from project.accounts import account_administration, credentials
from project.accounts.models import User
from project.core.models import Mail
from project.orders.models import Order
from tests.accounts.login_helpers import PASSWORD, code_to, let_code_pass, proof, signed_in
from tests.buying import GUEST, guest, place
from tests.factories import log_in, make_product
from tests.http import Answer, Api

pytestmark = pytest.mark.django_db
EMAIL = str(GUEST["email"])
THIEF = "thief@example.com"


def track(api: Api, email: str = EMAIL) -> Answer:
    return api.post("/orders/track", {"email": email})


def proof_by_code(email: str = EMAIL) -> str:
    """Return the proof that a browser gets for the code from the mail."""
    api = Api()
    let_code_pass(email, timedelta(minutes=1))
    api.post("/orders/track/code", {"email": email})
    body = {"email": email, "code": code_to(email, "orders")}
    token: str = api.post("/orders/track/unlock", body).data["accessToken"]
    return token


def headers(token: str) -> dict[str, Any]:
    return {"X_Order_Access": token}


def uses(order: Order, token: str, *, email: str = EMAIL) -> dict[str, int]:
    """Try all that a proof opens; return the status of each."""
    caller, shown = Api(), headers(token)
    path = f"/orders/{order.order_id}"
    return {
        "read": caller.get(f"/auth{path}", **shown).status,
        "export": caller.post("/data/download", {"email": email}, **shown).status,
        "erase": caller.post("/data/erase", {"email": email, "code": "000000"}, **shown).status,
        "erasure code": caller.post("/data/erase/code", {"email": email}, **shown).status,
        "payout code": caller.post(f"{path}/payout-code", **shown).status,
        "UPI id": caller.other(
            "PUT", f"{path}/cash-on-delivery/pay-to", {"payTo": "thief@okbank", "code": "000000"}, **shown
        ).status,
        "adopt": signed_in(email=THIEF)[1].post(f"{path}/adopt", **shown).status,
        "refunds": caller.get(f"/phonepe/refunds/order/{order.order_id}", **shown).status,
        "cancel": caller.post(f"{path}/cancel", **shown).status,
    }


OVER = {
    "read": 404,
    "export": 403,
    "erase": 403,
    "erasure code": 403,
    "payout code": 404,
    "UPI id": 404,
    "adopt": 404,
    "refunds": 404,
    "cancel": 404,
}


def test_bearer_opens_the_orders_of_its_address_and_gives_no_proof() -> None:
    user, owner = signed_in(email=EMAIL)
    order = place(make_product())

    list_ = track(owner).data

    assert list_["accessToken"] is None
    assert list_["orders"][0]["items"]
    assert owner.get(f"/auth/orders/{order.order_id}").data["order"]["view"] == "owner"
    other = signed_in()[1]
    assert track(other).data["orders"][0]["items"] is None
    assert other.get(f"/auth/orders/{order.order_id}").refusal == (404, "NOT_FOUND")
    assert user.email == EMAIL


def test_stolen_bearer_leaves_nothing_behind_once_its_owner_logs_out_everywhere() -> None:
    user, owner = signed_in(email=EMAIL)
    thief = Api(token=log_in(user))
    order = place(make_product())
    loot = track(thief).data["accessToken"] or "none"

    owner.post("/auth/sessions/end", {"sessionId": None, "proof": proof(owner, "sessions")})

    assert uses(order, loot) == OVER
    assert thief.get(f"/auth/orders/{order.order_id}").refusal == (401, "TOKEN_REFUSED")
    assert Order.objects.get().status == "pending"


def everywhere(user: User, owner: Api) -> None:
    owner.post("/auth/sessions/end", {"sessionId": None, "proof": proof(owner, "sessions")})


def one_device(user: User, owner: Api) -> None:
    other = Api(token=log_in(user)).get("/auth/sessions").data["sessions"][0]["_id"]
    owner.post("/auth/sessions/end", {"sessionId": other, "proof": proof(owner, "sessions")})


def log_out(user: User, owner: Api) -> None:
    owner.post("/auth/logout")


def password(user: User, owner: Api) -> None:
    body = {"password": PASSWORD, "proof": proof(owner, "password")}
    assert owner.other("PUT", "/auth/password", body).status == 200


def forgotten(user: User, owner: Api) -> None:
    credentials.forget_password(user, actor="test")


def other_address(user: User, owner: Api) -> None:
    owner.post("/auth/email/send-otp", {"email": "new@example.com"})
    body = {"email": "new@example.com", "otp": code_to("new@example.com", "email")}
    assert owner.other("PUT", "/auth/email", body | {"proof": proof(owner, "move")}).status == 200


def blocked(user: User, owner: Api) -> None:
    account_administration.block(user, actor="test", note="")


def deleted(user: User, owner: Api) -> None:
    assert owner.post("/auth/account/delete", {"proof": proof(owner, "delete")}).status == 200


@pytest.mark.parametrize(
    "end", [everywhere, one_device, log_out, password, forgotten, other_address, blocked, deleted]
)
def test_account_taken_back_ends_the_proofs_of_its_address(end: Callable[[User, Api], None]) -> None:
    user, owner = signed_in(email=EMAIL)
    order = place(make_product())
    theirs = place(make_product(), customerInfo=guest(1))
    stolen, anothers = proof_by_code(), proof_by_code(theirs.email)
    assert Api().get(f"/auth/orders/{order.order_id}", X_Order_Access=stolen).status == 200

    end(user, owner)

    assert uses(order, stolen) == OVER
    # Nobody else's proof is touched, and the owner of the address proves it anew.
    assert Api().get(f"/auth/orders/{theirs.order_id}", X_Order_Access=anothers).status == 200
    again = proof_by_code()
    assert Api().get(f"/auth/orders/{order.order_id}", X_Order_Access=again).status == 200


def test_account_that_moved_to_another_address_leaves_the_orders_of_the_one_before() -> None:
    user, owner = signed_in(email=EMAIL)
    order = place(make_product())
    later = place(make_product(), customerInfo=GUEST | {"email": "new@example.com"})
    assert owner.get(f"/auth/orders/{order.order_id}").status == 200
    before = proof_by_code("new@example.com")

    other_address(user, owner)

    assert owner.get(f"/auth/orders/{order.order_id}").refusal == (404, "NOT_FOUND")
    assert owner.get(f"/auth/orders/{later.order_id}").status == 200
    # Whoever proved the new address before it was the account's has to do so again.
    assert uses(later, before, email="new@example.com") == OVER


def test_undone_change_of_address_ends_the_proofs_of_both() -> None:
    user, owner = signed_in(email=EMAIL)
    order, moved = place(make_product()), place(make_product(), customerInfo=GUEST | {"email": THIEF})
    with_code = Api(token=log_in(user))
    with_code.post("/auth/email/send-otp", {"email": THIEF})
    body = {"email": THIEF, "otp": code_to(THIEF, "email"), "proof": proof(with_code, "move")}
    assert with_code.other("PUT", "/auth/email", body).status == 200
    stolen, thiefs = proof_by_code(), proof_by_code(THIEF)

    key = Mail.objects.get(kind="email_changed").text.partition("key=")[2].split()[0]
    assert Api().post("/auth/undo", {"key": key}).status == 200

    for found, token in ((order, stolen), (moved, thiefs)):
        assert Api().get(f"/auth/orders/{found.order_id}", X_Order_Access=token).status == 404


def test_proof_is_over_after_four_hours_and_cannot_be_forged() -> None:
    order = place(make_product())
    token = proof_by_code()
    shown = headers(token)
    path = f"/auth/orders/{order.order_id}"

    with time_machine.travel(timedelta(hours=3, minutes=59) + timezone.now(), tick=False):
        assert Api().get(path, **shown).status == 200
    with time_machine.travel(timedelta(hours=4, minutes=1) + timezone.now(), tick=False):
        assert uses(order, token) == OVER
    for forged in (token[:-1], token + "A", token.upper(), "é", "\x7f", EMAIL, " ", "a" * 3000):
        assert Api().get(path, X_Order_Access=forged).status == 404
