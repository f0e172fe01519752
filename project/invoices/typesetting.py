"""HTML to PDF with the shop's own fonts, in a process of its own.

Laying out a page holds the interpreter's lock for most of a second of processor time. In the worker's process
every payment would wait for it at each statement, with the product's row locked; in a web process, every
request.

Nothing is fetched and no font of the machine is needed; the same page gives the same bytes anywhere, until
another release of the printer or its fonts.
"""

import atexit
import logging
import multiprocessing
import os
import re
import threading
import unicodedata
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from project.invoices.pdf_to_unicode import correct_text

if TYPE_CHECKING:
    from weasyprint import CSS
    from weasyprint.text.fonts import FontConfiguration

logger = logging.getLogger(__name__)

FONTS = Path(__file__).parent / "fonts"
# Noto Sans has the scripts in which customers write their names, and of Latin what Mukta lacks (Vietnamese).
# Regular alone, in the format that every typesetter reads.
_SCRIPTS = ("Tamil", "Telugu", "Kannada", "Malayalam", "Bengali", "Gujarati", "Gurmukhi", "Oriya", "Arabic")
_NOTO = {
    name: f"{name.replace(' ', '')}-Regular.ttf"
    for name in ("Noto Sans", *(f"Noto Sans {s}" for s in _SCRIPTS))
}
# Family, weight, file.
_FACES = (
    ("Mukta Latin", "400", "mukta-latin-400-normal.woff2"),
    ("Mukta Latin", "600", "mukta-latin-600-normal.woff2"),
    ("Mukta Signs", "400", "mukta-latin-ext-400-normal.woff2"),
    ("Mukta Signs", "600", "mukta-latin-ext-600-normal.woff2"),
    ("Mukta Devanagari", "400", "mukta-devanagari-400-normal.woff2"),
    ("Mukta Devanagari", "600", "mukta-devanagari-600-normal.woff2"),
    ("Fraunces", "400", "fraunces-latin-wght-normal.woff2"),
    ("Tiro Devanagari", "400", "tiro-devanagari-hindi-devanagari-400-normal.woff2"),
    *((family, "400", file) for family, file in _NOTO.items()),
)
# Line and paragraph separators that HTML knows nothing of: the typesetter fails at them.
_SEPARATORS = re.compile("[\x0b\x0c\x85\u2028\u2029]")
# The style sheets' `var(--text)`. Latin comes first, so figures look the same in every language.
_TEXT = ("Mukta Latin", "Mukta Signs", "Mukta Devanagari", *_NOTO)
# The fonts whose letters join, as the PDF names them.
JOINING = {
    "Mukta-Devanagari": FONTS / "mukta-devanagari-400-normal.woff2",
    "Mukta-Devanagari-Semi-Bold": FONTS / "mukta-devanagari-600-normal.woff2",
    "Tiro-Devanagari": FONTS / "tiro-devanagari-hindi-devanagari-400-normal.woff2",
    **{family.replace(" ", "-"): FONTS / file for family, file in _NOTO.items()},
}

lock = threading.Lock()


def print_html(html: str, *, sheet: str, identifier: str) -> bytes:
    """Return a page as PDF, set with one of our style sheets; one page at a time.

    Raises ImportError or OSError without Pango's libraries, and BrokenProcessPool when the printer was
    killed; the next call starts another.
    """
    with lock:
        try:
            return _printer().submit(typeset, html, sheet, identifier).result()
        except BrokenProcessPool:
            _printer.cache_clear()
            raise


def is_printing() -> bool:
    """Return whether a thread of this process waits for the printer now; another one would wait longer."""
    return lock.locked()


def warm_up() -> None:
    """Have the printer load its fonts meanwhile, so that the first invoice is as quick as the others."""
    _printer().submit(_load, "document.css").add_done_callback(_tell_what_is_missing)


def _tell_what_is_missing(loading: "Future[None]") -> None:
    if error := loading.exception():
        logger.error("Pango's libraries are missing: invoices wait until they are installed", exc_info=error)


@cache
def _printer() -> ProcessPoolExecutor:
    # Forked, it would have locks that threads of ours hold.
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(max_workers=1, mp_context=context, initializer=_begin)


# -- In the printer's process ------------------------------------------------------------------------


def _begin() -> None:
    # It narrates every page.
    logging.getLogger("weasyprint").setLevel(logging.ERROR)
    # The fonts inside a PDF would say when they were cut to its letters, and no two prints be equal.
    os.environ.setdefault("SOURCE_DATE_EPOCH", "0")
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Exit when the process that started us is gone, even if it was killed and told us nothing."""
    parent = multiprocessing.parent_process()
    assert parent is not None  # this runs in the child alone
    parent.join()
    os._exit(0)


def typeset(html: str, sheet: str, identifier: str) -> bytes:
    """Return a page as PDF; takes most of a second of processor time of whichever process calls it."""
    # Imported here: the shop sells on where Pango's libraries are missing, and only its invoices wait.
    from weasyprint import HTML
    from weasyprint.urls import URLFetcher

    styles, fonts = _type(sheet)
    # An accent of its own may be in another font than its letter.
    text = _SEPARATORS.sub(" ", unicodedata.normalize("NFC", html))
    pdf: bytes | None = HTML(string=text, url_fetcher=URLFetcher(allowed_protocols=())).write_pdf(
        stylesheets=[styles],
        font_config=fonts,
        pdf_identifier=identifier.encode(),
        pdf_tags=True,
        finisher=lambda document, pdf: correct_text(document, pdf, JOINING),
    )
    assert pdf is not None  # it is written nowhere else
    return pdf


def _load(sheet: str) -> None:
    _type(sheet)


@cache
def _type(sheet: str) -> "tuple[CSS, FontConfiguration]":
    """Return a style sheet and the fonts, read once in a process."""
    from weasyprint import CSS
    from weasyprint.text.fonts import FontConfiguration

    # It needs its module when it goes, so it goes before modules do.
    atexit.register(_type.cache_clear)
    fonts = FontConfiguration()
    faces = "".join(
        f"@font-face {{ font-family: '{family}'; font-weight: {weight}; src: url('{file}') }}\n"
        for family, weight, file in _FACES
    )
    families = ", ".join(f"'{family}'" for family in _TEXT)
    styles = (FONTS.parent / "templates" / "invoices" / sheet).read_text()
    styles = f":root {{ --text: {families} }}\n{styles}"
    return CSS(string=faces + styles, base_url=f"{FONTS.as_uri()}/", font_config=fonts), fonts
