"""Lines of a table by our names of their cells, and the lines that are about one product."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from project.move_in.reading.table import Table

# A field, and the headings that it may have; the first cell with a text counts.
Layout = Mapping[str, Sequence[str]]


@dataclass
class Line:
    """A row of the table; `columns` are the headings of its cells in the file."""

    number: int
    cells: dict[str, str]
    columns: dict[str, str]
    has_surplus: bool = False

    def __getitem__(self, name: str) -> str:
        return self.cells.get(name, "")


@dataclass
class Group:
    """Lines about one product: the one that describes it, and one for each variant.

    A variant's option values are its cells "option1" to "option3".
    """

    key: str
    head: Line
    variants: list[Line]
    option_names: list[str] = field(default_factory=list)
    # Addresses and alternative texts.
    pictures: list[tuple[str, str]] = field(default_factory=list)
    old_path: str = ""
    # A line, the name of its cell, and the sentence that says what is wrong.
    faults: list[tuple[Line, str, str]] = field(default_factory=list)


def mapped_layout(mapping: Mapping[str, str]) -> Layout:
    """Return the layout of a file whose columns were mapped by hand."""
    return {name: (column.casefold(),) for name, column in mapping.items() if column}


def places(columns: Sequence[str], layout: Layout) -> dict[str, list[int]]:
    """Return the columns of each field that the table has."""
    known = {heading.casefold(): place for place, heading in reversed(list(enumerate(columns)))}
    found = {name: [known[each] for each in headings if each in known] for name, headings in layout.items()}
    return {name: at for name, at in found.items() if at}


def lines(table: Table, layout: Layout) -> Iterator[Line]:
    """Return the rows of the table as lines."""
    at = places(table.columns, layout)
    for number, row in table.rows:
        # The first one with a text, else the first.
        chosen = {name: next((each for each in found if row[each]), found[0]) for name, found in at.items()}
        yield Line(
            number,
            {name: row[place] for name, place in chosen.items()},
            {name: table.columns[place] for name, place in chosen.items()},
            len(row) > len(table.columns),
        )
