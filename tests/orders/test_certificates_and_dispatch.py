"""Certificates on their way: a dispatch without them, a cancel, the mail, the check by anybody."""

import pytest
from django.test import Client

from project.catalog.actions.certificates import void_certificate
from project.core.models import Mail
from project.events.models import Event
from tests.catalog.test_certificates import certify
from tests.factories import make_product
from tests.orders.certificate_helpers import events, free, give, numbers, packed, take_back
from tests.orders.order_helpers import advance_order, move, order_status, staff

pytestmark = pytest.mark.django_db


def test_dispatch_without_certificates_has_to_be_confirmed() -> None:
    product = make_product()
    certify(product, "SGL-1")
    order = packed(product, 2)
    give(order, "SGL-1")

    refused = move(order, "dispatched")

    assert refused.refusal == (409, "CERTIFICATES_MISSING")
    assert refused.body["data"] == {"missing": 1}
    assert order_status(order) == "packaging"
    assert move(order, "dispatched", withoutCertificates=True).status == 200


def test_withdrawn_certificate_is_missing_and_an_uncertified_product_misses_none() -> None:
    product = make_product()
    certify(product, "SGL-1")
    certify(product, "SGL-2")
    order = packed(product)
    give(order, "SGL-1")
    void_certificate("SGL-1", reason="Lost", actor="")

    assert move(order, "dispatched").refusal == (409, "CERTIFICATES_MISSING")
    assert move(packed(make_product()), "dispatched").status == 200


def test_bulk_dispatch_names_the_orders_that_miss_certificates_and_goes_on_when_confirmed() -> None:
    product = make_product()
    certify(product, "SGL-1")
    order = packed(product)
    body = {"status": "dispatched", "orders": [{"orderId": order.order_id, "trackingNumber": "AB1234"}]}

    (first,) = staff().post("/admin-orders/bulk-status", body).data["results"]
    (second,) = (
        staff().post("/admin-orders/bulk-status", body | {"withoutCertificates": True}).data["results"]
    )

    assert (first["ok"], first["code"], second["ok"]) == (False, "CERTIFICATES_MISSING", True)


def test_cancelled_before_the_dispatch_it_is_free_again() -> None:
    product = make_product()
    certify(product, "SGL-1")
    order = packed(product)
    give(order, "SGL-1")

    advance_order(order, "cancelled")

    assert (numbers(order), free(order), events(order)) == ([], ["SGL-1"], ["given", "taken_back"])


def test_cancelled_on_its_way_it_is_freed_by_whoever_counts_the_piece() -> None:
    product = make_product()
    certify(product, "SGL-1")
    order = packed(product)
    give(order, "SGL-1")
    advance_order(order, "dispatched", "cancelled")
    assert numbers(order) == ["SGL-1"]

    assert take_back(order).status == 200

    assert free(order) == ["SGL-1"]


def test_mail_about_the_delivery_says_where_to_check_each_certificate() -> None:
    product = make_product()
    certify(product, "SGL-1")
    order = packed(product)
    give(order, "SGL-1")

    advance_order(order, "dispatched", "shipped", "delivered")

    mail = Mail.objects.get(kind="order_delivered")
    assert "Check certificate SGL-1: http://testserver/verify/SGL-1" in mail.text


def test_checking_a_certificate_says_nothing_of_who_bought_the_piece() -> None:
    product = make_product()
    certify(product, "SGL-1")
    before = Client().get("/api/certificates/SGL-1").json()
    order = packed(product)
    give(order, "SGL-1")

    assert Client().get("/api/certificates/SGL-1").json() == before
    for secret in (order.order_id, order.name, order.email):
        assert secret not in Client().get("/api/certificates/SGL-1").content.decode()


def test_each_change_is_published_to_the_pages_that_show_the_order() -> None:
    product = make_product()
    certify(product, "SGL-1")
    order = packed(product)

    give(order, "SGL-1")
    take_back(order)

    for event in Event.objects.filter(subject=order.topic, name__startswith="order.certificate"):
        assert {order.topic, f"staff:orders#{order.order_id}"} <= set(event.topics)
