"""A seller's GST registration decides the papers, and an order keeps the one it was placed under."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone
from pytest_django.fixtures import Settings

from project.catalog.models import Product
from project.core.models import Mail
from project.core.storage.files import EXPORTS, read
from project.invoices.actions.issuing import issue_all
from project.invoices.actions.queueing import queue_cancellation
from project.invoices.contents import of_order
from project.invoices.ledger_audit import differences
from project.invoices.models import Document
from project.orders.models import Order
from tests.buying import GUEST, guest_body, item, new_key, pay
from tests.cod.cash_helpers import choose, code_of, confirm, offer_cash
from tests.exports.export_helpers import ask as ask_export
from tests.exports.export_helpers import make as make_export
from tests.exports.export_helpers import rows_of
from tests.factories import log_in, make_product, make_user
from tests.http import Api
from tests.invoices.document_helpers import bought, living_in, make_due, paid, pdf_text, says
from tests.invoices.taxes.supply_factory import SELLER
from tests.payments.refund_helpers import advance, ask, finish
from tests.sandbox_process import SandboxProcess
from tests.shop_settings import change_shop
from tests.stored_files import own_files

pytestmark = pytest.mark.django_db

TAX_WORDS = re.compile(r"\bGST\b|\btax\b|taxable|कर योग्य|\bकर\b", re.IGNORECASE)
COMPOSITION = "Composition taxable person, not eligible to collect tax on supplies"
AWAY = living_in("Kerala", "682001")


@dataclass(frozen=True)
class Papers:
    """The papers of goods of 2400 rupees at 18 % and a refund of all."""

    registration: str
    inclusive: bool
    total: str
    tax: str
    title: str
    series: str
    gstin: str = ""
    # Kept from the returns of the registered, with these words.
    refusal: str = ""
    sales_ledger: str = "Sales"


EXAMPLES = [
    Papers("registered", False, "2832.00", "432.00", "Tax invoice", "AKS", SELLER, "", "Sales GST 18%"),
    Papers("registered", True, "2400.00", "366.10", "Tax invoice", "AKS", SELLER, "", "Sales GST 18%"),
    *(
        paper
        for inclusive in (False, True)
        for paper in (
            Papers("composition", inclusive, "2400.00", "0.00", "Bill of supply", "BOS", SELLER, "CMP-08"),
            Papers(
                "unregistered", inclusive, "2400.00", "0.00", "Bill of supply", "BOS", "", "not registered"
            ),
        )
    ),
]


@pytest.mark.parametrize("expected", EXAMPLES, ids=lambda e: f"{e.registration}-{e.inclusive}")
def test_papers_of_each_registration(
    expected: Papers, settings: Settings, tmp_path: Path, provider: SandboxProcess
) -> None:
    own_files(settings, tmp_path)
    change_shop(
        tax={
            "registration": expected.registration,
            "gstin": expected.gstin,
            "prices_include_tax": expected.inclusive,
        }
    )
    charges = expected.refusal == ""
    product = make_product(price_paise=240_000, tax_rate_basis_points=1800, hsn_code="71162000")

    shop = Api().get("/shop").data
    quote = Api().post("/orders/quote", {"items": [item(product)], "state": "Maharashtra"}).data
    terms = Api().get("/documents/terms").data
    payment = pay(bought(product), provider)
    [invoice] = make_due()
    finish(provider, advance(ask(payment, payment.amount_paise)))
    [note] = make_due()
    order = Order.objects.get()

    assert (shop["chargesTax"], "GST" in str(terms)) == (charges, charges)
    assert Decimal(str(quote["totalAmount"])) == Decimal(expected.total)
    assert Decimal(str(quote["tax"])) == Decimal(expected.tax)
    assert quote["lines"][0]["taxRate"] == (18 if charges else 0)
    assert Decimal(order.total_paise) / 100 == Decimal(expected.total)
    assert Decimal(order.tax_paise) / 100 == Decimal(expected.tax)
    for document, prefix in ((invoice, expected.series), (note, "CRN")):
        contents = says(document)
        taxes = sum(row.tax + row.rounding for row in contents.rows)
        assert Decimal(taxes) / 100 == Decimal(expected.tax)
        assert (contents.total, contents.seller.gstin) == (order.total_paise, expected.gstin)
        assert document.number.startswith(f"{prefix}/") and document.sequence == 1
        text = pdf_text(document)
        assert (COMPOSITION in " ".join(text.split())) == (expected.registration == "composition")
        assert bool(TAX_WORDS.search(" ".join(text.split()).replace(COMPOSITION, ""))) == charges, text
        assert "71162000" in text
    assert expected.title in pdf_text(invoice)
    assert list(differences()) == []
    for mail in Mail.objects.exclude(kind="credit_note"):
        assert not TAX_WORDS.search(mail.text) or charges, mail.text
    assert (expected.title.lower() in Mail.objects.get(kind="invoice").text.lower()) == (not charges)

    # The accountant's exports.
    staff = Api(token=log_in(make_user(role="finance")))
    month = {"month": f"{timezone.localdate():%Y-%m}"}
    report = rows_of(make_export(staff, "tax", filters=month))
    assert {row["Document"] for row in report} == {
        "Invoice" if charges else "Bill of Supply",
        "Credit Note",
    }
    columns = ("CGST", "SGST / UTGST", "IGST")
    assert any(Decimal(row[name]) for row in report for name in columns) == charges
    [listed] = rows_of(make_export(staff, "orders"))
    added = Decimal(expected.tax) if not expected.inclusive else Decimal(0)
    assert (Decimal(listed["Tax added"]), Decimal(listed["Tax in total"])) == (added, Decimal(expected.tax))
    tally = make_export(
        staff, "tally", format="xml", filters=month, personalData="full", reason="For the books"
    )
    ledgers = set(re.findall(r"<LEDGERNAME>(.*?)</LEDGERNAME>", read(EXPORTS, tally.stored_name).decode()))
    assert expected.sales_ledger in ledgers
    assert any("Output" in name or "GST" in name for name in ledgers) == charges
    for kind in ("gstr1", "einvoices"):
        body = {"format": "json", "filters": month, "personalData": "full", "reason": "For the return"}
        answer = ask_export(staff, kind, **body)
        assert answer.status == (200 if charges else 422)
        assert charges or expected.refusal in str(answer.body["errors"]), answer.body


# What staff may change between an order and its papers.
CHANGES: dict[str, Callable[[Product], object]] = {
    "nothing": lambda product: None,
    "another state": lambda product: change_shop(tax={"state": "Kerala", "gstin": "32AAAAA0000A1ZB"}),
    "the registration ends": lambda product: change_shop(tax={"registration": "unregistered", "gstin": ""}),
    "composition": lambda product: change_shop(tax={"registration": "composition"}),
    "prices without tax": lambda product: change_shop(tax={"prices_include_tax": False}),
    "prices with tax": lambda product: change_shop(tax={"prices_include_tax": True}),
    "a rate and a code": lambda product: Product.objects.filter(pk=product.pk).update(
        tax_rate_basis_points=500, hsn_code="7103"
    ),
}


@pytest.mark.both_stacks
@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("inclusive", [True, False])
@pytest.mark.parametrize("customer", [GUEST, AWAY], ids=["home", "away"])
def test_papers_have_the_orders_tax_whatever_changes_meanwhile(
    change: str, inclusive: bool, customer: dict[str, Any]
) -> None:
    change_shop(
        tax={"registration": "registered", "gstin": SELLER, "prices_include_tax": inclusive},
        shipping={"flat_paise": 4_999, "free_above_paise": 10**9},
    )
    offer_cash(fee_paise=4_900)
    # Of this price half of the tax, rounded and doubled, is a paisa more than the whole.
    product = make_product(price_paise=69_003, tax_rate_basis_points=1800, hsn_code="71162000", stock=9)
    order = bought(item(product, 2), customer=customer)
    cash = bought(item(product), customer=customer | {"email": "cash@example.com", "phone": "9876500000"})
    before = of_order(order)

    CHANGES[change](product)
    paid(order)
    browser = Api()
    assert choose(cash, api=browser).status == 200
    assert confirm(cash, code_of(cash), api=browser).data["status"] == "confirmed"
    issue_all()
    CHANGES[change](product)
    with transaction.atomic():
        Order.objects.filter(pk=cash.pk).update(status="cancelled")
        queue_cancellation(cash)
    issue_all()

    [invoice] = order.documents.all()
    cash_invoice, note = cash.documents.order_by("pk")
    assert says(invoice).rows == before.rows
    assert says(invoice).seller.gstin == SELLER
    for document, kept in ((invoice, order), (cash_invoice, cash), (note, cash)):
        kept.refresh_from_db()
        contents = says(document)
        assert sum(row.tax + row.rounding for row in contents.rows) == kept.tax_paise
        assert (contents.total, contents.interstate) == (kept.total_paise, customer is AWAY)
        assert contents.seller == says(invoice).seller and contents.prices_include_tax == inclusive
        if inclusive:
            assert not contents.sum("rounding")
    [fee] = [row for row in says(cash_invoice).rows if row.cash_fee]
    assert (fee.total, fee.tax + fee.rounding) == (4_900, cash.cash_on_delivery.fee_tax_paise)


def make_invoice(order: Order) -> Document:
    """Let the order's money arrive and give its invoice a number."""
    paid(order)
    issue_all()
    return order.documents.get()


def test_numbers_of_bills_of_supply_are_consecutive_beside_those_of_invoices() -> None:
    product = make_product(stock=9)
    numbers = []
    for registration in ("registered", "unregistered", "composition", "registered", "unregistered"):
        gstin = "" if registration == "unregistered" else SELLER
        change_shop(tax={"registration": registration, "gstin": gstin})
        document = make_invoice(bought(product))
        numbers.append(document.number.split("/")[0] + document.number[-1])

    assert numbers == ["AKS1", "BOS1", "BOS2", "AKS2", "BOS3"]


def test_composition_dealer_delivers_within_its_own_state_only() -> None:
    change_shop(tax={"registration": "composition", "gstin": SELLER})
    body = guest_body(item(make_product()), customerInfo=AWAY)

    for language, name in (("en", "within Maharashtra"), ("hi", "महाराष्ट्र")):
        refused = Api(language=language).post("/orders/create-guest-order", body, key=new_key())
        assert refused.refusal == (400, "OUTSIDE_STATE")
        assert name in refused.body["message"] and refused.body["errors"].keys() == {"address.state"}
    assert Api().get("/shop").data["onlyState"] == "Maharashtra"
    assert not Order.objects.exists()


def test_month_before_the_composition_scheme_has_its_return() -> None:
    change_shop(tax={"registration": "registered", "gstin": SELLER})
    make_invoice(bought(make_product(hsn_code="71162000")))
    change_shop(tax={"registration": "composition"})
    make_invoice(bought(make_product(hsn_code="71162000")))
    month = {"month": f"{timezone.localdate():%Y-%m}"}

    export = make_export(Api(token=log_in(make_user(role="finance"))), "gstr1", format="json", filters=month)

    assert (export.status, export.rows_total) == ("done", 1)


@pytest.mark.both_stacks
def test_order_without_its_seller_has_the_seller_of_its_day() -> None:
    change_shop(tax={"registration": "registered", "gstin": SELLER})
    order = bought(make_product(price_paise=69_000))
    change_shop(tax={"state": "Kerala", "registration": "unregistered", "gstin": ""})
    Order.objects.update(seller_registration="", seller_state="", seller_gstin="")

    order.refresh_from_db()
    contents = of_order(order)

    assert (contents.seller.gstin, contents.interstate, contents.title) == (SELLER, False, "tax_invoice")
    assert contents.sum("cgst") + contents.sum("sgst") == order.tax_paise


@pytest.mark.both_stacks
@pytest.mark.parametrize(
    "wrong",
    [
        {"seller_registration": "unregistered"},
        {"seller_registration": "other"},
        {"seller_state": ""},
        {"seller_registration": "composition", "seller_state": "Maharashtra"},
    ],
)
def test_database_refuses_an_order_that_does_not_say_who_taxed_it(wrong: dict[str, str]) -> None:
    order = bought(make_product())
    assert order.tax_paise

    with pytest.raises(IntegrityError), transaction.atomic():
        Order.objects.filter(pk=order.pk).update(**wrong)
