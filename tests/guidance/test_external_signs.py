"""Services that are asked for a sign: by whom, with what, and what is left when they fail or lie."""

import gzip
from collections.abc import Callable
from typing import Any

import pytest
from pytest_django.fixtures import Settings

from tests.guidance.external_double import Asked, ExternalServiceDouble, Speaker
from tests.http import Api

ASHA = {"dateOfBirth": "1990-08-22", "timeOfBirth": "05:40", "placeOfBirth": "Ujjain, Madhya Pradesh"}
ALONE = "From this shop's own table, by day and month; no external service was asked."
SILENT = "From this shop's own table, by day and month; no external service gave an answer."
LEO: dict[str, Any] = {"point": "Sun", "sign": "Leo", "sign_id": "leo", "degree": 29.1}


def says(content: Any, **more: Any) -> Callable[[Speaker, Asked], None]:
    return lambda speaker, asked: speaker.say(content, **more)


def chatting(text: str) -> dict[str, Any]:
    return {"choices": [{"index": 0, "message": {"role": "assistant", "content": text}}]}


def source(api: Api, **changes: Any) -> str:
    """Ask for Asha's sign, which is Leo whatever anybody says; return where it came from."""
    data = api.post("/astrology/zodiac-sign", {**ASHA, "consent": True, **changes}).data
    assert (data["zodiacSign"], data["name"]) == ("leo", "Leo")
    said: str = data["source"]
    return said


def test_nobody_is_asked_unless_configured(api: Api, double: ExternalServiceDouble) -> None:
    assert source(api) == ALONE
    assert api.get("/astrology/signs").data["services"] == []
    assert double.asked == []


@pytest.mark.parametrize("consent", [False, None])
def test_nobody_is_asked_without_consent(
    api: Api, astrology: ExternalServiceDouble, chat: ExternalServiceDouble, consent: bool | None
) -> None:
    body = ASHA if consent is None else {**ASHA, "consent": consent}

    assert api.post("/astrology/zodiac-sign", body).data["source"] == ALONE
    assert astrology.asked == []


@pytest.mark.parametrize("consent", ["true", 1, "yes"])
def test_consent_is_given_in_so_many_words(
    api: Api, astrology: ExternalServiceDouble, consent: object
) -> None:
    assert api.post("/astrology/zodiac-sign", {**ASHA, "consent": consent}).status == 422
    assert astrology.asked == []


def test_list_of_signs_names_who_may_be_asked(api: Api, astrology: ExternalServiceDouble) -> None:
    assert api.get("/astrology/signs").data["services"] == ["127.0.0.1"]


def test_service_learns_day_and_month_and_nothing_else(api: Api, astrology: ExternalServiceDouble) -> None:
    astrology.behave = says(LEO)

    assert source(api).endswith("127.0.0.1 names the same sign.")

    (asked,) = astrology.asked
    assert (asked.method, asked.path, asked.query) == ("POST", "/signs/sun", {})
    assert asked.headers["x-api-key"] == "star-key"
    # The year, the hour and the town are the same for everybody.
    assert asked.json == {
        "year": 2000,
        "month": 8,
        "day": 22,
        "hour": 12,
        "minute": 0,
        "city": "Greenwich",
        "lat": 51.48,
        "lng": 0.0,
        "tz_str": "UTC",
    }
    everything = f"{asked.headers} {asked.body!r}"
    for secret in ("1990", "05:40", "Ujjain", "cookie", api.address):
        assert secret not in everything


def test_chat_learns_day_and_month_and_nothing_else(api: Api, chat: ExternalServiceDouble) -> None:
    chat.behave = says(chatting("Leo."))

    assert source(api).endswith("names the same sign.")

    (asked,) = chat.asked
    assert asked.headers["authorization"] == "Bearer chat-key"
    assert asked.json == {
        "model": "small-talk",
        "messages": [
            {
                "role": "user",
                "content": "Which Western zodiac sign belongs to 22 August? "
                "Answer with the name of the sign only.",
            }
        ],
    }


def test_leap_day_can_be_asked_for(api: Api, astrology: ExternalServiceDouble) -> None:
    astrology.behave = says({"point": "Sun", "sign_id": "pisces"})

    data = api.post("/astrology/zodiac-sign", {"dateOfBirth": "1996-02-29", "consent": True}).data

    assert data["zodiacSign"] == "pisces"
    assert data["source"].endswith("names the same sign.")


def test_chat_is_asked_when_the_astrology_service_is_silent(
    api: Api, astrology: ExternalServiceDouble, chat: ExternalServiceDouble
) -> None:
    def behave(speaker: Speaker, asked: Asked) -> None:
        if asked.path == "/signs/sun":
            speaker.say({}, status=503)
        else:
            speaker.say(chatting("Leo"))

    astrology.behave = behave

    assert source(api).endswith("names the same sign.")
    assert [asked.path for asked in astrology.asked] == ["/signs/sun", "/v1/chat/completions"]


def test_chat_is_not_asked_when_the_astrology_service_answers(
    api: Api, astrology: ExternalServiceDouble, chat: ExternalServiceDouble
) -> None:
    astrology.behave = says(LEO)

    source(api)

    assert [asked.path for asked in astrology.asked] == ["/signs/sun"]


def test_wrong_sign_changes_nothing_and_is_told(api: Api, astrology: ExternalServiceDouble) -> None:
    astrology.behave = says({**LEO, "sign_id": "virgo"})

    assert "which decides; 127.0.0.1 names Virgo" in source(api)


def test_hindi_source_is_hindi(astrology: ExternalServiceDouble) -> None:
    astrology.behave = says({**LEO, "sign_id": "virgo"})

    data = Api(language="hi").post("/astrology/zodiac-sign", {**ASHA, "consent": True}).data

    assert "127.0.0.1 के अनुसार कन्या" in data["source"]


def test_same_day_is_asked_for_once(api: Api, astrology: ExternalServiceDouble) -> None:
    astrology.behave = says(LEO)

    first, again = source(api), source(api, dateOfBirth="1971-08-22")

    assert first == again
    assert len(astrology.asked) == 1


BOMB = gzip.compress(b"0" * 50_000_000)

NO_SIGNS: dict[str, Callable[[Speaker, Asked], None]] = {
    "an error": says({"error": "quota"}, status=429),
    "a refused key": says({}, status=401),
    "a page": says(b"<html>Welcome</html>"),
    "nothing": says(b""),
    "half an object": says(b'{"point": "Sun", "sign_id": "le'),
    "another shape": says([LEO]),
    "a sign that is none": says({**LEO, "sign_id": "ophiuchus"}),
    "a list of signs": says({**LEO, "sign_id": ["leo", "virgo"]}),
    "another point of the sky": says({**LEO, "point": "Moon"}),
    "no letters": says(b"\xff\xfe\x00" * 100),
    "a deep nest": says(b"[" * 60_000),
    "too much": says({**LEO, "text": "x" * 70_000}),
    "a bomb": says(BOMB, content_encoding="gzip"),
    "another address": says(b"", status=302, location="/signs/moon"),
    "a broken line": lambda speaker, asked: speaker.connection.close(),
    "no HTTP": lambda speaker, asked: speaker.drip(b"SSH-2.0-OpenSSH_9.2\r\n\r\n"),
}


@pytest.mark.parametrize("behaviour", NO_SIGNS)
def test_bad_answer_leaves_the_shops_own(api: Api, astrology: ExternalServiceDouble, behaviour: str) -> None:
    astrology.behave = NO_SIGNS[behaviour]

    assert source(api) == SILENT
    assert len(astrology.asked) == 1


@pytest.mark.parametrize(
    "text",
    ["", "Leo or Virgo", "The sign is Leo, because the Sun", "Ophiuchus", "<b>Leo</b>", "Leo" * 5000],
)
def test_chat_that_says_more_than_a_sign_is_not_heard(
    api: Api, chat: ExternalServiceDouble, text: str
) -> None:
    chat.behave = says(chatting(text))

    assert source(api) == SILENT


@pytest.mark.parametrize("content", [{"choices": []}, {"choices": [{"message": {"content": None}}]}, {}])
def test_chat_without_words_is_not_heard(api: Api, chat: ExternalServiceDouble, content: object) -> None:
    chat.behave = says(content)

    assert source(api) == SILENT


SLOW: dict[str, Callable[[Speaker, Asked], None]] = {
    "never": lambda speaker, asked: speaker.drip() if speaker.gone.wait(60) else None,
    "headers byte by byte": lambda speaker, asked: speaker.drip(b"HTTP/1.1 200 OK\r\nx-long: "),
    "a body byte by byte": lambda speaker, asked: speaker.drip(
        b"HTTP/1.1 200 OK\r\ncontent-length: 60000\r\n\r\n"
    ),
}


@pytest.mark.parametrize("behaviour", SLOW)
def test_slow_answer_is_not_waited_for(
    api: Api, astrology: ExternalServiceDouble, settings: Settings, behaviour: str
) -> None:
    settings.EXTERNAL_SERVICE_SECONDS = 0.5
    astrology.behave = SLOW[behaviour]

    # It would take a minute or for ever: the test itself would run out of time.
    assert source(api) == SILENT
    assert not astrology.gone.is_set()


def test_service_that_is_not_there_is_not_heard(
    api: Api, astrology: ExternalServiceDouble, settings: Settings
) -> None:
    settings.ASTROLOGY_URL = "http://127.0.0.1:9/signs/sun"

    assert source(api) == SILENT
    assert astrology.asked == []


def test_failing_service_is_left_alone(api: Api, astrology: ExternalServiceDouble) -> None:
    days = [f"1990-08-0{day}" for day in (1, 2, 3, 4, 5)]

    assert [source(api, dateOfBirth=day) for day in days] == [SILENT] * 5

    assert len(astrology.asked) == 3


def test_no_key_is_logged(
    api: Api, astrology: ExternalServiceDouble, caplog: pytest.LogCaptureFixture
) -> None:
    astrology.behave = says({"message": "star-key is not known; Asha was born on 22 August"})

    with caplog.at_level("DEBUG"):
        source(api)

    assert "external service astrology: unusable answer" in caplog.text
    for secret in ("star-key", "August", "1990"):
        assert secret not in caplog.text


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "hi"])
def test_privacy_page_names_who_may_learn_of_a_birth(
    language: str, double: ExternalServiceDouble, settings: Settings
) -> None:
    def page() -> str:
        return str(Api(language=language).get("/documents/privacy").data)

    assert "stars.example" not in page()
    settings.ASTROLOGY_URL = "https://stars.example/sun"
    assert "stars.example" in page()
