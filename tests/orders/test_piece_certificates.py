"""Each piece gets its own certificate: staff give it before the dispatch, its customer sees and checks it."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from project.audit.models import AuditEntry
from project.catalog.actions import void_certificate
from project.catalog.models import Certificate, Product
from project.core.errors import DomainError
from project.core.models import Mail
from project.events.models import Event
from project.orders import actions
from project.orders.models import Order, OrderStatus, PieceCertificate
from project.orders.order_status import Shipment, change_order_status
from project.orders.piece_certificates import give_certificate, take_back_certificate
from tests.buying import place, proof
from tests.catalog.test_certificates import certify
from tests.factories import make_product
from tests.http import Answer, Api
from tests.orders.order_helpers import advance_order, bring, move, order_status, staff
from tests.threads import at_once

pytestmark = pytest.mark.django_db

# Paid, and still in the house.
AT_THE_SHOP = ("confirmed", "processing", "packaging")


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


@pytest.mark.parametrize("status", AT_THE_SHOP)
def test_piece_gets_its_number_until_the_dispatch_and_the_customer_sees_it(status: str) -> None:
    product = make_product()
    certify(product, "SGL-1")
    order = bring(place(product), status)

    answer = give(order, " sgl-1 ")

    assert answer.status == 200
    assert answer.data["certified"] == [
        {
            "line": 1,
            "pieces": [
                {"piece": 1, "certificate": "SGL-1", "isVoid": False, "canGive": True, "canTakeBack": True}
            ],
        }
    ]
    assert shown(order) == [{"line": 1, "number": "SGL-1", "isVoid": False}]
    entry = AuditEntry.objects.get(action="order.certificate_given")
    assert (entry.subject, entry.after["certificate"]) == (order.topic, "SGL-1")


def test_staff_and_support_find_an_order_by_the_number_of_its_certificate() -> None:
    product = make_product()
    certify(product, "SGL-1")
    order, _ = packed(product), packed(product)
    give(order, "SGL-1")

    for typed in ("SGL-1", " sgl-1 "):
        listed = staff().get("/admin-orders/orders", {"search": typed}).data["orders"]
        found = staff("support").get("/admin/support/search", {"q": typed}).data["found"]
        assert [row["orderId"] for row in listed] == [order.order_id], typed
        assert [row["subject"] for row in found] == [order.topic], typed


def test_giving_it_twice_is_a_no_op() -> None:
    product = make_product()
    certify(product, "SGL-1")
    order = packed(product)

    first, second = give(order, "SGL-1"), give(order, "SGL-1", seen="")

    assert (first.status, second.status) == (200, 200)
    assert first.data["order"]["version"] == second.data["order"]["version"] == order.version + 1
    assert events(order) == ["given"]


def test_another_number_replaces_it_and_the_first_is_free_again() -> None:
    product = make_product()
    certify(product, "SGL-1")
    certify(product, "SGL-2")
    order = packed(product)

    give(order, "SGL-1")
    give(order, "SGL-2", seen="SGL-1")

    assert (numbers(order), free(order)) == (["SGL-2"], ["SGL-1"])
    entry = AuditEntry.objects.filter(action="order.certificate_given").order_by("pk").last()
    assert entry is not None
    assert (entry.before["certificate"], entry.after["certificate"]) == ("SGL-1", "SGL-2")


def test_taken_back_it_is_free_and_taking_back_twice_is_a_no_op() -> None:
    product = make_product()
    certify(product, "SGL-1")
    order = packed(product)
    give(order, "SGL-1")

    answers = [take_back(order), take_back(order)]

    assert [answer.status for answer in answers] == [200, 200]
    assert (numbers(order), free(order), shown(order)) == ([], ["SGL-1"], [])
    assert events(order) == ["given", "taken_back"]
    assert AuditEntry.objects.filter(action="order.certificate_taken_back").count() == 1


def test_free_ones_are_the_products_own_valid_ones_the_newest_first() -> None:
    product = make_product()
    for number, day in (("SGL-1", "2026-01-01"), ("SGL-2", "2026-03-01"), ("SGL-3", "2026-02-01")):
        certify(product, number, issued_on=day)
    certify(product, "SGL-4")
    void_certificate("SGL-4", reason="Lost", actor="")
    certify(make_product(), "SGL-5")
    give(packed(product), "SGL-3")

    assert free(packed(product)) == ["SGL-2", "SGL-1"]


REFUSALS = [
    ("SGL-OTHER", "This product has no certificate with this number"),
    ("SGL-NONE", "This product has no certificate with this number"),
    ("SGL-VOID", "This certificate was withdrawn"),
    ("SGL-GIVEN", "This certificate is already another piece’s, in order {first}"),
]
REFUSALS_HI = [
    "इस उत्पाद का इस संख्या का कोई प्रमाणपत्र नहीं है",
    "इस उत्पाद का इस संख्या का कोई प्रमाणपत्र नहीं है",
    "यह प्रमाणपत्र वापस ले लिया गया है",
    "यह प्रमाणपत्र पहले से ऑर्डर {first} के किसी और नग का है",
]


def test_number_that_does_not_fit_is_refused_in_both_languages() -> None:
    product = make_product()
    certify(make_product(), "SGL-OTHER")
    certify(product, "SGL-VOID")
    void_certificate("SGL-VOID", reason="Lost", actor="")
    certify(product, "SGL-GIVEN")
    first, order = packed(product), packed(product)
    give(first, "SGL-GIVEN")

    for (number, english), hindi in zip(REFUSALS, REFUSALS_HI, strict=True):
        answer = give(order, number)
        assert answer.refusal == (409, "CERTIFICATE_REFUSED")
        assert answer.body["message"] == english.format(first=first.order_id)
        assert list(answer.body["errors"]) == ["number"]
        assert hindi_message(order, number) == hindi.format(first=first.order_id)
    assert numbers(order) == []


def hindi_message(order: Order, number: str) -> str:
    answer = staff().other("PUT", path_of(order), {"number": number}, Accept_Language="hi")
    return str(answer.body["message"])


@pytest.mark.parametrize(
    ("status", "english", "hindi"),
    [
        (
            "pending",
            "Pieces get their certificates once the order is paid",
            "ऑर्डर का भुगतान हो जाने के बाद ही नगों को प्रमाणपत्र दिए जा सकते हैं",
        ),
        (
            "cancelled",
            "This order is over: its pieces get no certificates any more",
            "यह ऑर्डर समाप्त हो चुका है। अब इसके नगों को प्रमाणपत्र नहीं दिए जा सकते",
        ),
        (
            "returned",
            "This order is over: its pieces get no certificates any more",
            "यह ऑर्डर समाप्त हो चुका है। अब इसके नगों को प्रमाणपत्र नहीं दिए जा सकते",
        ),
    ],
)
def test_unpaid_and_closed_orders_get_none(status: str, english: str, hindi: str) -> None:
    product = make_product()
    order = bring(place(product), status)
    certify(product, "SGL-1")

    answer = give(order, "SGL-1")

    assert (answer.refusal, answer.body["message"]) == ((409, "CERTIFICATE_REFUSED"), english)
    assert hindi_message(order, "SGL-1") == hindi


def test_dispatched_it_stays_with_the_piece() -> None:
    product = make_product()
    certify(product, "SGL-1")
    certify(product, "SGL-2")
    order = packed(product)
    give(order, "SGL-1")
    assert move(order, "dispatched").status == 200

    late = [give(order, "SGL-2"), take_back(order)]

    assert {answer.refusal for answer in late} == {(409, "CERTIFICATE_REFUSED")}
    assert {answer.body["message"] for answer in late} == {
        "The parcel has left, and the certificate with it. It can no longer be changed"
    }
    assert hindi_message(order, "SGL-2") == "पार्सल प्रमाणपत्र के साथ निकल चुका है। अब इसे बदला नहीं जा सकता"
    assert numbers(order) == ["SGL-1"]


def test_forgotten_number_and_one_for_a_withdrawn_certificate_are_given_after_the_dispatch() -> None:
    product = make_product()
    certify(product, "SGL-1")
    certify(product, "SGL-2")
    order = packed(product)
    move(order, "dispatched", withoutCertificates=True)

    assert give(order, "SGL-1").status == 200
    void_certificate("SGL-1", reason="The bead broke", actor="")
    assert shown(order) == [{"line": 1, "number": "SGL-1", "isVoid": True}]
    assert give(order, "SGL-2").status == 200

    assert numbers(order) == ["SGL-2"]


def test_colleagues_number_is_not_overwritten_unseen() -> None:
    product = make_product()
    certify(product, "SGL-1")
    certify(product, "SGL-2")
    order = packed(product)
    give(order, "SGL-1")

    stale = [give(order, "SGL-2", seen=""), take_back(order, query="?seen=SGL-2")]

    assert {answer.body["message"] for answer in stale} == {
        "Somebody changed the certificate of this piece meanwhile. Please look at it and decide again"
    }
    hindi = staff().other("PUT", path_of(order), {"number": "SGL-2", "seen": ""}, Accept_Language="hi")
    assert hindi.body["message"] == ("इस बीच किसी ने इस नग का प्रमाणपत्र बदल दिया है। कृपया उसे देखकर फिर निर्णय लें")
    assert numbers(order) == ["SGL-1"]


def test_line_has_no_more_certificates_than_pieces() -> None:
    product = make_product()
    certify(product, "SGL-1")
    order = packed(product, 2)
    worker = staff()

    assert give(order, "SGL-1", api=worker, piece=3).refusal == (404, "NOT_FOUND")
    assert give(order, "SGL-1", api=worker, piece=0).refusal == (404, "NOT_FOUND")
    missing = worker.other("PUT", path_of(order, line=2), {"number": "SGL-1"})
    assert missing.refusal == (404, "NOT_FOUND")
    assert worker.get(f"/admin/orders/{order.order_id}/lines/2/certificates").refusal == (404, "NOT_FOUND")
    assert worker.get("/admin/orders/AKS-NONE/lines/1/certificates").refusal == (404, "NOT_FOUND")


def test_those_who_prepare_orders_give_them_and_nobody_else() -> None:
    product = make_product()
    certify(product, "SGL-1")
    order = packed(product)

    for role in ("catalogue", "finance"):
        worker = staff(role)
        assert give(order, "SGL-1", api=worker).refusal == (403, "FORBIDDEN")
        assert take_back(order, api=worker).refusal == (403, "FORBIDDEN")
    assert give(order, "SGL-1", api=Api()).refusal == (401, "UNAUTHENTICATED")
    assert give(order, "SGL-1", api=staff("orders")).status == 200


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
