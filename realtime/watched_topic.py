"""A watched topic: what changed since it was last read, and which versions were sent."""

import asyncio
import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field

from project.events.topics import JSONObject, Topic
from realtime.authorized_reads import Answer
from realtime.reads import CoalescedReads
from realtime.socket import Watch

# A list's changed rows are collected this long.
ROWS_EVERY_SECONDS = 0.25
# Rows whose version we remember, so that hint and tail together push a row once.
MAX_REMEMBERED_ROWS = 2000


@dataclass(eq=False, slots=True)
class Watched:
    """A topic that somebody here watches. Times are the event loop's."""

    name: str
    topic: Topic
    # The initial reads of new subscribers.
    subscribers: CoalescedReads[Watch, Answer]
    # How many of them are not answered yet.
    waiting: int = 0
    watches: set[Watch] = field(default_factory=set)
    # Answers to subscribers of the last two seconds, by audience; a new dict after each change.
    cached: dict[Hashable, Answer] = field(default_factory=dict)
    # Changed since it was last read.
    dirty: bool = False
    read_at: float = -math.inf
    # When the change became known that is not handed round yet, and whether only the tail told of it.
    changed_at: float = -math.inf
    only_by_tail: bool = False
    # Runs while the topic is dirty: one reader a topic, so that an older answer never follows a newer one.
    reader: asyncio.Task[None] | None = None
    # The next reading of a topic whose answer changes with the time alone.
    renewal: asyncio.TimerHandle | None = None
    # Of lists only: the rows that changed, whether the whole page did, the pushes so far, what they said.
    rows: set[str] = field(default_factory=set)
    reset: bool = False
    pushes: int = 0
    sent: dict[str, int] = field(default_factory=dict)
    statistics_dirty: bool = False
    statistics_read_at: float = -math.inf
    statistics: JSONObject | None = None

    @property
    def is_list(self) -> bool:
        """Whether changes travel as upserts."""
        return hasattr(self.topic, "read_rows")

    @property
    def throttle_seconds(self) -> float:
        """The pause between two reads: lists and costly topics are not read for each change."""
        return ROWS_EVERY_SECONDS if self.is_list else float(getattr(self.topic, "throttle_seconds", 0.0))

    @property
    def renew_seconds(self) -> float:
        """How long an answer stays fresh although nothing changed; 0 for ever."""
        return float(getattr(self.topic, "renew_seconds", 0.0))

    def take_unsent(self, rows: Sequence[JSONObject]) -> list[JSONObject]:
        """Return the rows that were not sent in this version yet, and remember them as sent."""
        found = [row for row in rows if self.sent.get(row["id"]) != row["version"]]
        if len(self.sent) > MAX_REMEMBERED_ROWS:
            self.sent.clear()
        self.sent.update({row["id"]: row["version"] for row in found})
        return found
