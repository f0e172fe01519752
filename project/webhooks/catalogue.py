"""The catalogue of webhooks: types, payloads, and the events that cause them.

A payload has ids and amounts, named as in the rest of the API, and no data of customers: a program reads the
rest by an API token.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, Final

from pydantic import BaseModel

from project.catalog.models import Product
from project.core.money import rupees
from project.core.schemas import ApiModel
from project.events.models import Event
from project.orders.models import Order, OrderStatus
from project.returns.models import ReturnKind, ReturnStatus


class WebhookType(StrEnum):
    """A type of webhooks."""

    ORDER_CREATED = "order.created"
    ORDER_PAID = "order.paid"
    ORDER_STATUS_CHANGED = "order.status_changed"
    ORDER_CANCELLED = "order.cancelled"
    REFUND_COMPLETED = "refund.completed"
    REFUND_FAILED = "refund.failed"
    RETURN_REQUESTED = "return.requested"
    RETURN_STATUS_CHANGED = "return.status_changed"
    PRODUCT_CHANGED = "product.changed"
    PRODUCT_STOCK_CHANGED = "product.stock_changed"


# Of the message that an admin sends to see that an endpoint works.
TEST: Final = "webhook.test"


class WebhookOrder(ApiModel):
    """An order with the status that it got."""

    order_id: str
    status: OrderStatus
    total_amount: float


class WebhookRefund(ApiModel):
    """A refund."""

    refund_id: str
    order_id: str
    amount: float


class WebhookReturn(ApiModel):
    """A return with the status that it got."""

    return_id: str
    order_id: str
    kind: ReturnKind
    status: ReturnStatus


class WebhookProduct(ApiModel):
    """A product; the id is null when it has been deleted."""

    product_id: str | None
    slug: str


class WebhookStock(WebhookProduct):
    """A product with its stock at the time of sending: in the house, held by open payments, left to sell."""

    on_hand: int
    held: int
    sellable: int


def _order(event: Event) -> WebhookOrder | None:
    order = _purchase(_key(event))
    if order is None:
        return None
    return WebhookOrder(
        order_id=order.order_id,
        status=OrderStatus(event.payload["status"]),
        total_amount=rupees(order.total_paise),
    )


def _purchase(order_id: str) -> Order | None:
    """Return the order, None for a payment trial: nobody outside has to do anything about it."""
    return Order.objects.filter(order_id=order_id, payment_trial="").first()


def _refund(event: Event) -> WebhookRefund | None:
    facts = event.payload
    if _purchase(facts["order"]) is None:
        return None
    amount = rupees(facts["amountPaise"])
    return WebhookRefund(refund_id=facts["refund"], order_id=facts["order"], amount=amount)


def _return(event: Event) -> WebhookReturn:
    return WebhookReturn(
        return_id=event.payload["returnId"],
        order_id=_key(event),
        kind=ReturnKind(event.payload["kind"]),
        status=ReturnStatus(event.name.removeprefix("order.return_")),
    )


def _product(event: Event) -> WebhookProduct:
    product = Product.objects.filter(slug=_key(event)).first()
    return WebhookProduct(product_id=product.public_id if product else None, slug=_key(event))


def _stock(event: Event) -> WebhookStock:
    product = Product.objects.filter(slug=_key(event)).first()
    if product is None:
        return WebhookStock(product_id=None, slug=_key(event), on_hand=0, held=0, sellable=0)
    return WebhookStock.from_row(product, product_id=product.public_id)


def _key(event: Event) -> str:
    return event.subject.partition(":")[2]


@dataclass(frozen=True)
class Kind:
    """A type: what it tells, the events that cause it, and its payload."""

    summary: str
    events: Sequence[str]
    data_of: Callable[[Event], BaseModel | None]
    example: BaseModel


_ORDER_ID, _RETURN_ID = "AKS-7K2M9Q4T8VNW", "RET-5T8VN2XWK7"
_PRODUCT = {"product_id": "5f3c9a1e7b2d4c60", "slug": "five-mukhi-rudraksha"}


def _order_example(status: OrderStatus) -> WebhookOrder:
    return WebhookOrder(order_id=_ORDER_ID, status=status, total_amount=2499.0)


def _return_example(status: ReturnStatus) -> WebhookReturn:
    return WebhookReturn(return_id=_RETURN_ID, order_id=_ORDER_ID, kind=ReturnKind.RETURN, status=status)


_REFUND: Final = WebhookRefund(refund_id="RFD9Q4T8VN2XWK7M2Q4T8", order_id=_ORDER_ID, amount=499.5)
_MOVED: Final = sorted(set(OrderStatus) - {OrderStatus.PENDING, OrderStatus.CONFIRMED, OrderStatus.CANCELLED})
_RETURN_MOVED: Final = sorted(set(ReturnStatus) - {ReturnStatus.REQUESTED})

KINDS: Final[Mapping[WebhookType, Kind]] = {
    WebhookType.ORDER_CREATED: Kind(
        "An order was placed; it is not paid yet.",
        ["order.placed"],
        _order,
        _order_example(OrderStatus.PENDING),
    ),
    WebhookType.ORDER_PAID: Kind(
        "An order was paid in full.", ["order.confirmed"], _order, _order_example(OrderStatus.CONFIRMED)
    ),
    WebhookType.ORDER_STATUS_CHANGED: Kind(
        "An order got another status, such as confirmed for cash on delivery; paid and cancelled are types of"
        " their own.",
        ["order.cash_confirmed", "order.status_undone", *(f"order.{status}" for status in _MOVED)],
        _order,
        _order_example(OrderStatus.DISPATCHED),
    ),
    WebhookType.ORDER_CANCELLED: Kind(
        "An order was cancelled.", ["order.cancelled"], _order, _order_example(OrderStatus.CANCELLED)
    ),
    WebhookType.REFUND_COMPLETED: Kind("Money was sent back.", ["refund.done"], _refund, _REFUND),
    WebhookType.REFUND_FAILED: Kind(
        "A refund failed; staff look at it.", ["refund.failed"], _refund, _REFUND
    ),
    WebhookType.RETURN_REQUESTED: Kind(
        "A customer asked to send goods back.",
        ["order.return_requested"],
        _return,
        _return_example(ReturnStatus.REQUESTED),
    ),
    WebhookType.RETURN_STATUS_CHANGED: Kind(
        "A return got another status.",
        [f"order.return_{status}" for status in _RETURN_MOVED],
        _return,
        _return_example(ReturnStatus.RECEIVED),
    ),
    WebhookType.PRODUCT_CHANGED: Kind(
        "A product was created, edited, renamed, archived, brought back or deleted.",
        [
            *("product.created", "product.changed", "product.renamed", "product.archived"),
            *("product.archive_undone", "product.restored", "product.deleted"),
        ],
        _product,
        WebhookProduct(**_PRODUCT),
    ),
    WebhookType.PRODUCT_STOCK_CHANGED: Kind(
        "The stock of a product changed: counted, held, sold or put back.",
        ["product.stock_changed"],
        _stock,
        WebhookStock(**_PRODUCT, on_hand=12, held=1, sellable=9),
    ),
}
TYPE_OF_EVENT: Final[Mapping[str, WebhookType]] = {
    name: kind_name for kind_name, kind in KINDS.items() for name in kind.events
}


def body_of(event: Event) -> str | None:
    """Return the message's body; None for an event that nobody is told, as of a row that is gone."""
    kind = TYPE_OF_EVENT[event.name]
    data = KINDS[kind].data_of(event)
    return None if data is None else json_body(kind, event.created_at, data)


def json_body(kind: str, at: datetime, data: BaseModel | None) -> str:
    """Return a message's body, whose bytes are signed and never written anew."""
    payload = data.model_dump(mode="json", by_alias=True) if data else {}
    return json.dumps({"type": kind, "timestamp": _utc(at), "data": payload}, ensure_ascii=False)


def _utc(at: datetime) -> str:
    return at.astimezone(UTC).isoformat().replace("+00:00", "Z")


def payload_schemas() -> Sequence[type[BaseModel]]:
    """Return the schemas of all payloads, for the API's document."""
    return list({type(kind.example): None for kind in KINDS.values()})


def openapi_webhooks() -> dict[str, Any]:
    """Return the `webhooks` of the API's document: each type with its body and an example."""
    at = datetime(2026, 11, 21, 8, 30, tzinfo=UTC)
    headers = [
        {"name": f"webhook-{name}", "in": "header", "required": True, "schema": {"type": "string"}}
        for name in ("id", "timestamp", "signature")
    ]
    return {
        kind: {
            "post": {
                "operationId": kind,
                "tags": ["webhooks out"],
                "summary": what.summary,
                "parameters": headers,
                "requestBody": {
                    "required": True,
                    "content": {
                        "application/json": {
                            "schema": _schema(kind, type(what.example).__name__),
                            "example": json.loads(json_body(kind, at, what.example)),
                        }
                    },
                },
                "responses": {"2XX": {"description": "Taken; everything else is tried again."}},
            }
        }
        for kind, what in KINDS.items()
    }


def _schema(kind: str, data: str) -> dict[str, Any]:
    return {
        "type": "object",
        "required": ["type", "timestamp", "data"],
        "properties": {
            "type": {"const": kind},
            "timestamp": {"type": "string", "format": "date-time"},
            "data": {"$ref": f"#/components/schemas/{data}"},
        },
    }
