"""Customers who claim that a piece is fake, as their browser does it, and staff who decide."""

from datetime import timedelta
from typing import Any

from project.orders.models import Order
from project.returns.models.claim import Claim
from tests.accounts.login_helpers import code_to, let_code_pass
from tests.buying import pay, place, proof
from tests.factories import log_in, make_product, make_user
from tests.http import Answer, Api
from tests.orders.order_helpers import WAY, advance_order
from tests.reviews.review_helpers import photo
from tests.sandbox_process import SandboxProcess

CLAIM = {"item": "1:1", "text": "The faces were carved by hand.", "payTo": "asha.rao@okbank"}
REFERENCE = "UTR612345678901"


def claim(order: Order, *, api: Api | None = None, photos: list[Any] | None = None, **changes: Any) -> Answer:
    """Claim a piece of the order's first line, sound but for `changes`; a field that is None is left out."""
    api = api or Api()
    key = changes.pop("Idempotency_Key", "")
    fields = CLAIM | {"photos": [photo()] if photos is None else photos}
    if "code" not in changes:
        fields["code"] = new_code(order, api)
    headers = proof(order) | ({"Idempotency_Key": key} if key else {})
    sent = {name: value for name, value in (fields | changes).items() if value is not None}
    return api.form(f"/orders/{order.order_id}/claims", sent, **headers)


def new_code(order: Order, api: Api) -> str:
    """Have the code sent with which the browser says where money of the order goes; return it."""
    let_code_pass(order.email, timedelta(minutes=1))
    assert api.post(f"/orders/{order.order_id}/payout-code", **proof(order)).status == 200
    return code_to(order.email, "payout")


def claimed(order: Order, **changes: Any) -> Claim:
    """Return the claim that was made."""
    answer = claim(order, **changes)
    return Claim.objects.get(claim_id=answer.data["order"]["claims"][-1]["claimId"])


def withdraw(order: Order, opened: Claim) -> Answer:
    """Take the claim back as its customer."""
    return Api().post(f"/orders/{order.order_id}/claims/{opened.claim_id}/withdraw", **proof(order))


def finance(role: str = "finance") -> Api:
    """Return a browser of somebody who may send money."""
    return Api(token=log_in(make_user(role=role)))


def decide(
    opened: Claim, decision: str = "approve", *, api: Api | None = None, note: str = "", key: str = ""
) -> Answer:
    """Decide about the claim as staff do; who declines says why."""
    body = {"decision": decision, "note": note or ("Not our bead" if decision == "decline" else "")}
    return (api or finance()).post(f"/admin/claims/{opened.claim_id}/decide", body, key=key)


def paid(opened: Claim, reference: str = REFERENCE, *, api: Api | None = None, key: str = "") -> Answer:
    """Note that the transfer was made."""
    body = {"bankReference": reference}
    return (api or finance()).post(f"/admin/claims/{opened.claim_id}/paid", body, key=key)


def shown(order: Order) -> dict[str, Any]:
    """Return the order as its customer sees it."""
    data: dict[str, Any] = Api().get(f"/auth/orders/{order.order_id}", **proof(order)).data["order"]
    return data


def deliver(order: Order) -> Order:
    """Bring a paid order to its customer, as staff do."""
    advance_order(order, *WAY)
    order.refresh_from_db()
    assert order.status == "delivered"
    return order


def bought(provider: SandboxProcess, *, price_paise: int = 50_000, quantity: int = 1) -> Order:
    """Return an order that was paid at the provider and delivered."""
    return deliver(pay(place(make_product(price_paise=price_paise, stock=50), quantity), provider).order)
