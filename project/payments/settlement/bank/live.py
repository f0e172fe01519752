"""The live topic of bank statements and payouts."""

from project.core.schemas import Empty
from project.events.topics import StaffTopic, State
from project.events.versions import next_version


class BankTopic(StaffTopic[Empty]):
    """`staff:bank`: statements, lines or payouts changed; the page fetches them by GET."""

    def read_shared(self, name: str) -> State[Empty] | None:
        """Return a version alone: the page is fetched again."""
        return State(next_version(), Empty())
