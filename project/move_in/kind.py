"""Definition of a kind of import: reading the file, and the fate of a record in each phase."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from django.utils.functional import Promise

from project.core.rights import Right
from project.move_in.models import Fate, Import, ImportKind, ImportRow
from project.move_in.reading.table import Table

Note = dict[str, Any]


def note(line: int, column: str, sentence: str) -> Note:
    """Return a problem or a note as rows keep it."""
    return {"line": line, "column": column, "sentence": sentence}


@dataclass(frozen=True)
class Record:
    """A record as the file has it; `content` is JSON. Problems refuse it, notes do not."""

    line: int
    key: str
    title: str
    content: Mapping[str, Any]
    problems: Sequence[Note] = ()
    notes: Sequence[Note] = ()


@dataclass(frozen=True)
class Checked:
    """The fate of a record, as far as the preview can tell."""

    fate: Fate
    problems: Sequence[Note] = ()
    notes: Sequence[Note] = ()


@dataclass(frozen=True)
class Outcome:
    """The result of a row that was carried out; `fate` UNCHANGED when there was nothing to do.

    `extra` is kept with the record for its next import; one that is not complete is tried again by it.
    """

    fate: Fate
    result: str
    before: Mapping[str, Any] | None = None
    version_after: int | None = None
    notes: Sequence[Note] = ()
    extra: dict[str, Any] = field(default_factory=dict)
    is_complete: bool = True


class Refused(Exception):
    """The record cannot be imported; the row says why."""

    def __init__(self, problems: Sequence[Note]) -> None:
        super().__init__(str(problems))
        self.problems = problems


class EditedSince(Exception):
    """Somebody has edited what the row changed: taking back leaves it."""


class Kind(ABC):
    """One kind of import. `row.of_import` has the choices; it is locked where a method may write.

    Each row goes through `check` (no writing), `prepare` (no transaction: other machines), `carry_out`, then
    perhaps `publish` and `take_back` (each in a transaction of its own that also notes the step).
    """

    name: ClassVar[ImportKind]
    # Needed beside the right to import.
    right: ClassVar[Right] = Right.CATALOGUE
    # Columns of ours that unknown columns can be mapped to, with their labels.
    fields: ClassVar[Mapping[str, str | Promise]]
    # Rows are hidden until they are published.
    has_drafts: ClassVar[bool] = False
    # Where a record went is kept, and an equal one then changes nothing; else `check` finds and compares.
    remembers: ClassVar[bool] = True
    # Fields of the content that staff map to something of ours on screen.
    questions: ClassVar[Sequence[str]] = ()

    @abstractmethod
    def recognised(self, columns: Sequence[str]) -> str:
        """Return the software that writes such a heading; "" for none that we know."""

    @abstractmethod
    def read(self, table: Table, source: str, mapping: Mapping[str, str]) -> Iterator[Record]:
        """Read the records; `mapping` is from field to column, for a heading that was not recognised."""

    def chosen(self, row: ImportRow) -> Mapping[str, Any]:
        """Return the choices that matter to this row: other ones make it another record."""
        return {}

    @abstractmethod
    def exists(self, result: str) -> bool:
        """Return whether the row of ours is still there."""

    @abstractmethod
    def check(self, row: ImportRow, result: str) -> Checked:
        """Return the fate of a new or changed record; `result` is the row of ours, "" for none."""

    def prepare(self, row: ImportRow, extra: Mapping[str, Any]) -> Any:
        """Return what `carry_out` needs from other machines; outside of a transaction."""
        return None

    @abstractmethod
    def carry_out(self, row: ImportRow, result: str, prepared: Any, *, actor: str) -> Outcome:
        """Make or change the row of ours. Raises Refused, DomainError."""

    def publish(self, row: ImportRow, *, actor: str) -> None:
        """Show what the row made, where the kind has drafts. Raises DomainError."""
        return None

    @abstractmethod
    def take_back(self, row: ImportRow, *, actor: str) -> Sequence[Note]:
        """Delete what the row made, or bring what it changed to `row.before["state"]`.

        Return notes, such as that it was archived. Raises EditedSince, DomainError.
        """

    def end_taking_back(self, done: Import, *, actor: str) -> None:
        """Remove what the rows had in common."""
        return None
