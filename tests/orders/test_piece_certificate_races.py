"""No certificate is two pieces', and none is given that is void: locks, and constraints behind them."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from project.catalog.actions.certificates import void_certificate
from project.catalog.models import Certificate
from project.core.errors import DomainError
from project.orders import actions
from project.orders.models import OrderStatus, PieceCertificate
from project.orders.order_status import Shipment, change_order_status
from project.orders.piece_certificates import give_certificate, take_back_certificate
from tests.buying import place
from tests.catalog.test_certificates import certify
from tests.factories import make_product
from tests.orders.certificate_helpers import give, numbers, packed
from tests.orders.order_helpers import bring, order_status
from tests.threads import at_once

pytestmark = pytest.mark.django_db


@pytest.mark.both_stacks
@pytest.mark.parametrize(
    "broken",
    [
        {"piece": 0},
        {"piece": 2},
        {"certificate": "SGL-OTHER"},
        {"certificate": "SGL-VOID"},
        {"certificate": "SGL-GIVEN"},
    ],
    ids=str,
)
def test_database_refuses_a_certificate_that_does_not_fit(broken: dict[str, Any]) -> None:
    product = make_product()
    certify(make_product(), "SGL-OTHER")
    for number in ("SGL-1", "SGL-VOID", "SGL-GIVEN"):
        certify(product, number)
    void_certificate("SGL-VOID", reason="Lost", actor="")
    give(packed(product), "SGL-GIVEN")
    row = {"line": packed(product).lines.get(), "piece": 1, "certificate": "SGL-1"} | broken
    row["certificate"] = Certificate.objects.get(number=row["certificate"])

    with pytest.raises(IntegrityError), transaction.atomic():
        PieceCertificate.objects.create(**row)


def outcome(action: Any) -> str:
    try:
        action()
    except DomainError as error:
        return str(error.code)
    return "done"


@pytest.mark.django_db(transaction=True)
def test_two_orders_at_once_get_different_certificates() -> None:
    product = make_product()
    certify(product, "SGL-1")
    orders = [packed(product) for _ in range(4)]

    results = at_once(
        4,
        lambda n: outcome(
            lambda: give_certificate(orders[n].order_id, line=1, piece=1, number="SGL-1", actor="")
        ),
    )

    assert sorted(results) == ["CERTIFICATE_REFUSED"] * 3 + ["done"]
    assert PieceCertificate.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_giving_at_the_same_time_as_a_cancel_leaves_no_certificate_with_a_cancelled_order() -> None:
    product = make_product()
    order = bring(place(product), "processing")
    certify(product, "SGL-1")

    at_once(
        2,
        lambda n: outcome(
            lambda: (
                give_certificate(order.order_id, line=1, piece=1, number="SGL-1", actor="")
                if n
                else actions.cancel(order.order_id, actor="")
            )
        ),
    )

    assert (order_status(order), numbers(order)) == ("cancelled", [])


@pytest.mark.django_db(transaction=True)
def test_taken_back_at_the_same_time_as_the_dispatch_one_of_the_two_wins() -> None:
    product = make_product()
    certify(product, "SGL-1")
    order = packed(product)
    give(order, "SGL-1")

    results = at_once(
        2,
        lambda n: outcome(
            lambda: (
                take_back_certificate(order.order_id, line=1, piece=1, actor="")
                if n
                else change_order_status(
                    order.order_id,
                    to=OrderStatus.DISPATCHED,
                    actor="",
                    shipment=Shipment(tracking_number="AB1"),
                )
            )
        ),
    )

    left = order_status(order) == "dispatched"
    assert results == (["done", "CERTIFICATE_REFUSED"] if left else ["CERTIFICATES_MISSING", "done"])
    assert numbers(order) == (["SGL-1"] if left else [])


@pytest.mark.django_db(transaction=True)
def test_withdrawn_at_the_same_time_no_void_certificate_is_given() -> None:
    product = make_product()
    certify(product, "SGL-1")
    order = packed(product)

    results = at_once(
        2,
        lambda n: outcome(
            lambda: (
                give_certificate(order.order_id, line=1, piece=1, number="SGL-1", actor="")
                if n
                else void_certificate("SGL-1", reason="Lost", actor="")
            )
        ),
    )

    assert results[0] == "done"
    assert results[1] in ("done", "CERTIFICATE_REFUSED")
    assert numbers(order) == (["SGL-1"] if results[1] == "done" else [])
