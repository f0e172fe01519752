"""The live topic of the moderators: how much waits for them."""

from django.db.models import Sum

from project.events.topics import StaffTopic, State
from project.reviews.models import Review
from project.reviews.schemas import ReviewCounts


class ReviewQueue(ReviewCounts):
    """Number of reviews by status, and of their changes."""

    version: int


class ReviewQueueTopic(StaffTopic[ReviewQueue]):
    """`staff:reviews`: number of reviews by status."""

    def read_shared(self, name: str) -> State[ReviewQueue] | None:
        """Return the counts of GET /admin/reviews; every change of any review is a newer version."""
        changes = Review.objects.aggregate(total=Sum("version"))["total"] or 0
        return State.of(ReviewQueue.from_row(ReviewCounts.read(), version=changes))
