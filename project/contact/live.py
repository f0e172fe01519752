"""The live topic of the messages people write to the shop."""

from collections.abc import Iterable, Sequence

from project.contact.models import Ticket
from project.contact.schemas import StaffTicket
from project.core.rights import Right
from project.core.schemas import ApiModel
from project.events import topics
from project.events.topics import JSONObject, StaffListTopic


@topics.register
class TicketsTopic(StaffListTopic):
    """`staff:contact`: the messages of GET /admin/contact."""

    pattern = "staff:contact"
    right = Right.SUPPORT

    def rows(self, ids: Sequence[str]) -> Iterable[tuple[str, int, ApiModel]]:
        for ticket in Ticket.objects.filter(number__in=ids):
            yield ticket.number, ticket.version, StaffTicket.model_validate(ticket)

    def read_statistics(self) -> JSONObject:
        """Return the number of messages by status."""
        return {"counts": Ticket.objects.all().counts()}
