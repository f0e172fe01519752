"""Orders whose pieces get certificates, and what is asked of them."""

from typing import Any

from project.catalog.models import Product
from project.events.models import Event
from project.orders.models import Order, PieceCertificate
from tests.buying import place, proof
from tests.http import Answer, Api
from tests.orders.order_helpers import bring, staff


def packed(product: Product, quantity: int = 1) -> Order:
    """Return an order of the product that waits for its dispatch."""
    return bring(place(product, quantity), "packaging")


def path_of(order: Order, *, line: int = 1, piece: int = 1) -> str:
    return f"/admin/orders/{order.order_id}/lines/{line}/pieces/{piece}/certificate"


def give(order: Order, number: str, *, api: Api | None = None, piece: int = 1, **more: str) -> Answer:
    return (api or staff()).other("PUT", path_of(order, piece=piece), {"number": number} | more)


def take_back(order: Order, *, api: Api | None = None, piece: int = 1, query: str = "") -> Answer:
    return (api or staff()).other("DELETE", path_of(order, piece=piece) + query, {})


def numbers(order: Order) -> list[str]:
    given = PieceCertificate.objects.filter(line__order=order)
    return list(given.values_list("certificate__number", flat=True))


def shown(order: Order) -> list[dict[str, Any]]:
    """Return the order's certificates as its customer sees them."""
    answer = Api().get(f"/auth/orders/{order.order_id}", **proof(order))
    certificates: list[dict[str, Any]] = answer.data["order"]["certificates"]
    return certificates


def free(order: Order) -> list[str]:
    answer = staff().get(f"/admin/orders/{order.order_id}/lines/1/certificates")
    return [row["number"] for row in answer.data["certificates"]]


def events(order: Order) -> list[str]:
    found = Event.objects.filter(subject=order.topic, name__startswith="order.certificate").order_by("pk")
    return [event.name.removeprefix("order.certificate_") for event in found]
