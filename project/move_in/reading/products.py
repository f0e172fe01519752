"""Products of another shop, as its export describes them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from django.utils.translation import gettext_lazy as _

from project.move_in.reading.table import Table

Format = Literal["shopify", "woocommerce", "own", ""]

# What a column of an unknown file may be. Lines with one `key` are variants of one product, which differ by
# the columns of `option1` to `option3`, whose headings are the options' names.
FIELDS = {
    "key": _("Number or address of the product"),
    "title": _("Name"),
    "text": _("Description"),
    "category": _("Category"),
    "tags": _("Tags"),
    "price": _("Price"),
    "original_price": _("Original price"),
    "stock": _("Stock"),
    "sku": _("SKU"),
    "barcode": _("Barcode"),
    "weight": _("Weight in grams"),
    "option1": _("First option"),
    "option2": _("Second option"),
    "option3": _("Third option"),
    "pictures": _("Addresses of pictures"),
    "tax_class": _("Tax class"),
    "hsn_code": _("HSN code"),
    "published": _("Published"),
    "meta_title": _("Title for search engines"),
    "meta_description": _("Description for search engines"),
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
    """A variant; `values` in the order of the product's option names, `picture` is one of its pictures."""

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
    raise NotImplementedError


def read_products(table: Table, format: Format, mapping: Mapping[str, str]) -> Iterator[SourceProduct]:
    """Return the products of a table; `mapping` names each field's column in an unknown format."""
    raise NotImplementedError
