"""The daily horoscope of a sign: from the weekday, the Moon's position and the sign's record.

Everything here is custom, or a fact of the sky; nothing foretells anything.
"""

from collections.abc import Sequence
from datetime import date, datetime, time
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from project.core.language import format_day, translate
from project.guidance import texts
from project.guidance.chart import ChartFailed, nakshatra_of, rashi_of
from project.guidance.ephemeris import sky_at
from project.guidance.external.horoscopes import text_of
from project.guidance.schemas import HoroscopeData
from project.guidance.signs import SignRecord, record_of
from project.guidance.texts import BilingualText

_INDIA: Final = ZoneInfo("Asia/Kolkata")
# Monday's first, as Python counts.
_RULERS: Final = ("moon", "mars", "mercury", "jupiter", "venus", "saturn", "sun")
# The rashis follow each other in this order, from Mesha.
_ELEMENTS: Final = ("fire", "earth", "air", "water")

_WEEKDAYS: Final = {
    "sun": _("Sunday is the Sun's day. Custom begins it with water offered to the rising sun."),
    "moon": _("Monday is the Moon's day, and Shiva's. Many visit a temple, or keep a fast."),
    "mars": _("Tuesday is the day of Mars, kept for Hanuman. Many read the Hanuman Chalisa."),
    "mercury": _("Wednesday is Mercury's day, kept for Ganesha. Blades of durva grass are offered to him."),
    "jupiter": _(
        "Thursday is Jupiter's day, the day of the teacher. Yellow is worn, and elders are thanked."
    ),
    "venus": _("Friday is the day of Venus, kept for the Goddess. A lamp is lit for her in the evening."),
    "saturn": _("Saturday is Saturn's day. Custom asks for patience, and lights a lamp of sesame oil."),
}
_MOON: Final = _("At noon in India the Moon is in {rashi}, in the nakshatra {nakshatra}. {custom}")
_MOON_CUSTOMS: Final = {
    "fire": _("It is a rashi of fire; tradition says: begin, but with a calm word first."),
    "earth": _("It is a rashi of earth; tradition says: one thing at a time, and that one well."),
    "air": _("It is a rashi of air; tradition says: listen, and answer the letter that has waited."),
    "water": _("It is a rashi of water; tradition says: keep some quiet, and ask after somebody."),
}
# A pair: only the Hindi names the planet.
_OWN_DAY: Final = BilingualText(
    "The planet of today is the ruler of {sign}: on such a day custom puts a bead on for the first time, or "
    "takes up its mantra anew.",
    "आज {sign} राशि के स्वामी {planet} का ही दिन है: परंपरा में रुद्राक्ष पहली बार धारण करने या उसका मंत्र फिर से "
    "आरंभ करने का दिन।",
)
_PRACTICE: Final = _("A small practice for {sign}: {line}.")
_OWN_SOURCE: Final = _(
    "Put together by this shop from the weekday and the place of the Moon, which we compute ourselves. It is "
    "custom, not a forecast."
)
_SERVICE_SOURCE: Final = _(
    "A text by {service}, not by this shop, and the same for everybody of this sign. Take it as custom, "
    "not as a forecast."
)


def horoscope_of(sign: str, day: date, *, language: str) -> HoroscopeData:
    """Return what is said of a day: by the service that is configured, else by ourselves.

    Raises NotFound for a sign that is none of the twelve, ChartFailed when the Moon cannot be found.
    """
    record = record_of(sign)
    theirs = text_of(record.sign, day, language=language)
    return HoroscopeData(
        zodiac_sign=record.sign,
        name=record.name.text(language),
        date=day,
        day=format_day(day, language),
        paragraphs=[theirs.text] if theirs else list(_own_text(record, day, language)),
        source=translate(_SERVICE_SOURCE, language).format(service=theirs.host)
        if theirs
        else translate(_OWN_SOURCE, language),
    )


def _own_text(record: SignRecord, day: date, language: str) -> Sequence[str]:
    ruler = _RULERS[day.weekday()]
    rashi, nakshatra = _moon_at_noon(day)
    moon = translate(_MOON, language).format(
        rashi=translate(texts.RASHIS[rashi - 1], language),
        nakshatra=translate(texts.NAKSHATRAS[nakshatra - 1], language),
        custom=translate(_MOON_CUSTOMS[_ELEMENTS[(rashi - 1) % 4]], language),
    )
    name = record.name.text(language)
    if ruler == record.planet:
        own = _OWN_DAY.text(language).format(sign=name, planet=translate(texts.PLANETS[ruler], language))
    else:
        line = record.solutions[day.toordinal() % len(record.solutions)].text(language)
        own = translate(_PRACTICE, language).format(sign=name, line=line)
    return translate(_WEEKDAYS[ruler], language), moon, own


@lru_cache(maxsize=32)
def _moon_at_noon(day: date) -> tuple[int, int]:
    """Return the Moon's rashi (1 to 12) and nakshatra (1 to 27)."""
    try:
        longitude = sky_at(datetime.combine(day, time(12), _INDIA)).longitudes["moon"]
    except OSError as error:
        raise ChartFailed(repr(error), text=gettext("Error generating vedic chart")) from error
    return rashi_of(longitude), nakshatra_of(longitude)[0]
