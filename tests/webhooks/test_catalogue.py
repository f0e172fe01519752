"""The catalogue: the events of each type, its example, and nothing of customers."""

import json
from typing import Any

import pytest

from project.api import api as shop_api
from project.catalog.actions.products import archive_product, remove_product
from project.catalog.actions.stock import set_on_hand
from project.events.publish import publish
from project.orders.actions import cancel_before_payment
from project.webhooks.catalogue import KINDS, WebhookType
from project.webhooks.models import Delivery
from tests.buying import GUEST, pay, place
from tests.factories import make_product
from tests.orders.order_helpers import advance_order, delivered
from tests.payments import refund_helpers as refunds
from tests.returns import return_helpers as returns
from tests.sandbox_process import SandboxProcess
from tests.webhooks.helpers import make_endpoint, work

pytestmark = pytest.mark.django_db

NOBODY = "http://127.0.0.1:1/"


@pytest.fixture(autouse=True)
def endpoint() -> None:
    """An endpoint of all types that nobody listens at."""
    make_endpoint(NOBODY, *WebhookType)


def sent() -> list[dict[str, Any]]:
    """Return the bodies of all messages, by event."""
    work()
    return [json.loads(row.body) for row in Delivery.objects.order_by("event_id")]


def test_order_is_created_paid_dispatched(provider: SandboxProcess) -> None:
    order = place(make_product())
    pay(order, provider)
    advance_order(order, "processing", "packaging", "dispatched")

    about = [(each["type"], each["data"]["status"]) for each in sent() if "orderId" in each["data"]]

    assert about == [
        ("order.created", "pending"),
        ("order.paid", "confirmed"),
        ("order.status_changed", "processing"),
        ("order.status_changed", "packaging"),
        ("order.status_changed", "dispatched"),
    ]


def test_order_is_cancelled() -> None:
    order = place(make_product())
    cancel_before_payment(order.order_id)

    assert ("order.cancelled", "cancelled") in [(each["type"], each["data"].get("status")) for each in sent()]


def test_refund_is_completed_or_fails(provider: SandboxProcess) -> None:
    payment = pay(place(make_product()), provider)
    for outcome in ("success", "failure"):
        refund = refunds.advance(refunds.ask(payment, 10_000))
        refunds.finish(provider, refund, outcome)

    told = {each["type"]: each["data"] for each in sent() if each["type"].startswith("refund")}

    assert sorted(told) == ["refund.completed", "refund.failed"]
    assert told["refund.completed"]["amount"] == 100.0
    assert told["refund.completed"]["orderId"] == payment.order.order_id


def test_return_is_requested_and_moves(provider: SandboxProcess) -> None:
    request = returns.asked(delivered())
    assert returns.move(request, "approved").status == 200

    told = [each for each in sent() if each["type"].startswith("return")]

    assert [(each["type"], each["data"]["status"]) for each in told] == [
        ("return.requested", "requested"),
        ("return.status_changed", "approved"),
    ]
    assert told[0]["data"]["returnId"] == request.return_id


def test_product_is_counted_and_archived() -> None:
    product = make_product(stock=3)
    set_on_hand(product, 5, cause="staff")
    archive_product(product.public_id, actor="user:U")

    told = [(each["type"], each["data"]) for each in sent()]

    about = {"productId": product.public_id, "slug": product.slug}
    stock = about | {"onHand": 5, "held": 0, "sellable": 5}
    assert told == [
        ("product.stock_changed", stock),
        ("product.stock_changed", stock),
        ("product.changed", about),
    ]


def test_message_tells_nothing_of_the_customer(provider: SandboxProcess) -> None:
    pay(place(make_product()), provider)

    said = json.dumps(sent())

    for detail in (GUEST["lastName"], GUEST["email"], GUEST["phone"], GUEST["address"]["street"]):
        assert detail not in said


@pytest.mark.parametrize("kind", WebhookType)
def test_each_type_is_in_the_api_s_document_with_an_example_of_its_schema(kind: WebhookType) -> None:
    document = shop_api.get_openapi_schema()
    content = document["webhooks"][kind]["post"]["requestBody"]["content"]["application/json"]
    reference = content["schema"]["properties"]["data"]["$ref"].rpartition("/")[2]
    schema = document["components"]["schemas"][reference]

    assert content["example"]["type"] == content["schema"]["properties"]["type"]["const"] == kind
    assert set(content["example"]["data"]) == set(schema["properties"]) == set(schema["required"])


@pytest.mark.parametrize("kind", WebhookType)
def test_events_of_a_type_are_of_no_other(kind: WebhookType) -> None:
    others: list[str] = sum((list(KINDS[other].events) for other in KINDS if other != kind), [])

    assert set(KINDS[kind].events).isdisjoint(others)


def test_product_that_is_deleted_is_named_without_id_and_stock() -> None:
    product = make_product(stock=3)
    remove_product(product.public_id, actor="user:U")

    gone = {"productId": None, "slug": product.slug}
    assert [(each["type"], each["data"]) for each in sent()] == [
        ("product.stock_changed", gone | {"onHand": 0, "held": 0, "sellable": 0}),
        ("product.changed", gone),
    ]


def test_event_whose_row_is_gone_is_left_out() -> None:
    publish("order.placed", subject="order:AKS-GONE", topics=[], payload={"status": "pending"})

    assert sent() == []
