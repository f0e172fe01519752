"""Every answer of the API, good or bad, comes in the one envelope."""

import logging
from datetime import datetime

import pytest
from django.utils import timezone
from pytest_django.fixtures import Settings

from tests.http import Api
from tests.shop_settings import change_shop


@pytest.mark.django_db
def test_success_carries_message_and_data(api: Api, settings: Settings) -> None:
    answer = api.get("/shop")

    assert answer.status == 200
    assert answer.body["success"] is True
    assert answer.body["message"] == ""
    assert answer.data["name"]["en"] == "Akshamala"
    assert answer.data["siteUrl"] == settings.SITE_URL


@pytest.mark.parametrize("path", ["/shop", "/nothing"])
@pytest.mark.django_db
def test_each_answer_names_the_servers_time(api: Api, path: str) -> None:
    before = timezone.now()

    answered_at = datetime.fromisoformat(api.get(path).headers["X-Answered-At"])

    assert before <= answered_at <= timezone.now()


@pytest.mark.parametrize(
    "path", ["/nothing", "/", "", "/orders", "/transactions/", "/%00", "/auth/orders/%00"]
)
def test_unknown_path_is_a_404_in_the_envelope(api: Api, path: str) -> None:
    assert api.get(path).refusal == (404, "NOT_FOUND")


def test_wrong_method_is_a_405_that_names_the_right_ones(api: Api) -> None:
    answer = api.other("DELETE", "/orders/quote")

    assert answer.refusal == (405, "METHOD_NOT_ALLOWED")
    assert answer.headers["Allow"] == "POST"


@pytest.mark.parametrize("body", [b"{", b"\xff\xfe", b"[" * 100_000, b'{"items": ' + b"9" * 5000 + b"}"])
def test_malformed_json_is_a_400(api: Api, body: bytes) -> None:
    assert api.post("/orders/quote", body).refusal == (400, "VALIDATION")


@pytest.mark.parametrize("body", [b"", b"null", b"[]", b"7", b'"text"', b"{}", b'{"items": {}}'])
def test_json_of_another_shape_is_a_422(api: Api, body: bytes) -> None:
    assert api.post("/orders/quote", body).refusal == (422, "VALIDATION")


def test_body_over_a_megabyte_is_a_413(api: Api) -> None:
    body = b'{"items": "' + b"x" * (1024 * 1024) + b'"}'

    assert api.post("/orders/quote", body).refusal == (413, "PAYLOAD_TOO_LARGE")
    assert api.post("/payments/webhooks/phonepe", body).refusal == (413, "PAYLOAD_TOO_LARGE")


@pytest.mark.django_db
@pytest.mark.parametrize("text", ["\x00", "a\x00b", "\ud800"])
def test_text_that_no_database_stores_is_refused(api: Api, text: str) -> None:
    quote = api.post("/orders/quote", {"items": [{"productId": text, "quantity": 1}]})
    pay = api.post("/phonepe/create-order", {"orderId": text})
    login = api.post("/auth/verify-otp", {"email": f"a{text}@example.com", "otp": text})

    assert {quote.status, pay.status, login.status} <= {400, 422}


@pytest.mark.django_db
def test_unexpected_error_shows_a_reference_and_nothing_else(
    api: Api, caplog: pytest.LogCaptureFixture
) -> None:
    change_shop(seller={"legal_name": {"secret": "database password"}})

    with caplog.at_level(logging.ERROR):
        answer = api.get("/shop")

    assert answer.refusal == (500, "INTERNAL")
    assert set(answer.body) == {"success", "message", "code", "errors", "reference"}
    assert "password" not in str(answer.body)
    assert answer.body["reference"] in caplog.text


@pytest.mark.django_db
def test_unexpected_error_names_its_cause_while_developing(api: Api, settings: Settings) -> None:
    settings.DEBUG = True
    change_shop(seller={"legal_name": {}})

    assert "should be a valid string" in api.get("/shop").body["data"]["exception"]


def test_messages_follow_the_language_of_the_caller() -> None:
    english = Api(language="en-IN,en;q=0.9").get("/nothing")
    hindi = Api(language="hi-IN,hi;q=0.9,en;q=0.5").get("/nothing")
    other = Api(language="xx,*;q=0.1").get("/nothing")

    assert english.body["message"] == "Not found"
    assert hindi.body["message"] == "नहीं मिला"
    assert other.body["message"] == "Not found"
