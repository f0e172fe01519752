"""The live topic of edited content."""

from collections.abc import Iterable, Sequence

from project.content.models import ContentEntry
from project.content.staff_schemas import ContentRow
from project.core.rights import Right
from project.core.schemas import ApiModel
from project.events import topics
from project.events.topics import JSONObject, StaffListTopic


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
