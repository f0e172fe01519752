"""Read, write and moderate reviews."""

from typing import Annotated

from django.db.models import Max
from django.http import HttpRequest
from ninja import File, Form, Query
from ninja.decorators import decorate_view
from ninja.files import UploadedFile

from project.accounts.auth import May, SignedIn, actor_of, signed_in
from project.accounts.models import User
from project.catalog.models import Product
from project.catalog.schemas.queries import Text
from project.core.errors import ErrorCode, NotFound
from project.core.paging import cut_page
from project.core.public_reads import public_read
from project.core.rights import Right
from project.core.schemas import Success
from project.core.throttle import limited
from project.reviews import actions
from project.reviews.models import Review, ReviewStatus
from project.reviews.schemas import (
    DecisionIn,
    ModeratedData,
    ModeratedReview,
    ModerationPage,
    ModerationQuery,
    MyReview,
    MyReviewData,
    RejectionIn,
    ReviewChangeIn,
    ReviewCounts,
    ReviewIn,
    ReviewListQuery,
    ReviewOut,
    ReviewPage,
    ReviewSummary,
)
from project.routers import ApiRouter

router = ApiRouter("reviews")
Photos = Annotated[list[UploadedFile], File(default_factory=list)]

_ORDERS = {
    "newest": ("-created_at", "-pk"),
    "highest": ("-rating", "-created_at", "-pk"),
    "lowest": ("rating", "-created_at", "-pk"),
}


def _product(slug: str) -> Product:
    """Return the product the shop shows under this slug or an earlier one."""
    product = Product.objects.visible().at_address(slug)
    if product is None:
        raise NotFound("product")
    return product


@router.get("/products/{slug}/reviews")
@decorate_view(public_read("reviews", 300, any_availability=False))
def list_reviews(request: HttpRequest, slug: Text, query: Query[ReviewListQuery]) -> Success[ReviewPage]:
    """Return a page of what buyers said about a product, and all of it in numbers."""
    published = Review.objects.filter(product=_product(slug)).published()
    as_of = query.as_of or published.aggregate(newest=Max("moderated_at"))["newest"]
    found = published.filter(moderated_at__lte=query.as_of) if query.as_of else published
    if query.rating is not None:
        found = found.filter(rating=query.rating)
    if query.with_photos:
        found = found.with_photos()
    found = found.order_by(*_ORDERS[query.sort_by]).prefetch_related("photos")
    rows, pagination = cut_page(found, query, as_of)
    return Success(
        data=ReviewPage(
            reviews=[ReviewOut.model_validate(review) for review in rows],
            summary=ReviewSummary.of(published),
            pagination=pagination,
        )
    )


@router.get("/products/{slug}/reviews/mine", auth=SignedIn())
@limited("reviews", 300)
def get_my_review(request: HttpRequest, slug: Text) -> Success[MyReviewData]:
    """Return whether the caller may review the product, and their review."""
    return Success(data=_mine(_product(slug), signed_in(request)))


def _mine(product: Product, user: User) -> MyReviewData:
    review = Review.objects.not_withdrawn().filter(product=product, user=user).first()
    can = review is not None or actions.purchase_of(user, product) is not None
    return MyReviewData(
        can_review=can,
        reason=None if can else ErrorCode.NOT_A_BUYER,
        review=MyReview.model_validate(review) if review else None,
    )


@router.post("/products/{slug}/reviews", auth=SignedIn())
@limited("review-write", 30, 3600)
def write_review(
    request: HttpRequest, slug: Text, payload: Form[ReviewIn], photos: Photos
) -> Success[MyReviewData]:
    """Write the caller's review of a product they bought; it is read by staff before it is shown."""
    review = actions.write_review(
        _product(slug), user=signed_in(request), words=payload.to_words(), files=photos
    )
    return Success(data=MyReviewData(can_review=True, reason=None, review=MyReview.model_validate(review)))


@router.post("/products/{slug}/reviews/mine", auth=SignedIn())
@limited("review-write", 30, 3600)
def change_my_review(
    request: HttpRequest,
    slug: Text,
    payload: Form[ReviewChangeIn],
    photos: Photos,
) -> Success[MyReviewData]:
    """Replace the caller's review; staff read it anew. POST, as uploads come with no other method."""
    review = actions.change_review(
        _product(slug),
        user=signed_in(request),
        words=payload.to_words(),
        files=photos,
        keep_photos=payload.keep_photos,
    )
    return Success(data=MyReviewData(can_review=True, reason=None, review=MyReview.model_validate(review)))


@router.delete("/products/{slug}/reviews/mine", auth=SignedIn())
@limited("review-write", 30, 3600)
def withdraw_my_review(request: HttpRequest, slug: Text) -> Success[MyReviewData]:
    """Delete the caller's review, its photos too."""
    product, user = _product(slug), signed_in(request)
    actions.withdraw_review(product, user=user)
    return Success(data=_mine(product, user))


@router.get("/admin/reviews", auth=May(Right.REVIEWS_READ))
@limited("moderation", 240)
def moderation_queue(request: HttpRequest, query: Query[ModerationQuery]) -> Success[ModerationPage]:
    """Reviews in one state, for staff."""
    entered, order = ("edited_at",) * 2 if query.status == "pending" else ("moderated_at", "-moderated_at")
    found = Review.objects.filter(**{"status": query.status, f"{entered}__lte": query.as_of})
    rows, pagination = cut_page(found.order_by(order, "pk").for_staff(), query, query.as_of)
    return Success(
        data=ModerationPage(
            reviews=[ModeratedReview.model_validate(review) for review in rows],
            counts=ReviewCounts.read(),
            pagination=pagination,
        )
    )


@router.post("/admin/reviews/{review_id}/publish", auth=May(Right.REVIEWS))
@limited("moderation", 240)
def publish_review(request: HttpRequest, review_id: Text, payload: DecisionIn) -> Success[ModeratedData]:
    """Show the review to everybody."""
    return _decide(request, review_id, ReviewStatus.PUBLISHED, payload)


@router.post("/admin/reviews/{review_id}/reject", auth=May(Right.REVIEWS))
@limited("moderation", 240)
def reject_review(request: HttpRequest, review_id: Text, payload: RejectionIn) -> Success[ModeratedData]:
    """Keep the review from being shown, with a reason its author reads in their language."""
    return _decide(request, review_id, ReviewStatus.REJECTED, payload)


@router.post("/admin/reviews/{review_id}/reopen", auth=May(Right.REVIEWS))
@limited("moderation", 240)
def reopen_review(request: HttpRequest, review_id: Text, payload: DecisionIn) -> Success[ModeratedData]:
    """Take a decision back: the review waits again."""
    return _decide(request, review_id, ReviewStatus.PENDING, payload)


def _decide(
    request: HttpRequest, review_id: str, status: ReviewStatus, payload: DecisionIn
) -> Success[ModeratedData]:
    review = actions.decide(review_id, status, actor=actor_of(request), **payload.model_dump())
    fresh = Review.objects.for_staff().get(pk=review.pk)
    return Success(data=ModeratedData(review=ModeratedReview.model_validate(fresh)))
