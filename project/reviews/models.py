"""Reviews: what a buyer says about a product, with pictures, shown once the shop has read it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Avg, Count, Exists, OuterRef, Q
from django.utils import timezone

from project.catalog.models import Product, new_public_id
from project.core.limits import MAX_NOTE
from project.core.models import Stateful
from project.core.photos import PhotoFolder, UploadedPhoto
from project.orders.models import Order

PHOTOS = PhotoFolder("reviews")
MAX_TITLE = 120
MIN_TEXT = 10
MAX_TEXT = 4000
STARS = range(1, 6)


class ReviewStatus(models.TextChoices):
    """The status of a review; only published ones are shown and counted."""

    PENDING = "pending"
    PUBLISHED = "published"
    REJECTED = "rejected"
    # Its author took it back: the words and photos are gone, the row counts versions on.
    WITHDRAWN = "withdrawn"


class RejectionReason(models.TextChoices):
    """The reason for which a review is not shown; screens say it in their reader's language."""

    OFF_TOPIC = "off_topic"
    PERSONAL = "personal"
    ABUSIVE = "abusive"
    ADVERTISING = "advertising"
    PHOTO = "photo"
    # Said in the note.
    OTHER = "other"


@dataclass(frozen=True)
class Words:
    """Content of a review; already validated and cleaned."""

    rating: int
    title: str
    text: str


class ReviewQuerySet(models.QuerySet["Review"]):
    """Queries of the reviews that a caller may see, and of their averages."""

    def published(self) -> "ReviewQuerySet":
        """Return what everybody may read."""
        return self.filter(status=ReviewStatus.PUBLISHED)

    def not_withdrawn(self) -> "ReviewQuerySet":
        """Return the reviews that their authors have not withdrawn."""
        return self.exclude(status=ReviewStatus.WITHDRAWN)

    def with_photos(self) -> "ReviewQuerySet":
        """Return those with at least one photo; no join, so that each comes once."""
        return self.filter(Exists(ReviewPhoto.objects.filter(review=OuterRef("pk"))))

    def for_staff(self) -> "ReviewQuerySet":
        """Fetch along what staff see beside a review, so that a page needs no query per row."""
        return self.select_related("product__main_picture", "order").prefetch_related("photos")

    def average_and_count(self) -> tuple[float, int]:
        """Return the average number of stars (0 when there are none) and how many reviews there are."""
        found = self.aggregate(average=Avg("rating"), count=Count("pk"))
        return float(found["average"] or 0), int(found["count"])

    def distribution(self) -> dict[int, int]:
        """Return how many reviews gave 1, 2, … 5 stars."""
        counts = dict(self.order_by().values_list("rating").annotate(Count("pk")))
        return {stars: counts.get(stars, 0) for stars in STARS}


class Review(Stateful):
    """One buyer's word about one product; sample ones belong to nobody and say so on every screen."""

    TRANSITIONS: ClassVar[Mapping[str, frozenset[str]]] = {
        ReviewStatus.PENDING: frozenset(
            {ReviewStatus.PUBLISHED, ReviewStatus.REJECTED, ReviewStatus.WITHDRAWN}
        ),
        # Back to pending: its author changed it, or staff took their decision back.
        ReviewStatus.PUBLISHED: frozenset(
            {ReviewStatus.PENDING, ReviewStatus.REJECTED, ReviewStatus.WITHDRAWN}
        ),
        ReviewStatus.REJECTED: frozenset(
            {ReviewStatus.PENDING, ReviewStatus.PUBLISHED, ReviewStatus.WITHDRAWN}
        ),
        # Its author found new words.
        ReviewStatus.WITHDRAWN: frozenset({ReviewStatus.PENDING}),
    }

    public_id = models.CharField(max_length=32, unique=True, default=new_public_id, editable=False)
    product = models.ForeignKey(Product, on_delete=models.PROTECT, related_name="reviews")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="reviews"
    )
    # The purchase that lets them speak.
    order = models.ForeignKey(Order, null=True, on_delete=models.PROTECT, related_name="+")
    # As shown: "Asha R."; empty when they gave no name.
    author = models.CharField(max_length=60, blank=True)
    status = models.CharField(max_length=24, choices=ReviewStatus, default=ReviewStatus.PENDING)
    # Why it is not shown, and what staff add in their own words; told to its author, empty unless rejected.
    reason = models.CharField(max_length=16, choices=RejectionReason, blank=True)
    note = models.CharField(max_length=MAX_NOTE, blank=True)

    rating = models.PositiveSmallIntegerField()
    title = models.CharField(max_length=MAX_TITLE, blank=True)
    text = models.TextField(max_length=MAX_TEXT, blank=True)
    # Of the text: 'en' or 'hi'.
    language = models.CharField(max_length=2)

    is_sample = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=timezone.now)
    # When its author last changed it.
    edited_at = models.DateTimeField(default=timezone.now)
    moderated_at = models.DateTimeField(null=True)

    objects = ReviewQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(fields=["product", "status", "-created_at"], name="review_of_product"),
            models.Index(fields=["status", "edited_at"], name="review_queue"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["product", "user"], name="review_once_per_buyer"),
            models.CheckConstraint(condition=Q(status__in=ReviewStatus.values), name="review_status_known"),
            models.CheckConstraint(condition=Q(rating__range=(1, 5)), name="review_one_to_five_stars"),
            models.CheckConstraint(
                condition=Q(is_sample=True, user=None) | Q(is_sample=False, user__isnull=False),
                name="review_has_author_or_is_sample",
            ),
            models.CheckConstraint(
                condition=Q(reason="", note="") | Q(status=ReviewStatus.REJECTED),
                name="review_reason_of_rejection",
            ),
            models.CheckConstraint(
                condition=Q(reason__in=["", *RejectionReason.values]), name="review_reason_known"
            ),
        ]

    def __str__(self) -> str:
        return f"review {self.public_id}"


class ReviewPhoto(UploadedPhoto):
    """A picture its author took."""

    folder = PHOTOS
    review = models.ForeignKey(Review, on_delete=models.CASCADE, related_name="photos")

    def __str__(self) -> str:
        return f"{self.review}: {self.key}"
