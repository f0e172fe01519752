"""Many at once, on real connections."""

from pathlib import Path

import pytest
from django.db.models import Sum
from pytest_django.fixtures import Settings

from project.events.models import Event
from project.reviews.models import Review
from tests.factories import log_in, make_product, make_user
from tests.http import Api
from tests.reviews.review_helpers import buyer, order, pay, photo, published, rewrite, staff, write
from tests.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def media(settings: Settings, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT = tmp_path
    return tmp_path / "reviews"


def test_of_two_reviews_sent_at_once_one_is_kept(media: Path) -> None:
    product, user = make_product(), make_user()
    pay(order(user, product))
    token = log_in(user)

    answers = at_once(6, lambda n: write(Api(token=token), product, photo(), title=f"Try {n}"))

    assert sorted(answer.status for answer in answers) == [200, 409, 409, 409, 409, 409]
    assert {answer.body["code"] for answer in answers if answer.status == 409} == {"REVIEW_EXISTS"}
    assert Review.objects.count() == 1
    assert len(list(media.iterdir())) == 2  # no files of those that came too late


def test_published_by_two_admins_at_once_it_is_counted_once() -> None:
    product = make_product()
    write(buyer(product), product, rating=3)
    review = Review.objects.get()
    tokens = [staff().token for _ in range(4)]
    path = f"/admin/reviews/{review.public_id}/publish"

    answers = at_once(4, lambda n: Api(token=tokens[n]).post(path, {"version": review.version}))

    assert [answer.status for answer in answers] == [200] * 4
    assert Event.objects.filter(name="review.published").count() == 1
    product.refresh_from_db()
    assert (float(product.rating_average), product.rating_count) == (3, 1)


def test_of_publish_and_reject_at_once_one_wins() -> None:
    product = make_product()
    write(buyer(product), product, rating=3)
    review = Review.objects.get()
    tokens = [staff().token for _ in range(2)]
    calls: list[tuple[str, dict[str, str]]] = [("publish", {}), ("reject", {"reason": "off_topic"})]

    answers = at_once(
        2,
        lambda n: Api(token=tokens[n]).post(
            f"/admin/reviews/{review.public_id}/{calls[n][0]}", {"version": review.version} | calls[n][1]
        ),
    )

    assert sorted(answer.status for answer in answers) == [200, 409]
    review.refresh_from_db()
    product.refresh_from_db()
    assert review.status == ("published" if answers[0].status == 200 else "rejected")
    assert product.rating_count == (1 if review.status == "published" else 0)


def test_many_reviews_published_at_once_are_all_counted() -> None:
    product = make_product()
    reviews = []
    for stars in (1, 2, 3, 4, 5, 5):
        write(buyer(product), product, rating=stars)
        reviews.append(Review.objects.latest("pk"))
    tokens = [staff().token for _ in reviews]

    at_once(
        len(reviews),
        lambda n: Api(token=tokens[n]).post(
            f"/admin/reviews/{reviews[n].public_id}/publish", {"version": reviews[n].version}
        ),
    )

    product.refresh_from_db()
    assert (float(product.rating_average), product.rating_count) == (3.33, 6)


def test_a_change_and_a_decision_at_once_never_show_what_nobody_read() -> None:
    product = make_product()
    author = buyer(product)
    write(author, product, title="Read")
    review = Review.objects.get()
    admin = staff()
    path = f"/admin/reviews/{review.public_id}/publish"

    def act(number: int) -> int:
        if number:
            return Api(token=admin.token).post(path, {"version": review.version}).status
        return rewrite(Api(token=author.token), product, title="Not read").status

    at_once(2, act)

    review.refresh_from_db()
    assert (review.title, review.status) == ("Not read", "pending")
    product.refresh_from_db()
    assert product.rating_count == 0


def test_changes_at_once_never_leave_five_photos(media: Path) -> None:
    product = make_product()
    author = buyer(product)
    write(author, product, photo(), photo())
    kept = list(Review.objects.get().photos.values_list("key", flat=True))

    answers = at_once(
        2, lambda n: rewrite(Api(token=author.token), product, photo(), photo(), keepPhotos=kept)
    )

    assert {answer.status for answer in answers} <= {200, 422}
    assert Review.objects.get().photos.count() <= 4
    assert len(list(media.iterdir())) == 2 * Review.objects.get().photos.count()


def test_stock_and_reviews_of_one_product_do_not_wait_for_each_other_forever() -> None:
    product = make_product(stock=20)
    users = [make_user() for _ in range(3)]
    reviews = [published(product, rating=stars) for stars in (4, 5)]
    admin = staff()

    def act(number: int) -> object:
        if number < 3:
            return pay(order(users[number], product)).status
        review = reviews[number - 3]
        return (
            Api(token=admin.token)
            .post(
                f"/admin/reviews/{review.public_id}/reject",
                {"version": Review.objects.get(pk=review.pk).version, "reason": "off_topic"},
            )
            .status
        )

    results = at_once(5, act)

    assert results[:3] == ["confirmed"] * 3
    assert results[3:] == [200, 200]
    product.refresh_from_db()
    assert product.rating_count == 0
    assert product.stock_movements.aggregate(total=Sum("allocated_delta"))["total"] == product.allocated
