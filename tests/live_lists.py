"""The live lists of staff, without a socket."""

from project.events.topics import StaffListTopic
from project.live_topics import find


def live_list(name: str) -> StaffListTopic:
    """Return the list of that topic."""
    topic = find(name)
    assert isinstance(topic, StaffListTopic), name
    return topic
