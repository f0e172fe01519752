"""The Vedic chart by REST: the sky of a birth, the place's own clock, and what is left without an hour."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from project.guidance.chart import nakshatra_of, rashi_of
from tests.http import Api

pytestmark = pytest.mark.any_stack

ROOT = Path(__file__).resolve().parents[2]

UJJAIN = {
    "dateOfBirth": "1990-08-22",
    "timeOfBirth": "05:40",
    "placeOfBirth": "Ujjain, Madhya Pradesh, India",
}


def chart(api: Api, **changes: str) -> dict[str, Any]:
    found: dict[str, Any] = api.post("/astrology/vedic-chart", UJJAIN | changes).data["vedicChart"]
    return found


def test_chart_says_truthfully_how_it_was_made(api: Api) -> None:
    answer = api.post("/astrology/vedic-chart", UJJAIN)

    assert answer.body["message"] == "Your Vedic chart"
    assert "no external service was asked" in answer.data["source"]


def test_birth_before_sunrise_has_the_lagna_just_above_the_sun(api: Api) -> None:
    found = chart(api)
    sun = found["planets"][0]

    # Late August: the Sun in Simha, sunrise in Ujjain at six minutes past six.
    assert (sun["key"], sun["rashiName"]) == ("sun", "Simha")
    assert found["bornAt"] == "1990-08-22T00:10:00Z"
    assert found["clock"] == "+05:30"
    assert 0 < (sun["longitude"] - found["lagna"]["longitude"]) % 360 < 15
    assert found["ayanamsa"] == "23°43′"


def test_houses_are_whole_signs_counted_from_the_lagna(api: Api) -> None:
    found = chart(api)
    first = found["lagna"]["rashi"]

    assert found["lagna"]["house"] == 1
    for planet in found["planets"]:
        assert planet["house"] == (planet["rashi"] - first) % 12 + 1
    assert [planet["key"] for planet in found["planets"]][-2:] == ["rahu", "ketu"]


@pytest.mark.parametrize(
    ("day", "clock"),
    [
        ("1941-09-15", "+05:30"),
        ("1942-01-15", "+06:30"),
        ("1942-07-01", "+05:30"),
        ("1943-06-01", "+06:30"),
        ("1945-10-14", "+06:30"),
        ("1945-10-16", "+05:30"),
        ("2026-11-21", "+05:30"),
    ],
)
def test_indian_clocks_of_the_war_stood_an_hour_ahead(api: Api, day: str, clock: str) -> None:
    assert chart(api, dateOfBirth=day)["clock"] == clock


def test_summer_time_elsewhere_is_known_too(api: Api) -> None:
    london = {"placeOfBirth": "London, United Kingdom", "timeOfBirth": "12:00"}

    assert chart(api, dateOfBirth="1980-07-01", **london)["clock"] == "+01:00"
    assert chart(api, dateOfBirth="1980-01-01", **london)["clock"] == "+00:00"


def test_without_an_hour_only_what_holds_all_day_is_said(api: Api) -> None:
    answer = api.post("/astrology/vedic-chart", UJJAIN | {"timeOfBirth": "unknown"})
    found = answer.data["vedicChart"]
    by_name = {planet["key"]: planet for planet in found["planets"]}

    assert answer.body["message"].startswith("Without a time of birth there is no lagna")
    assert found["lagna"] is found["bornAt"] is None
    assert by_name["saturn"]["rashiName"] == "Dhanu"
    # The Moon goes through a nakshatra in about a day, so its pada changes in any.
    assert by_name["moon"]["pada"] is None
    assert all(planet["house"] is planet["longitude"] is None for planet in found["planets"])


def test_hindi_chart_is_hindi() -> None:
    found = chart(Api(language="hi"), placeOfBirth="उज्जैन, मध्य प्रदेश, भारत")

    assert found["place"] == "उज्जैन, मध्य प्रदेश, भारत"
    assert found["planets"][0]["rashiName"] == "सिंह"
    assert found["lagna"]["name"] == "लग्न"


@pytest.mark.parametrize("place", ["Nowhere at all", "Ujjain, Kerala", "Ujj", ","])
def test_unknown_place_is_refused(api: Api, place: str) -> None:
    answer = api.post("/astrology/vedic-chart", UJJAIN | {"placeOfBirth": place})

    assert answer.refusal == (422, "PLACE_UNKNOWN")
    assert set(answer.body["errors"]) == {"placeOfBirth"}


def test_chart_wants_day_hour_and_place(api: Api) -> None:
    answer = api.post("/astrology/vedic-chart", {})

    assert answer.body["message"] == "Please fill in all fields"
    assert set(answer.body["errors"]) == set(UJJAIN)


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("ujj", "Ujjain, Madhya Pradesh, India"),
        ("  BENARES ", "Varanasi, Uttar Pradesh, India"),
        ("Bombay", "Mumbai, Maharashtra, India"),
        ("उज्ज", "Ujjain, Madhya Pradesh, India"),
        ("kathm", "Kathmandu, Nepal"),
        ("aurangabad, bihar", "Aurangabad, Bihar, India"),
    ],
)
def test_places_are_found_by_the_beginning_of_any_of_their_names(api: Api, typed: str, first: str) -> None:
    assert api.get("/astrology/places", {"q": typed}).data["places"][0] == {"label": first}


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("gwalior", "ग्वालियर, मध्य प्रदेश, भारत"),
        ("राजकोट", "राजकोट, गुजरात, भारत"),
        ("aurangabad, bihar", "औरंगाबाद, बिहार, भारत"),
    ],
)
def test_towns_are_named_in_hindi_to_who_reads_hindi(typed: str, first: str) -> None:
    assert Api(language="hi").get("/astrology/places", {"q": typed}).data["places"][0] == {"label": first}


def test_every_place_found_has_a_chart(api: Api) -> None:
    for typed in ("a", "k", "s", "new"):
        places = api.get("/astrology/places", {"q": typed}).data["places"]
        assert len(places) == 8
        for place in places:
            assert chart(api, placeOfBirth=place["label"])["place"] == place["label"]


def test_nothing_typed_finds_nothing(api: Api) -> None:
    assert api.get("/astrology/places", {"q": " "}).data["places"] == []


@pytest.mark.parametrize(
    ("longitude", "rashi", "nakshatra"),
    [
        (0.0, 1, (1, 1)),
        (13.34, 1, (2, 1)),
        (29.9999, 1, (3, 1)),
        (30.0, 2, (3, 2)),
        (180.0, 7, (14, 3)),
        (359.9999, 12, (27, 4)),
    ],
)
def test_circle_is_divided_into_rashis_and_nakshatras(
    longitude: float, rashi: int, nakshatra: tuple[int, int]
) -> None:
    assert rashi_of(longitude) == rashi
    assert nakshatra_of(longitude) == nakshatra


def test_chart_that_cannot_be_made_says_so(tmp_path: Path) -> None:
    # Found before the installed package, and without the ephemeris.
    package = tmp_path / "skyfield_data"
    package.mkdir()
    (package / "__init__.py").touch()
    code = (
        "import django\n"
        "django.setup()\n"
        "from datetime import date, time\n"
        "from project.guidance.chart import ChartFailed, chart_of\n"
        "from project.guidance.places import find_places\n"
        "try: chart_of(date(1990, 8, 22), time(5, 40), find_places('Ujjain')[0], language='en')\n"
        "except ChartFailed as error: print(error.status, error.text)\n"
    )

    result = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "project.settings", "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
    )

    assert result.stdout == "503 Error generating vedic chart\n", result.stderr
