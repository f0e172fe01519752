"""Counting pieces, and the certificates of a product."""

from typing import Any

import pytest

from project.catalog.actions import stock
from project.events.models import AuditEntry
from tests.catalog.staff_helpers import keeper
from tests.factories import make_product
from tests.http import Api

pytestmark = pytest.mark.django_db


def test_count_and_correction_are_movements_with_cause_and_person() -> None:
    api, _ = keeper(name="Asha")
    product = make_product(stock=10)
    path = f"/admin/products/{product.public_id}"

    api.post(f"{path}/stock", {"count": 8, "cause": "Yearly count"})
    after = api.post(f"{path}/stock", {"change": -3, "cause": "Broken in the drawer"}).data["product"]

    assert (after["onHand"], after["sellable"]) == (5, 5)
    movements = api.get(f"{path}/movements").data["movements"]
    assert [(each["onHandDelta"], each["cause"], each["by"]) for each in movements] == [
        (-3, "Broken in the drawer", "Asha"),
        (-2, "Yearly count", "Asha"),
        (10, "test", ""),
    ]
    entry = AuditEntry.objects.first()
    assert entry is not None
    assert (entry.action, entry.before, entry.after) == ("stock.counted", {"stock": 8}, {"stock": 5})


def test_count_below_what_orders_have_is_refused() -> None:
    api, _ = keeper()
    product = make_product(stock=5)
    stock.hold(product, quantity=3, reference="AKS-1")

    answer = api.post(f"/admin/products/{product.public_id}/stock", {"count": 2, "cause": "Count"})

    assert answer.refusal == (409, "STOCK_PROMISED")
    assert answer.body["data"] == {"promised": 3, "wanted": 2}


@pytest.mark.parametrize(
    "body",
    [
        {"count": 3},
        {"count": 3, "cause": " "},
        {"count": -1, "cause": "x"},
        {"count": 1.5, "cause": "x"},
        {"cause": "x"},
        {"count": 3, "change": 1, "cause": "x"},
        {"count": 99_999_999_999, "cause": "x"},
    ],
)
def test_count_without_sense_or_cause_is_refused(body: dict[str, Any]) -> None:
    api, _ = keeper()
    product = make_product(stock=5)

    assert api.post(f"/admin/products/{product.public_id}/stock", body).status == 422

    product.refresh_from_db()
    assert product.on_hand == 5


CERTIFICATE: dict[str, Any] = {
    "number": "lab-2026-77",
    "lab": "Gem Lab",
    "issuedOn": "2026-01-05",
    "origin": {"en": "Nepal", "hi": "नेपाल"},
    "weightMilligrams": 2350,
    "mukhi": 5,
}


def test_certificate_is_issued_and_withdrawn_for_everybody_to_see() -> None:
    api, _ = keeper()
    product = make_product()

    issued = api.post(f"/admin/products/{product.public_id}/certificates", CERTIFICATE)
    before = Api().get("/certificates/LAB-2026-77")
    api.post("/admin/certificates/lab-2026-77/void", {"reason": "Weighed wrongly"})

    assert issued.data["certificate"]["number"] == "LAB-2026-77"
    assert before.data["certificate"]["isVoid"] is False
    assert Api().get("/certificates/LAB-2026-77").data["certificate"]["isVoid"] is True
    assert Api().get(f"/products/{product.slug}").data["product"]["certificate"] is None
    (listed,) = api.get(f"/admin/products/{product.public_id}/certificates").data["certificates"]
    assert (listed["isVoid"], listed["voidReason"]) == (True, "Weighed wrongly")


def test_number_is_used_once() -> None:
    api, _ = keeper()
    product, other = make_product(), make_product()
    api.post(f"/admin/products/{product.public_id}/certificates", CERTIFICATE)

    answer = api.post(f"/admin/products/{other.public_id}/certificates", CERTIFICATE)

    assert answer.refusal == (409, "CERTIFICATE_EXISTS")
    assert "number" in answer.body["errors"]


@pytest.mark.parametrize(
    "changes",
    [
        {"number": "a b"},
        {"number": ""},
        {"issuedOn": "2999-01-01"},
        {"mukhi": 0},
        {"mukhi": 31},
        {"weightMilligrams": 0},
        {"lab": ""},
        {"origin": ""},
    ],
)
def test_certificate_that_cannot_be_right_is_refused(changes: dict[str, Any]) -> None:
    api, _ = keeper()
    path = f"/admin/products/{make_product().public_id}/certificates"

    assert api.post(path, CERTIFICATE | changes).status == 422


def test_withdrawn_certificate_keeps_its_first_reason_and_is_logged_once() -> None:
    api, _ = keeper()
    product = make_product()
    api.post(f"/admin/products/{product.public_id}/certificates", CERTIFICATE)

    for reason in ("Weighed wrongly", "Changed my mind"):
        assert api.post("/admin/certificates/lab-2026-77/void", {"reason": reason}).status == 200

    (listed,) = api.get(f"/admin/products/{product.public_id}/certificates").data["certificates"]
    assert listed["voidReason"] == "Weighed wrongly"
    assert AuditEntry.objects.filter(action="certificate.voided").count() == 1


def test_certificate_of_nothing_is_neither_issued_nor_withdrawn() -> None:
    api, _ = keeper()

    assert api.post("/admin/products/nothing/certificates", CERTIFICATE).status == 404
    assert api.post("/admin/certificates/nothing/void", {"reason": "Weighed wrongly"}).status == 404
    assert Api().get("/certificates/LAB-2026-77").status == 404
