"""Papers bear the shop's mark, and an invoice says how it was paid or what the courier collects."""

import io
import re
from typing import Any

import pypdf
import pytest

from deploy.environment import ROOT
from project.core.models import Mail
from project.invoices.contents import Contents
from project.invoices.document_labels import labels
from project.invoices.models import Document
from project.invoices.packing_slips import SlipKind, print_slips
from project.invoices.pdf import payment_line
from project.invoices.typesetting import TEMPLATES, render_pdf
from project.payments.models import Instrument, Payment
from tests.buying import GUEST, pay
from tests.cod.cash_helpers import confirmed, offer_cash
from tests.factories import make_product
from tests.invoices.document_helpers import bought, make_due, pdf_bytes, pdf_text, says
from tests.invoices.test_typesetting import DAY, text_of
from tests.payments.refund_helpers import advance, ask, finish
from tests.sandbox_process import SandboxProcess
from tests.shop_settings import change_shop

pytestmark = pytest.mark.django_db

# The hole of the bead, as the mark's drawing begins in a PDF.
HOLE = b" 27 24 m 27 25.6"
PATHS = re.compile(r' d="([^"]+)"')


def has_mark(pdf: bytes) -> bool:
    content: Any = pypdf.PdfReader(io.BytesIO(pdf)).pages[0].get_contents()
    return HOLE in content.get_data()


def invoice_paid_by(instrument: str, provider: SandboxProcess, language: str = "en") -> Document:
    """Return the invoice of an order whose payment the provider reports with this instrument."""
    payment = pay(bought(language=language), provider)
    Payment.objects.filter(pk=payment.pk).update(instrument=instrument)
    [invoice] = make_due()
    return invoice


def test_every_paper_bears_the_mark(provider: SandboxProcess) -> None:
    payment = pay(bought(), provider)
    [invoice] = make_due()
    finish(provider, advance(ask(payment, 1_000)))
    [note] = make_due()
    change_shop(tax={"registration": "unregistered", "gstin": ""})
    pay(bought(customer=GUEST | {"email": "other@example.com"}), provider)
    [bill] = make_due()
    slips = [print_slips([invoice.order], kind) for kind in SlipKind]
    evidence = render_pdf("evidence", text_of(""), title="Paper", author="Shop", made_on=DAY)

    assert says(bill).title == "bill_of_supply"
    papers = [pdf_bytes(each) for each in (invoice, note, bill)] + [*slips, evidence]
    assert [has_mark(paper) for paper in papers] == [True] * 6


def test_website_papers_and_browser_tab_have_one_mark() -> None:
    website = PATHS.findall((ROOT / "frontend/src/components/logo.tsx").read_text())
    papers = PATHS.findall((TEMPLATES / "mark.svg").read_text())
    tab = PATHS.findall((ROOT / "frontend/public/favicon.svg").read_text())

    assert len(website) == 3
    assert papers == website * 5
    # A tab has room for the outlines alone.
    assert tab == website[:2] * 5


@pytest.mark.parametrize(
    ("instrument", "words"),
    [
        (Instrument.UPI, "Paid by UPI on"),
        (Instrument.CARD, "Paid by card on"),
        (Instrument.NET_BANKING, "Paid by net banking on"),
        (Instrument.WALLET, "Paid from a wallet on"),
        (Instrument.CASH, "Paid in cash on"),
        ("", "Paid on"),
    ],
)
def test_invoice_and_its_mail_say_how_it_was_paid(
    provider: SandboxProcess, instrument: str, words: str
) -> None:
    invoice = invoice_paid_by(instrument, provider)

    paid = says(invoice)
    line = payment_line(paid, "en")
    assert line.startswith(words) and line.endswith(f", transaction {paid.payment_id}")
    assert " ".join(line.split()) in " ".join(pdf_text(invoice).split())
    assert f"Payment: {line}\n" in Mail.objects.get(kind="invoice").text


def test_every_instrument_has_a_line_in_both_languages() -> None:
    for language in ("en", "hi"):
        lines = [labels(language)[f"paid_{instrument}"] for instrument in ("", *Instrument.values)]
        assert len(set(lines)) == len(lines)
        assert all("{day}" in line and "{transaction}" in line for line in lines)


def test_hindi_invoice_says_how_it_was_paid(provider: SandboxProcess) -> None:
    invoice = invoice_paid_by(Instrument.UPI, provider, language="hi")

    line = payment_line(says(invoice), "hi")
    assert "UPI से भुगतान हुआ" in line
    assert "UPI से भुगतान हुआ" in " ".join(pdf_text(invoice).split())
    assert f"भुगतान: {line}\n" in Mail.objects.get(kind="invoice").text


def test_invoice_of_before_instruments_were_kept_says_when_it_was_paid(provider: SandboxProcess) -> None:
    invoice = invoice_paid_by(Instrument.UPI, provider)
    stored = {name: value for name, value in invoice.contents.items() if name != "instrument"}

    assert payment_line(Contents.from_json(stored), "en").startswith("Paid on ")


def test_invoice_of_cash_on_delivery_says_what_the_courier_collects() -> None:
    offer_cash()
    confirmed(make_product(price_paise=50_000))

    [invoice] = make_due()

    line = "Cash on delivery: ₹549.00 is due to the courier"
    assert line in " ".join(pdf_text(invoice).split())
    assert f"Payment: {line}\n" in Mail.objects.get(kind="invoice").text


def test_credit_note_has_no_payment_line(provider: SandboxProcess) -> None:
    payment = pay(bought(), provider)
    make_due()
    finish(provider, advance(ask(payment, 1_000)))

    [note] = make_due()

    assert payment_line(says(note), "en") == ""
    assert "Paid by" not in pdf_text(note)
