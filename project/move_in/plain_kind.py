"""Kinds of imports whose files have plain columns, whichever software wrote them."""

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from pydantic import TypeAdapter, ValidationError

from project.core.messages import field_sentence
from project.move_in.kind import Kind, Record
from project.move_in.reading.groups import Layout, Line, lines, mapped_layout, places
from project.move_in.reading.table import Table


class PlainKind(Kind):
    """A kind that reads each software's headings by one layout.

    `signs` are headings by which a software is known, the most telling first.
    """

    layout: ClassVar[Layout]
    signs: ClassVar[Mapping[str, Sequence[str]]]
    needed: ClassVar[frozenset[str]]

    def recognised(self, columns: Sequence[str]) -> str:
        headings = {column.casefold() for column in columns}
        if not self.needed <= places(columns, self.layout).keys():
            return ""
        return next((name for name, signs in self.signs.items() if headings.issuperset(signs)), "own")

    def read(self, table: Table, source: str, mapping: Mapping[str, str]) -> Iterator[Record]:
        layout = mapped_layout(mapping) if source == "other" else self.layout
        return self.records(list(lines(table, layout)))

    @abstractmethod
    def records(self, found: Sequence[Line]) -> Iterator[Record]:
        """Return the records of these lines."""


def problem_of(form: Any, value: object, name: str = "") -> str:
    """Return the sentence with which a form refuses a value, "" when it takes it."""
    try:
        TypeAdapter(form).validate_python(value)
    except ValidationError as error:
        first = error.errors()[0]
        return field_sentence(first, first["loc"] or [name])
    return ""
