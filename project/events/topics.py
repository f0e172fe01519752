"""The registry of live topics: who may watch one, and what it says.

Apps register theirs in `live.py`, as events import no app.
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Protocol, TypeAlias

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


@dataclass(frozen=True)
class State:
    """Present data of a topic; a larger version is newer."""

    version: int
    data: JSONObject


class Topic(Protocol):
    """A kind of topic. `name` is the whole name, such as "payment:TXN…". Methods may read the database."""

    # "payment:" matches every name that starts so; a pattern without a final colon matches itself.
    pattern: str
    # Topics whose changes show in what anybody may read by REST have `is_catalogue = True` as well.

    def may(self, caller: Caller, name: str) -> bool:
        """Return whether the caller may watch it: the same rule as its GET."""
        ...

    def audience(self, caller: Caller, name: str) -> Hashable:
        """Return a value that is equal only for callers who get the same answer.

        It names all that the answer depends on besides the topic: asked for with each delivery, as `may` is.
        """
        ...

    def read(self, caller: Caller, name: str) -> State | None:
        """Return what GET would answer this caller now, None when there is no such thing."""
        ...


class ListTopic(Topic, Protocol):
    """A topic about many rows: changes travel as upserts, statistics apart from them."""

    def read_rows(self, ids: Sequence[str]) -> list[JSONObject]:
        """Return `{id, version, row}` for those of the rows that exist."""
        ...

    def read_statistics(self) -> JSONObject:
        """Return the figures over all rows."""
        ...


class StaffTopic(ABC):
    """A topic for whoever has one right of staff; all of them see the same, unless `audience` says less."""

    pattern: str
    # The same as its GET asks for.
    right: ClassVar[Right]

    def may(self, caller: Caller, name: str) -> bool:
        """Whoever has the right."""
        return caller.may(self.right)

    def audience(self, caller: Caller, name: str) -> Hashable:
        """One answer for all: it carries both languages, or none."""
        return "staff"

    @abstractmethod
    def read(self, caller: Caller, name: str) -> State | None:
        """Return what GET answers, None when there is no such thing."""


class StaffListTopic(StaffTopic):
    """A list for staff: whoever opens it gets the figures; the rows come by its GET, then as they change."""

    def read(self, caller: Caller, name: str) -> State | None:
        """Return the figures over all rows."""
        return State(version=0, data=self.read_statistics())

    def read_rows(self, ids: Sequence[str]) -> list[JSONObject]:
        """Return `{id, version, row}` for those of the rows that exist."""
        return [
            {"id": row_id, "version": version, "row": row.json_object()}
            for row_id, version, row in self.rows(ids)
        ]

    @abstractmethod
    def read_statistics(self) -> JSONObject:
        """Return the figures over all rows, nested as GET nests them."""

    @abstractmethod
    def rows(self, ids: Sequence[str]) -> Iterable[tuple[str, int, ApiModel]]:
        """Return id, version and row for those of the ids that exist, in a fixed number of queries."""


_exact: dict[str, Topic] = {}
_prefixed: dict[str, Topic] = {}


def register(topic: Topic) -> None:
    """Add a topic; its pattern must be new."""
    table = _prefixed if topic.pattern.endswith(":") else _exact
    if topic.pattern in table:
        raise ValueError(f"topic {topic.pattern!r} is registered twice")
    table[topic.pattern] = topic


def find(name: str) -> Topic | None:
    """Return the topic that answers for `name`."""
    if name in _exact:
        return _exact[name]
    prefix, colon, rest = name.partition(":")
    return _prefixed.get(prefix + colon) if rest else None


# "product:{slug}#stock" tells of a change of nothing but its stock, "#availability" that it thereby sold out
# or came back.
STOCK: Final = "stock"
SOLD_OUT_OR_BACK: Final = "availability"


def catalogue_changes(names: Iterable[str]) -> set[str | None]:
    """Return what a change of these topics ("list#row" names a row) may change in public answers."""
    found: set[str | None] = set()
    for name in names:
        topic, _, row = name.partition("#")
        if not getattr(find(topic), "is_catalogue", False):
            continue
        slug = topic.partition(":")[2]
        found |= {STOCK: {slug}, SOLD_OUT_OR_BACK: {slug, AVAILABILITY}}.get(row, {ANYTHING})
    return found
