"""The live topics of edited content: the list of staff, and that something else is shown now."""

from collections.abc import Iterable, Sequence

from project.content.models import ContentEntry
from project.content.staff_schemas import ContentRow
from project.core.rights import Right
from project.core.schemas import ApiModel
from project.events import topics
from project.events.topics import Caller, JSONObject, StaffListTopic, StaffTopic, State


@topics.register
class ContentTopic(StaffListTopic):
    """`staff:content`: the list of GET /admin/content."""

    pattern = "staff:content"
    right = Right.CONTENT

    def rows(self, ids: Sequence[str]) -> Iterable[tuple[str, int, ApiModel]]:
        for row in ContentRow.list(ids):
            yield row.key, row.version, row

    def read_statistics(self) -> JSONObject:
        """Return how many drafts wait."""
        return {"drafts": ContentEntry.objects.filter(draft__isnull=False).count()}


@topics.register
class PublishedTopic(StaffTopic):
    """`content:{key}`: something else is published; public answers that show it are read again."""

    pattern = "content:"
    is_catalogue = True
    right = Right.CONTENT

    def read(self, caller: Caller, name: str) -> State | None:
        """Return the version of the entry."""
        entry = ContentEntry.objects.filter(key=self.id_in(name)).first()
        return None if entry is None else State(version=entry.version, data={"version": entry.version})
