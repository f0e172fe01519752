"""The profile: what may be changed, and by whom."""

from typing import Any

import pytest

from project.events.models import Event
from tests.accounts.login_helpers import ADDRESS, SAVED, signed_in
from tests.http import Api

pytestmark = pytest.mark.django_db


def test_name_phone_language_and_address_can_be_changed() -> None:
    user, api = signed_in(phone="")

    answer = api.other(
        "PUT",
        "/auth/profile",
        {"name": "  Asha   Rao ", "phone": "+91 98765-43210", "language": "hi", "address": ADDRESS},
    )

    assert answer.body["message"] == "Profile updated successfully!"
    shown = answer.data["user"]
    assert (shown["name"], shown["phone"], shown["language"]) == ("Asha Rao", "9876543210", "hi")
    assert shown["address"] == ADDRESS
    assert api.get("/auth/profile").data["user"] == shown
    event = Event.objects.get(name="user.profile_changed")
    assert (event.topics, event.payload) == ([f"account:{user.public_id}"], {})


def test_what_is_left_out_stays() -> None:
    _, api = signed_in(name="Asha", phone="9876543210")

    shown = api.other("PUT", "/auth/profile", {"language": "hi"}).data["user"]

    assert (shown["name"], shown["phone"], shown["language"]) == ("Asha", "9876543210", "hi")


def test_phone_can_be_taken_away() -> None:
    _, api = signed_in(phone="9876543210")

    assert api.other("PUT", "/auth/profile", {"phone": " "}).data["user"]["phone"] == ""


@pytest.mark.parametrize(
    "sly",
    [
        {"isAdmin": True},
        {"role": "admin"},
        {"is_admin": True},
        {"_id": "U1"},
        {"isActive": False},
        {"password": "malas under the banyan"},
        {"hasPassword": True},
        {"version": 99},
    ],
)
def test_nothing_else_is_writable(sly: dict[str, Any]) -> None:
    _, api = signed_in()
    before = api.get("/auth/profile").data["user"]

    after = api.other("PUT", "/auth/profile", {"name": before["name"]} | sly).data["user"]

    assert after == before | {"version": 2}


def test_profile_address_is_the_default_entry_of_the_address_book() -> None:
    _, api = signed_in(name="Asha Rao", phone="9876543210")
    api.other("PUT", "/auth/profile", {"address": ADDRESS})
    api.other("PUT", "/auth/profile", {"address": ADDRESS | {"street": "7 Hill Road"}})

    book = api.get("/auth/addresses").data["addresses"]

    assert [(entry["street"], entry["name"], entry["isDefault"]) for entry in book] == [
        ("7 Hill Road", "Asha Rao", True)
    ]


@pytest.mark.parametrize(
    ("body", "field", "english", "hindi"),
    [
        ({"name": ""}, "name", "Name is required", "नाम आवश्यक है"),
        ({"name": "x" * 200}, "name", "Name is too long", "नाम बहुत लंबा है"),
        (
            {"phone": "123"},
            "phone",
            "Please enter a valid 10-digit phone number",
            "कृपया 10 अंकों का सही फ़ोन नंबर दर्ज करें",
        ),
        ({"language": "fr"}, "language", "Language is not valid", "भाषा सही नहीं है"),
        (
            {"address": ADDRESS | {"pincode": "4110"}},
            "address.pincode",
            "Please enter a valid 6-digit pincode",
            "कृपया 6 अंकों का सही पिनकोड दर्ज करें",
        ),
        (
            {"address": ADDRESS | {"pincode": "110001"}},
            "address.pincode",
            "This pincode is not in Maharashtra",
            "यह पिनकोड महाराष्ट्र का नहीं है",
        ),
        ({"address": ADDRESS | {"city": "  "}}, "address.city", "City is required", "शहर आवश्यक है"),
    ],
)
def test_bad_field_is_named_in_both_languages(
    body: dict[str, Any], field: str, english: str, hindi: str
) -> None:
    user, api = signed_in()
    _, hindi_api = signed_in(user, language="hi")

    first, second = (browser.other("PUT", "/auth/profile", body) for browser in (api, hindi_api))

    assert first.refusal == second.refusal == (422, "VALIDATION")
    assert (first.body["errors"], second.body["errors"]) == ({field: english}, {field: hindi})


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/auth/profile"),
        ("PUT", "/auth/profile"),
        ("GET", "/auth/addresses"),
        ("POST", "/auth/addresses"),
        ("PUT", "/auth/addresses/A1"),
        ("DELETE", "/auth/addresses/A1"),
        ("POST", "/auth/email/send-otp"),
        ("PUT", "/auth/email"),
        ("POST", "/auth/confirm/send-otp"),
        ("PUT", "/auth/password"),
        ("GET", "/auth/sessions"),
        ("POST", "/auth/sessions/end"),
        ("GET", "/auth/data"),
        ("POST", "/auth/account/delete"),
    ],
)
def test_account_is_closed_to_guests_and_to_a_logged_out_token(method: str, path: str) -> None:
    _, api = signed_in()
    api.post("/auth/logout")

    assert Api().other(method, path, SAVED).refusal == (401, "UNAUTHENTICATED")
    assert api.other(method, path, SAVED).refusal == (401, "TOKEN_REFUSED")
