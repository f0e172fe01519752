"""WooCommerce's export: a line for each product and for each variation, which names its parent."""

import re
from collections.abc import Iterator
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext as _

from project.move_in.reading.cells import addresses, words
from project.move_in.reading.groups import Group, Layout, Line, lines
from project.move_in.reading.table import Table
from project.move_in.reading.variant_lines import OPTIONS

# In English, and in German, as its headings are in the language of the shop.
WOOCOMMERCE: Final[Layout] = {
    "id": ("id",),
    "type": ("type", "typ"),
    "sku": ("sku", "artikelnummer"),
    "barcode": ("gtin, upc, ean, or isbn", "gtin, upc, ean oder isbn"),
    "title": ("name",),
    "published": ("published", "veröffentlicht"),
    "visibility": ("visibility in catalog", "sichtbarkeit im katalog"),
    "short": ("short description", "kurzbeschreibung"),
    "text": ("description", "beschreibung"),
    "sale_starts": ("date sale price starts", "datum, an dem angebotspreis beginnt"),
    "sale_ends": ("date sale price ends", "datum, an dem angebotspreis endet"),
    "tax_status": ("tax status", "steuerstatus"),
    "tax_class": ("tax class", "steuerklasse"),
    "stock": ("stock", "lager"),
    "sale_price": ("sale price", "angebotspreis"),
    "regular_price": ("regular price", "regulärer preis"),
    "category": ("categories", "kategorien"),
    "tags": ("tags", "schlagwörter"),
    "pictures": ("images", "bilder"),
    "parent": ("parent", "übergeordnetes produkt"),
}
_ATTRIBUTE: Final = re.compile(r"attribut[eo]? (\d+) (name|value|wert|visible|sichtbar)", re.IGNORECASE)
_PARTS: Final = {"wert": "value", "sichtbar": "visible"}
_WEIGHT: Final = re.compile(r"(?:weight|gewicht)\b", re.IGNORECASE)


def woocommerce_groups(table: Table, layout: Layout) -> Iterator[Group]:
    """Return the products, each with its variations, in the order of the file."""
    attributes = {
        f"{_PARTS.get(found[2].casefold(), found[2].casefold())} {found[1]}": (heading.casefold(),)
        for heading in table.columns
        if (found := _ATTRIBUTE.match(heading))
    }
    weight = [heading.casefold() for heading in table.columns if _WEIGHT.match(heading)]
    found_lines = list(lines(table, {**layout, **attributes, "weight": weight}))
    groups: list[Group] = []
    parents: dict[str, Group] = {}
    for line in found_lines:
        _settle(line)
        if not _is_variation(line):
            groups.append(_group(line))
            if line["id"] and f"id:{line['id']}" in parents:
                groups[-1].faults.append((line, "id", _("This occurs twice")))
            for name in filter(None, (line["id"] and f"id:{line['id']}", line["sku"])):
                parents.setdefault(name, groups[-1])
    for line in filter(_is_variation, found_lines):
        if line["parent"] not in parents:
            groups.append(_group(line))
            sentence = _("The product that this is a variation of is not in the file")
            groups[-1].faults.append((line, "parent", sentence))
        else:
            parents[line["parent"]].variants.append(line)
    for group in sorted(groups, key=lambda each: each.head.number):
        _complete(group)
        yield group


def _is_variation(line: Line) -> bool:
    return "variation" in line["type"].casefold()


def _group(line: Line) -> Group:
    return Group(line["id"] or line["sku"] or f"line {line.number}", line, [])


def _settle(line: Line) -> None:
    """Give the line the cells that all formats have."""
    today = timezone.localdate().isoformat()
    starts, ends = line["sale_starts"][:10], line["sale_ends"][:10]
    is_sale = bool(line["sale_price"]) and (not starts or starts <= today) and (not ends or today <= ends)
    price = "sale_price" if is_sale else "regular_price"
    for name, source in (("price", price), ("original_price", "regular_price")):
        line.cells[name] = line[source]
        line.columns[name] = line.columns.get(source, "")
    if "hidden" in line["visibility"].casefold():
        line.cells["published"] = "no"
    if line["tax_status"].casefold() == "none":
        line.cells["tax_class"] = "none"
    # Line breaks are written as \\n.
    texts = [line[name].replace("\\n", "\n") for name in ("short", "text")]
    line.cells["text"] = "\n\n".join(filter(None, texts))
    paths = [path for path in words(line["category"]) if path.casefold() != "uncategorized"]
    # A product is listed in the parents of its category, too.
    line.cells["category"] = max(paths, key=lambda path: path.count(">"), default="")


def _complete(group: Group) -> None:
    """Give the group its options, pictures and further texts."""
    head = group.head
    if {"grouped", "external"} & {*words(head["type"].casefold())}:
        sentence = _("This is no product with a stock of its own, but leads to others")
        group.faults.append((head, "type", sentence))
    # Numbers of attributes differ between a product and its variations; what no variation has is no option.
    chosen = [_attributes(line) for line in group.variants]
    described = _attributes(head)
    used = {name for each in chosen for name, (_number, value) in each.items() if value}
    names = [name for name in dict.fromkeys([*described, *sorted(used)]) if name in used]
    if len(names) > len(OPTIONS):
        column = f"name {described.get(names[-1], ('1',))[0]}"
        group.faults.append((head, column, _("A product has three options at most")))
    group.option_names = names[: len(OPTIONS)]
    for line, attributes in zip(group.variants, chosen, strict=True):
        for option, name in zip(OPTIONS, names, strict=False):
            number, value = attributes.get(name, ("1", ""))
            line.cells[option] = next(iter(words(value)), "")
            line.columns[option] = line.columns.get(f"value {number}", "")
        line.cells["variant_picture"] = next(iter(addresses(line["pictures"])), "")
        line.cells["weight"] = line["weight"] or head["weight"]
    said = (
        f"{name}: {', '.join(words(value))}"
        for name, (number, value) in described.items()
        if name not in used and value and head[f"visible {number}"] == "1"
    )
    head.cells["text"] = "\n\n".join(filter(None, [head["text"], "\n".join(said)]))
    group.pictures = [(address, "") for address in addresses(head["pictures"])]
    group.variants = group.variants or [head]


def _attributes(line: Line) -> dict[str, tuple[str, str]]:
    """Return the number and the values of each attribute."""
    numbers = [name.partition(" ")[2] for name in line.cells if name.startswith("name ")]
    return {line[f"name {at}"]: (at, line[f"value {at}"]) for at in numbers if line[f"name {at}"]}
