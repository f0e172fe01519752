"""The banner above the header: published for a while, in both languages, never longer."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.content.test_edit_content import problems, publish, save, staff
from tests.http import Api

pytestmark = pytest.mark.django_db

KEY = "banner:shop"


def banner(**options: str) -> dict[str, Any]:
    return {
        "en": {"text": "Closed for Diwali"},
        "hi": {"text": "दीवाली पर बंद"},
        "options": {"link": "/shipping", "from": "", "until": "", "on": "1"} | options,
    }


def at(**difference: int) -> str:
    return f"{timezone.localtime() + timedelta(**difference):%Y-%m-%dT%H:%M}"


def shown(language: str = "en") -> Any:
    return Api(language=language).get("/banner").data["banner"]


def test_there_is_none_until_one_is_published() -> None:
    api = staff()
    assert shown() is None
    save(api, KEY, banner())
    assert shown() is None

    publish(api, KEY, banner(until=at(days=1)), 1)

    found = shown()
    assert (found["text"], found["link"], found["isShown"]) == ("Closed for Diwali", "/shipping", True)
    assert shown("hi")["text"] == "दीवाली पर बंद"


# Moments of the collection: a long run may come to the test hours later.
@pytest.mark.parametrize(
    ("options", "is_shown"),
    [
        ({"on": ""}, None),
        ({"until": at(minutes=-2)}, None),
        ({"from": at(days=7)}, False),
        ({"from": at(hours=-1), "until": at(days=7)}, True),
    ],
)
def test_banner_is_shown_within_its_time(options: dict[str, str], is_shown: bool | None) -> None:
    publish(staff(), KEY, banner(**options))

    found = shown()

    assert (found and found["isShown"]) is is_shown


@pytest.mark.parametrize(
    ("options", "field", "kind"),
    [
        ({"link": "javascript:alert(1)"}, "link", "link_refused"),
        ({"link": "//evil.example"}, "link", "link_refused"),
        ({"from": "tomorrow"}, "from", "invalid"),
        ({"from": "2026-12-02T10:00", "until": "2026-12-02T10:00"}, "until", "ends_before"),
    ],
)
def test_banner_that_cannot_be_shown_is_refused(options: dict[str, str], field: str, kind: str) -> None:
    assert problems(staff(), KEY, banner(**options)) == [("", field, kind)]


def test_banner_needs_both_languages() -> None:
    assert problems(staff(), KEY, banner() | {"hi": {"text": " "}}) == [("hi", "text", "missing")]


def test_markup_in_a_banner_is_taken_out() -> None:
    entry = publish(
        staff(), KEY, banner() | {"en": {"text": "<b onclick=alert(1)>Sale</b><script>x</script>"}}
    )

    assert entry["shown"]["en"]["text"] == shown()["text"] == "Sale"
