"""Products as this shop exports them, changed or added to in a spreadsheet."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from project.catalog.actions import products
from project.catalog.csv.files import Wanted, heading_faults, understand
from project.catalog.hsn_rates import UsualRates
from project.catalog.staff.forms import NewProductIn
from project.move_in.kind import Checked, Note, Outcome, Record, Refused, note
from project.move_in.models import Fate, ImportRow
from project.move_in.pictures import Fetched
from project.move_in.product_form import refuse_taken_skus
from project.move_in.products import Products, draft_of, state_of
from project.move_in.reading.products import MAX_KEY
from project.move_in.reading.table import Table


class OwnProducts(Products):
    """A line for each product, by its id, slug or title; the stock and pictures of present ones stay."""

    remembers = False
    questions = ()

    def read(self, table: Table, source: str, mapping: Mapping[str, str]) -> Iterator[Record]:
        faults = [note(1, str(column), sentence) for (column,), sentence in heading_faults(table.columns)]
        keys: dict[str, str] = {}
        for line, found in table.rows:
            cells = dict(zip(table.columns, found, strict=False))
            cells |= {"slug": cells["slug"].lower()} if "slug" in cells else {}
            title = cells.get("title.en", "")
            # A line with a title alone may not be about what an earlier line makes or changes.
            key = cells.get("id") or cells.get("slug") or keys.get(title) or title or f"line {line}"
            if title:
                keys.setdefault(title, key)
            problems, notes = list(faults), []
            if len(found) > len(table.columns):
                problems.append(note(line, "", _("This line has more cells than the heading")))
            if table.guessed_encoding and not "".join(found).isascii():
                notes.append(note(line, "", _("The file is not in UTF-8. Please check the letters")))
            content = {"cells": cells, "is_published": cells.get("isAvailable", "").lower() == "yes"}
            yield Record(line, key[:MAX_KEY], title, content, problems, notes)

    def chosen(self, row: ImportRow) -> Mapping[str, Any]:
        return {}

    def check(self, row: ImportRow, result: str) -> Checked:
        try:
            wanted, notes = _understood(row)
            refuse_taken_skus(row, wanted.product, wanted.payload)
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


def _understood(row: ImportRow) -> tuple[Wanted, list[Note]]:
    """Return what the line asks for, with a note on an unusual GST rate. Raises Refused."""
    wanted = understand(row.record["content"]["cells"])
    if not isinstance(wanted, Wanted):
        raise Refused([note(row.line, ".".join(map(str, loc)), sentence) for loc, sentence in wanted])
    code, rate = wanted.payload.hsn_code, int(wanted.payload.tax_rate * 100)
    if not code or not (usual := UsualRates.read()).is_unusual(code, rate):
        return wanted, []
    rates = " / ".join(f"{each / 100:g} %" for each in usual.of(code))
    text = _("Goods with the HSN code {code} usually have {rates} GST. Please ask your accountant")
    return wanted, [note(row.line, "taxRate", text.format(code=code, rates=rates))]
