"""A returned piece brings its certificate back, which is free again if the piece can be sold again."""

import pytest

from project.catalog.models import Product
from project.orders.models import Order, PieceCertificate
from project.returns.models import Return
from tests.buying import place
from tests.catalog.test_certificates import certify
from tests.factories import make_product
from tests.http import Answer
from tests.orders.certificate_helpers import give
from tests.orders.order_helpers import advance_order, bring, staff
from tests.returns.return_helpers import asked, move

pytestmark = pytest.mark.django_db


def delivered(product: Product, *numbers: str) -> Order:
    """Return a delivered order with a piece for each certificate."""
    order = bring(place(product, len(numbers)), "packaging")
    for piece, number in enumerate(numbers, start=1):
        certify(product, number)
        give(order, number, piece=piece)
    advance_order(order, "dispatched", "shipped", "delivered")
    order.refresh_from_db()
    return order


def receive(request: Return, *, restock: list[str], certificates: list[str] | None = None) -> Answer:
    worker = staff()
    move(request, "approved", api=worker)
    return move(request, "received", api=worker, restock=restock, certificates=certificates or [])


def left(order: Order) -> list[str]:
    rows = PieceCertificate.objects.filter(line__order=order)
    return list(rows.values_list("certificate__number", flat=True))


def test_sellable_piece_frees_its_certificate() -> None:
    order = delivered(make_product(), "SGL-1")

    assert receive(asked(order), restock=["1:1"]).status == 200

    assert left(order) == []


def test_piece_that_cannot_be_sold_again_keeps_its_certificate_taken() -> None:
    order = delivered(make_product(), "SGL-1")

    assert receive(asked(order), restock=[]).status == 200

    assert left(order) == ["SGL-1"]


def test_of_some_pieces_staff_name_the_certificates() -> None:
    order = delivered(make_product(), "SGL-1", "SGL-2")

    assert receive(asked(order), restock=["1:1"], certificates=["SGL-2"]).status == 200

    assert left(order) == ["SGL-1"]


def test_more_certificates_than_pieces_are_refused() -> None:
    order = delivered(make_product(), "SGL-1", "SGL-2")

    answer = receive(asked(order), restock=["1:1"], certificates=["SGL-1", "SGL-2"])

    assert answer.refusal == (409, "CERTIFICATE_REFUSED")
    assert answer.body["message"] == (
        "Certificates go back on sale only with pieces that came back and can be sold again"
    )
    assert left(order) == ["SGL-1", "SGL-2"]
