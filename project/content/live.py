"""The live topic of edited content."""

from collections.abc import Iterable, Sequence

from project.content.models import ContentEntry
from project.content.staff_schemas import ContentRow
from project.core.schemas import ApiModel
from project.events.topics import StaffListTopic


class ContentFigures(ApiModel):
    """The figures of `staff:content`."""

    drafts: int


class ContentTopic(StaffListTopic[ContentRow, ContentFigures]):
    """`staff:content`: the list of GET /admin/content."""

    def rows(self, ids: Sequence[str]) -> Iterable[tuple[str, int, ContentRow]]:
        for row in ContentRow.list(ids):
            yield row.key, row.version, row

    def read_statistics(self) -> ContentFigures:
        """Return how many drafts wait."""
        return ContentFigures(drafts=ContentEntry.objects.filter(draft__isnull=False).count())
