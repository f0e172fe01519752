"""The shop reads every review before it is shown, and what is shown is what is counted."""

import pytest

from project.accounts.models import Role
from project.catalog.models import Product
from project.events.models import AuditEntry, Event
from project.events.topics import GUEST, Caller
from project.live_topics import find
from project.reviews.models import Review
from tests.factories import make_product
from tests.http import Api
from tests.reviews.review_helpers import buyer, decide, published, rewrite, staff, write

pytestmark = pytest.mark.django_db


@pytest.fixture
def product() -> Product:
    return make_product(slug="five")


@pytest.fixture
def review(product: Product) -> Review:
    write(buyer(product, name="Asha Rao"), product, rating=4)
    return Review.objects.get()


def rating(product: Product) -> dict[str, float]:
    """The rating as the product's page shows it."""
    result: dict[str, float] = Api().get(f"/products/{product.slug}").data["product"]["rating"]
    return result


def test_a_published_review_is_shown_and_counted(product: Product, review: Review) -> None:
    answer = decide(staff(), review, "publish")

    assert answer.data["review"]["status"] == "published"
    [shown] = Api().get("/products/five/reviews").data["reviews"]
    assert (shown["_id"], shown["author"], shown["isSample"]) == (review.public_id, "Asha R.", False)
    assert not {"status", "reason", "orderId", "email"} & set(shown)
    assert rating(product) == {"average": 4, "count": 1}
    logged = AuditEntry.objects.get(action="review.published")
    assert (logged.subject, logged.after["status"]) == (f"review:{review.public_id}", "published")


def test_the_average_is_that_of_published_reviews_alone(product: Product) -> None:
    for stars in (5, 5, 4):
        published(product, rating=stars)
    write(buyer(product), product, rating=1)

    summary = Api().get("/products/five/reviews").data["summary"]

    assert summary == {
        "average": 4.67,
        "count": 3,
        "sampleCount": 0,
        "withPhotos": 0,
        "distribution": {"1": 0, "2": 0, "3": 0, "4": 1, "5": 2},
    }
    assert rating(product) == {"average": 4.67, "count": 3}


def test_publishing_changes_the_products_live_topic(product: Product, review: Review) -> None:
    topic = find("product:five")
    assert topic is not None
    before = topic.read(GUEST, "product:five")

    decide(staff(), review, "publish")

    after = topic.read(GUEST, "product:five")
    assert before is not None
    assert after is not None
    assert after.version > before.version
    assert after.data["rating"] == {"average": 4, "count": 1}
    event = Event.objects.latest("id")
    assert (event.name, event.subject) == ("review.published", f"review:{review.public_id}")
    assert event.topics == ["staff:reviews", "product:five"]


def test_a_review_that_is_only_written_leaves_the_products_page_alone(review: Review) -> None:
    assert Event.objects.latest("id").topics == ["staff:reviews"]


def test_a_published_review_can_be_taken_down(product: Product) -> None:
    published(product, rating=5)
    bad = published(product, rating=1)
    assert rating(product) == {"average": 3, "count": 2}

    decide(staff(), bad, "reject", reason="advertising")

    assert rating(product) == {"average": 5, "count": 1}
    assert len(Api().get("/products/five/reviews").data["reviews"]) == 1


def test_a_decision_can_be_taken_back(product: Product, review: Review) -> None:
    admin = staff()
    decide(admin, review, "publish")

    answer = decide(admin, review, "reopen")

    assert answer.data["review"]["status"] == "pending"
    assert answer.data["review"]["moderatedAt"] is None
    assert rating(product) == {"average": 0, "count": 0}


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "reason"),
        ({"reason": ""}, "reason"),
        ({"reason": "Because."}, "reason"),
        ({"reason": "other"}, "note"),
        ({"reason": "other", "note": " \u202e\n "}, "note"),
        ({"reason": "photo", "note": "x" * 501}, "note"),
    ],
)
def test_a_rejection_has_a_known_reason_or_says_the_other_one(
    review: Review, body: dict[str, str], field: str
) -> None:
    answer = decide(staff(), review, "reject", **body)

    assert answer.refusal == (422, "VALIDATION")
    assert list(answer.body["errors"]) == [field]
    assert Review.objects.get().status == "pending"


def test_the_author_gets_the_reason_as_a_code_and_the_note_as_it_was_written(product: Product) -> None:
    author = buyer(product)
    write(author, product)
    review = Review.objects.get()

    decide(staff(), review, "reject", reason="personal", note="  Line 2 has a\nphone number. ")

    mine = author.get("/products/five/reviews/mine").data["review"]
    assert (mine["status"], mine["reason"]) == ("rejected", "personal")
    assert mine["note"] == "Line 2 has a phone number."


def test_the_reason_of_a_rejection_can_be_corrected(review: Review) -> None:
    admin = staff()
    decide(admin, review, "reject", reason="photo")

    answer = decide(admin, review, "reject", reason="other", note="Please write about the bead.")

    assert answer.data["review"]["reason"] == "other"
    assert answer.data["review"]["note"] == "Please write about the bead."


def test_a_reason_ends_with_the_rejection(review: Review) -> None:
    admin = staff()
    decide(admin, review, "reject", reason="photo", note="The second one.")

    answer = decide(admin, review, "reopen")

    assert (answer.data["review"]["reason"], answer.data["review"]["note"]) == (None, "")


def test_nobody_publishes_what_they_have_not_read(product: Product) -> None:
    author = buyer(product)
    write(author, product)
    review = Review.objects.get()
    seen = review.version
    rewrite(author, product, text="Something else entirely, written meanwhile.")

    answer = staff().post(f"/admin/reviews/{review.public_id}/publish", {"version": seen})

    assert answer.refusal == (409, "REVIEW_CHANGED")
    assert Api().get("/products/five/reviews").data["reviews"] == []


def test_the_same_decision_twice_is_one(review: Review) -> None:
    admin = staff()
    version = review.version
    path = f"/admin/reviews/{review.public_id}/publish"
    first = admin.post(path, {"version": version})
    events = Event.objects.count()

    again = admin.post(path, {"version": version})

    assert again.data == first.data
    assert Event.objects.count() == events


def test_support_reads_and_only_admins_decide(review: Review) -> None:
    support = staff(Role.SUPPORT)

    assert len(support.get("/admin/reviews").data["reviews"]) == 1
    for verb, body in (("publish", {}), ("reject", {"reason": "photo"}), ("reopen", {})):
        assert decide(support, review, verb, **body).refusal == (403, "FORBIDDEN")
    assert Review.objects.get().status == "pending"


def test_customers_and_guests_do_not_see_the_queue(product: Product, review: Review) -> None:
    assert buyer(product).get("/admin/reviews").refusal == (403, "FORBIDDEN")
    assert Api().get("/admin/reviews").refusal == (401, "UNAUTHENTICATED")
    assert decide(buyer(product), review, "publish").refusal == (403, "FORBIDDEN")


def test_the_queue_is_in_the_order_of_waiting(product: Product) -> None:
    early = buyer(product)
    write(early, product, title="First")
    write(buyer(product), product, title="Second")
    rewrite(early, product, title="First, changed")

    data = staff().get("/admin/reviews").data

    assert [row["title"] for row in data["reviews"]] == ["Second", "First, changed"]
    assert data["counts"] == {"pending": 2, "published": 0, "rejected": 0}
    row = data["reviews"][0]
    assert row["product"]["slug"] == "five"
    assert row["orderId"].startswith("AKS-")


def test_the_queue_asks_no_more_questions_for_more_rows(
    product: Product, django_assert_num_queries: object
) -> None:
    for _ in range(5):
        write(buyer(product), product)
    admin = staff()

    with django_assert_num_queries(5):  # type: ignore[operator]  # token, rows, photos, counts, total
        assert len(admin.get("/admin/reviews").data["reviews"]) == 5


def test_an_unknown_review_or_status(review: Review) -> None:
    admin = staff()

    assert admin.post("/admin/reviews/unknown/publish", {"version": 1}).refusal == (404, "NOT_FOUND")
    assert admin.get("/admin/reviews", {"status": "all"}).refusal == (422, "VALIDATION")
    assert admin.post(f"/admin/reviews/{review.public_id}/publish", {}).refusal == (422, "VALIDATION")


def test_staff_watch_how_much_waits(product: Product) -> None:
    topic = find("staff:reviews")
    assert topic is not None
    support = Caller(user_id=1, role="support")
    assert topic.may(support, "staff:reviews")
    assert not topic.may(GUEST, "staff:reviews")
    before = topic.read(support, "staff:reviews")

    review = published(product)

    after = topic.read(support, "staff:reviews")
    assert before is not None
    assert after is not None
    assert after.version > before.version
    assert after.data == {"pending": 0, "published": 1, "rejected": 0, "version": after.version}
    decide(staff(), review, "reopen")
    newest = topic.read(support, "staff:reviews")
    assert newest is not None
    assert newest.version > after.version
