"""A customer's name stands on every paper in its own script, in fonts of ours: the machine may have none."""

import contextlib
import io
import multiprocessing
import re
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import pypdf
import pytest
from fontTools.ttLib import TTFont

from project.invoices.packing_slips import SlipKind, print_slips
from project.invoices.typesetting import print_html
from project.payments.disputes.actions import NewDispute, open_dispute
from project.support.dispute_evidence.printing import print_evidence
from tests.buying import GUEST, pay
from tests.factories import make_user
from tests.invoices.document_helpers import bought, make_due, pdf_bytes
from tests.payments.refund_helpers import advance, ask, finish
from tests.sandbox_process import SandboxProcess

pytestmark = pytest.mark.django_db

NAMES = {
    "Noto-Sans-Tamil": "ஸ்ரீநிவாசன் கொற்றவை",
    "Noto-Sans-Telugu": "శ్రీనివాసన్ కృష్ణమూర్తి",
    "Noto-Sans-Kannada": "ಶ್ರೀನಿವಾಸನ್ ಕೃಷ್ಣಮೂರ್ತಿ",
    "Noto-Sans-Malayalam": "ശ്രീനിവാസൻ കൊച്ചുത്രേസ്യ",
    "Noto-Sans-Bengali": "শ্রীনিবাস চট্টোপাধ্যায়",
    "Noto-Sans-Gujarati": "શ્રીનિવાસ ક્ષત્રિય",
    "Noto-Sans-Gurmukhi": "ਸ੍ਰੀਨਿਵਾਸ ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ",
    "Noto-Sans-Oriya": "ଶ୍ରୀନିବାସ ମହାନ୍ତି",
    "Noto-Sans-Arabic": "سرینواسن پڑھائی",
    "Noto-Sans": "Nguyễn Thị Hương Đặng",
    "Mukta-Devanagari": "श्रीनिवास क्षत्रिय",
}


def end_printer() -> None:
    """End the process that prints for us, so that the next one has today's environment."""
    for child in multiprocessing.active_children():
        child.kill()
        child.join()
    with contextlib.suppress(BrokenProcessPool):
        print_html("<p></p>", sheet="document.css", identifier="1")


@pytest.fixture(scope="module", autouse=True)
def no_font_of_the_machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    configuration = tmp_path_factory.mktemp("fonts") / "fonts.conf"
    configuration.write_text(
        '<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd"><fontconfig></fontconfig>'
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FONTCONFIG_FILE", str(configuration))
        end_printer()
        yield
    end_printer()


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
        paper: all(word in found.text for word in name.split()) for paper, found in read.items()
    } == dict.fromkeys(papers, True)
    assert {paper: font in found.fonts for paper, found in read.items()} == dict.fromkeys(papers, True)
    assert {paper: found.missing for paper, found in read.items()} == dict.fromkeys(papers, 0)


class Read:
    """Text and fonts of a PDF, and the number of letters that none of its fonts has."""

    def __init__(self, pdf: bytes) -> None:
        reader = pypdf.PdfReader(io.BytesIO(pdf))
        self.text = "\n".join(text for page in reader.pages for text in _texts(page))
        self.fonts: set[str] = set()
        self.missing = 0
        for font in reader.pages[0]["/Resources"]["/Font"].values():  # type: ignore[index]
            font = font.get_object()
            self.fonts.add(font["/BaseFont"].partition("+")[2].removesuffix("-Semi-Bold"))
            used = re.findall(rb"^<([0-9a-f]{4})> <(?!ffff>)", font["/ToUnicode"].get_data(), re.MULTILINE)
            descendant = font["/DescendantFonts"][0].get_object()
            file = descendant["/FontDescriptor"].get_object()["/FontFile2"].get_data()
            # A letter that the font lacks is given a number behind the font's last.
            glyphs = TTFont(io.BytesIO(file))["maxp"].numGlyphs
            self.missing += sum(int(glyph, 16) >= glyphs for glyph in used)


def _texts(page: Any) -> Iterator[str]:
    yield page.extract_text()
    for operands, operator in page.get_contents().operations:
        if operator == b"BDC" and "/ActualText" in operands[1]:
            yield str(operands[1]["/ActualText"])
