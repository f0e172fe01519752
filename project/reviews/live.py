"""The live topic of the moderators: how much waits for them."""

from django.db.models import Sum

from project.core.rights import Right
from project.events import topics
from project.events.topics import StaffTopic, State
from project.reviews.models import Review
from project.reviews.schemas import ReviewCounts


@topics.register
class ReviewQueueTopic(StaffTopic):
    """`staff:reviews`: number of reviews by status."""

    pattern = "staff:reviews"
    right = Right.REVIEWS_READ

    def read_shared(self, name: str) -> State | None:
        """Return the counts of GET /admin/reviews; every change of any review is a newer version."""
        changes = Review.objects.aggregate(total=Sum("version"))["total"] or 0
        return State(version=changes, data=ReviewCounts.read().json_object() | {"version": changes})
