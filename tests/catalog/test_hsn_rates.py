"""Form, list and import of products tell which GST rates goods with an HSN code usually have."""

import pytest
from django.utils import timezone

from project.catalog.models import Product
from tests.catalog.staff_helpers import keeper, product_body
from tests.factories import log_in, make_product, make_user
from tests.http import Api
from tests.move_in.own_file_helpers import exported, send, table, written

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("code", "rates"),
    [
        ("14049090", [0, 5]),
        ("7103", [0.25]),
        ("71039990", [0.25]),
        ("71162000", [3]),
        ("83061000", [5]),
        ("12345678", []),
        ("71", []),
        ("no code", []),
    ],
)
def test_staff_read_the_rates_of_a_code(code: str, rates: list[float]) -> None:
    staff = Api(token=log_in(make_user(role="admin")))

    assert staff.get(f"/admin/hsn-rates/{code}").data == {"rates": rates}


def test_customers_do_not() -> None:
    assert Api(token=log_in(make_user())).get("/admin/hsn-rates/7103").refusal[0] == 403


def test_the_list_marks_and_finds_products_with_another_rate() -> None:
    api, _ = keeper()
    odd = make_product(hsn_code="71031000", tax_rate_basis_points=1800)
    make_product(hsn_code="71031000", tax_rate_basis_points=25)
    make_product(hsn_code="1404", tax_rate_basis_points=500)
    make_product(hsn_code="9999", tax_rate_basis_points=1800)
    make_product(hsn_code="", tax_rate_basis_points=1800)

    every = api.get("/admin/products").data
    found = api.get("/admin/products", {"status": "unusualRate"}).data["products"]

    assert [row["_id"] for row in found] == [odd.public_id]
    assert {row["_id"] for row in every["products"] if row["hasUnusualRate"]} == {odd.public_id}
    assert every["counts"]["unusualRate"] == 1


def test_the_rate_of_most_products_of_a_heading_is_usual_beside_the_laws() -> None:
    api, _ = keeper()
    for code, rate in [("71031000", 1800), ("71039990", 1800), ("7419", 1800), ("7419", 1800)]:
        make_product(hsn_code=code, tax_rate_basis_points=rate)
    by_law = make_product(hsn_code="71031000", tax_rate_basis_points=25)
    odd = {
        make_product(hsn_code="71031000", tax_rate_basis_points=500).public_id,
        # The law's rates of this heading are not in the table.
        make_product(hsn_code="74198030", tax_rate_basis_points=1200).public_id,
    }

    rows = api.get("/admin/products").data["products"]
    found = api.get("/admin/products", {"status": "unusualRate"}).data["products"]

    assert {row["_id"] for row in rows if row["hasUnusualRate"]} == {row["_id"] for row in found} == odd
    assert by_law.public_id not in odd
    assert api.get("/admin/hsn-rates/71039100").data == {"rates": [0.25, 18]}
    assert api.get("/admin/hsn-rates/74199999").data == {"rates": [18]}


def test_archived_products_decide_no_rate() -> None:
    api, _ = keeper()
    make_product(
        hsn_code="71031000", tax_rate_basis_points=1800, archived_at=timezone.now(), is_visible=False
    )

    assert api.get("/admin/hsn-rates/71031000").data == {"rates": [0.25]}


def test_an_imported_line_with_another_rate_is_taken_and_named() -> None:
    api, _ = keeper()
    api.post("/admin/products", product_body())
    rows = table(exported(api))
    rows[0] |= {"hsnCode": "14049090", "taxRate": "18", "version": ""}

    looked = send(api, written(rows), only_look=True)
    report = send(Api(token=api.token, language="hi"), written(rows))

    ((line, column, sentence),) = looked.notes
    assert (looked.changed, looked.refused, line, column) == (1, 0, 2, "taxRate")
    assert "14049090 usually have 0 % / 5 % GST" in sentence
    assert "आमतौर पर 0 % / 5 % GST" in report.notes[0][2]
    assert Product.objects.get().tax_rate_basis_points == 1800
    rows[0]["taxRate"] = "5"
    assert send(api, written(rows)).notes == []
