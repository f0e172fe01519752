"""A customer's name stands on every paper in its own script, in fonts of ours: the machine may have none."""

import io
import re
from collections.abc import Iterator
from datetime import date
from typing import Any

import pypdf
import pytest
from pypdf.generic import TextStringObject

from project.core.qr import qr_svg
from project.invoices.packing_slips import SlipKind, print_slips
from project.invoices.paper_look import paper_look
from project.invoices.typesetting import render_pdf
from project.payments.disputes.actions import NewDispute, open_dispute
from project.support.dispute_evidence.printing import print_evidence
from tests.buying import GUEST, pay
from tests.factories import make_user
from tests.invoices.document_helpers import bought, make_due, pdf_bytes
from tests.invoices.pdf_reading import page_texts
from tests.payments.refund_helpers import advance, ask, finish
from tests.sandbox_process import SandboxProcess

pytestmark = pytest.mark.django_db

NAMES = {
    "NotoSansTamil": "ஸ்ரீநிவாசன் கொற்றவை",
    "NotoSansTelugu": "శ్రీనివాసన్ కృష్ణమూర్తి",
    "NotoSansKannada": "ಶ್ರೀನಿವಾಸನ್ ಕೃಷ್ಣಮೂರ್ತಿ",
    "NotoSansMalayalam": "ശ്രീനിവാസൻ കൊച്ചുത്രേസ്യ",
    "NotoSansBengali": "শ্রীনিবাস চট্টোপাধ্যায়",
    "NotoSansGujarati": "શ્રીનિવાસ ક્ષત્રિય",
    "NotoSansGurmukhi": "ਸ੍ਰੀਨਿਵਾਸ ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ",
    "NotoSansOriya": "ଶ୍ରୀନିବାସ ମହାନ୍ତି",
    "NotoSansArabic": "سرینواسن پڑھائی",
    "NotoSans": "Nguyễn Thị Hương Đặng",
    "NotoSansDevanagari": "श्रीनिवास क्षत्रिय",
}
# Where a part of a joined letter is moved up or down, Typst writes the letter's text twice.
COPIED = {
    "NotoSansTelugu": "శ్రీనివాసన్ కృష్ణష్ణమూర్తి",
    "NotoSansOriya": "ଶ୍ରୀନିବାସ ମହାନ୍ତିନ୍ତି",
}


@pytest.mark.parametrize("font", NAMES)
def test_name_is_on_every_paper_in_a_font_of_ours(provider: SandboxProcess, font: str) -> None:
    name = NAMES[font]
    first, _, last = name.partition(" ")
    order = bought(customer=GUEST | {"firstName": first, "lastName": last})
    payment = pay(order, provider)
    [invoice] = make_due()
    finish(provider, advance(ask(payment, 1_000)))
    [credit_note] = make_due()
    dispute = open_dispute(payment.pk, NewDispute(1_000), user=make_user(role="finance"))
    papers = {
        "slip": print_slips([order], SlipKind.SLIP),
        "label": print_slips([order], SlipKind.LABEL),
        "invoice": pdf_bytes(invoice),
        "credit note": pdf_bytes(credit_note),
        "evidence": print_evidence(dispute),
    }

    read = {paper: Read(pdf) for paper, pdf in papers.items()}

    assert {
        paper: all(word in found.text for word in COPIED.get(font, name).split())
        for paper, found in read.items()
    } == dict.fromkeys(papers, True)
    assert {paper: font in found.fonts for paper, found in read.items()} == dict.fromkeys(papers, True)
    assert {paper: found.missing for paper, found in read.items()} == dict.fromkeys(papers, 0)


class Read:
    """Text and fonts of a PDF, and the number of letters that none of its fonts has."""

    def __init__(self, pdf: bytes) -> None:
        self.text = "\n".join(page_texts(pdf))
        self.fonts: set[str] = set()
        self.missing = 0
        for page in pypdf.PdfReader(io.BytesIO(pdf)).pages:
            fonts: Any = page["/Resources"]["/Font"]  # type: ignore[index]
            self.fonts |= {family(font.get_object()["/BaseFont"]) for font in fonts.values()}
            self.missing += list(glyphs(page)).count(b"\0\0")


def family(name: str) -> str:
    """Return the family of a font's name in a PDF: a mark, "+", family, "-" and style."""
    return re.split(r"[+-]", name)[1]


def glyphs(page: pypdf.PageObject) -> Iterator[bytes]:
    """Yield the numbers of the page's glyphs; a letter that the font lacks has number 0."""
    content = page.get_contents()
    assert content is not None
    for operands, operator in content.operations:
        if operator in (b"Tj", b"TJ"):
            for part in operands[0] if operator == b"TJ" else operands:
                if isinstance(part, TextStringObject):
                    codes = part.original_bytes
                    yield from (codes[at : at + 2] for at in range(0, len(codes), 2))


@pytest.mark.any_stack
def test_letter_that_no_font_has_is_seen_as_missing() -> None:
    texts = {"orders": [label("😀")], "language": "en", "look": paper_look("", "")}

    read = Read(render_pdf("label", texts, title="Label", author="Shop", made_on=date(2026, 11, 29)))

    assert read.missing == 1


def label(name: str) -> dict[str, Any]:
    texts = dict.fromkeys(
        ("id", "street", "place", "pincode", "phone", "to_collect", "tracking", "seller", "seller_address"),
        "",
    )
    words = {"deliver_to": "To", "from": "From"}
    return texts | {"name": name, "language": "en", "words": words, "qr": qr_svg("https://127.0.0.1")}
