"""Cells of other shops' products: prices, weights, counts, texts in HTML, addresses of pictures."""

import re
from collections.abc import Iterable
from decimal import Decimal
from typing import Final

from project.core.csv_cells import read_number, read_paise
from project.core.text_templates import without_markup

_DECIMALS: Final = {mark: re.compile(rf"{re.escape(mark)}\d{{1,2}}\D*$") for mark in ".,"}
# Thousands, with a space between them.
_GAP: Final = re.compile(r"(?<=\d)\s(?=\d{3}(?!\d))")
_WEIGHT: Final = re.compile(r"([\d.,]*)\s*(k|g|l|p|o)?[a-z]*\.?", re.IGNORECASE)
_POUND: Final = Decimal("453.59237")
# Kilograms, grams, pounds (lb) and ounces by their first letters.
_GRAMS: Final = {"k": Decimal(1000), "g": Decimal(1), "l": _POUND, "p": _POUND, "o": _POUND / 16}
_BETWEEN_ADDRESSES: Final = re.compile(r"\s*[,;|]\s*(?=https?://)|\s+", re.IGNORECASE)
_BLOCK: Final = re.compile(r"<(?:p|br|div|ul|ol|li|table|h[1-6])\b", re.IGNORECASE)
_BREAKS: Final = {
    re.compile(r"(?=<li\b)", re.IGNORECASE): "\n– ",
    re.compile(r"(?=<br\b|<tr\b)", re.IGNORECASE): "\n",
    re.compile(r"(?=</?(?:p|div|ul|ol|table|blockquote|h[1-6])\b)", re.IGNORECASE): "\n\n",
    re.compile(r"(?=</t[dh]\b)", re.IGNORECASE): " ",
}
_NO: Final = frozenset({"false", "no", "0", "-1", "2", "n", "off", "draft", "archived", "private", "hidden"})


def has_decimal_comma(prices: Iterable[str]) -> bool:
    """Return True when a file has prices with decimals behind a comma, and none with a point."""
    written = list(prices)
    points, commas = (any(map(_DECIMALS[mark].search, written)) for mark in ".,")
    return commas and not points


def read_price(cell: str, *, decimal_comma: bool) -> int:
    """Return a price in paise.

    Raises ValueError for what is none, or may be two: 1.200 is 1200 in one country and 1.2 in another.
    """
    cell = _GAP.sub("", cell.strip())
    # In 1.200,50 the thousands are marked as well.
    if decimal_comma or ("." in cell and _DECIMALS[","].search(cell)):
        cell = cell.replace(".", "").replace(",", ".")
    if re.search(r"\.\d{3}(?!\d)", cell):
        raise ValueError(cell)
    return read_paise(cell)


def read_weight(cell: str, heading: str) -> int | None:
    """Return a weight in whole grams, None for zero; a plain number is in the unit that the heading names.

    Raises ValueError.
    """
    found = _WEIGHT.fullmatch(re.sub(r"^(?=[.,])", "0", cell.strip()))
    number = found and read_number(found[1])
    if found and number is None and found[1].count(",") == 1:
        number = read_number(found[1].replace(",", "."))
    if not found or number is None:
        raise ValueError(cell)
    named = re.search(r"\((\w)", heading)
    unit = found[2] or (named[1] if named else "g")
    grams = round(number * _GRAMS.get(unit.lower(), Decimal(1)))
    if not 0 <= grams <= 1_000_000:
        raise ValueError(cell)
    return grams or None


def read_count(cell: str) -> int:
    """Return a whole number of pieces, which may be negative.

    Raises ValueError.
    """
    number = read_number(cell)
    if number is None or number != int(number):
        raise ValueError(cell)
    return int(number)


def plain_text(cell: str) -> str:
    """Return a text without its HTML: paragraphs with an empty line between them, list items as lines."""
    text = cell.replace("\r\n", "\n").replace("\r", "\n")
    if _BLOCK.search(text):
        # A single line break is none in HTML; an empty line is a paragraph in what WordPress stores.
        text = "\n\n".join(" ".join(paragraph.split()) for paragraph in re.split(r"\n\s*\n", text))
        for place, mark in _BREAKS.items():
            text = place.sub(mark, text)
    lines = [" ".join(line.split()) for line in without_markup(text).split("\n")]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(line for line in lines if line != "–")).strip()


def addresses(cell: str) -> list[str]:
    """Return the addresses in a cell, with commas, bars or spaces between them."""
    return [each for each in _BETWEEN_ADDRESSES.split(cell.strip().replace("\\,", ",")) if each]


def words(cell: str) -> list[str]:
    """Return the texts of a list with commas; a comma with a backslash before it is part of a text."""
    parts = (part.replace("\\,", ",").strip() for part in re.split(r"(?<!\\),", cell))
    return list(dict.fromkeys(part for part in parts if part))


def is_yes(cell: str) -> bool:
    """Return False for the words that software writes for no, or for a product that is not on sale."""
    return cell.strip().lower() not in _NO
