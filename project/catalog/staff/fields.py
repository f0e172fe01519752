"""The kinds of values in forms of staff, each with the sentence it is refused with (see core.messages)."""

import re
from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field
from pydantic_core import PydanticCustomError

from project.catalog.models import MAX_SKU
from project.catalog.schemas.queries import MAX_RUPEES
from project.core.csv_cells import read_number
from project.core.messages import field_error
from project.core.schemas import ApiModel

MAX_OPTION_RUPEES = 1_000_000
# Line breaks and tabs belong to long texts.
_BREAKS = "\n\r\t"


def _plain(text: str) -> str:
    return text.replace("\r\n", "\n").strip()


def _one_line(text: str) -> str:
    if any(character in _BREAKS for character in text):
        raise PydanticCustomError("invalid", "one line only")
    return text


Line = Annotated[str, AfterValidator(_plain), AfterValidator(_one_line)]
Paragraphs = Annotated[str, Field(max_length=20_000), AfterValidator(_plain)]


def _in_english(value: Any) -> Any:
    """Take a plain text, or the words it is made of, for the English one."""
    if isinstance(value, list) and all(isinstance(word, str) for word in value):
        value = ", ".join(value)
    return {"en": value} if isinstance(value, str | list) else value


def _lines_in_english(value: Any) -> Any:
    if isinstance(value, str):
        value = [line for line in value.splitlines() if line.strip()]
    return {"en": value} if isinstance(value, list) else value


class Words(ApiModel):
    """A short text in both languages; where the Hindi one is empty, the English one is shown."""

    en: Annotated[Line, Field(max_length=120)] = ""
    hi: Annotated[Line, Field(max_length=120)] = ""


class Title(ApiModel):
    """A name in both languages; the English one is required."""

    en: Annotated[Line, Field(min_length=1, max_length=120)]
    hi: Annotated[Line, Field(max_length=120)] = ""


class LongWords(ApiModel):
    """One or two sentences in both languages."""

    en: Annotated[Line, Field(max_length=320)] = ""
    hi: Annotated[Line, Field(max_length=320)] = ""


class Texts(ApiModel):
    """Paragraphs in both languages."""

    en: Paragraphs = ""
    hi: Paragraphs = ""


class RequiredTexts(ApiModel):
    """Paragraphs in both languages; the English ones are required."""

    en: Annotated[Paragraphs, Field(min_length=1)]
    hi: Paragraphs = ""


def _without_empty(lines: list[str]) -> list[str]:
    return [line for line in lines if line]


def _at_most(number: int) -> Callable[[list[str]], list[str]]:
    def check(entries: list[str]) -> list[str]:
        if len(entries) > number:
            raise PydanticCustomError("too_many", "too many entries")
        return entries

    return check


Lines = Annotated[
    list[Annotated[Line, Field(max_length=400)]], AfterValidator(_without_empty), AfterValidator(_at_most(30))
]


class Sentences(ApiModel):
    """Lists of sentences in both languages."""

    en: Lines = []
    hi: Lines = []


InEnglish = BeforeValidator(_in_english)
LinesInEnglish = BeforeValidator(_lines_in_english)


def _unique(words: list[str]) -> list[str]:
    return list(dict.fromkeys(filter(None, words)))


def _split(value: Any) -> Any:
    return value.split(",") if isinstance(value, str) else value


# Tags and keywords: a list, or one text with commas.
WordList = Annotated[
    list[Annotated[Line, Field(max_length=40)]],
    BeforeValidator(_split),
    AfterValidator(_unique),
    AfterValidator(_at_most(40)),
]


def _price(value: Any) -> Decimal:
    try:
        if isinstance(value, bool):
            raise ValueError
        # Decimal() also takes exponents, underscores and the digits of all scripts; a text is as in any file.
        amount = Decimal(str(read_number(value) if isinstance(value, str) else value))
        fits = amount.is_finite() and 0 < amount <= MAX_RUPEES and amount == round(amount, 2)
    except (ValueError, InvalidOperation):
        fits = False
    if not fits:
        raise field_error("Please enter a price above ₹0 with at most two decimals")
    return amount


Price = Annotated[Decimal, BeforeValidator(_price)]


def _whole_rupees(value: Any) -> int:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > MAX_OPTION_RUPEES:
        raise field_error("Please enter whole rupees, such as 500")
    return value


# What an option adds; a slip of the keyboard must not make it free, so nothing is guessed.
WholeRupees = Annotated[int, BeforeValidator(_whole_rupees)]


def whole(lowest: int, highest: int) -> BeforeValidator:
    """Take whole numbers within these bounds; 5.5, "5" and true are none."""

    def check(value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            raise field_error("Please enter a whole number")
        if not lowest <= value <= highest:
            raise field_error(
                "Please enter a whole number from {lowest} to {highest}", lowest=lowest, highest=highest
            )
        return value

    return BeforeValidator(check)


_SLUG = re.compile(r"[a-z0-9]+(?:[-_]+[a-z0-9]+)*")


def _slug(text: str) -> str:
    slug = text.strip().lower()
    if slug and not _SLUG.fullmatch(slug):
        raise field_error("Please use small Latin letters, digits and “-” only, such as 5-mukhi-rudraksha")
    return slug


# Empty: the name makes one for a new row, and the present one stays.
Slug = Annotated[str, AfterValidator(_slug)]

_SKU = re.compile(r"[A-Za-z0-9]+([-._/][A-Za-z0-9]+)*")
_GTIN = re.compile(r"\d{8}|\d{12,14}", re.ASCII)


def _sku(text: str) -> str:
    if text and not _SKU.fullmatch(text):
        raise field_error("Please use Latin letters, digits and - . _ / only, such as MALA-RED-M")
    return text


def _barcode(text: str) -> str:
    if not text:
        return text
    digits = text.replace(" ", "")
    # Weights 3, 1, 3, … from the digit before the check digit.
    if (
        not _GTIN.fullmatch(digits)
        or sum(int(digit) * (3 if place % 2 else 1) for place, digit in enumerate(reversed(digits))) % 10
    ):
        raise field_error(
            "Please check the digits: a barcode has 8, 12, 13 or 14, and the last one fits them"
        )
    return digits


Sku = Annotated[str, AfterValidator(_plain), Field(max_length=MAX_SKU), AfterValidator(_sku)]
Barcode = Annotated[str, AfterValidator(_plain), Field(max_length=20), AfterValidator(_barcode)]

MAX_STOCK = 1_000_000
Pieces = Annotated[int, whole(0, MAX_STOCK)]
