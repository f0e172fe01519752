"""Variants in the catalogue's CSV file: the names of options on the product's line, a line for each variant.

A line about a variant names its product by id or slug, else it is about the product of a line above it.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from project.catalog.actions.variants import LANGUAGES
from project.catalog.csv.cells import amount, flag, number, yes_no
from project.catalog.editable_fields import variants_state
from project.catalog.models import Product
from project.catalog.pictures.files import key_of
from project.catalog.staff.variant_forms import MAX_OPTION_NAMES, Fault

# By the field of staff's form.
_COLUMNS: Final = {
    name: f"variant{name[0].upper()}{name[1:]}"
    for name in ("id", "sku", "barcode", "price", "stock", "weight", "picture", "isActive")
}
_PLACES: Final = range(MAX_OPTION_NAMES)
REMOVE: Final = "variantRemove"


def _name(place: int, language: str) -> str:
    return f"option{place + 1}Name.{language}"


def _value(place: int, language: str) -> str:
    return f"option{place + 1}Value.{language}"


NAME_COLUMNS: Final = tuple(_name(place, language) for place in _PLACES for language in LANGUAGES)
# Of lines about variants alone.
LINE_COLUMNS: Final = (
    _COLUMNS["id"],
    *(_value(place, language) for place in _PLACES for language in LANGUAGES),
    *(column for name, column in _COLUMNS.items() if name != "id"),
    REMOVE,
)


@dataclass(frozen=True)
class VariantLine:
    """A line about a variant: its number in the file, and its cells by their columns."""

    number: int
    cells: Mapping[str, str]


def is_variant_line(cells: Mapping[str, str]) -> bool:
    """Return whether a line is about a variant: only those fill these columns."""
    return any(cells.get(column) for column in LINE_COLUMNS)


def is_removal(cells: Mapping[str, str]) -> bool:
    """Return whether a line removes its variant."""
    return cells.get(REMOVE, "").lower() == "yes"


def name_cells(state: Mapping[str, Any]) -> dict[str, str]:
    """Return the names of options for the product's line; `state` is of `variants_state`."""
    return {
        _name(place, language): name[language]
        for place, name in enumerate(state["optionNames"])
        for language in LANGUAGES
    }


def variant_cells(product: Product, state: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the cells of a line for each variant."""
    stock = {row.public_id: row.on_hand for row in product.stocked_rows}
    found = []
    for row in state["rows"]:
        shown = row | {
            "price": number(row["price"]),
            "stock": stock[row["id"]],
            "isActive": yes_no(row["isActive"]),
        }
        values = {
            _value(place, language): value[language]
            for place, value in enumerate(row["values"])
            for language in LANGUAGES
        }
        of = {"id": product.public_id, "slug": product.slug}
        found.append(of | values | {column: shown[name] for name, column in _COLUMNS.items()})
    return found


def comparable(variants: Mapping[str, Any]) -> dict[str, Any]:
    """Return variants of a form or a state so that equal ones are equal; the stock is not edited."""
    rows = [
        {name: value for name, value in row.items() if name != "stock"} | {"price": float(row["price"])}
        for row in variants["rows"]
    ]
    return {"optionNames": variants["optionNames"], "rows": rows}


class FileVariants:
    """The variants that the lines of a product ask for, and what is wrong with them.

    `form` is what staff's form takes, None where the lines say nothing about variants. Present ones without
    a line stay, and all keep their order and stock. Faults and notes are at a line's number, 0 for the
    product's, and a column.
    """

    def __init__(
        self, head: Mapping[str, str], lines: Sequence[VariantLine], product: Product | None
    ) -> None:
        state = variants_state(product) if product else {"optionNames": [], "rows": []}
        pictures = product.pictures if product else []
        self.faults: list[Fault] = []
        self.notes: list[Fault] = []
        self._names = _option_names(head, state["optionNames"])
        self._present: dict[str, dict[str, Any]] = {row["id"]: row for row in state["rows"]}
        # One that a line names by its id, and keeps, may get other values, which a new one may take.
        named = {line.cells.get(_COLUMNS["id"]) for line in lines if not is_removal(line.cells)}
        self._ids = {
            tuple(value["en"] for value in row["values"]): row["id"]
            for row in state["rows"]
            if row["id"] not in named
        }
        self._stock = {row.public_id: row.on_hand for row in product.stocked_rows} if product else {}
        self._pictures = {each.key: each.image if place else "" for place, each in enumerate(pictures)}
        # By id, or by the line of a new one.
        self._rows: dict[str, dict[str, Any]] = dict(self._present)
        self._lines: dict[str, int] = {}
        self._counts: Counter[str] = Counter()
        for line in lines:
            self._read(line)
        self.rows = list(self._rows.values())
        is_emptied = not self.rows and self._counts["removed"]
        names = [] if is_emptied else self._names
        is_asked = bool(lines) or names != state["optionNames"]
        self.form = {"optionNames": names, "rows": self.rows} if is_asked else None
        self._tell()

    @property
    def lowest_price(self) -> float | None:
        """The lowest price of those on offer, which their product has; None where no cell is a price."""
        offered = (row.get("price") for row in self.rows if row.get("isActive", True))
        return min((price for price in offered if isinstance(price, int | float)), default=None)

    def place(self, loc: tuple[str | int, ...]) -> tuple[str | int, ...]:
        """Return the line and column of a fault of the form's variants; the place of another as it is."""
        at = [self._lines.get(key, 0) for key in self._rows]
        match loc:
            case ("variants", "rows", int(row), "values", int(option), str(language)):
                return at[row], _value(option, language)
            case ("variants", "rows", int(row), "values", *_):
                return at[row], _value(0, "en")
            case ("variants", "rows", int(row), str(name), *_):
                return at[row], _COLUMNS[name]
            case ("variants", "optionNames", int(option), *_):
                return 0, _name(option, "hi" if loc[-1] == "hi" else "en")
            case ("variants", *_):
                return 0, _name(0, "en")
        return loc

    def _read(self, line: VariantLine) -> None:
        public_id = line.cells.get(_COLUMNS["id"], "")
        values = tuple(line.cells.get(_value(place, "en"), "") for place in range(len(self._names)))
        known = public_id if public_id in self._present else self._ids.get(values, "")
        is_removed = self._flag(line, REMOVE)
        if not known and is_removed:
            return  # an earlier import of the same file removed it
        if public_id and not known:
            self._refuse(line, _COLUMNS["id"], _("There is no variant with this id"))
        elif known in self._lines:
            self._refuse(
                line, _value(0, "en"), _("Line {line} is about the same one").format(line=self._lines[known])
            )
        elif is_removed:
            self._lines[known] = line.number
            del self._rows[known]
            self._counts["removed"] += 1
            told = _("This variant will be removed. One that was ordered stays for its orders, off sale")
            self.notes.append(((line.number, REMOVE), told))
        else:
            key = known or f"line {line.number}"
            self._lines[key] = line.number
            self._rows[key] = self._row(line, known)

    def _row(self, line: VariantLine, known: str) -> dict[str, Any]:
        """Return the variant as the form takes it: columns that the line does not have stay as they are."""
        before = self._present.get(known, {"id": "", "values": []})
        row = before | {"values": self._values(line, before["values"])}
        for name, column in _COLUMNS.items():
            cell = line.cells.get(column)
            match name:
                case _ if cell is None:
                    continue
                case "stock" if known:
                    self._compare_stock(line, cell, self._stock[known])
                case "stock" | "isActive" if not cell:
                    continue
                case "isActive":
                    row[name] = self._flag(line, column) is not False
                case "price" | "stock" | "weight":
                    row[name] = amount(cell) if cell or name == "price" else None
                case "picture":
                    row[name] = self._pictures.get(key_of(cell), cell)
                case "sku" | "barcode":
                    row[name] = cell
        self._counts["new" if not known else "unchanged" if row == before else "changed"] += 1
        return row

    def _values(self, line: VariantLine, before: Sequence[Mapping[str, str]]) -> list[dict[str, str]]:
        values = []
        for place in _PLACES:
            old = before[place] if place < len(before) else {}
            value = {name: line.cells.get(_value(place, name), old.get(name, "")) for name in LANGUAGES}
            if place < len(self._names):
                values.append(value)
            elif self._names and any(value.values()):
                fault = ((0, _name(place, "en")), _("The option needs a name"))
                self.faults += [] if fault in self.faults else [fault]
        return values

    def _flag(self, line: VariantLine, column: str) -> bool | None:
        try:
            return flag(line.cells.get(column, ""))
        except ValueError:
            self._refuse(line, column, _("Please write yes or no"))
            return None

    def _compare_stock(self, line: VariantLine, cell: str, on_hand: int) -> None:
        if cell and amount(cell) != on_hand:
            self.notes.append(((line.number, _COLUMNS["stock"]), stock_stays()))

    def _refuse(self, line: VariantLine, column: str, sentence: str) -> None:
        self.faults.append(((line.number, column), sentence))

    def _tell(self) -> None:
        """Say in numbers what becomes of the variants."""
        self._counts["left"] = len(self._present.keys() - self._lines.keys())
        if self._lines and any(self._counts[name] for name in ("new", "changed", "removed", "left")):
            sentence = _(
                "Variants: {new} new, {changed} changed, {unchanged} unchanged, {removed} removed. "
                "{left} have no line and stay"
            )
            names = ("new", "changed", "unchanged", "removed", "left")
            told = sentence.format(**{name: self._counts[name] for name in names})
            self.notes.append(((0, ""), told))


def stock_stays() -> str:
    """Return the note on a number of pieces that a file cannot change."""
    return _("The number of pieces stays: please count it on the product's page")


def _option_names(head: Mapping[str, str], present: Sequence[Mapping[str, str]]) -> list[dict[str, str]]:
    names = []
    for place in _PLACES:
        old = present[place] if place < len(present) else {}
        names.append({name: head.get(_name(place, name), old.get(name, "")) for name in LANGUAGES})
    while names and not any(names[-1].values()):
        names.pop()
    return names
