"""The owner keeps the hours of support and its closed days; pages and the chat tell customers of them."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from project.core.models import SettingsVersion
from project.core.opening_hours import WEEKDAYS
from project.events.models import AuditEntry
from tests.factories import log_in, make_user
from tests.http import Answer, Api
from tests.shop_settings import change_shop

pytestmark = pytest.mark.django_db

DAILY = dict.fromkeys(WEEKDAYS, "00:00-23:59")


def ahead(days: int) -> str:
    return (timezone.localdate() + timedelta(days=days)).isoformat()


def closed(day: str, **texts: str) -> dict[str, str]:
    return {"day": day, "en": "Diwali", "hi": "दीवाली", **texts}


def save(**hours: Any) -> Answer:
    api = Api(token=log_in(make_user(role="admin")))
    now = api.get("/admin/settings").data
    body = {"version": now["version"], "hours": now["settings"]["hours"] | hours}
    return api.other("PATCH", "/admin/settings", body)


# The days are those of the collection: the next one may begin before a test runs.
@pytest.mark.parametrize(
    ("hours", "field", "message"),
    [
        ({"timetable": {"monday": "19:00-10:00"}}, "timetable.monday", "The end must be after the beginning"),
        ({"timetable": {"monday": "10:00-10:00"}}, "timetable.monday", "The end must be after the beginning"),
        ({"timetable": {"monday": "10:00-"}}, "timetable.monday", "Please enter from when until when"),
        ({"timetable": {"monday": "9:00-24:00"}}, "timetable.monday", "Please enter from when until when"),
        ({"timetable": {"monday": "१०:००-१९:००"}}, "timetable.monday", "Please enter from when until when"),
        ({"timetable": {"someday": "10:00-19:00"}}, "timetable.someday", "Someday is not valid"),
        (
            {"closedDays": [closed("2026-02-30")]},
            "closedDays.0.day",
            "Please enter a date, such as 08/11/2026",
        ),
        ({"closedDays": [closed("tomorrow")]}, "closedDays.0.day", "Please enter a date, such as 08/11/2026"),
        ({"closedDays": [closed("20261108")]}, "closedDays.0.day", "Please enter a date, such as 08/11/2026"),
        (
            {"closedDays": [closed(ahead(1)), closed(ahead(368))]},
            "closedDays.1.day",
            "This day is more than a year ahead",
        ),
        ({"closedDays": [closed(ahead(1), hi=" ")]}, "closedDays.0.hi", "Please say why, in one line"),
        ({"closedDays": [closed(ahead(1), en="a\nb")]}, "closedDays.0.en", "Please say why, in one line"),
        (
            {"closedDays": [closed(ahead(n)) for n in range(1, 32)]},
            "closedDays",
            "There are too many of these",
        ),
    ],
)
def test_bad_hours_are_refused_by_name(hours: dict[str, Any], field: str, message: str) -> None:
    answer = save(**hours)

    assert answer.refusal == (422, "VALIDATION")
    assert answer.body["errors"] == {f"hours.{field}": message}
    assert not SettingsVersion.objects.exists()


def test_day_that_is_listed_twice_is_named() -> None:
    day = ahead(1)

    answer = save(closedDays=[closed(day), closed(ahead(2)), closed(day, en="Holi")])

    written = "/".join(reversed(day.split("-")))
    assert answer.body["errors"] == {"hours.closedDays": f"{written} is listed twice"}


def test_saved_days_are_in_order_without_past_ones_and_logged() -> None:
    answer = save(
        aroundTheClock=False,
        timetable={"saturday": "10:00-14:00", "monday": "10:00-19:00"},
        closedDays=[closed(ahead(9)), closed(ahead(-1)), closed(ahead(0))],
    )

    hours = answer.data["settings"]["hours"]
    assert list(hours["timetable"].items()) == [("monday", "10:00-19:00"), ("saturday", "10:00-14:00")]
    assert [each["day"] for each in hours["closedDays"]] == [ahead(0), ahead(9)]
    assert AuditEntry.objects.get().before == {
        "hours.aroundTheClock": True,
        "hours.timetable": {},
        "hours.closedDays": [],
        "version": 0,
    }
    # Saved again as it is, nothing changes.
    assert save(closedDays=hours["closedDays"]).data["version"] == 1


def test_shop_and_contact_page_say_the_hours_in_both_languages() -> None:
    before = Api().get("/shop").data["openingHours"]
    day = date.fromisoformat(ahead(9))
    save(
        aroundTheClock=False,
        timetable=dict.fromkeys(WEEKDAYS[:6], "10:00-19:00"),
        closedDays=[closed(day.isoformat(), en="Diwali {day}", hi="दीवाली")],
    )

    shop = Api().get("/shop").data

    assert before is None
    assert shop["promises"]["supportAroundTheClock"] is False
    assert shop["openingHours"]["en"] == "Mon–Sat 10:00–19:00"
    assert shop["openingHours"]["hi"] == "सोम–शनि 10:00–19:00"
    (week,), (exception,) = shop["openingHours"]["week"], shop["openingHours"]["closed"]
    assert (week["dayOfWeek"][0], week["opens"], week["closes"]) == ("Monday", "10:00", "19:00")
    assert (exception["validFrom"], exception["opens"], exception["closes"]) == (ahead(9), "00:00", "00:00")
    for language, hours, reason in (
        ("en", "Mon–Sat 10:00–19:00 (Indian time)", "(Diwali {day})"),
        ("hi", "सोम–शनि 10:00–19:00 (भारतीय समय)", "(दीवाली)"),
    ):
        page = str(Api(language=language).get("/documents/contact").data)
        assert hours in page and f"{day.year} {reason}" in page


def test_caller_is_told_whether_support_is_there_now() -> None:
    unset = Api().get("/shop/support-now").data
    change_shop(hours={"around_the_clock": False, "timetable": DAILY, "closed_days": []})
    answer = Api().get("/shop/support-now")
    change_shop(hours={"closed_days": [closed(ahead(0)), closed(ahead(1))]})
    today_closed = Api().get("/shop/support-now").data

    assert unset == {"isOpen": None, "closesAt": None, "opensAt": None, "closedToday": None}
    assert "no-store" in answer.headers["Cache-Control"]
    # Nobody is there in the last minute of a day.
    assert answer.data["isOpen"] is (answer.data["opensAt"] is None)
    assert (today_closed["isOpen"], today_closed["closedToday"]) == (False, {"en": "Diwali", "hi": "दीवाली"})
    opens = parse_datetime(today_closed["opensAt"])
    assert opens is not None
    assert timezone.localtime(opens).strftime("%Y-%m-%d %H:%M") == f"{ahead(2)} 00:00"
