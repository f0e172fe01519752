"""Messages of the API: in the requested language, and naming the field that is wrong."""

import re
from pathlib import Path

import pytest
from django.conf import settings

from project.core.messages import done_text, field_message, label_of
from project.core.messages.fields import LABELS_HI
from tests.factories import log_in, make_product, make_user
from tests.http import Api
from tests.rights import calls

pytestmark = pytest.mark.any_stack


def test_every_success_has_its_sentence_in_hindi() -> None:
    root = Path(settings.BASE_DIR) / "project"
    said = {
        text
        for file in root.rglob("*.py")
        # What a trigger says is for developers.
        if file.name != "triggers.py"
        for text in re.findall(r'(?:message=|CODE_SENT = )"([^"]+)"', file.read_text())
    }

    assert "Address saved" in said
    assert {text for text in said if done_text(text, "hi") == text} == set()


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


def test_every_field_that_can_be_sent_has_a_hindi_label() -> None:
    from project.api import api

    schemas = api.get_openapi_schema()["components"]["schemas"]
    paths = api.get_openapi_schema()["paths"]
    names: set[str] = set()

    def walk(schema: dict[str, object], seen: frozenset[str]) -> None:
        if isinstance(ref := schema.get("$ref"), str):
            if ref in seen:
                return
            seen |= {ref}
            schema = schemas[ref.rpartition("/")[2]]
        properties = schema.get("properties", {})
        assert isinstance(properties, dict)
        names.update(properties)
        for part in (*properties.values(), *_parts(schema)):
            walk(part, seen)

    for call in calls():
        operation = paths[f"/api{call.path}"][call.method.lower()]
        names.update(parameter["name"] for parameter in operation.get("parameters", ()))
        for content in operation.get("requestBody", {}).get("content", {}).values():
            walk(content["schema"], frozenset())

    assert "quantity" in names
    assert {label_of(name) for name in names} - set(LABELS_HI) == set()


def _parts(schema: dict[str, object]) -> list[dict[str, object]]:
    parts = [part for kind in ("anyOf", "oneOf", "allOf") for part in schema.get(kind, [])]  # type: ignore[attr-defined]
    items = schema.get("items")
    return [*parts, *([items] if isinstance(items, dict) else [])]


@pytest.mark.parametrize(
    ("kind", "path", "english", "hindi"),
    [
        ("invalid", "title.en", "Title (English) is not valid", "शीर्षक (अंग्रेज़ी) सही नहीं है"),
        ("invalid", "items.0", "Items is not valid", "वस्तुएँ सही नहीं है"),
        ("required", "order_id", "Order id is required", "ऑर्डर संख्या आवश्यक है"),
    ],
)
def test_refusal_names_the_field(kind: str, path: str, english: str, hindi: str) -> None:
    assert (field_message(kind, path, "en"), field_message(kind, path, "hi")) == (english, hindi)


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


def test_number_out_of_bounds_is_told_the_bounds() -> None:
    told = field_message("whole_between", "percent", "en", lowest=1, highest=100)

    assert told == "Please enter a whole number from 1 to 100"


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_body_that_another_site_may_send_unasked_is_refused(kind: str) -> None:
    answer = Api().post("/orders/quote", {"items": []}, content_type=kind)

    assert answer.refusal == (400, "VALIDATION")
