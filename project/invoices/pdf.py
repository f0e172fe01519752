"""A document as PDF: its contents set in type, in the buyer's language, with the shop's own fonts.

Nothing is fetched and no font of the machine is needed; the same contents give the same bytes anywhere, until
another release of the printer or its fonts.
"""

import atexit
import logging
import os
import threading
from collections.abc import Mapping
from datetime import date
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.template.loader import render_to_string

from project.core.india import state_name
from project.core.language import format_day
from project.core.money import format_rupees
from project.invoices.amount_in_words import amount_in_words
from project.invoices.contents import Contents, Party, Row
from project.invoices.document_labels import LABELS
from project.invoices.models import Document
from project.invoices.pdf_to_unicode import correct_to_unicode

if TYPE_CHECKING:
    from weasyprint import CSS
    from weasyprint.text.fonts import FontConfiguration

logger = logging.getLogger(__name__)

FONTS = Path(__file__).parent / "fonts"
# Family → weight → file. Latin comes first in every list, so figures look the same in both languages.
_FACES = (
    ("Mukta Latin", "400", "mukta-latin-400-normal"),
    ("Mukta Latin", "600", "mukta-latin-600-normal"),
    ("Mukta Signs", "400", "mukta-latin-ext-400-normal"),
    ("Mukta Signs", "600", "mukta-latin-ext-600-normal"),
    ("Mukta Devanagari", "400", "mukta-devanagari-400-normal"),
    ("Mukta Devanagari", "600", "mukta-devanagari-600-normal"),
    ("Fraunces", "400", "fraunces-latin-wght-normal"),
    ("Tiro Devanagari", "400", "tiro-devanagari-hindi-devanagari-400-normal"),
)

# As the PDF names them.
_DEVANAGARI = {
    "Mukta-Devanagari": FONTS / "mukta-devanagari-400-normal.woff2",
    "Mukta-Devanagari-Semi-Bold": FONTS / "mukta-devanagari-600-normal.woff2",
    "Tiro-Devanagari": FONTS / "tiro-devanagari-hindi-devanagari-400-normal.woff2",
}

# The fonts inside a PDF would say when they were cut to its letters, and no two prints be equal.
os.environ.setdefault("SOURCE_DATE_EPOCH", "0")
# Pango's font map belongs to one thread at a time.
_lock = threading.Lock()


def print_document(document: Document) -> bytes:
    """Return the document's PDF; takes most of a second of processor time."""
    html = render_to_string("invoices/document.html", page(document))
    return print_html(html, sheet="document.css", identifier=document.number)


def print_html(html: str, *, sheet: str, identifier: str) -> bytes:
    """Return a page as PDF, set with one of our style sheets."""
    # Imported here: the shop sells on where Pango's libraries are missing, and only its invoices wait.
    from weasyprint import HTML
    from weasyprint.urls import URLFetcher

    with _lock:
        styles, fonts = _type(sheet)
        pdf: bytes | None = HTML(string=html, url_fetcher=URLFetcher(allowed_protocols=())).write_pdf(
            stylesheets=[styles],
            font_config=fonts,
            pdf_identifier=identifier.encode(),
            pdf_tags=True,
            finisher=lambda _, pages: correct_to_unicode(pages, _DEVANAGARI),
        )
    assert pdf is not None  # it is written nowhere else
    return pdf


def is_printing() -> bool:
    """Return whether a thread of this process is at it now; another one would only wait."""
    return _lock.locked()


def warm_up() -> None:
    """Load the printer and its fonts, so that the first invoice is as quick as the others."""
    try:
        _type("document.css")
    except (ImportError, OSError):
        logger.exception("Pango's libraries are missing: invoices wait until they are installed")


def page(document: Document) -> dict[str, Any]:
    """Return everything the template shows, as texts in the document's language."""
    language = document.language
    words = LABELS["hi" if language == "hi" else "en"]
    contents = Contents.from_json(document.contents)
    rows = [row for row in contents.rows if row.total or not contents.invoice_number]
    return {
        "language": language,
        "words": words,
        "brand": "अक्षमाला" if language == "hi" else "Akshamala",
        "site": settings.SITE_URL.partition("://")[2],
        "title": words[contents.title],
        "number": document.number,
        "day": format_day(document.issued_on, language),
        "facts": _facts(contents, language, words),
        "seller": _party(contents.seller, language),
        "buyer": _party(contents.buyer, language),
        "interstate": contents.interstate,
        "half": words[contents.state_half],
        "rows": [_row(row, words) for row in rows],
        "has_discount": contents.sum("discount") > 0,
        "has_units": not contents.invoice_number,
        "sums": _sums(contents, words),
        "total": exact(contents.total),
        "in_words": amount_in_words(contents.total, language),
        "notes": _notes(contents, words),
    }


def exact(paise: int) -> str:
    """Write an amount with its paise, as books do: ₹1,25,000.00."""
    text = format_rupees(abs(paise))
    return ("−" if paise < 0 else "") + (text if paise % 100 else f"{text}.00")


def _facts(contents: Contents, language: str, words: Mapping[str, str]) -> list[tuple[str, str]]:
    place = state_name(contents.place_of_supply, language)
    facts = [(words["order"], contents.order_id)]
    if contents.invoice_number:
        facts = [
            (words["corrects"], contents.invoice_number),
            (words["invoice_date"], _day(contents.invoice_date, language)),
            (words["refund"], contents.refund_id),
            *facts,
        ]
    else:
        facts += [
            (words["ordered_on"], _day(contents.ordered_on, language)),
            (words["payment"], contents.payment_id),
            (words["paid_on"], _day(contents.paid_on, language)),
        ]
    return [*facts, (words["place"], f"{place} ({contents.place_code})" if contents.place_code else place)]


def _day(text: str, language: str) -> str:
    return format_day(date.fromisoformat(text), language)


def _party(party: Party, language: str) -> dict[str, str]:
    state = state_name(party.state, language)
    return {
        "name": party.name,
        "address": party.address,
        "state": f"{state} ({party.state_code})" if party.state_code else state,
        "gstin": party.gstin,
        "email": party.email,
        "phone": party.phone,
    }


def _row(row: Row, words: Mapping[str, str]) -> dict[str, Any]:
    rate = row.rate_basis_points / 100
    return {
        "title": words["delivery"] if row.delivery else row.title,
        "options": row.options,
        "hsn": row.hsn,
        "quantity": row.quantity or "",
        "unit": _bare(row.unit) if row.unit else "",
        "discount": _bare(-row.discount) if row.discount else "",
        "taxable": _bare(row.taxable),
        "rate": f"{rate:g}%",
        "half_rate": f"{rate / 2:g}%",
        "cgst": _bare(row.cgst),
        "sgst": _bare(row.sgst),
        "igst": _bare(row.igst),
        "total": _bare(row.taxable + row.tax),
    }


def _bare(paise: int) -> str:
    """Write an amount in a column that says rupees at its head."""
    return exact(paise).replace("₹", "")


def _sums(contents: Contents, words: Mapping[str, str]) -> list[tuple[str, str]]:
    sums = [(words["taxable"], contents.sum("taxable"))]
    if contents.interstate:
        sums.append((words["IGST"], contents.sum("igst")))
    else:
        sums += [(words["CGST"], contents.sum("cgst")), (words[contents.state_half], contents.sum("sgst"))]
    if rounding := contents.sum("rounding"):
        sums.append((words["rounding"], rounding))
    return [(label, exact(amount)) for label, amount in sums]


def _notes(contents: Contents, words: Mapping[str, str]) -> list[str]:
    if contents.invoice_number:
        return [words["credit_note_why"], words["no_signature"]]
    consumer = words["consumer"] if contents.seller.gstin else words["consumer_unregistered"]
    return [
        consumer,
        words["inclusive" if contents.prices_include_tax else "exclusive"],
        words["no_signature"],
    ]


@cache
def _type(sheet: str) -> "tuple[CSS, FontConfiguration]":
    """Return a style sheet and the fonts, read once in a process."""
    from weasyprint import CSS
    from weasyprint.text.fonts import FontConfiguration

    # It needs its module when it goes, so it goes before modules do.
    atexit.register(_type.cache_clear)
    fonts = FontConfiguration()
    faces = "".join(
        f"@font-face {{ font-family: '{family}'; font-weight: {weight}; src: url('{name}.woff2') }}\n"
        for family, weight, name in _FACES
    )
    styles = (FONTS.parent / "templates" / "invoices" / sheet).read_text()
    return CSS(string=faces + styles, base_url=f"{FONTS.as_uri()}/", font_config=fonts), fonts
