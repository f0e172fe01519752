"""A buyer's word about a product: who may say what."""

from typing import Any

import pytest

from project.orders import actions as orders
from project.reviews.actions import shown_name
from project.reviews.models import Review, ReviewStatus
from tests.factories import log_in, make_product, make_user
from tests.http import Api
from tests.reviews.review_helpers import WORDS, buyer, decide, order, pay, rewrite, staff, write

pytestmark = pytest.mark.django_db


def test_a_buyers_review_waits_to_be_read() -> None:
    product = make_product()
    api = buyer(product, name="Asha Rao")

    mine = write(api, product).data

    assert mine["canReview"] is True
    assert mine["review"]["status"] == "pending"
    assert mine["review"]["author"] == "Asha R."
    assert {name: mine["review"][name] for name in WORDS} == WORDS
    assert api.get(f"/products/{product.slug}/reviews/mine").data == mine
    shown = Api().get(f"/products/{product.slug}/reviews").data
    assert shown["reviews"] == []
    assert shown["summary"]["count"] == 0


def test_who_did_not_buy_it_is_refused_in_their_language() -> None:
    product, other = make_product(), make_product()
    api = buyer(other)

    answer = write(api, product)
    api.language = "hi"
    hindi = write(api, product)

    assert answer.refusal == (403, "NOT_A_BUYER")
    assert answer.body["message"] == "Only customers who bought this product can review it"
    assert hindi.body["message"] == "यह उत्पाद ख़रीदने वाले ग्राहक ही इसकी समीक्षा लिख सकते हैं"
    assert Review.objects.count() == 0
    mine = api.get(f"/products/{product.slug}/reviews/mine").data
    assert mine == {"canReview": False, "reason": "NOT_A_BUYER", "review": None}


def test_a_guest_is_asked_to_log_in() -> None:
    product = make_product()

    assert write(Api(), product).refusal == (401, "UNAUTHENTICATED")
    assert Api().get(f"/products/{product.slug}/reviews/mine").refusal == (401, "UNAUTHENTICATED")


def test_an_order_that_is_not_paid_is_no_purchase() -> None:
    product, user = make_product(), make_user()
    order(user, product)

    assert write(Api(token=log_in(user)), product).refusal == (403, "NOT_A_BUYER")


def test_an_order_that_was_cancelled_is_no_purchase() -> None:
    product, user = make_product(), make_user()
    placed = order(user, product)
    orders.cancel_unpaid(placed.order_id, cause="test")

    assert write(Api(token=log_in(user)), product).refusal == (403, "NOT_A_BUYER")


def test_a_paid_order_that_came_back_is_no_purchase() -> None:
    product, user = make_product(), make_user()
    paid = pay(order(user, product))
    for status in ("processing", "packaging", "dispatched", "shipped", "delivered"):
        paid.transition_to(status)
    api = Api(token=log_in(user))
    assert api.get(f"/products/{product.slug}/reviews/mine").data["canReview"] is True

    paid.transition_to("returned")

    assert write(api, product).refusal == (403, "NOT_A_BUYER")


def test_a_second_review_of_the_same_product_is_refused() -> None:
    product, other = make_product(), make_product()
    user = make_user()
    pay(order(user, product))
    pay(order(user, other))
    api = Api(token=log_in(user))
    write(api, product)

    again = write(api, product, title="Once more")
    elsewhere = write(api, other)

    assert again.refusal == (409, "REVIEW_EXISTS")
    assert "change your review" in again.body["message"]
    assert elsewhere.status == 200
    assert sorted(Review.objects.values_list("title", flat=True)) == ["A fine bead"] * 2


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("rating", "0", "Rating must be at least 1"),
        ("rating", "6", "Rating must be at most 5"),
        ("rating", "4.5", "Rating is not valid"),
        ("rating", "", "Rating is not valid"),
        ("title", "", "Title is required"),
        ("title", " \n ", "Title is required"),
        ("title", "x" * 121, "Title is too long"),
        ("text", "", "Text is required"),
        ("text", "  short  ", "Please write at least 10 characters"),
        ("text", "x" * 4001, "Text is too long"),
        ("text", "A bead with a \x00 in it", "Text is not valid"),
    ],
)
def test_each_wrong_field_is_named(field: str, value: str, message: str) -> None:
    product = make_product()

    answer = write(buyer(product), product, **{field: value})

    assert answer.refusal == (422, "VALIDATION")
    assert answer.body["errors"] == {field: message}


def test_a_field_that_is_missing_is_named_in_hindi() -> None:
    product = make_product()
    api = buyer(product)
    api.language = "hi"

    answer = api.form(f"/products/{product.slug}/reviews", {"rating": 5})

    assert answer.body["errors"] == {"title": "शीर्षक आवश्यक है", "text": "समीक्षा आवश्यक है"}


def test_a_megabyte_of_text_is_too_large() -> None:
    product = make_product()
    api = buyer(product)
    api.language = "hi"

    answer = write(api, product, text="भ" * 1024 * 1024)

    assert answer.refusal == (413, "PAYLOAD_TOO_LARGE")
    assert answer.body["message"] == "अनुरोध बहुत बड़ा है"


def test_a_script_stays_the_text_it_is() -> None:
    product = make_product()
    words = {"title": "<b>Fine</b>", "text": "<script>alert('x')</script> & <img src=x onerror=alert(1)>"}

    write(buyer(product), product, **words)
    review = Review.objects.get()
    decide(staff(), review, "publish")

    shown = Api().get(f"/products/{product.slug}/reviews")
    assert {name: shown.data["reviews"][0][name] for name in words} == words
    assert shown.headers["Content-Type"].startswith("application/json")


def test_text_is_tidied_but_not_changed() -> None:
    product = make_product()

    write(
        buyer(product),
        product,
        title="  Two\n lines  ",
        text="\u202eFirst line \r\n\r\n\r\n\r\n  second\tline\u0007, क्‍ष stays ",
    )

    review = Review.objects.get()
    assert review.title == "Two lines"
    assert review.text == "First line\n\nsecond line, क्‍ष stays"


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Bahut sundar rudraksha hai, quality achchhi hai", "en"),
        ("बहुत सुंदर रुद्राक्ष है, quality अच्छी है", "hi"),
        ("12345 67890 ✨✨✨", "en"),
    ],
)
def test_the_language_is_that_of_the_text(text: str, language: str) -> None:
    product = make_product()
    api = buyer(product)
    api.language = "hi"

    assert write(api, product, title="५ ★", text=text).data["review"]["language"] == language


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Asha Rao", "Asha R."),
        ("  asha   devi  rao ", "asha R."),
        ("Asha", "Asha"),
        ("आशा राव", "आशा र."),
        ("asha@example.com", ""),
        ("9876543210", ""),
        ("Asha 9876543210", "Asha"),
        ("", ""),
    ],
)
def test_the_author_is_shown_by_first_name_and_initial(name: str, shown: str) -> None:
    assert shown_name(name) == shown


def test_products_that_are_not_shown_have_no_reviews() -> None:
    product = make_product()
    api = buyer(product)
    product.is_visible = False
    product.save()

    for answer in (
        write(api, product),
        rewrite(api, product),
        api.get(f"/products/{product.slug}/reviews"),
        api.get(f"/products/{product.slug}/reviews/mine"),
        api.get("/products/unknown/reviews"),
    ):
        assert answer.refusal == (404, "NOT_FOUND")


def test_an_earlier_slug_leads_to_the_same_reviews() -> None:
    product = make_product()
    product.aliases.create(slug="old-bead")
    api = buyer(product)

    assert api.form("/products/old-bead/reviews", WORDS).status == 200
    assert api.get("/products/old-bead/reviews/mine").data["review"]["title"] == WORDS["title"]


def test_a_changed_review_is_read_anew() -> None:
    product = make_product()
    api = buyer(product)
    write(api, product)
    review = Review.objects.get()
    decide(staff(), review, "publish")

    changed = rewrite(api, product, rating=2, text="After a month it has lost its colour.").data

    assert changed["review"]["status"] == "pending"
    assert changed["review"]["rating"] == 2
    product.refresh_from_db()
    assert (product.rating_count, float(product.rating_average)) == (0, 0)
    assert Api().get(f"/products/{product.slug}/reviews").data["reviews"] == []


def test_a_rejected_review_can_be_changed_and_sent_again() -> None:
    product = make_product()
    api = buyer(product)
    write(api, product)
    decide(staff(), Review.objects.get(), "reject", reason="personal", note="Not here.")
    seen = api.get(f"/products/{product.slug}/reviews/mine").data["review"]
    assert (seen["status"], seen["reason"], seen["note"]) == ("rejected", "personal", "Not here.")

    changed = rewrite(api, product).data["review"]

    assert (changed["status"], changed["reason"], changed["note"]) == ("pending", None, "")


def test_there_is_nothing_to_change_without_a_review() -> None:
    product = make_product()

    assert rewrite(buyer(product), product).refusal == (404, "NOT_FOUND")


def test_an_author_may_change_the_review_after_giving_the_piece_back() -> None:
    product, user = make_product(), make_user()
    paid = pay(order(user, product))
    api = Api(token=log_in(user))
    write(api, product)
    for status in ("processing", "packaging", "dispatched", "shipped", "delivered", "returned"):
        paid.transition_to(status)

    assert rewrite(api, product, text="It went back: the colour was another.").status == 200
    assert Review.objects.get().status == ReviewStatus.PENDING


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Content-Type": "multipart/form-data"}, 400),
        ({"Content-Type": "multipart/form-data; boundary=" + "x" * 300}, 400),
        ({"Content-Type": "application/json"}, 422),
    ],
)
def test_a_form_that_is_none_is_refused(headers: dict[str, Any], status: int) -> None:
    product = make_product()
    api = buyer(product)

    answer = api.post(f"/products/{product.slug}/reviews", b"rating=5", **headers)

    assert answer.refusal == (status, "VALIDATION")


def test_a_form_of_a_thousand_fields_is_too_large() -> None:
    product = make_product()

    answer = write(buyer(product), product, **{f"field{n}": "x" for n in range(1001)})

    assert answer.refusal == (413, "PAYLOAD_TOO_LARGE")
