"""Messages of the API: in the requested language, and naming the field that is wrong."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import override

from project.core.errors import ErrorCode
from project.core.messages import field_sentence
from tests.factories import log_in, make_product, make_user
from tests.http import Api

pytestmark = pytest.mark.any_stack


def test_every_success_has_a_text_that_can_be_translated() -> None:
    unmarked = [
        f"{file}: {text}"
        for file in (Path(settings.BASE_DIR) / "project").rglob("*api.py")
        for text in re.findall(r'(?:message=|_answer\(.*, |CODE_SENT = )"([^"]+)"', file.read_text())
    ]

    assert unmarked == []


def test_every_error_has_a_sentence_of_its_own() -> None:
    assert [code for code in ErrorCode if not isinstance(code.label, Promise)] == []


@pytest.mark.django_db
def test_success_is_told_in_the_requested_language() -> None:
    body = {"email": "asha@example.com"}

    told = Api(language="hi").post("/auth/send-otp", body).body["message"]

    assert told == "कोड भेज दिया गया है! अपना ईमेल देखें।"


@pytest.mark.django_db
def test_refused_field_has_its_hindi_name() -> None:
    item = {"productId": make_product().public_id, "quantity": "many"}

    refusal = Api(language="hi").post("/orders/quote", {"items": [item]})

    assert refusal.body["errors"] == {"items.0.quantity": "मात्रा सही नहीं है"}


@pytest.mark.parametrize(
    ("kind", "path", "english", "hindi"),
    [
        ("int_type", "title.en", "Title (English) is not valid", "शीर्षक (अंग्रेज़ी) सही नहीं है"),
        ("int_type", "items.0", "Items is not valid", "वस्तुएँ सही नहीं है"),
        ("missing", "order_id", "Order id is required", "ऑर्डर संख्या आवश्यक है"),
    ],
)
def test_refusal_names_the_field(kind: str, path: str, english: str, hindi: str) -> None:
    for language, sentence in (("en", english), ("hi", hindi)):
        with override(language):
            assert field_sentence({"type": kind}, path.split(".")) == sentence


@pytest.mark.parametrize(
    ("rating", "english", "hindi"),
    [
        (9, "Rating must be at most 5", "रेटिंग: अधिक से अधिक 5"),
        (0, "Rating must be at least 1", "रेटिंग: कम से कम 1"),
    ],
)
@pytest.mark.django_db
def test_number_beyond_a_bound_is_told_the_bound(rating: int, english: str, hindi: str) -> None:
    path = f"/products/{make_product().slug}/reviews"

    for language, told in (("en", english), ("hi", hindi)):
        assert Api(language=language).get(path, {"rating": rating}).body["errors"] == {"rating": told}


@pytest.mark.django_db
def test_discount_above_all_of_the_price_is_told_the_bounds() -> None:
    staff = Api(token=log_in(make_user(role="admin")))

    refusal = staff.post("/admin/products", {"discountPercentage": 120})

    assert refusal.body["errors"]["discountPercentage"] == "Please enter a whole number from 0 to 100"


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_body_that_another_site_may_send_unasked_is_refused(kind: str) -> None:
    answer = Api().post("/orders/quote", {"items": []}, content_type=kind)

    assert answer.refusal == (400, "VALIDATION")
