"""Customers who send goods back, as their browser does it."""

from typing import Any

from project.orders.models import Order
from project.returns.models import Return
from tests.buying import proof
from tests.http import Answer, Api
from tests.orders.order_helpers import staff

REQUEST = {"kind": "return", "reason": "defective", "text": "The thread was torn.", "items": ["1:1"]}


def ask(order: Order, *, api: Api | None = None, photos: list[Any] | None = None, **changes: Any) -> Answer:
    """Ask to send a piece of the order's first line back, sound but for `changes`."""
    key = changes.pop("Idempotency_Key", "")
    fields = REQUEST | changes | {"photos": photos or []}
    headers = proof(order) | ({"Idempotency_Key": key} if key else {})
    return (api or Api()).form(f"/orders/{order.order_id}/returns", fields, **headers)


def asked(order: Order, **changes: Any) -> Return:
    """Return the request that was made."""
    answer = ask(order, **changes)
    return Return.objects.get(return_id=answer.data["order"]["returns"][-1]["returnId"])


def move(request: Return, to: str, *, note: str = "", api: Api | None = None, **more: Any) -> Answer:
    """Move the request as staff do."""
    body = {"status": to, "note": note or ("Worn" if to == "rejected" else "")} | more
    return (api or staff()).post(f"/admin/returns/{request.return_id}/status", body)


def withdraw(order: Order, request: Return) -> Answer:
    """Take the request back as its customer."""
    return Api().post(f"/orders/{order.order_id}/returns/{request.return_id}/withdraw", **proof(order))


def shown(order: Order) -> dict[str, Any]:
    """Return the order as its customer sees it."""
    data: dict[str, Any] = Api().get(f"/auth/orders/{order.order_id}", **proof(order)).data["order"]
    return data
