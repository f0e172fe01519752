"""Every list that takes a range refuses one that ends before it begins, and says so."""

from typing import Any

import pytest

from project.exports.models import Export
from tests.factories import log_in, make_user
from tests.http import Answer, Api

pytestmark = pytest.mark.django_db
DAYS = {"startDate": "2026-03-02", "endDate": "2026-03-01"}
AMOUNTS = {"minAmount": "1000", "maxAmount": "999.99"}
SAID = {
    "en": {
        "maxAmount": "The maximum is below the minimum",
        "endDate": "The end date is before the start date",
    },
    "hi": {
        "maxAmount": "अधिकतम राशि न्यूनतम से कम है",
        "endDate": "अंतिम तारीख़ आरंभ की तारीख़ से पहले की है",
    },
}
LISTS = [
    ("/transactions", AMOUNTS, "maxAmount"),
    ("/transactions", DAYS, "endDate"),
    ("/admin-orders/orders", DAYS, "endDate"),
    ("/admin/orders", DAYS, "endDate"),
    ("/admin/audit", DAYS, "endDate"),
]


def admin(language: str = "en") -> Api:
    return Api(token=log_in(make_user(role="admin")), language=language)


def export(api: Api, kind: str, filters: dict[str, Any]) -> Answer:
    return api.post("/admin/exports", {"kind": kind, "format": "csv", "filters": filters})


@pytest.mark.parametrize("language", SAID)
@pytest.mark.parametrize(("path", "query", "field"), LISTS)
def test_a_list_refuses_it_by_its_field(path: str, query: dict[str, str], field: str, language: str) -> None:
    answer = admin(language).get(path, query)

    assert answer.refusal == (422, "VALIDATION")
    assert answer.body["errors"] == {field: SAID[language][field]}
    assert answer.body["message"] == SAID[language][field]


@pytest.mark.parametrize("language", SAID)
@pytest.mark.parametrize(
    ("kind", "filters", "field"),
    [("transactions", AMOUNTS, "maxAmount"), ("transactions", DAYS, "endDate"), ("orders", DAYS, "endDate")],
)
def test_an_export_refuses_it_and_starts_nothing(
    kind: str, filters: dict[str, str], field: str, language: str
) -> None:
    answer = export(admin(language), kind, filters)

    assert answer.refusal == (422, "VALIDATION")
    assert answer.body["errors"] == {"filters": SAID[language][field]}
    assert not Export.objects.exists()


@pytest.mark.parametrize(
    "query",
    [
        {"minAmount": "1000", "maxAmount": "1000"},
        {"minAmount": "1000", "maxAmount": ""},
        {"minAmount": "", "maxAmount": "1"},
        {"startDate": "2026-03-02", "endDate": "2026-03-02"},
        {"startDate": "2026-03-02", "endDate": ""},
        {"endDate": "2026-03-02"},
    ],
)
def test_a_range_of_one_and_an_open_range_are_ranges(query: dict[str, str]) -> None:
    api = admin()

    assert api.get("/transactions", query).status == 200
    assert export(api, "transactions", {name: value for name, value in query.items() if value}).status == 200
