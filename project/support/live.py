"""The live topics of support: one timeline, and the support queue."""

from project.core.errors import NotFound
from project.events.topics import StaffTopic, State
from project.support.queue import read_queue
from project.support.schemas import SupportQueue, SupportTimeline
from project.support.timeline import read_timeline


class TimelineTopic(StaffTopic[SupportTimeline]):
    """`support:{subject}`: the timeline of one order or account; notes, answers and mails publish it.

    What happens to the order and its payments wakes their own topics, which the screen watches too.
    """

    throttle_seconds = 0.5

    def read_shared(self, name: str) -> State[SupportTimeline] | None:
        try:
            timeline = read_timeline(self.id_in(name))
        except NotFound:
            return None
        return State.of(timeline)


class QueueTopic(StaffTopic[SupportQueue]):
    """`staff:support`: what waits for support."""

    throttle_seconds = 1.0

    def read_shared(self, name: str) -> State[SupportQueue] | None:
        return State.of(read_queue())
