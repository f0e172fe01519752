"""Products of another shop, as its export describes them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Literal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from project.core.csv_cells import NoAmount
from project.move_in.reading import cells
from project.move_in.reading.groups import Group, Layout, Line, mapped_layout, places
from project.move_in.reading.table import Table
from project.move_in.reading.variant_lines import OPTIONS, SHOPIFY, mapped_groups, shopify_groups
from project.move_in.reading.woocommerce import WOOCOMMERCE, woocommerce_groups

Format = Literal["shopify", "woocommerce", ""]
MAX_KEY: Final = 200
# "Meta: _hsn_code", "HSN (product.metafields.custom.hsn)", "HS code".
_HSN: Final = re.compile(r"(?<![a-z])(?:hsn|hs.?code)", re.IGNORECASE)

# What a column of an unknown file may be. Lines with one `key` are variants of one product, which differ by
# the columns of `option1` to `option3`, whose headings are the options' names.
FIELDS = {
    "key": gettext_lazy("Number or address of the product"),
    "title": gettext_lazy("Name"),
    "text": gettext_lazy("Description"),
    "category": gettext_lazy("Category"),
    "tags": gettext_lazy("Tags"),
    "price": gettext_lazy("Price"),
    "original_price": gettext_lazy("Original price"),
    "stock": gettext_lazy("Stock"),
    "sku": gettext_lazy("SKU"),
    "barcode": gettext_lazy("Barcode"),
    "weight": gettext_lazy("Weight in grams"),
    "option1": gettext_lazy("First option"),
    "option2": gettext_lazy("Second option"),
    "option3": gettext_lazy("Third option"),
    "pictures": gettext_lazy("Addresses of pictures"),
    "tax_class": gettext_lazy("Tax class"),
    "hsn_code": gettext_lazy("HSN code"),
    "published": gettext_lazy("Published"),
    "meta_title": gettext_lazy("Title for search engines"),
    "meta_description": gettext_lazy("Description for search engines"),
}


@dataclass(frozen=True)
class Problem:
    """Fault of a cell, which refuses the product; or a note, which does not."""

    line: int
    column: str
    sentence: str
    is_note: bool = False


@dataclass(frozen=True)
class SourceVariant:
    """A variant; `values` in the order of the product's option names, `picture` an address."""

    line: int
    key: str
    values: Sequence[str]
    sku: str
    barcode: str
    price_paise: int
    original_price_paise: int | None
    stock: int
    weight_grams: int | None
    picture: str


@dataclass(frozen=True)
class SourceProduct:
    """A product with at least one variant; without options it has one, and `option_names` is empty.

    `key` is the same in each export of the shop. `tax_class` is the source's word, "none" for untaxed.
    """

    line: int
    key: str
    title: str
    text: str
    category: str
    tags: Sequence[str]
    option_names: Sequence[str]
    variants: Sequence[SourceVariant]
    # Addresses and alternative texts.
    pictures: Sequence[tuple[str, str]]
    tax_class: str
    hsn_code: str
    is_published: bool
    meta_title: str
    meta_description: str
    # Path of its page in the other shop, "" where the file does not say it.
    old_path: str
    problems: Sequence[Problem]


def recognised(columns: Sequence[str]) -> Format:
    """Return the format that a file with these headings is in, "" for an unknown one."""
    formats: Mapping[Format, tuple[Layout, set[str]]] = {
        "shopify": (SHOPIFY, {"key", "title"}),
        "woocommerce": (WOOCOMMERCE, {"type", "title", "regular_price"}),
    }
    found = (name for name, (layout, needed) in formats.items() if needed <= places(columns, layout).keys())
    return next(found, "")


def read_products(table: Table, format: Format, mapping: Mapping[str, str]) -> Iterator[SourceProduct]:
    """Return the products of a table; `mapping` names each field's column in an unknown format."""
    hsn = {"hsn_code": [each.casefold() for each in table.columns if _HSN.search(each)]}
    if format == "shopify":
        groups = list(shopify_groups(table, {**SHOPIFY, **hsn}))
    elif format == "woocommerce":
        groups = list(woocommerce_groups(table, {**WOOCOMMERCE, **hsn}))
    else:
        groups = list(mapped_groups(table, mapped_layout(mapping)))
    prices = (
        line[name] for group in groups for line in group.variants for name in ("price", "original_price")
    )
    decimal_comma = cells.has_decimal_comma(prices)
    return (_Builder(group, decimal_comma, table.guessed_encoding).product() for group in groups)


class _Builder:
    """Makes a product of a group, and notes what is wrong with it."""

    def __init__(self, group: Group, decimal_comma: bool, guessed_encoding: str) -> None:
        self.group = group
        self.decimal_comma = decimal_comma
        self.problems: list[Problem] = []
        for line, name, sentence in group.faults:
            self._say(line, name, sentence)
        if guessed_encoding and not group.head["title"].isascii():
            self._note(group.head, "title", _("The file is not in UTF-8. Please check the letters"))

    def product(self) -> SourceProduct:
        """Return the product."""
        group, head = self.group, self.group.head
        if not head["title"]:
            self._say(head, "title", _("The name is missing"))
        for line in {id(line): line for line in [head, *group.variants]}.values():
            if line.has_surplus:
                self._say(line, "", _("This line has more cells than the heading"))
        for option, name in zip(OPTIONS, group.option_names, strict=False):
            if not name:
                self._say(head, f"{option}_name", _("The option needs a name"))
        variants = [self._variant(line) for line in group.variants]
        seen = set()
        for line, variant in zip(group.variants, variants, strict=True):
            values = tuple(value.casefold() for value in variant.values)
            if values in seen:
                self._say(line, "option1" if values else "key", _("This occurs twice"))
            seen.add(values)
        hsn_code = "".join(filter(str.isdecimal, head["hsn_code"]))
        if head["hsn_code"] and not 4 <= len(hsn_code) <= 8:
            hsn_code = ""
            self._note(head, "hsn_code", _("This is no HSN code, which has 4 to 8 digits"))
        return SourceProduct(
            line=head.number,
            key=group.key[:MAX_KEY],
            title=head["title"],
            text=cells.plain_text(head["text"]),
            category=head["category"],
            tags=cells.words(head["tags"]),
            option_names=group.option_names,
            variants=variants,
            pictures=group.pictures,
            tax_class=head["tax_class"],
            hsn_code=hsn_code,
            is_published=cells.is_yes(head["published"]),
            meta_title=head["meta_title"],
            meta_description=head["meta_description"],
            old_path=group.old_path,
            problems=self.problems,
        )

    def _variant(self, line: Line) -> SourceVariant:
        values = [line[name] for name, _named in zip(OPTIONS, self.group.option_names, strict=False)]
        for name, value in zip(OPTIONS, values, strict=False):
            if not value:
                self._say(line, name, _("Please give each option one value"))
        price = self._price(line)
        original: int | None = None
        with suppress(ValueError):
            original = cells.read_price(line["original_price"], decimal_comma=self.decimal_comma)
        return SourceVariant(
            line=line.number,
            key=(line["id"] or " / ".join(values))[:MAX_KEY],
            values=values,
            sku=line["sku"],
            barcode=line["barcode"],
            price_paise=price,
            original_price_paise=original if original and original > price > 0 else None,
            stock=self._stock(line),
            weight_grams=self._weight(line),
            picture=line["variant_picture"],
        )

    def _price(self, line: Line) -> int:
        sentence = _("Please enter a price above ₹0 with at most two decimals")
        try:
            if (price := cells.read_price(line["price"], decimal_comma=self.decimal_comma)) > 0:
                return price
        except NoAmount as error:
            if error.currency:
                sentence = _("This price is not in rupees")
        except ValueError:
            sentence = _("This price can be read in two ways. Please write it with two decimals")
        self._say(line, "price", sentence if line["price"] else _("The price is missing"))
        return 0

    def _stock(self, line: Line) -> int:
        sentence = _("The file has no number of pieces of it: the stock will be 0")
        with suppress(ValueError):
            if (count := cells.read_count(line["stock"])) >= 0:
                return count
            sentence = _("The number of pieces is below 0: the stock will be 0")
        if line["stock"] or line is self.group.variants[0]:
            # Where no variant has a number, it is said once.
            self._note(line, "stock", sentence)
        return 0

    def _weight(self, line: Line) -> int | None:
        if not line["weight"]:
            return None
        try:
            return cells.read_weight(line["weight"], line.columns.get("weight", ""))
        except ValueError:
            self._note(line, "weight", _("This weight cannot be read and is left out"))
            return None

    def _say(self, line: Line, name: str, sentence: str, *, is_note: bool = False) -> None:
        self.problems.append(Problem(line.number, line.columns.get(name, ""), sentence, is_note))

    def _note(self, line: Line, name: str, sentence: str) -> None:
        self._say(line, name, sentence, is_note=True)
