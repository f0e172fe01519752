"""Reviews on the wire."""

import unicodedata
from datetime import datetime
from typing import Annotated, Literal, Self, get_args

from django.db.models import Count
from pydantic import AfterValidator, BeforeValidator, Field, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

from project.catalog.schemas.products import ProductLink
from project.catalog.schemas.queries import MAX_PAGE
from project.catalog.staff.product_schemas import PageQuery
from project.core.limits import MAX_NOTE
from project.core.messages import field_error
from project.core.schemas import ApiModel, Pagination, PublicStablePaging, RelatedRows, StaffIn
from project.orders.models import Order
from project.reviews.models import (
    MAX_TEXT,
    MAX_TITLE,
    MIN_TEXT,
    RejectionReason,
    Review,
    ReviewQuerySet,
    Words,
)

# A withdrawn review is not shown to anybody.
Status = Literal["pending", "published", "rejected"]

# -- What callers send ---------------------------------------------------------------------------

# Marks that turn the direction of the text around them: a review could change how the page beside it reads.
_TURNING = set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def _tidy(value: object) -> object:
    """Return the text without what cannot be seen, lines ending one way, at most one empty line in a row."""
    if not isinstance(value, str):
        return value
    text = value.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ")
    kept = [
        character
        for character in unicodedata.normalize("NFC", text)
        if character == "\n"
        or (unicodedata.category(character) not in ("Cc", "Cs") and character not in _TURNING)
    ]
    lines = [line.strip() for line in "".join(kept).split("\n")]
    return "\n".join(line for n, line in enumerate(lines) if line or (n and lines[n - 1])).strip()


def _one_line(value: str) -> str:
    return " ".join(value.split())


def _long_enough(value: str) -> str:
    if len(value) < MIN_TEXT:
        raise field_error("Please write at least 10 characters")
    return value


class ReviewIn(ApiModel):
    """Review of a buyer. The text is plain text: whatever looks like HTML is shown as it was typed."""

    rating: int = Field(ge=1, le=5)
    title: Annotated[
        Annotated[str, Field(min_length=1, max_length=MAX_TITLE)],
        BeforeValidator(_tidy),
        AfterValidator(_one_line),
    ]
    text: Annotated[
        Annotated[str, Field(min_length=1, max_length=MAX_TEXT)],
        BeforeValidator(_tidy),
        AfterValidator(_long_enough),
    ]

    def to_words(self) -> Words:
        """Return it as the actions know it."""
        return Words(rating=self.rating, title=self.title, text=self.text)


class ReviewChangeIn(ReviewIn):
    """Edited review; `keepPhotos` names the photos (`_id`) that stay."""

    keep_photos: list[str] = Field(default=[], max_length=10)


class ReviewListQuery(PublicStablePaging):
    """Filter of a product's reviews: all, those with so many stars, those with photos."""

    page: int = Field(default=1, ge=1, le=MAX_PAGE)
    limit: Annotated[int, Field(ge=1), AfterValidator(lambda limit: min(limit, 24))] = 6
    sort_by: Literal["newest", "highest", "lowest"] = "newest"
    rating: int | None = Field(default=None, ge=1, le=5)
    with_photos: bool = False


class ModerationQuery(PageQuery):
    """Filter of the reviews shown to staff."""

    status: Status = "pending"
    limit: Annotated[int, Field(ge=1), AfterValidator(lambda limit: min(limit, 100))] = 25


class DecisionIn(StaffIn):
    """A decision about the review as it was looked at: in this version."""

    version: int = Field(ge=1)


class RejectionIn(DecisionIn):
    """A rejection; reason and note are shown to the author. `other` needs a note."""

    reason: RejectionReason
    note: Annotated[
        Annotated[str, Field(max_length=MAX_NOTE)], BeforeValidator(_tidy), AfterValidator(_one_line)
    ] = Field(default="", validate_default=True)

    @field_validator("note")
    @classmethod
    def _other_needs_text(cls, note: str, info: ValidationInfo) -> str:
        if not note and info.data.get("reason") == RejectionReason.OTHER:
            raise PydanticCustomError("required", "other needs a note")
        return note


# -- What they get -------------------------------------------------------------------------------


def _name_order(order: Order | None) -> str | None:
    return order.order_id if order else None


class ReviewPhotoOut(ApiModel):
    """A photo: `url` the large version (`width` × `height`), `thumbnail` the small one."""

    id: str = Field(validation_alias="key", serialization_alias="_id")
    url: str
    thumbnail: str
    width: int
    height: int


class ReviewOut(ApiModel):
    """A published review; `author` is '' when there is no name to show."""

    id: str = Field(validation_alias="public_id", serialization_alias="_id")
    author: str
    rating: int
    title: str
    text: str
    language: str
    # Should be fetched along.
    photos: Annotated[list[ReviewPhotoOut], RelatedRows]
    is_sample: bool
    created_at: datetime


class ReviewSummary(ApiModel):
    """All published reviews in numbers; `distribution` counts them by stars, "1" to "5"."""

    average: float
    count: int
    # How many of them the sample shop made up.
    sample_count: int
    with_photos: int
    distribution: dict[str, int]

    @classmethod
    def of(cls, reviews: ReviewQuerySet) -> Self:
        """Return the numbers of these reviews."""
        average, count = reviews.average_and_count()
        return cls(
            average=round(average, 2),
            count=count,
            sample_count=reviews.filter(is_sample=True).count(),
            with_photos=reviews.with_photos().count(),
            distribution={str(stars): number for stars, number in reviews.distribution().items()},
        )


class ReviewPage(ApiModel):
    """A page of a product's reviews; the summary is about all of them, whatever was filtered."""

    reviews: list[ReviewOut]
    summary: ReviewSummary
    pagination: Pagination


class MyReview(ReviewOut):
    """One's own review, with its status; `reason` and `note` say why it was rejected."""

    status: Status
    reason: Annotated[RejectionReason | None, BeforeValidator(lambda reason: reason or None)]
    note: str


class MyReviewData(ApiModel):
    """The caller's permission to write or change a review of this product, and the one they wrote."""

    can_review: bool
    # NOT_A_BUYER when they may not.
    reason: str | None
    review: MyReview | None


class ModeratedReview(MyReview):
    """A review as staff see it, with its product and order; decisions name its `version`."""

    product: ProductLink
    # With which it was bought; null for a sample.
    order_id: Annotated[str | None, Field(validation_alias="order"), BeforeValidator(_name_order)]
    version: int
    edited_at: datetime
    moderated_at: datetime | None


class ReviewCounts(ApiModel):
    """Number of reviews by status."""

    pending: int
    published: int
    rejected: int

    @classmethod
    def read(cls) -> Self:
        """Count all reviews."""
        counts = dict(Review.objects.order_by().values_list("status").annotate(Count("pk")))
        return cls(**{status: counts.get(status, 0) for status in get_args(Status)})


class ModerationPage(ApiModel):
    """A page of reviews in one state: waiting ones oldest first, decided ones newest first."""

    reviews: list[ModeratedReview]
    counts: ReviewCounts
    pagination: Pagination


class ModeratedData(ApiModel):
    """One review after a decision."""

    review: ModeratedReview
