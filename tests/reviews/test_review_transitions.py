"""A review's status moves along one table; every other pair is refused."""

from itertools import product as pairs

import pytest
from django.db import IntegrityError, transaction

from project.core.errors import InvalidTransition
from project.reviews.models import Review, ReviewStatus
from tests.factories import make_product
from tests.reviews.review_helpers import buyer, write

# Written out once more on purpose.
ALLOWED = {
    ("pending", "published"),
    ("pending", "rejected"),
    ("published", "pending"),
    ("published", "rejected"),
    ("rejected", "pending"),
    ("rejected", "published"),
    ("pending", "withdrawn"),
    ("published", "withdrawn"),
    ("rejected", "withdrawn"),
    ("withdrawn", "pending"),
}


@pytest.fixture
def review(db: None) -> Review:
    product = make_product()
    write(buyer(product), product)
    return Review.objects.get()


@pytest.mark.parametrize(("old", "new"), list(pairs(ReviewStatus.values, repeat=2)))
def test_every_pair_of_statuses(review: Review, old: str, new: str) -> None:
    if old != "pending":
        review.transition_to(old)

    if (old, new) in ALLOWED:
        assert review.transition_to(new) is True
        assert Review.objects.get().status == new
    elif old == new:
        assert review.transition_to(new) is False
    else:
        with pytest.raises(InvalidTransition):
            review.transition_to(new)


def test_the_table_knows_every_status() -> None:
    assert set(Review.TRANSITIONS) == set(ReviewStatus.values)


@pytest.mark.both_stacks
@pytest.mark.parametrize(
    "values",
    [
        {"status": "shown"},
        {"rating": 0},
        {"rating": 6},
        {"user": None},
        {"is_sample": True},
        {"reason": "photo"},
        {"note": "Because."},
        {"status": "rejected", "reason": "because"},
    ],
)
def test_the_database_refuses_what_no_action_writes(review: Review, values: dict[str, object]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Review.objects.filter(pk=review.pk).update(**values)
