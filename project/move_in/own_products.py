"""Products as this shop exports them, changed or added to in a spreadsheet."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from project.catalog.actions import products
from project.catalog.csv.files import Wanted, heading_faults, understand
from project.catalog.csv.variants import LINE_COLUMNS, VariantLine, is_removal, is_variant_line
from project.catalog.hsn_rates import UsualRates
from project.catalog.staff.forms import NewProductIn
from project.move_in.kind import Checked, Note, Outcome, Record, Refused, note
from project.move_in.models import Fate, ImportRow
from project.move_in.pictures import Fetched
from project.move_in.products import Products, Sku, draft_of, refuse_shared_skus, state_of
from project.move_in.reading.products import MAX_KEY
from project.move_in.reading.table import Table


class OwnProducts(Products):
    """A line for each product, by its id, slug or title, and for each variant.

    The stock and pictures of present ones stay.
    """

    remembers = False
    questions = ()

    def read(self, table: Table, source: str, mapping: Mapping[str, str]) -> Iterator[Record]:
        faults = [note(1, str(column), sentence) for (column,), sentence in heading_faults(table.columns)]
        groups = _groups([_line(table, number, found) for number, found in table.rows])
        return refuse_shared_skus(
            (_record(head, faults, variants), _skus(head, variants)) for head, variants in groups
        )

    def chosen(self, row: ImportRow) -> Mapping[str, Any]:
        return {}

    def check(self, row: ImportRow, result: str) -> Checked:
        try:
            wanted, notes = _understood(row)
        except Refused as refusal:
            return Checked(Fate.REFUSED, refusal.problems)
        if wanted.product is None:
            return Checked(Fate.NEW, notes=notes)
        row.result = wanted.product.public_id
        return Checked(Fate.CHANGED if wanted.would_change() else Fate.UNCHANGED, notes=notes)

    def prepare(self, row: ImportRow, extra: Mapping[str, Any]) -> Fetched:
        return Fetched({}, ())

    def carry_out(self, row: ImportRow, result: str, prepared: Fetched, *, actor: str) -> Outcome:
        wanted, notes = _understood(row)
        payload, product, why = wanted.payload, wanted.product, row.of_import.import_id
        if product is None:
            assert isinstance(payload, NewProductIn)
            hidden = payload.model_copy(update={"is_available": False})
            draft = draft_of(hidden, wanted.category, None)
            made = products.create_product(
                draft, stock=payload.stock, slug=payload.slug, actor=actor, note=why
            )
            return Outcome(Fate.NEW, made.public_id, None, made.edited_version, notes)
        before = state_of(product)
        changed, is_changed = products.change_product(
            product.public_id,
            draft_of(payload, wanted.category, None),
            version=product.full_version,
            slug=payload.slug,
            actor=actor,
            note=why,
        )
        fate = Fate.CHANGED if is_changed else Fate.UNCHANGED
        return Outcome(fate, product.public_id, before, changed.edited_version, notes)


@dataclass
class _Line:
    """A line of the file; `key` says which product it is about."""

    number: int
    cells: dict[str, str]
    key: str = ""
    problems: list[Note] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)


def _line(table: Table, number: int, found: Sequence[str]) -> _Line:
    line = _Line(number, dict(zip(table.columns, found, strict=False)))
    if "slug" in line.cells:
        line.cells["slug"] = line.cells["slug"].lower()
    if len(found) > len(table.columns):
        line.problems.append(note(number, "", _("This line has more cells than the heading")))
    if table.guessed_encoding and not "".join(found).isascii():
        line.notes.append(note(number, "", _("The file is not in UTF-8. Please check the letters")))
    return line


def _groups(lines: Sequence[_Line]) -> list[tuple[_Line, list[_Line]]]:
    """Return the lines about products, each with those about its variants, in whatever order they are.

    One about a variant that names no product is about that of the line above it.
    """
    groups: list[tuple[_Line, list[_Line]]] = []
    found: dict[tuple[str, str], int] = {}
    keys: dict[str, str] = {}
    variants: list[tuple[_Line, int | None]] = []
    for line in lines:
        cells, title = line.cells, line.cells.get("title.en", "")
        if is_variant_line(cells):
            variants.append((line, len(groups) - 1 if groups else None))
            continue
        # A line with a title alone may not be about what an earlier line makes or changes.
        line.key = cells.get("id") or cells.get("slug") or keys.get(title) or title
        if title:
            keys.setdefault(title, line.key)
        for name in ("id", "slug"):
            found.setdefault((name, cells.get(name, "")), len(groups))
        groups.append((line, []))
    for line, above in variants:
        name = next((name for name in ("id", "slug") if line.cells.get(name)), "")
        place = found.get((name, line.cells[name])) if name else above
        if place is None:
            sentence = _("The product that this is a variation of is not in the file")
            line.problems.append(note(line.number, name, sentence))
            groups.append((line, []))
            continue
        head, members = groups[place]
        members.append(line)
        line.problems += [
            note(line.number, column, _("This belongs to the line of the product"))
            for column, cell in line.cells.items()
            if cell not in ("", head.cells.get(column)) and column not in ("id", "slug", *LINE_COLUMNS)
        ]
    return groups


def _record(head: _Line, faults: Sequence[Note], variants: Sequence[_Line]) -> Record:
    content = {
        "cells": head.cells,
        "variants": [
            {
                "line": line.number,
                "cells": {name: line.cells[name] for name in LINE_COLUMNS if name in line.cells},
            }
            for line in variants
        ],
        "is_published": head.cells.get("isAvailable", "").lower() == "yes",
    }
    lines = [head, *variants]
    return Record(
        head.number,
        (head.key or f"line {head.number}")[:MAX_KEY],
        head.cells.get("title.en", ""),
        content,
        [*faults, *(problem for line in lines for problem in line.problems)],
        [each for line in lines for each in line.notes],
    )


def _skus(head: _Line, variants: Sequence[_Line]) -> Iterator[Sku]:
    yield head.number, "sku", head.cells.get("sku", "")
    for line in variants:
        if not is_removal(line.cells):
            yield line.number, "variantSku", line.cells.get("variantSku", "")


def _understood(row: ImportRow) -> tuple[Wanted, list[Note]]:
    """Return what the lines ask for, with notes such as on an unusual GST rate. Raises Refused."""
    content = row.record["content"]
    # Rows that were uploaded before an update have no variants.
    lines = [VariantLine(each["line"], each["cells"]) for each in content.get("variants", ())]
    wanted = understand(content["cells"], lines)
    if not isinstance(wanted, Wanted):
        raise Refused([_note(row, loc, sentence) for loc, sentence in wanted])
    notes = [_note(row, loc, sentence) for loc, sentence in wanted.notes]
    code, rate = wanted.payload.hsn_code, int(wanted.payload.tax_rate * 100)
    if not code or not (usual := UsualRates.read()).is_unusual(code, rate):
        return wanted, notes
    rates = " / ".join(f"{each / 100:g} %" for each in usual.of(code))
    text = _("Goods with the HSN code {code} usually have {rates} GST. Please ask your accountant")
    return wanted, [*notes, note(row.line, "taxRate", text.format(code=code, rates=rates))]


def _note(row: ImportRow, loc: Sequence[str | int], sentence: str) -> Note:
    """Return the note on a place: a fault of a variant begins with the number of its line."""
    line, *names = loc if isinstance(loc[0], int) else (0, *loc)
    return note(int(line) or row.line, ".".join(map(str, names)), sentence)
