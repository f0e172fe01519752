"""Daily horoscopes of an external service, cached for the day and validated."""

import re
from datetime import date
from typing import Final, NamedTuple

from django.conf import settings
from pydantic import BaseModel

from project.guidance.external.service import Service, host_of, remembered, request_to
from project.guidance.signs import ZodiacSign

HOROSCOPES: Final = Service("horoscopes")
_A_DAY: Final = 26 * 3600
_LENGTHS: Final = range(40, 1501)
_MARKUP: Final = re.compile(r"[<>{}\[\]|\\]|https?:|www\.", re.IGNORECASE)
# India's code for advertising forbids a shop to promise health, healing or fortune. A coarse sieve: a text
# that speaks of these at all is not shown. (धनु, धन्य and धनिष्ठा are no money.)
_PROMISES: Final = re.compile(
    r"\b(?:health|heal|cur(?:e|ing)|disease|ill(?:ness)?\b|sick|medic|doctor|remed|pregnan|fertil|guarant|"
    r"miracle|luck|fortune|wealth|rich|profit|money|financ|invest|lotter|gambl|jackpot|windfall)"
    r"|स्वास्थ्य|सेहत|रोग|बीमार|इलाज|उपचार|दवा|चिकित्स|गर्भ|संतान|गारंटी|चमत्कार|भाग्य|किस्मत|क़िस्मत|"
    r"धन(?!ु|्य|ि)|पैस|मुनाफ|निवेश|लॉटरी|जुआ|जुए|सट्ट",
    re.IGNORECASE,
)


class DaysText(NamedTuple):
    """A text, and whose it is."""

    host: str
    text: str


class _Content(BaseModel):
    text: str


class _Day(BaseModel):
    sign: ZodiacSign
    date: date
    content: _Content


class _Answer(BaseModel):
    data: _Day


def text_of(sign: ZodiacSign, day: date, *, language: str) -> DaysText | None:
    """Return the service's text; None when none is configured or nothing of it can be shown.

    FreeAstroAPI's GET /api/v2/horoscope/daily/sign: it learns the sign, the day and the language.
    """
    url: str = settings.HOROSCOPE_URL
    if not url:
        return None
    request = request_to(
        "GET",
        url,
        headers={"x-api-key": settings.HOROSCOPE_KEY},
        params={"sign": sign.value, "date": day.isoformat(), "tz_str": "Asia/Kolkata", "locale": language},
    )

    def read(body: bytes) -> str:
        answer = _Answer.model_validate_json(body).data
        text = " ".join(answer.content.text.split())
        if (answer.sign, answer.date) != (sign, day) or not _can_be_shown(text, language):
            raise ValueError("not what was asked for")
        return text

    host = host_of(url)
    text = remembered(
        f"horoscope:{host}:{day}:{sign}:{language}", _A_DAY, lambda: HOROSCOPES.ask(request, read)
    )
    return DaysText(host, text) if text else None


def _can_be_shown(text: str, language: str) -> bool:
    hindi = len(re.findall(r"[\u0900-\u097f]", text))
    latin = len(re.findall(r"[A-Za-z]", text))
    return (
        len(text) in _LENGTHS
        and (hindi > latin) == (language == "hi")
        and not _MARKUP.search(text)
        and not _PROMISES.search(text)
    )
