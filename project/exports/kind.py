"""Definition of a kind of export: the rows of a filter, and the content of each column."""

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.db.models import Model, QuerySet
from django.utils.functional import Promise

from project.core.schemas import ApiModel
from project.exports.models import Export, ExportFormat
from project.exports.writers import Cell

# Keys read from the database at a time, when collecting which rows there are.
_KEYS_AT_A_TIME = 10_000


@dataclass(frozen=True)
class Column:
    """One column: its title, and what a row says in it.

    `mask` takes the place of the text where personal data is not exported in full.
    """

    title: Promise
    value: Callable[[Any], Cell]
    mask: Callable[[str], str] | None = None

    def reader(self, *, full: bool) -> Callable[[Any], Cell]:
        """Return what reads the cell of a row: chosen once, as there are millions of cells."""
        value, mask = self.value, self.mask
        return value if full or mask is None else lambda row: mask(str(value(row) or ""))


@dataclass(frozen=True)
class Kind:
    """One kind of export. `query` is what its filters are: the same that its list takes."""

    query: type[ApiModel]
    # The filtered rows in the order of the list.
    found: Callable[[Any], "QuerySet[Any]"]
    # Lines of the file for these objects, which come in order.
    lines: Callable[[Sequence[Any]], Iterable[Any]]
    columns: tuple[Column, ...]
    related: tuple[str, ...] = ()
    # The fields that the columns use, where that is few of many; a test sees to it that none is missing.
    only: tuple[str, ...] = ()
    formats: tuple[ExportFormat, ...] = (ExportFormat.CSV, ExportFormat.XLSX)
    # Writes the file of all lines where it is no table of these columns.
    write: Callable[[Iterable[Any], Export, Path], None] | None = None
    # Returns to the tax office are for sellers with a GSTIN.
    needs_gstin: bool = False
    # Of no use with masked names and addresses.
    needs_full: bool = False

    def keys(self, filters: Mapping[str, Any]) -> "array[int]":
        """Return the keys of all rows there are at this moment: eight bytes a row."""
        wanted = self.found(self.query.model_validate(filters))
        return array("q", wanted.values_list("pk", flat=True).iterator(chunk_size=_KEYS_AT_A_TIME))

    def read(self, filters: Mapping[str, Any], keys: Sequence[int]) -> Iterable[Any]:
        """Return the lines for these keys, in their order."""
        model: type[Model] = self.found(self.query.model_validate(filters)).model
        objects = model._default_manager.select_related(*self.related).only(*self.only).in_bulk(keys)
        return self.lines([objects[key] for key in keys if key in objects])
