"""Options of another shop's products, which staff map to variants, to a simple choice, or to nothing."""

from collections.abc import Iterator, Mapping, Sequence
from math import prod
from typing import Any, Final

from django.utils.translation import gettext as _

from project.catalog.models import OptionKind, Picture
from project.move_in.kind import Record, Refused, note
from project.move_in.models import ImportRow
from project.move_in.reading.cells import is_yes

MOST_OPTIONS: Final = 50
MOST_VALUES: Final = 100
# Where a form has a simple choice, and what it calls the name of one.
_PLACES: Final = {
    OptionKind.ORIGIN: ("origins", "name"),
    OptionKind.PENDANT: ("pendantOptions", "type"),
    OptionKind.SIZE: ("sizes", "name"),
}


def options_in(records: Sequence[Record]) -> list[dict[str, Any]]:
    """Return the options of a file's products for the screen: name, number of products, values."""
    found: dict[str, dict[str, Any]] = {}
    for record in records:
        for at, name in enumerate(record.content.get("option_names", ())):
            option = found.setdefault(name, {"name": name, "rows": 0, "values": {}})
            option["rows"] += 1
            option["values"] |= dict.fromkeys(each["values"][at] for each in record.content["variants"])
    most = sorted(found.values(), key=lambda option: -option["rows"])[:MOST_OPTIONS]
    return [option | {"values": list(option["values"])[:MOST_VALUES]} for option in most]


def chosen_options(row: ImportRow) -> dict[str, Any]:
    """Return the choices about the row's options by their names in the file."""
    chosen = row.of_import.choices.get("options", {})
    names = row.record["content"].get("option_names", ())
    return {name: chosen[name] for name in names if name in chosen}


def content_of(row: ImportRow) -> dict[str, Any]:
    """Return the row's content with its options as they were mapped, their names and values as {"en", "hi"}.

    "hi" is there where staff gave it. `offered` has the values of each simple choice, with their pictures.

    Raises Refused where the shop cannot have them so.
    """
    content: dict[str, Any] = row.record["content"]
    chosen = chosen_options(row)
    options = [_Option(at, name, chosen.get(name, {})) for at, name in enumerate(content["option_names"])]
    variants = content["variants"]
    if faults := list(_faults(options, variants)):
        raise Refused([note(row.line, option.name, sentence) for option, sentence in faults])
    kept = [option for option in options if option.becomes == "variants"]
    simple = [option for option in options if option.becomes in OptionKind.values]
    return content | {
        "option_names": [option.title for option in kept],
        "variants": [
            each | {"values": [option.text(each) for option in kept]}
            for each in (
                variants if kept else [variants[0] | {"stock": sum(each["stock"] for each in variants)}]
            )
        ],
        "offered": {
            option.becomes: {option.text(each)["en"]: each["picture"] for each in reversed(variants)}
            for option in simple
        },
    }


def offered(
    content: Mapping[str, Any], present: Mapping[str, Any], pictures: Mapping[str, Picture]
) -> dict[str, Any]:
    """Return a product's simple choices: those of the file replace the present ones of their kind."""
    found = dict(present)
    for kind, values in content["offered"].items():
        if kind == OptionKind.XRAY:
            found["xrayCertification"] = {**present.get("xrayCertification", {}), "available": True}
            continue
        place, word = _PLACES[kind]
        known = {each[word]: each for each in present.get(place, ())}
        found[place] = [
            known.get(name, {word: name, "picture": pictures[picture].image if picture in pictures else ""})
            for name, picture in reversed(values.items())
        ]
    return found


class _Option:
    """An option of a product, and what staff chose about it."""

    def __init__(self, at: int, name: str, chosen: Mapping[str, Any]) -> None:
        self.at = at
        self.name = name
        self.becomes = chosen.get("becomes", "variants")
        self.title = _text(name, chosen.get("name", {}))
        self._values = chosen.get("values", {})

    def text(self, variant: Mapping[str, Any]) -> dict[str, str]:
        """Return the variant's value of the option."""
        value = variant["values"][self.at]
        return _text(value, self._values.get(value, {}))


def _text(theirs: str, ours: Mapping[str, str]) -> dict[str, str]:
    return {"en": theirs} | {language: text for language, text in ours.items() if text}


def _faults(
    options: Sequence[_Option], variants: Sequence[Mapping[str, Any]]
) -> Iterator[tuple[_Option, str]]:
    """Find what the shop cannot have so: a simple choice has no price, stock or SKU of its own."""
    values = {option: {each["values"][option.at] for each in variants} for option in options}
    simple = [option for option in options if option.becomes in OptionKind.values]
    for option in options:
        if option.becomes == "none" and len(values[option]) > 1:
            yield option, _("This product has several values of it, so it cannot be left out")
        elif option.becomes == OptionKind.XRAY and sorted(map(is_yes, values[option])) != [False, True]:
            yield option, _("The x-ray certificate is a choice between no and yes")
    if not simple:
        return
    first = simple[0]
    if any(option.becomes == "variants" for option in options):
        yield first, _("A product with variants has no other choices. Please map all of its options alike")
    if len({option.becomes for option in simple}) < len(simple):
        yield first, _("Two options of this product cannot be the same choice")
    if len(variants) == 1:
        return
    if len({(each["price_paise"], each["original_price_paise"]) for each in variants}) > 1:
        yield first, _("Its values have different prices here, so they need to be variants")
    if len({each["weight_grams"] for each in variants}) > 1:
        yield first, _("Its values have different weights here, so they need to be variants")
    if any(each["sku"] or each["barcode"] for each in variants):
        yield first, _("Its values have SKUs or barcodes of their own, so they need to be variants")
    if sum(each["stock"] > 0 for each in variants) > 1:
        yield first, _("Its values have stocks of their own, so they need to be variants")
    if len(variants) < prod(len(values[option]) for option in simple):
        yield first, _("Not every combination of its values is sold, so they need to be variants")
