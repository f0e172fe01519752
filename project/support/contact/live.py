"""The live topic of the messages people write to the shop."""

from collections.abc import Iterable, Sequence

from project.core.schemas import ApiModel
from project.events.topics import StaffListTopic
from project.support.contact.models import Ticket
from project.support.contact.schemas import StaffTicket, TicketCounts


class TicketFigures(ApiModel):
    """The figures of `staff:contact`, nested as its GET nests them."""

    counts: TicketCounts


class TicketsTopic(StaffListTopic[StaffTicket, TicketFigures]):
    """`staff:contact`: the messages of GET /admin/contact."""

    def rows(self, ids: Sequence[str]) -> Iterable[tuple[str, int, StaffTicket]]:
        for ticket in Ticket.objects.filter(number__in=ids):
            yield ticket.number, ticket.version, StaffTicket.model_validate(ticket)

    def read_statistics(self) -> TicketFigures:
        """Return the number of messages by status."""
        return TicketFigures(counts=TicketCounts(**Ticket.objects.all().counts()))
