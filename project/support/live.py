"""The live topics of support: one story, and what waits on the desk."""

from project.core.errors import NotFound
from project.core.rights import Right
from project.events import topics
from project.events.topics import Caller, StaffTopic, State
from project.support.desk import read_desk
from project.support.story import read_story


class StoryTopic(StaffTopic):
    """`support:{subject}`: one order's or account's story; notes, answers and its mails wake it.

    What happens to the order and its payments wakes their own topics, which the screen watches too.
    """

    pattern = "support:"
    right = Right.SUPPORT
    throttle_seconds = 0.5

    def read(self, caller: Caller, name: str) -> State | None:
        """Return what GET answers."""
        try:
            story = read_story(name.removeprefix(self.pattern))
        except NotFound:
            return None
        return State(version=story.version, data=story.json_object())


class DeskTopic(StaffTopic):
    """`staff:support`: what waits for support."""

    pattern = "staff:support"
    right = Right.SUPPORT
    throttle_seconds = 1.0

    def read(self, caller: Caller, name: str) -> State | None:
        """Return what GET answers."""
        desk = read_desk()
        return State(version=desk.version, data=desk.json_object())


def register() -> None:
    """Add the app's topics to the registry."""
    topics.register(StoryTopic())
    topics.register(DeskTopic())
