"""The kinds of live topics: who may watch one, and what it says.

Each app has its own in `live.py`; `project/live_topics.py` lists them all.
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Final, Generic, Protocol, TypeAlias, final

from typing_extensions import TypeVar

from project.core.catalogue_changes import ANYTHING, AVAILABILITY
from project.core.rights import Right, rights_of
from project.core.schemas import ApiModel

JSONObject: TypeAlias = dict[str, Any]


@dataclass(frozen=True)
class Caller:
    """The caller, by REST or by socket.

    `key` is the secret of an order link, when one was shown.
    """

    user_id: int | None = None
    role: str = "guest"
    key: str | None = None
    language: str = "en"

    def may(self, right: Right) -> bool:
        """Return whether the caller has this right of staff."""
        return right in rights_of(self.role)


GUEST = Caller()


class Payload(Protocol):
    """An answer of the API."""

    def json_object(self) -> JSONObject:
        """Return the object as the wire carries it."""
        ...


class Versioned(Payload, Protocol):
    """An answer of the API that has a version."""

    version: int


P = TypeVar("P", bound=Payload, default=Any)
V = TypeVar("V", bound=Versioned)


@dataclass(frozen=True)
class State(Generic[P]):
    """Present data of a topic; a larger version is newer."""

    version: int
    answer: P

    @staticmethod
    def of(answer: V) -> "State[V]":
        """Return the state that an answer of the API describes."""
        return State(answer.version, answer)

    @cached_property
    def data(self) -> JSONObject:
        """The answer as the wire carries it."""
        return self.answer.json_object()


class Topic(ABC, Generic[P]):
    """A kind of topic with payloads of one schema. Methods may read the database.

    `name` is the whole name, such as "payment:TXN…".
    """

    # The shortest time between two reads, for topics that change often or are costly to read.
    throttle_seconds: ClassVar[float] = 0.0
    # The time after which an unchanged answer is read again, as it also changes with time; 0 for never.
    renew_seconds: ClassVar[float] = 0.0

    @abstractmethod
    def may(self, caller: Caller, name: str) -> bool:
        """Return whether the caller may watch it: the same rule as its GET."""

    @abstractmethod
    def audience(self, caller: Caller, name: str) -> Hashable:
        """Return a value that is equal only for callers who get the same answer.

        It names all that the answer depends on besides the topic: asked for with each delivery, as `may` is.
        """

    @abstractmethod
    def read(self, caller: Caller, name: str) -> State[P] | None:
        """Return what GET would answer this caller now, None when there is no such thing."""

    def id_in(self, name: str) -> str:
        """Return the part of the name behind the first colon, such as "TXN…"."""
        return name.partition(":")[2]


class SharedTopic(Topic[P]):
    """A topic with one answer for all who may watch it: it is read without the caller."""

    @final
    def audience(self, caller: Caller, name: str) -> Hashable:
        """Return the one audience."""
        return None

    @final
    def read(self, caller: Caller, name: str) -> State[P] | None:
        """Return what GET would answer anyone of them."""
        return self.read_shared(name)

    @abstractmethod
    def read_shared(self, name: str) -> State[P] | None:
        """Return what GET would answer now, None when there is no such thing."""


class PublicTopic(Topic[P]):
    """A topic that anyone may watch."""

    def may(self, caller: Caller, name: str) -> bool:
        """Return True."""
        return True


class StaffTopic(SharedTopic[P]):
    """A topic for whoever has one right of staff, the same as its GET asks for."""

    def __init__(self, right: Right) -> None:
        super().__init__()
        self.right = right

    def may(self, caller: Caller, name: str) -> bool:
        """Return whether the caller has the right."""
        return caller.may(self.right)


Row = TypeVar("Row", bound=ApiModel, default=Any)


class StaffListTopic(StaffTopic[P], Generic[Row, P]):
    """A list for staff: changes of its rows travel as upserts, the figures over all rows apart from them.

    Whoever opens it gets the figures; the rows come by its GET, then as they change.
    """

    # Changed rows are collected for so long.
    throttle_seconds = 0.25

    def read_shared(self, name: str) -> State[P] | None:
        """Return the figures over all rows."""
        return State(0, self.read_statistics())

    def read_rows(self, ids: Sequence[str]) -> list[JSONObject]:
        """Return `{id, version, row}` for those of the rows that exist."""
        return [
            {"id": row_id, "version": version, "row": row.json_object()}
            for row_id, version, row in self.rows(ids)
        ]

    @abstractmethod
    def read_statistics(self) -> P:
        """Return the figures over all rows, nested as GET nests them."""

    @abstractmethod
    def rows(self, ids: Sequence[str]) -> Iterable[tuple[str, int, Row]]:
        """Return id, version and row for those of the ids that exist, in a fixed number of queries."""


# Names that begin so, or are equal, change what anybody may read by REST. "content:{key}" is no topic: no
# screen watches it.
PUBLIC: Final = frozenset({"content", "picture", "product", "shop", "staff:categories"})
# "product:{slug}#stock" tells of a change of nothing but its stock, "#availability" that it thereby sold out
# or came back.
STOCK: Final = "stock"
SOLD_OUT_OR_BACK: Final = "availability"


def catalogue_changes(names: Iterable[str]) -> set[str | None]:
    """Return what a change of these topics ("list#row" names a row) may change in public answers."""
    found: set[str | None] = set()
    for name in names:
        name, _, row = name.partition("#")
        kind, _, slug = name.partition(":")
        if PUBLIC.isdisjoint((name, kind)):
            continue
        found |= {STOCK: {slug}, SOLD_OUT_OR_BACK: {slug, AVAILABILITY}}.get(row, {ANYTHING})
    return found
