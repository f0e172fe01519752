"""A watched topic with its unread changes and the versions sent."""

import asyncio
import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field

from project.events.topics import JSONObject, StaffListTopic, Topic
from realtime.authorized_reads import Answer
from realtime.reads import CoalescedReads
from realtime.socket import Watch

# Rows whose version is remembered, so that hint and tail together push a row once.
MAX_REMEMBERED_ROWS = 2000


@dataclass(eq=False, slots=True)
class Watched:
    """A topic watched in this process. Times are the event loop's."""

    name: str
    topic: Topic
    # Initial reads of new subscribers.
    subscribers: CoalescedReads[Watch, Answer]
    # Number of initial reads without an answer yet.
    waiting: int = 0
    watches: set[Watch] = field(default_factory=set)
    # Answers to subscribers of the last two seconds, by audience; a new dict after each change.
    cached: dict[Hashable, Answer] = field(default_factory=dict)
    # Changed since the last read.
    dirty: bool = False
    read_at: float = -math.inf
    # Time of the oldest change not pushed yet; True if only the tail found it.
    changed_at: float = -math.inf
    only_by_tail: bool = False
    # Runs while the topic is dirty. One reader a topic, so that no older answer follows a newer one.
    reader: asyncio.Task[None] | None = None
    # The next read of a topic whose answer changes with time.
    renewal: asyncio.TimerHandle | None = None
    # Lists only: changed rows, True for a changed page, number of pushes, versions pushed.
    rows: set[str] = field(default_factory=set)
    reset: bool = False
    pushes: int = 0
    sent: dict[str, int] = field(default_factory=dict)
    statistics_read_at: float = -math.inf
    statistics: JSONObject | None = None

    @property
    def is_list(self) -> bool:
        """True when changes are sent as upserts."""
        return isinstance(self.topic, StaffListTopic)

    def take_unsent(self, rows: Sequence[JSONObject]) -> list[JSONObject]:
        """Return the rows not yet sent in this version, and remember them as sent."""
        found = [row for row in rows if self.sent.get(row["id"]) != row["version"]]
        if len(self.sent) > MAX_REMEMBERED_ROWS:
            self.sent.clear()
        self.sent.update({row["id"]: row["version"] for row in found})
        return found
