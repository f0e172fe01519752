"""Personal data in reviews: exported on request, deleted with the account."""

from typing import Any

from project.accounts import personal_data
from project.accounts.models import User
from project.reviews import actions
from project.reviews.models import Review, ReviewQuerySet
from project.reviews.schemas import MyReview


def export(user: User) -> list[dict[str, Any]]:
    """Return the person's reviews, the newest first, each with its product's slug."""
    reviews = _of(user).select_related("product").prefetch_related("photos").order_by("-created_at")
    return [
        MyReview.model_validate(review).json_object() | {"product": review.product.slug} for review in reviews
    ]


def erase(user: User) -> None:
    """Take the person's words and photos away; what they counted for is counted anew."""
    for review in _of(user).select_related("product"):
        actions.withdraw_review(review.product, user=user)


def _of(user: User) -> ReviewQuerySet:
    return Review.objects.not_withdrawn().filter(user=user)


personal_data.register("reviews", export=export, erase=erase)
