"""The verbs of a review: write, change, withdraw, publish, reject, reopen.

Lock order: the product first, then the review. The product's lock makes its average true: it is counted
anew under it whenever a published review comes or goes.
"""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from typing import IO

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from project.accounts.models import User
from project.catalog.actions.stock import lock_products
from project.catalog.models import Product
from project.core.errors import Conflict, ErrorCode, Forbidden, NotFound
from project.core.photos import NewPhotos, require_room
from project.events.audit import record as audit
from project.events.publish import publish
from project.orders.models import Order, OrderPaymentStatus, OrderStatus
from project.reviews.models import PHOTOS, Review, ReviewPhoto, ReviewStatus, Words

# The piece is theirs, or on its way to them.
_BOUGHT = (
    OrderStatus.CONFIRMED,
    OrderStatus.PROCESSING,
    OrderStatus.PACKAGING,
    OrderStatus.DISPATCHED,
    OrderStatus.OUT_FOR_DELIVERY,
    OrderStatus.SHIPPED,
    OrderStatus.DELIVERED,
)


def purchase_of(user: User, product: Product) -> Order | None:
    """Return the newest order with which this person bought the product; None when they did not."""
    bought = Order.objects.filter(
        Q(lines__product=product) | Q(lines__product__parent=product),
        user=user,
        status__in=_BOUGHT,
        payment_status=OrderPaymentStatus.PAID,
    )
    return bought.order_by("-paid_at", "-pk").first()


def write_review(product: Product, *, user: User, words: Words, files: Sequence[IO[bytes]] = ()) -> Review:
    """Record a buyer's word about a product; staff read it before it is shown.

    Raises NOT_A_BUYER, REVIEW_EXISTS, TOO_MANY_PHOTOS, PhotoRefused, StorageUnavailable.
    """
    order = purchase_of(user, product)
    if order is None:
        raise Forbidden(f"{user} did not buy {product}", code=ErrorCode.NOT_A_BUYER)
    # Asked before photos are unfolded; of two that pass here together the constraint or the lock lets one in.
    found = Review.objects.filter(product=product, user=user).first()
    if found and found.status != ReviewStatus.WITHDRAWN:
        raise Conflict(f"{user} reviewed {product} before", code=ErrorCode.REVIEW_EXISTS)
    require_room(files)
    author = shown_name(user.name or order.name)
    with PHOTOS.stored(files) as stored, transaction.atomic():
        if found:
            _, review = _lock(found)
            if review.status != ReviewStatus.WITHDRAWN:
                raise Conflict(f"{user} reviewed {product} before", code=ErrorCode.REVIEW_EXISTS)
            review.author, review.order = author, order
            review.created_at = timezone.now()
            _say(review, words)
        else:
            review = _create(product=product, user=user, order=order, author=author, words=words)
        _add_photos(review, stored)
        _record(review, "review.written", actor=user.subject)
    return review


def change_review(
    product: Product,
    *,
    user: User,
    words: Words,
    files: Sequence[IO[bytes]] = (),
    keep_photos: Sequence[str] = (),
) -> Review:
    """Replace what its author said; staff read it anew before it is shown again.

    Of its photos those named in `keep_photos` (their keys) stay.

    Raises NotFound when there is no review, TOO_MANY_PHOTOS, PhotoRefused, StorageUnavailable.
    """
    found = _review_of(user, product)
    require_room(files, kept=found.photos.filter(key__in=keep_photos).count())
    with PHOTOS.stored(files) as stored, transaction.atomic():
        product, review = _lock(found)
        if review.status == ReviewStatus.WITHDRAWN:
            raise NotFound(f"{review} was withdrawn")
        was_shown = review.status == ReviewStatus.PUBLISHED
        _say(review, words)
        _drop_photos(review.photos.exclude(key__in=keep_photos))
        # Counted again: of two changes at once the first may have added some.
        require_room(stored, kept=review.photos.count())
        _add_photos(review, stored)
        if was_shown:
            _count_anew(product)
        _record(review, "review.changed", actor=user.subject, shown=was_shown)
    return review


@transaction.atomic
def withdraw_review(product: Product, *, user: User) -> None:
    """Take the author's words and photos away for good.

    Raises NotFound when there is no review.
    """
    product, review = _lock(_review_of(user, product))
    was_shown = review.status == ReviewStatus.PUBLISHED
    review.title = review.text = review.author = ""
    _move(review, ReviewStatus.WITHDRAWN)
    _drop_photos(review.photos.all())
    if was_shown:
        _count_anew(product)
    _record(review, "review.withdrawn", actor=user.subject, shown=was_shown)


def add_sample_review(
    product: Product, *, author: str, words: Words, at: datetime, files: Sequence[IO[bytes]], actor: str
) -> Review:
    """Publish a made-up review that says so on every screen; it belongs to nobody."""
    with PHOTOS.stored(files) as stored, transaction.atomic():
        review = Review.objects.create(
            product=product,
            author=author,
            language=language_of(words),
            is_sample=True,
            created_at=at,
            edited_at=at,
            **vars(words),
        )
        _add_photos(review, stored)
        return decide(review.public_id, ReviewStatus.PUBLISHED, version=review.version, actor=actor)


@transaction.atomic
def decide(
    public_id: str, status: ReviewStatus, *, version: int, actor: str, reason: str = "", note: str = ""
) -> Review:
    """Publish or reject the review that was looked at (`version`), or let it wait again; idempotent.

    The author of a rejected one reads reason and note.

    Raises NotFound, REVIEW_CHANGED.
    """
    found = Review.objects.filter(public_id=public_id).first()
    if found is None:
        raise NotFound(f"review {public_id!r}")
    product, review = _lock(found)
    if review.status == ReviewStatus.WITHDRAWN:
        raise NotFound(f"{review} was withdrawn")
    if (review.status, review.reason, review.note) == (status, reason, note):
        return review
    if review.version != version:
        raise Conflict(
            f"{review}: version {version} was looked at, now {review.version}", code=ErrorCode.REVIEW_CHANGED
        )
    before = str(review.status)
    was_shown = before == ReviewStatus.PUBLISHED
    review.moderated_at = None if status == ReviewStatus.PENDING else timezone.now()
    _move(review, status, reason=reason, note=note)
    shown = was_shown or status == ReviewStatus.PUBLISHED
    if shown:
        _count_anew(product)
    name = "reopened" if status == ReviewStatus.PENDING else str(status)
    audit(
        f"review.{name}",
        subject=f"review:{review.public_id}",
        actor=actor,
        before={"status": before},
        after={"status": str(status), "reason": reason},
        note=note,
    )
    _record(review, f"review.{name}", actor=actor, shown=shown)
    return review


def _review_of(user: User, product: Product) -> Review:
    """Return what this person said about the product; raises NotFound."""
    found = Review.objects.not_withdrawn().filter(product=product, user=user).first()
    if found is None:
        raise NotFound(f"{user} did not review {product}")
    return found


def _create(*, product: Product, user: User, order: Order, author: str, words: Words) -> Review:
    try:
        with transaction.atomic():
            return Review.objects.create(
                product=product,
                user=user,
                order=order,
                author=author,
                language=language_of(words),
                **vars(words),
            )
    except IntegrityError as error:
        raise Conflict(f"{user} reviewed {product} before", code=ErrorCode.REVIEW_EXISTS) from error


def _say(review: Review, words: Words) -> None:
    """Put the words into the locked review, which then waits to be read."""
    review.rating, review.title, review.text = words.rating, words.title, words.text
    review.language = language_of(words)
    review.edited_at = timezone.now()
    review.moderated_at = None
    _move(review, ReviewStatus.PENDING)


def _drop_photos(dropped: QuerySet[ReviewPhoto]) -> None:
    """Remove the photos, their files as soon as that is certain."""
    PHOTOS.discard(list(dropped.values_list("key", flat=True)))
    dropped.delete()


def _lock(review: Review) -> tuple[Product, Review]:
    """Lock product and review, in this order, and read both as they are now."""
    product = lock_products([review.product_id])[review.product_id]
    locked = Review.objects.select_for_update(of=("self",)).select_related("product").get(pk=review.pk)
    return product, locked


def _move(review: Review, status: ReviewStatus, *, reason: str = "", note: str = "") -> None:
    """Save the locked review and move it; a reason stands on rejected ones only."""
    review.reason = review.note = ""
    review.save()
    if not review.transition_to(status):
        review.bump()
    if reason:
        review.reason, review.note = reason, note
        review.save(update_fields=["reason", "note"])


def _add_photos(review: Review, stored: NewPhotos) -> None:
    last = review.photos.last()
    ReviewPhoto.keep(stored, first=last.position + 1 if last else 0, review=review)


def _count_anew(product: Product) -> None:
    """Write the locked product's average and count from what is published now."""
    average, count = Review.objects.filter(product=product).published().average_and_count()
    product.rating_average = round(Decimal(str(average)), 2)
    product.rating_count = count
    product.save(update_fields=["rating_average", "rating_count"])
    product.bump()


def _record(review: Review, name: str, *, actor: str, shown: bool = False) -> None:
    """Write the event; `shown` says that the product's page changed by it."""
    topics = ["staff:reviews"]
    if shown:
        topics.append(f"product:{review.product.slug}")
    publish(
        name,
        subject=f"review:{review.public_id}",
        topics=topics,
        payload={"product": review.product.slug, "rating": review.rating, "reason": review.reason},
        actor=actor,
    )


def shown_name(name: str) -> str:
    """Return the first name and the initial of the last one; '' when there is no name in it.

    Never an address or a number somebody typed as a name.
    """
    words = [word for word in name.split() if word[0].isalpha() and "@" not in word]
    if not words:
        return ""
    first = words[0][:40]
    return f"{first} {words[-1][0].upper()}." if len(words) > 1 else first


def language_of(words: Words) -> str:
    """Return the language by the script most of it is written in: 'hi' or 'en'."""
    text = f"{words.title} {words.text}"
    devanagari = sum("\u0900" <= character <= "\u097f" and character.isalpha() for character in text)
    latin = sum("a" <= character <= "z" for character in text.lower())
    return "hi" if devanagari > latin else "en"
