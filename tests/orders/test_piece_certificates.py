"""Each piece gets its own certificate: staff give it before the dispatch, its customer sees and checks it."""

import pytest

from project.catalog.actions.certificates import void_certificate
from project.events.models import AuditEntry
from project.orders.models import Order
from tests.buying import place
from tests.catalog.test_certificates import certify
from tests.factories import make_product
from tests.http import Api
from tests.orders.certificate_helpers import events, free, give, numbers, packed, path_of, shown, take_back
from tests.orders.order_helpers import bring, move, staff

pytestmark = pytest.mark.django_db

# Paid, and still in the house.
AT_THE_SHOP = ("confirmed", "processing", "packaging")


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
