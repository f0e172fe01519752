"""The day's horoscope, by the shop itself or by an external service."""

import re
from datetime import date, timedelta
from typing import Any

import pytest
from django.utils.timezone import localdate

from project.guidance.horoscope import horoscope_of
from project.guidance.signs import ZodiacSign
from tests.guidance.external_double import Asked, ExternalServiceDouble, Speaker
from tests.http import Api

THEIRS = "The Moon in your sign asks for a slow morning. Write to somebody you have not heard of for long."
HINDI = "चंद्र आपकी राशि में है और धीमी सुबह चाहता है। धनु राशि के किसी मित्र को पत्र लिखें।"
FIRST = date(2026, 1, 1)


def many_days() -> list[date]:
    """All weekdays, and the Moon in rashis of all elements."""
    return [FIRST + timedelta(days=number) for number in range(0, 204, 17)]


def today_says(text: str = THEIRS, **changes: Any) -> dict[str, Any]:
    """Set the service's answer for Leo today."""
    return {
        "meta": {"request_id": "1"},
        "data": {
            "sign": "leo",
            "date": localdate().isoformat(),
            "scores": {"overall": 74},
            "content": {"text": text, "theme": "Rest"},
            **changes,
        },
    }


def test_saturday_in_november_reads_like_this() -> None:
    said = horoscope_of("leo", date(2026, 11, 21), language="en")

    assert said.day == "21 November 2026"
    assert said.paragraphs[0].startswith("Saturday is Saturn's day.")
    # The almanac of that day (Lahiri): the Moon in Meena, in Revati.
    assert said.paragraphs[1].startswith("At noon in India the Moon is in Meena, in the nakshatra Revati.")
    assert said.paragraphs[2].startswith("A small practice for Leo: ")
    assert "not a forecast" in said.source


def test_ruler_of_the_sign_has_its_own_day() -> None:
    said = horoscope_of("leo", date(2026, 11, 22), language="en")

    assert said.paragraphs[0].startswith("Sunday")
    assert said.paragraphs[2].startswith("The planet of today is the ruler of Leo")


def test_days_differ_and_the_same_day_does_not() -> None:
    texts = {tuple(horoscope_of("aries", day, language="en").paragraphs) for day in many_days()}
    again = {tuple(horoscope_of("aries", day, language="en").paragraphs) for day in many_days()}

    assert texts == again
    assert len(texts) == 12


@pytest.mark.parametrize("language", ["en", "hi"])
def test_no_day_promises_anything(language: str) -> None:
    promise = re.compile(
        r"(?i)\b(?:health|heal|cure|luck|wealth|money|fortune|success|will)|स्वास्थ्य|रोग|भाग्य|धन(?![ुि])|सफलता|होगा|होगी|मिलेग"
    )

    for day in many_days():
        for sign in ZodiacSign:
            said = horoscope_of(sign, day, language=language)
            text = " ".join([*said.paragraphs, said.source])
            assert not promise.search(text), text
            assert bool(re.search("[A-Za-z]", text)) == (language == "en"), text
            assert "{" not in text and ".." not in text and "।।" not in text


def test_today_is_asked_for_by_rest(api: Api) -> None:
    data = api.get("/astrology/horoscopes/leo").data

    assert (data["zodiacSign"], data["name"], data["date"]) == ("leo", "Leo", localdate().isoformat())
    assert len(data["paragraphs"]) == 3
    assert data["source"].startswith("Put together by this shop")


def test_hindi_day_is_hindi() -> None:
    data = Api(language="hi").get("/astrology/horoscopes/leo").data

    assert data["name"] == "सिंह"
    assert "भविष्यवाणी नहीं" in data["source"]


def test_other_word_is_no_sign(api: Api, horoscopes: ExternalServiceDouble) -> None:
    assert api.get("/astrology/horoscopes/Unknown").refusal == (404, "NOT_FOUND")
    assert horoscopes.asked == []


def test_nobody_is_asked_unless_configured(api: Api, double: ExternalServiceDouble) -> None:
    api.get("/astrology/horoscopes/leo")

    assert double.asked == []


def test_service_learns_sign_day_and_language(api: Api, horoscopes: ExternalServiceDouble) -> None:
    horoscopes.behave = lambda speaker, asked: speaker.say(today_says())

    data = api.get("/astrology/horoscopes/leo").data

    assert data["paragraphs"] == [THEIRS]
    assert data["source"].startswith("A text by 127.0.0.1")
    (asked,) = horoscopes.asked
    assert (asked.method, asked.path, asked.body) == ("GET", "/daily/sign", b"")
    assert asked.query == {
        "sign": "leo",
        "date": localdate().isoformat(),
        "tz_str": "Asia/Kolkata",
        "locale": "en",
    }
    assert asked.headers["x-api-key"] == "day-key"


def test_each_language_and_sign_is_asked_for_once_a_day(horoscopes: ExternalServiceDouble) -> None:
    def behave(speaker: Speaker, asked: Asked) -> None:
        text = HINDI if asked.query["locale"] == "hi" else THEIRS
        speaker.say(today_says(text, sign=asked.query["sign"]))

    horoscopes.behave = behave
    for _ in range(3):
        for language in ("en", "hi"):
            for sign in ("leo", "virgo"):
                said = Api(language=language).get(f"/astrology/horoscopes/{sign}").data["paragraphs"]
                assert said == [HINDI if language == "hi" else THEIRS]

    assert len(horoscopes.asked) == 4


YESTERDAY = localdate() - timedelta(days=1)


@pytest.mark.parametrize(
    "content",
    [
        today_says(sign="virgo"),
        today_says(date=YESTERDAY.isoformat()),
        today_says(date="today"),
        today_says(content=None),
        today_says(content={"text": 7}),
        today_says(""),
        today_says("Nice day."),
        today_says("A quiet day in every house. " * 100),
        today_says(f"<script>alert(1)</script> {THEIRS}"),
        today_says(f"{THEIRS} More at https://stars.example"),
        today_says(f"{THEIRS} Your health improves."),
        today_says(f"{THEIRS} A windfall is guaranteed."),
        today_says(f"{THEIRS} Luck is with you at the lottery."),
        today_says(HINDI),
        {"error": "no such sign"},
        [],
    ],
)
def test_text_that_cannot_be_shown_leaves_the_shops_own(
    api: Api, horoscopes: ExternalServiceDouble, content: object
) -> None:
    horoscopes.behave = lambda speaker, asked: speaker.say(content)

    data = api.get("/astrology/horoscopes/leo").data

    assert len(data["paragraphs"]) == 3
    assert data["source"].startswith("Put together by this shop")
    assert len(horoscopes.asked) == 1


@pytest.mark.parametrize("text", [THEIRS, f"{HINDI} आज आपका भाग्य चमकेगा।", f"{HINDI} धन लाभ के योग हैं।"])
def test_hindi_page_shows_no_english_and_no_promise(horoscopes: ExternalServiceDouble, text: str) -> None:
    horoscopes.behave = lambda speaker, asked: speaker.say(today_says(text))

    data = Api(language="hi").get("/astrology/horoscopes/leo").data

    assert data["source"].startswith("यह इसी दुकान ने")


def test_bad_text_is_not_asked_for_again_at_once(api: Api, horoscopes: ExternalServiceDouble) -> None:
    for _ in range(5):
        api.get("/astrology/horoscopes/leo")

    assert len(horoscopes.asked) == 1


def test_failing_service_is_left_alone(api: Api, horoscopes: ExternalServiceDouble) -> None:
    for sign in ZodiacSign:
        api.get(f"/astrology/horoscopes/{sign}")

    assert len(horoscopes.asked) == 3
