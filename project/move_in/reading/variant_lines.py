"""Files with a line for each variant: Shopify's, and those whose columns are mapped by hand."""

from collections.abc import Iterator, Sequence
from typing import Final

from django.utils.text import slugify
from django.utils.translation import gettext as _

from project.move_in.reading.cells import addresses, is_yes
from project.move_in.reading.groups import Group, Layout, Line, lines
from project.move_in.reading.table import Table

OPTIONS: Final = ("option1", "option2", "option3")
# The second and third heading are those of newer files.
SHOPIFY: Final[Layout] = {
    "key": ("handle", "url handle"),
    "title": ("title",),
    "text": ("body (html)", "body html", "description"),
    "category": ("type", "custom product type", "product category"),
    "tags": ("tags",),
    "published": ("published", "published on online store"),
    "status": ("status",),
    **{name: (f"option{place} value",) for place, name in enumerate(OPTIONS, 1)},
    **{f"{name}_name": (f"option{place} name",) for place, name in enumerate(OPTIONS, 1)},
    "sku": ("variant sku", "sku"),
    "barcode": ("variant barcode", "barcode"),
    "weight": ("variant grams", "weight value (grams)"),
    "tracker": ("variant inventory tracker", "inventory tracker"),
    "stock": ("variant inventory qty", "inventory quantity"),
    "price": ("variant price", "price"),
    "original_price": ("variant compare at price", "compare-at price"),
    "taxable": ("variant taxable", "charge tax"),
    "tax_class": ("variant tax code", "tax code"),
    "picture": ("image src", "product image url"),
    "position": ("image position",),
    "picture_text": ("image alt text",),
    "variant_picture": ("variant image", "variant image url"),
    "gift_card": ("gift card",),
    "meta_title": ("seo title",),
    "meta_description": ("seo description",),
}


def shopify_groups(table: Table, layout: Layout) -> Iterator[Group]:
    """Return Shopify's products, whose further lines have the handle and a variant or a picture."""
    for group in _groups(lines(table, layout)):
        head, members = group.head, group.variants
        group.old_path = f"/products/{group.key}" if head["key"] else ""
        for line in members:
            for name in ("sku", "barcode"):
                # Keeps the zeros in front in a spreadsheet.
                line.cells[name] = line[name].removeprefix("'")
            if not line["tracker"] and line["stock"] == "0":
                # Nobody counts its pieces.
                line.cells["stock"] = ""
        if head["status"].lower() not in ("", "active"):
            head.cells["published"] = "no"
        if head["taxable"] and not is_yes(head["taxable"]):
            head.cells["tax_class"] = "none"
        if head["gift_card"] and is_yes(head["gift_card"]):
            group.faults.append((head, "gift_card", _("Gift cards are not sold here")))
        group.pictures = _pictures(members)
        group.variants = [
            line for line in members if line is head or any(line[name] for name in (*OPTIONS, "sku", "price"))
        ]
        if [head[name] for name in OPTIONS] == ["Default Title", "", ""]:
            head.cells["option1"] = ""
        group.option_names = [head[f"{name}_name"] for name in _used(group.variants)]
        yield group


def mapped_groups(table: Table, layout: Layout) -> Iterator[Group]:
    """Return the products of a file whose columns were mapped by hand."""
    for group in _groups(lines(table, layout)):
        group.option_names = [group.head.columns[name] for name in _used(group.variants)]
        group.pictures = [(address, "") for line in group.variants for address in addresses(line["pictures"])]
        for line in group.variants:
            line.cells["variant_picture"] = next(iter(addresses(line["pictures"])), "")
        yield group


def _groups(found: Iterator[Line]) -> Iterator[Group]:
    """Put together the lines that follow each other and have one key; a line without one is alone."""
    first_lines: dict[str, int] = {}
    group: Group | None = None
    for line in found:
        key = line["key"].casefold()
        if group and key and key == group.head["key"].casefold():
            group.variants.append(line)
            continue
        if group:
            yield group
        own_key = line["key"] or line["sku"] or slugify(line["title"])
        group = Group(own_key or f"line {line.number}", line, [line])
        earlier = first_lines.setdefault(group.key.casefold(), line.number)
        if earlier != line.number:
            sentence = _("Line {line} is about this product, too. Please put its lines together")
            group.faults.append((line, "key", sentence.format(line=earlier)))
    if group:
        yield group


def _pictures(members: Sequence[Line]) -> list[tuple[str, str]]:
    """Return the pictures in the order of their positions; one without comes last."""
    found = [line for line in members if line["picture"]]
    found.sort(key=lambda line: int(line["position"][:9]) if line["position"].isdecimal() else 10**9)
    return [(line["picture"], line["picture_text"]) for line in found]


def _used(variants: Sequence[Line]) -> list[str]:
    """Return the option cells that any variant has a value in."""
    return [name for name in OPTIONS if any(line[name] for line in variants)]
