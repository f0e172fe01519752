"""PDF documents, by Typst: tagged for screen readers (PDF/UA-1) and made for archives (PDF/A-3a).

A template of `pdf_templates` gets its texts as JSON, never as markup. Nothing is fetched, no file outside of
that folder can be read, and no font of the machine is used: the same texts give the same bytes anywhere,
until another release of Typst or of the fonts.
"""

import json
import logging
import threading
import unicodedata
from collections.abc import Mapping
from datetime import date
from functools import cache
from pathlib import Path

import typst

logger = logging.getLogger(__name__)

FONTS = Path(__file__).parent / "fonts"
TEMPLATES = Path(__file__).parent / "pdf_templates"
# A compiler refuses a second thread. One for each would win little, as a document takes milliseconds.
_lock = threading.Lock()


def render_pdf(
    template: str, texts: Mapping[str, object], *, title: str, author: str, made_on: date
) -> bytes:
    """Return the PDF of one of our templates with these texts."""
    day = {"year": made_on.year, "month": made_on.month, "day": made_on.day}
    about = {"title": title, "author": author, "day": day}
    data = json.dumps({**texts, "about": about}, ensure_ascii=False, default=str)
    # An accent of its own may be in another font than its letter.
    inputs = {"data": unicodedata.normalize("NFC", data)}
    with _lock:
        try:
            return _compile(template, inputs, ["a-3a", "ua-1"])
        except typst.TypstError as error:
            # The standards refuse a letter that the fonts lack. A document with a box in its place is better
            # than none.
            logger.warning("%s is no PDF/A: %s", title, error.message)
            return _compile(template, inputs, ["1.7"])


def _compile(template: str, inputs: dict[str, str], standards: "list[typst.PDFStandard]") -> bytes:
    source = TEMPLATES / f"{template}.typ"
    pdf = compiler().compile(source, format="pdf", sys_inputs=inputs, pdf_standards=standards)
    assert isinstance(pdf, bytes)  # without an output file it is returned
    return pdf


@cache
def compiler() -> typst.Compiler:
    """Return this process's compiler with its fonts; not before a fork, which its threads do not survive."""
    fonts = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[FONTS])
    return typst.Compiler(root=TEMPLATES, font_paths=fonts, ignore_system_fonts=True)
