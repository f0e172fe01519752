"""The month's GSTR-1 as a file: it says what the documents, the tax report and the money say."""

import json
import zipfile
from datetime import timedelta
from decimal import Decimal
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from django.utils import timezone
from pytest_django.fixtures import Settings

from project.core.storage.files import EXPORTS, read
from project.invoices import ledger_audit
from project.invoices.actions.issuing import issue_all
from project.invoices.models import Document, DocumentKind
from project.orders.models import DiscountCode
from project.payments.models import Payment, Refund
from tests.buying import GUEST, item, pay
from tests.exports.export_helpers import ask, make, rows_of
from tests.factories import log_in, make_product, make_user
from tests.http import Api
from tests.invoices.document_helpers import bought, living_in
from tests.invoices.taxes.supply_factory import BUYER, BUYER_AWAY, SELLER
from tests.invoices.taxes.test_gstr1 import checked, hsn_sums_of, sums_of
from tests.payments.refund_helpers import advance, finish
from tests.payments.refund_helpers import ask as refund
from tests.sandbox_process import SandboxProcess
from tests.shop_settings import change_shop
from tests.stored_files import own_files

pytestmark = pytest.mark.django_db

BUSINESS = {"gstin": BUYER, "businessName": "Sample Traders"}


@pytest.fixture(autouse=True)
def shop(settings: Settings, tmp_path: Path, db: None) -> None:
    """A registered seller, whose prices come without tax and whose delivery costs something."""
    own_files(settings, tmp_path)
    change_shop(
        tax={
            "state": "Maharashtra",
            "registration": "registered",
            "gstin": SELLER,
            "prices_include_tax": False,
        },
        shipping={"flat_paise": 4_900, "free_above_paise": 10**9},
    )


@pytest.fixture
def staff() -> Api:
    return Api(token=log_in(make_user(role="finance")))


def this_month() -> dict[str, str]:
    return {"month": f"{timezone.localdate():%Y-%m}"}


def filed(staff: Api, **body: Any) -> dict[str, Any]:
    """Have the JSON file made and read it as the portal does."""
    export = make(staff, "gstr1", format="json", filters=this_month(), **body)
    return checked(json.loads(read(EXPORTS, export.stored_name), parse_float=Decimal))


def test_file_of_a_month_adds_up_to_its_documents_and_its_money(staff: Api, provider: SandboxProcess) -> None:
    bead = make_product(price_paise=33_333, tax_rate_basis_points=1800, hsn_code="71162000", stock=50)
    mala = make_product(price_paise=9_999, tax_rate_basis_points=0, hsn_code="14049090", stock=50)
    gem = make_product(price_paise=11_000_001, tax_rate_basis_points=300, hsn_code="7103", stock=50)
    away, far = living_in("Kerala", "682001"), living_in("Karnataka", "560001")
    payments = [
        pay(bought(item(bead, 3), item(mala)), provider),
        pay(bought(item(bead), customer=away), provider),
        pay(bought(item(gem), customer=away), provider),
        pay(bought(item(mala), customer=away), provider),
        pay(bought(item(bead), item(mala), customer=GUEST | BUSINESS), provider),
        pay(bought(item(gem), customer=far | BUSINESS | {"gstin": BUYER_AWAY}), provider),
    ]
    issue_all()
    for payment, amount in zip(payments, (12_345, 10_001, 900_000, 9_999, 7_777), strict=False):
        finish(provider, advance(refund(payment, amount)))
    issue_all()

    file = filed(staff)

    assert set(file) >= {"b2b", "b2cl", "b2cs", "cdnr", "cdnur", "nil", "hsn", "doc_issue"}
    assert {each["ctin"] for each in file["b2b"]} == {BUYER, BUYER_AWAY}
    assert (file["gstin"], file["fp"]) == (SELLER, f"{timezone.localdate():%m%Y}")
    # Every tax is the tax report's; all of it, with what was rounded, is the money that was kept.
    report = rows_of(make(staff, "tax", filters=this_month()))
    columns = {"txval": "Taxable value", "iamt": "IGST", "camt": "CGST", "samt": "SGST / UTGST"}
    assert sums_of(file) == hsn_sums_of(file)
    assert sums_of(file) == {
        name: sum((Decimal(row[title]) for row in report), Decimal(0)) for name, title in columns.items()
    }
    assert list(ledger_audit.differences()) == []
    kept = sum(p.captured_paise for p in Payment.objects.all()) - sum(
        r.amount_paise for r in Refund.objects.all()
    )
    rounding = sum(
        (-1 if document.kind == DocumentKind.CREDIT_NOTE else 1)
        * sum(row["rounding"] for row in document.contents["rows"])
        for document in Document.objects.all()
    )
    assert sum(sums_of(file).values()) == Decimal(kept - rounding) / 100


def test_workbook_has_a_sheet_for_each_table(staff: Api, provider: SandboxProcess) -> None:
    pay(bought(), provider)
    issue_all()

    export = make(staff, "gstr1", format="xlsx", filters=this_month())

    with zipfile.ZipFile(BytesIO(read(EXPORTS, export.stored_name))) as book:
        names = book.read("xl/workbook.xml").decode()
        assert [name for name in ("b2cs", "hsn(b2c)", "docs") if f'name="{name}"' not in names] == []
        assert len([name for name in book.namelist() if name.startswith("xl/worksheets/sheet")]) == 9
    assert (export.status, export.rows_total) == ("done", 1)


def test_einvoices_and_vouchers_are_of_the_same_documents(staff: Api, provider: SandboxProcess) -> None:
    pay(bought(customer=GUEST | BUSINESS), provider)
    pay(bought(), provider)
    issue_all()
    asked: dict[str, Any] = {"filters": this_month(), "personalData": "full", "reason": "For the accountant"}

    registered = make(staff, "einvoices", format="json", **asked)
    vouchers = make(staff, "tally", format="xml", **asked)

    made = json.loads(read(EXPORTS, registered.stored_name), parse_float=Decimal)
    assert [each["BuyerDtls"]["LglNm"] for each in made] == ["Sample Traders"]
    tree = ElementTree.fromstring(read(EXPORTS, vouchers.stored_name))
    parties = [each.findtext("PARTYLEDGERNAME") for each in tree.iter("VOUCHER")]
    assert parties == [f"Sample Traders ({BUYER})", "Online customers"]
    assert (registered.rows_total, vouchers.rows_total) == (1, 2)


@pytest.mark.parametrize(("kind", "file_format"), [("einvoices", "json"), ("tally", "xml")])
def test_papers_with_names_are_not_made_of_masked_ones(staff: Api, kind: str, file_format: str) -> None:
    for language, words in (("en", "masked names"), ("hi", "ढके हुए नामों")):
        staff.language = language
        refused = ask(staff, kind, format=file_format, filters=this_month(), personalData="masked")
        assert refused.refusal == (422, "VALIDATION")
        assert words in refused.body["errors"]["personalData"]


def test_documents_from_before_the_registration_are_not_in_it(staff: Api, provider: SandboxProcess) -> None:
    change_shop(tax={"gstin": ""})
    pay(bought(), provider)
    issue_all()
    change_shop(tax={"gstin": SELLER})

    assert make(staff, "gstr1", format="json", filters=this_month()).status == "empty"


def test_gstin_that_changed_and_changed_back_has_its_own_documents_in_each_return(
    staff: Api, provider: SandboxProcess
) -> None:
    bead = make_product(price_paise=33_333, tax_rate_basis_points=1800, hsn_code="71162000", stock=50)
    for gstin, orders in ((SELLER, 2), (BUYER, 3), (SELLER, 1)):
        change_shop(tax={"gstin": gstin})
        payments = [pay(bought(bead), provider) for _ in range(orders)]
        issue_all()
    # Taken back under the other GSTIN: a credit note of this one's invoice.
    change_shop(tax={"gstin": BUYER})
    finish(provider, advance(refund(payments[0], 1_000)))
    issue_all()

    def documents() -> list[tuple[int, int, int, int]]:
        natures = filed(staff)["doc_issue"]["doc_det"]
        runs = [(nature["doc_num"], run) for nature in natures for run in nature["docs"]]
        return [(number, run["totnum"], run["cancel"], run["net_issue"]) for number, run in runs]

    assert documents() == [(1, 3, 0, 3)]
    change_shop(tax={"gstin": SELLER})
    assert documents() == [(1, 2, 0, 2), (1, 1, 0, 1), (5, 1, 0, 1)]
    assert Document.objects.count() == 7


def test_month_without_documents_has_no_file(staff: Api) -> None:
    assert make(staff, "gstr1", format="json", filters={"month": "2026-01"}).status == "empty"


@pytest.mark.parametrize(
    ("changes", "field", "english", "hindi"),
    [
        ({"filters": {"month": "FUTURE"}}, "filters", "has not begun", "शुरू नहीं"),
        ({"filters": {"month": "2026-13"}}, "filters", "not valid", "सही नहीं"),
        ({"filters": {}}, "filters", "not valid", "सही नहीं"),
        ({"format": "csv"}, "format", "not valid", "सही नहीं"),
    ],
)
def test_what_is_no_return_is_refused(
    staff: Api, changes: dict[str, Any], field: str, english: str, hindi: str
) -> None:
    if changes.get("filters") == {"month": "FUTURE"}:
        changes = {"filters": {"month": f"{timezone.localdate() + timedelta(days=32):%Y-%m}"}}
    body = {"format": "json", "filters": this_month()} | changes

    for language, words in (("en", english), ("hi", hindi)):
        staff.language = language
        refused = ask(staff, "gstr1", **body)
        assert refused.refusal == (422, "VALIDATION")
        assert words in refused.body["errors"][field]


def test_seller_without_a_gstin_is_told_why_there_is_none(staff: Api) -> None:
    change_shop(tax={"gstin": ""})

    for language, words in (("en", "not registered for GST"), ("hi", "GST में पंजीकृत नहीं")):
        staff.language = language
        refused = ask(staff, "gstr1", format="json", filters=this_month())
        assert refused.refusal == (422, "VALIDATION")
        assert words in refused.body["errors"]["kind"]


def test_list_is_no_json_file(staff: Api) -> None:
    assert ask(staff, "orders", format="json").refusal == (422, "VALIDATION")


def test_an_order_of_nothing_is_a_document_without_value(staff: Api) -> None:
    change_shop(shipping={"flat_paise": 0})
    DiscountCode.objects.create(code="GIFT", percent=100)
    bead = make_product(price_paise=33_333, tax_rate_basis_points=1800, hsn_code="71162000")
    here = living_in("Maharashtra", "411001")
    bought(bead, discountCode="GIFT", customer=here)
    bought(bead, discountCode="GIFT", customer=here | BUSINESS)
    issue_all()

    return_ = filed(staff)

    assert Document.objects.count() == 2
    assert sum(Decimal(str(row["txval"])) for row in return_["hsn"].get("hsn_b2c", [])) == 0
    assert return_["doc_issue"]["doc_det"][0]["docs"][0]["totnum"] == 2
    rows = rows_of(make(staff, "tax", filters=this_month()))
    assert {(row["Taxable value"], row["Total"]) for row in rows} == {("0.00", "0.00")}
    full = {"personalData": "full", "reason": "For the accountant"}
    vouchers = make(staff, "tally", format="xml", filters=this_month(), **full)
    assert b"<VOUCHER " not in read(EXPORTS, vouchers.stored_name)
