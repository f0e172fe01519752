"""Papers say exactly what people typed, and setting them in type reads nothing else."""

import hashlib
import io
import json
import logging
import re
import subprocess
import sys
from datetime import date
from typing import Any

import pypdf
import pytest
import typst

from deploy.environment import ROOT
from project.invoices.packing_slips import SlipKind, print_slips
from project.invoices.paper_look import paper_look
from project.invoices.taxes.einvoice import einvoice
from project.invoices.taxes.supplies import supplies
from project.invoices.typesetting import TEMPLATES, compiler, render_pdf
from tests.buying import GUEST
from tests.invoices.document_helpers import bought, invoice_for, pdf_bytes, pdf_text
from tests.invoices.pdf_reading import page_texts
from tests.invoices.taxes.supply_factory import BUYER, SELLER
from tests.shop_settings import change_shop
from tests.threads import at_once

DAY = date(2026, 11, 29)
# Each is a command or markup in a template.
TYPED = [
    '#import "@preview/cetz:0.4.2"',
    '#read("/etc/passwd")',
    "#sys.inputs #panic()",
    "*Asha* _Rao_ `raw`",
    "$x^2$ <label> @label",
    "[a] {b} (c",
    "// gone /* gone */",
    "\\u{1F600} \\ \\#",
    "\"quoted\" 'single' -- ~ ...",
    "= Asha",
    "- + / Asha",
]


def text_of(*lines: str) -> dict[str, Any]:
    """Return the texts of an evidence paper that quotes these messages."""
    lists = ("dispute", "payment", "order", "delivery", "lines", "refunds", "timeline", "mails")
    texts: dict[str, Any] = dict.fromkeys(lists, [])
    texts |= dict.fromkeys(("brand", "title", "site", "made_at", "seller", "seller_address", "gstin"), "")
    messages = [{"at": "", "number": "1", "text": line} for line in lines]
    look = paper_look("", "")
    return texts | {"language": "en", "invoice": None, "messages": messages, "look": look}


def printed(*lines: str) -> str:
    pdf = render_pdf("evidence", text_of(*lines), title="Paper", author="Shop", made_on=DAY)
    return "\n".join(page_texts(pdf))


@pytest.mark.any_stack
@pytest.mark.parametrize("typed", TYPED)
def test_what_is_a_command_in_a_template_is_text_from_a_customer(typed: str) -> None:
    assert typed in printed(typed)


@pytest.mark.django_db
@pytest.mark.parametrize("typed", TYPED)
def test_name_of_typst_syntax_stands_on_invoice_and_label(typed: str) -> None:
    order = bought(customer=GUEST | {"firstName": typed, "lastName": "#emph[Rao]"})
    name = " ".join(f"{typed} #emph[Rao]".split())

    label = page_texts(print_slips([order], SlipKind.LABEL))[0]

    for text in (label, pdf_text(invoice_for(order))):
        assert name in " ".join(text.split())


@pytest.mark.any_stack
@pytest.mark.parametrize("path", ["../pdf.py", "/../pdf.py", "/../../../../../../../../etc/passwd"])
def test_no_file_outside_of_the_templates_can_be_read(path: str) -> None:
    with pytest.raises(typst.TypstError, match="escape the project root"):
        compiler().compile(f'#read("{path}")'.encode(), format="pdf")


@pytest.mark.any_stack
def test_templates_read_each_other_and_no_package() -> None:
    templates = {file.name: file.read_text() for file in TEMPLATES.glob("*.typ")}

    imported = {name: re.findall(r'"(.*?)": \*', text) for name, text in templates.items()}
    reading = r"\b(?:import|include|read|json|csv|toml|yaml|xml|cbor|plugin|image)(?:\(| \")[^\n]*"

    assert imported == {name: [] if name == "layout.typ" else ["layout.typ"] for name in templates}
    assert {found for text in templates.values() for found in re.findall(reading, text)} == {
        'import "layout.typ": *',
        "json(bytes(sys.inputs.data))",
        'image(bytes(data.look.mark), format: "svg", width: size))',
        'image(bytes(order.qr), format: "svg", width: 26mm, alt: order.id)',
    }


@pytest.mark.any_stack
@pytest.mark.parametrize("separator", ["\u2028", "\u2029", "\x0b", "\x0c", "\x85", "\t", "\x00", "\x1f"])
def test_characters_that_nobody_sees_are_printed_as_spaces(separator: str) -> None:
    assert "राव one" in printed(f"राव{separator}one")


@pytest.mark.any_stack
def test_lines_of_a_message_stay_and_a_long_word_stays_on_the_page() -> None:
    text = printed(f"https://127.0.0.1/{'x' * 300}\n\nsecond").splitlines()

    assert "second" in text
    assert max(map(len, text)) < 150
    assert sum(line.count("x") for line in text) == 300


@pytest.mark.any_stack
def test_letter_that_no_font_has_is_a_box_on_a_paper_that_is_made_all_the_same(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.WARNING, logger="project.invoices.typesetting"):
        text = printed("Asha 😀 ไทย")

    assert "Asha" in text
    assert [record.getMessage().split()[0] for record in caplog.records] == ["Paper"]


@pytest.mark.any_stack
def test_same_texts_give_the_same_bytes_in_another_process() -> None:
    code = (
        "import hashlib, json, sys\n"
        "from datetime import date\n"
        "from project.invoices.typesetting import render_pdf\n"
        "texts = json.load(sys.stdin)\n"
        "pdf = render_pdf('evidence', texts, title='Paper', author='Shop', made_on=date(2026, 11, 29))\n"
        "print(hashlib.sha256(pdf).hexdigest())"
    )
    texts = text_of("श्रीमती आशा", "Asha")

    elsewhere = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        input=json.dumps(texts),
        capture_output=True,
        text=True,
        check=True,
    )

    for _ in range(2):
        pdf = render_pdf("evidence", texts, title="Paper", author="Shop", made_on=DAY)
        assert hashlib.sha256(pdf).hexdigest() == elsewhere.stdout.strip()


@pytest.mark.any_stack
def test_threads_print_at_once() -> None:
    found: dict[int, list[bool]] = {}

    def work(number: int) -> None:
        found[number] = [f"Message {number}-{at}." in printed(f"Message {number}-{at}.") for at in range(5)]

    at_once(6, work)

    assert found == {number: [True] * 5 for number in range(6)}


@pytest.mark.django_db
def test_invoice_is_tagged_and_made_for_archives() -> None:
    invoice = invoice_for(bought(language="hi"))

    reader = pypdf.PdfReader(io.BytesIO(pdf_bytes(invoice)))

    catalogue: Any = reader.root_object
    about = catalogue["/Metadata"].get_object().get_data().decode()
    assert (catalogue["/Lang"], catalogue["/MarkInfo"]["/Marked"]) == ("hi-IN", True)
    for standard in ("<pdfaid:part>3<", "<pdfaid:conformance>A<", "<pdfuaid:part>1<"):
        assert standard in about
    information: Any = reader.trailer["/Info"]
    assert str(information["/Title"]).endswith(invoice.number)
    assert tags_of(catalogue["/StructTreeRoot"]) >= {"/H1", "/H2", "/Table", "/TH", "/TD", "/P"}
    assert not reader.attachments


def tags_of(element: Any) -> set[str]:
    """Return the tags of a structure element and of all below it."""
    element = element.get_object()
    if not isinstance(element, dict):
        return set()
    kids = element.get("/K", [])
    below = [tags_of(kid) for kid in (kids if isinstance(kids, list) else [kids])]
    return {str(element.get("/S", ""))}.union(*below)


@pytest.mark.django_db
def test_invoice_to_a_business_has_the_e_invoice_inside() -> None:
    change_shop(tax={"gstin": SELLER})
    buyer = GUEST | {"gstin": BUYER, "businessName": 'Traders "श्री" \\ Sons'}
    invoice = invoice_for(bought(customer=buyer))

    reader = pypdf.PdfReader(io.BytesIO(pdf_bytes(invoice)))

    [[attached]] = reader.attachments.values()
    [supply] = supplies([invoice])
    assert json.loads(attached) == einvoice(supply)
    catalogue: Any = reader.root_object
    [file] = catalogue["/AF"]
    about = file.get_object()
    assert (about["/UF"], about["/AFRelationship"]) == ("einvoice.json", "/Data")
    assert "<pdfaid:part>3<" in catalogue["/Metadata"].get_object().get_data().decode()


@pytest.mark.django_db
def test_invoice_without_tax_has_no_e_invoice_inside() -> None:
    change_shop(tax={"registration": "composition", "gstin": SELLER})
    invoice = invoice_for(bought(customer=GUEST | {"gstin": BUYER, "businessName": "Traders"}))

    assert not pypdf.PdfReader(io.BytesIO(pdf_bytes(invoice))).attachments
