"""Orders, goods and lines that cost nothing pass every paper, export, mail, screen and audit."""

import json
import re
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.utils import timezone
from jsonschema import Draft202012Validator
from pypdf import PdfReader
from pytest_django.fixtures import Settings

from project.catalog.models import Product
from project.core.models import Mail
from project.core.storage.files import EXPORTS, read
from project.invoices.actions.issuing import issue_all
from project.invoices.actions.printing import make_document
from project.invoices.models import Document, DocumentFile, DueDocument
from project.orders.models import Order
from project.payments.audit.ledger import audit_ledger
from project.payments.models import Refund
from tests.buying import GUEST, item, new_key, pay, proof
from tests.exports.export_helpers import make, rows_of
from tests.factories import log_in, make_product, make_user
from tests.http import Api
from tests.invoices.document_helpers import living_in, pdf_text, says
from tests.invoices.taxes.supply_factory import BUYER, SELLER
from tests.invoices.taxes.test_einvoice import SCHEMA as EINVOICE
from tests.invoices.taxes.test_gstr1 import checked
from tests.orders.order_helpers import WAY, advance_order, staff
from tests.orders.test_free_orders import gift, order
from tests.payments.refund_helpers import advance, finish
from tests.returns.return_helpers import asked
from tests.returns.return_helpers import move as move_return
from tests.sandbox_process import SandboxProcess
from tests.shop_settings import change_shop
from tests.stored_files import own_files

pytestmark = pytest.mark.django_db

BUSINESS = GUEST | {"gstin": BUYER, "businessName": "Sample Traders"}
AWAY = living_in("Karnataka", "560001")
ON_TOP = {"tax": {"prices_include_tax": False}}
DELIVERY = {"shipping": {"flat_paise": 9_900, "free_above_paise": 10**9}}
# A refund, or a price, of nothing; what was divided by nothing; less than nothing.
NONSENSE = re.compile(
    r"refund(ed|s)? (of )?₹\s?0(\.00)?\b|₹\s?[-−]|(?<!Discount: )[-−]\s?₹|\b(nan|inf|None)\b", re.IGNORECASE
)


@dataclass(frozen=True)
class Example:
    """A code, what is bought with it, by whom, and how the shop sells; what is left to pay."""

    code: Mapping[str, Any] = field(default_factory=lambda: {"percent": 100})
    prices: Sequence[int] = (50_000,)
    customer: Mapping[str, Any] = field(default_factory=lambda: GUEST)
    shop: Mapping[str, dict[str, Any]] = field(default_factory=dict)
    left_paise: int = 0


ALL_BUT_A_RUPEE = {"percent": None, "amount_paise": 49_900}
EXAMPLES = {
    "all of it": Example(),
    "more than the goods": Example({"percent": None, "amount_paise": 10_000_000}, prices=(50_000, 100)),
    "to another state": Example(customer=AWAY, shop=ON_TOP),
    "to a business": Example(customer=BUSINESS),
    "all but delivery": Example(shop=DELIVERY, left_paise=9_900),
    "all but taxed delivery": Example(shop=DELIVERY | ON_TOP, customer=AWAY, left_paise=11_682),
    "all but delivery to a business": Example(shop=DELIVERY, customer=BUSINESS, left_paise=9_900),
    # Its share of the rupee that is left is nothing.
    "a line": Example(ALL_BUT_A_RUPEE, prices=(100, 49_900), left_paise=100),
    "a line to a business": Example(ALL_BUT_A_RUPEE, prices=(100, 49_900), customer=BUSINESS, left_paise=100),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_what_costs_nothing_passes_every_paper(
    name: str, settings: Settings, tmp_path: Path, provider: SandboxProcess
) -> None:
    own_files(settings, tmp_path)
    example = EXAMPLES[name]
    registered = {"state": "Maharashtra", "registration": "registered", "gstin": SELLER}
    change_shop(**{**example.shop, "tax": registered | example.shop.get("tax", {})})
    gift(**example.code)
    products = [
        make_product(stock=9, price_paise=price, tax_rate_basis_points=1_800, hsn_code="71162000")
        for price in example.prices
    ]
    placed = [ordered(example, products, provider) for _ in range(3)]
    cancelled, kept, returned = placed
    issue_all()
    assert make_document(DueDocument.objects.get(order=returned).pk)

    cancelled_by = Api().post(f"/orders/{cancelled.order_id}/cancel", {}, key=new_key(), **proof(cancelled))
    assert cancelled_by.status == 200
    for each in (kept, returned):
        advance_order(each, *WAY)
    request = asked(returned, items=[f"{line}:1" for line in range(1, len(products) + 1)])
    admin = staff("admin")
    assert [move_return(request, step, api=admin).status for step in ("approved", "received")] == [200, 200]
    for refund in Refund.objects.all():
        finish(provider, advance(refund))
    issue_all()
    for due in DueDocument.objects.filter(order=returned):
        assert make_document(due.pk)

    assert_orders(example, placed)
    assert_papers(example, kept)
    assert_exports(example, placed)
    assert_screens(example, placed)
    for mail in Mail.objects.all():
        assert not NONSENSE.search(f"{mail.subject}\n{mail.text}"), mail.text
    decided = Mail.objects.get(kind="return_decided").text
    assert ("the refund goes back" in decided) == bool(example.left_paise)
    assert audit_ledger() == []
    if name == "all but delivery":
        assert_evidence(kept)


def assert_evidence(kept: Order) -> None:
    """Dispute the delivery that was paid, and print what speaks against it."""
    body = {"transactionId": kept.payment_id, "amount": 99, "phase": "chargeback"}
    dispute = staff("finance").post("/admin/disputes", body, key=new_key()).data["dispute"]
    client = Client(headers={"Authorization": f"Bearer {log_in(make_user(role='finance'))}"})
    answer = client.post(f"/api/admin/disputes/{dispute['_id']}/evidence.pdf")
    text = "\n".join(page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages)
    assert kept.order_id in text
    assert not NONSENSE.search(text.replace("Refunded ₹0", "")), text
    assert audit_ledger() == []


def ordered(example: Example, products: Sequence[Product], provider: SandboxProcess) -> Order:
    """Place the example's order, and pay what is left."""
    answer = order(*map(item, products), customerInfo=example.customer)
    assert answer.data["amount"] == example.left_paise / 100
    placed = Order.objects.get(order_id=answer.data["orderId"])
    if example.left_paise:
        pay(placed, provider)
    placed.refresh_from_db()
    assert placed.status == "confirmed"
    return placed


def assert_orders(example: Example, placed: Sequence[Order]) -> None:
    """The money that there was is back, and there is no refund of nothing."""
    for each in placed:
        each.refresh_from_db()
    ended = [(each.status, each.payment_status) for each in placed]
    over = ("refunded", "refunded")
    free = [("cancelled", "paid"), ("delivered", "paid"), ("returned", "paid")]
    assert ended == ([over, free[1], over] if example.left_paise else free)
    assert [refund.amount_paise for refund in Refund.objects.all()] == paid_back(example)


def paid_back(example: Example) -> list[int]:
    return [example.left_paise] * 2 if example.left_paise else []


def assert_papers(example: Example, kept: Order) -> None:
    """Invoices of all, credit notes where money went back, and the parcel's papers."""
    of_kind = {
        kind: [says(each).total for each in Document.objects.filter(kind=kind)]
        for kind in ("invoice", "credit_note")
    }
    assert of_kind == {"invoice": [example.left_paise] * 3, "credit_note": paid_back(example)}
    # One of each kind is printed.
    for document in Document.objects.filter(pk__in=DocumentFile.objects.values("document")):
        assert not NONSENSE.search(pdf_text(document)), pdf_text(document)
    for document in Document.objects.all():
        for row in says(document).rows:
            assert min(row.taxable, row.cgst, row.sgst, row.igst, row.total) >= 0
    client = Client(headers={"Authorization": f"Bearer {log_in(make_user(role='support'))}"})
    for kind in ("slip", "label"):
        answer = client.get(f"/api/admin/slips.pdf?kind={kind}&orders={kept.order_id}")
        [page] = [page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages]
        assert kept.order_id in page


def assert_exports(example: Example, placed: Sequence[Order]) -> None:
    """Every kind of file is made in every format, valid by its schema, and says the money of the orders."""
    admin = staff("admin")
    month = {"filters": {"month": f"{timezone.localdate():%Y-%m}"}}
    named = month | {"personalData": "full", "reason": "Return"}
    kept = example.left_paise

    report = rows_of(make(admin, "tax", **month))
    assert {row["Number"] for row in report} == set(Document.objects.values_list("number", flat=True))
    assert sum(Decimal(row["Total"]) for row in report) * 100 == kept
    filed = read_json(make(admin, "gstr1", format="json", **month))
    checked(filed)
    to_business = "gstin" in example.customer
    assert bool(filed.get("b2b")) == bool(to_business and kept)
    issued = {table["doc_num"]: table["docs"] for table in filed["doc_issue"]["doc_det"]}
    assert [run["net_issue"] for run in issued[1]] == [3]
    with zipfile.ZipFile(BytesIO(file_of(make(admin, "gstr1", format="xlsx", **month)))) as book:
        assert book.testzip() is None
    einvoices = make(admin, "einvoices", format="json", **named)
    made = read_json(einvoices) if to_business else []
    assert len(made) == (5 if to_business and kept else 0)
    for each in made:
        Draft202012Validator(EINVOICE).validate([each])
        if each["DocDtls"]["Typ"] == "INV":
            # With what costs nothing.
            assert sum(row["IsServc"] == "N" for row in each["ItemList"]) == len(example.prices)
    tally = ElementTree.fromstring(file_of(make(admin, "tally", format="xml", **named)))
    vouchers = tally.findall(".//VOUCHER")
    assert len(vouchers) == (5 if kept else 0)
    for voucher in vouchers:
        assert sum(Decimal(amount.text or "") for amount in voucher.findall(".//AMOUNT")) == 0

    listed = {row["Order"]: row for row in rows_of(make(admin, "orders"))}
    for each in placed:
        row = listed[each.order_id]
        assert Decimal(row["Total"]) * 100 == each.total_paise == kept
        assert Decimal(row["Net"]) * 100 == (kept if each == placed[1] else 0)
    [code] = rows_of(make(admin, "discounts"))
    uses = sum(each.status not in ("cancelled", "refunded") for each in placed)
    assert (code["Code"], code["Uses"], code["Paid orders"]) == ("GIFT", str(uses), str(uses))
    discount = sum(each.discount_paise for each in placed if each.status not in ("cancelled", "refunded"))
    assert Decimal(code["Discount given"]) * 100 == discount
    assert make(admin, "transactions").status == ("done" if kept else "empty")
    assert make(admin, "payouts").status == "empty"
    for row in [*report, *listed.values(), code]:
        assert not any(NONSENSE.fullmatch(cell) for cell in row.values() if isinstance(cell, str)), row


def file_of(export: Any) -> bytes:
    assert export.status == "done", (export.kind, export.error)
    return read(EXPORTS, export.stored_name)


def read_json(export: Any) -> Any:
    return json.loads(file_of(export), parse_float=Decimal)


def assert_screens(example: Example, placed: Sequence[Order]) -> None:
    """The figures of staff and the pages of customers."""
    admin = staff("admin")
    kept = example.left_paise / 100
    assert admin.get("/admin/dashboard").data["totalRevenue"] == kept
    summary = admin.get("/admin-orders/orders").data["summary"]
    assert (summary["totalOrders"], summary["totalRevenue"]) == (3, kept)
    assert admin.get("/transactions").data["statistics"]["successfulAmount"] is not None
    [code] = admin.get("/admin/discounts").data["discounts"]
    assert code["code"] == "GIFT"
    for each in placed:
        for api, path, headers in (
            (Api(), f"/auth/orders/{each.order_id}", proof(each)),
            (Api(language="hi"), f"/auth/orders/{each.order_id}", proof(each)),
            (admin, f"/admin/orders/{each.order_id}", {}),
        ):
            shown = api.get(path, **headers).data["order"]
            assert shown["totalAmount"] == kept
            assert "refund_done" not in str(shown) or example.left_paise
