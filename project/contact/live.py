"""The live topic of the messages people write to the shop."""

from collections.abc import Hashable, Sequence

from project.contact.models import Ticket
from project.contact.schemas import StaffTicket, TicketCounts
from project.core.rights import Right
from project.core.schemas import ApiModel
from project.events import topics
from project.events.topics import Caller, JSONObject, State


class TicketsState(ApiModel):
    """What a subscriber of the messages gets first; the rows come by GET /admin/contact."""

    counts: TicketCounts


class TicketsTopic:
    """`staff:contact`: the messages, for support."""

    pattern = "staff:contact"

    def may(self, caller: Caller, name: str) -> bool:
        """The rule of GET /admin/contact."""
        return caller.may(Right.SUPPORT)

    def audience(self, caller: Caller, name: str) -> Hashable:
        """All who may see the same rows."""
        return "staff"

    def read(self, caller: Caller, name: str) -> State | None:
        """Return how many stand where."""
        return State(version=0, data=self.read_statistics())

    def read_rows(self, ids: Sequence[str]) -> list[JSONObject]:
        """Return the rows of these tickets as upserts."""
        return [
            {"id": each.number, "version": each.version, "row": StaffTicket.of(each).json_object()}
            for each in Ticket.objects.filter(number__in=ids)
        ]

    def read_statistics(self) -> JSONObject:
        """Return the counts, nested as GET nests them."""
        return TicketsState(counts=TicketCounts(**Ticket.objects.all().counts())).json_object()


def register() -> None:
    """Add the app's topic to the registry."""
    topics.register(TicketsTopic())
