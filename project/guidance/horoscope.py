"""The daily horoscope of a sign: from the weekday, the Moon's position and the sign's record.

Everything here is custom, or a fact of the sky; nothing foretells anything.
"""

from collections.abc import Sequence
from datetime import date, datetime, time
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from project.core.language import format_day
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
    "sun": BilingualText(
        "Sunday is the Sun's day. Custom begins it with water offered to the rising sun.",
        "रविवार सूर्य का दिन है। परंपरा में इसकी शुरुआत उगते सूर्य को जल अर्पित करके होती है।",
    ),
    "moon": BilingualText(
        "Monday is the Moon's day, and Shiva's. Many visit a temple, or keep a fast.",
        "सोमवार चंद्र का और शिव जी का दिन है। बहुत लोग मंदिर जाते हैं या व्रत रखते हैं।",
    ),
    "mars": BilingualText(
        "Tuesday is the day of Mars, kept for Hanuman. Many read the Hanuman Chalisa.",
        "मंगलवार मंगल का दिन है और हनुमान जी को समर्पित है। बहुत लोग हनुमान चालीसा का पाठ करते हैं।",
    ),
    "mercury": BilingualText(
        "Wednesday is Mercury's day, kept for Ganesha. Blades of durva grass are offered to him.",
        "बुधवार बुध का दिन है और गणेश जी को समर्पित है। उन्हें दूर्वा चढ़ाई जाती है।",
    ),
    "jupiter": BilingualText(
        "Thursday is Jupiter's day, the day of the teacher. Yellow is worn, and elders are thanked.",
        "गुरुवार बृहस्पति का, गुरु का दिन है। पीला पहना जाता है और बड़ों का आभार माना जाता है।",
    ),
    "venus": BilingualText(
        "Friday is the day of Venus, kept for the Goddess. A lamp is lit for her in the evening.",
        "शुक्रवार शुक्र का दिन है और देवी को समर्पित है। शाम को उनके लिए दीप जलाया जाता है।",
    ),
    "saturn": BilingualText(
        "Saturday is Saturn's day. Custom asks for patience, and lights a lamp of sesame oil.",
        "शनिवार शनि का दिन है। परंपरा धैर्य रखने को कहती है और तिल के तेल का दीप जलाती है।",
    ),
}
_MOON: Final = BilingualText(
    "At noon in India the Moon is in {rashi}, in the nakshatra {nakshatra}. {custom}",
    "भारत में दोपहर के समय चंद्र {rashi} राशि और {nakshatra} नक्षत्र में है। {custom}",
)
_MOON_CUSTOMS: Final = {
    "fire": BilingualText(
        "It is a rashi of fire; tradition says: begin, but with a calm word first.",
        "यह अग्नि तत्व की राशि है; परंपरा कहती है: आरंभ करें, पर पहले शांत वाणी से।",
    ),
    "earth": BilingualText(
        "It is a rashi of earth; tradition says: one thing at a time, and that one well.",
        "यह पृथ्वी तत्व की राशि है; परंपरा कहती है: एक समय में एक ही काम, और उसे मन लगाकर।",
    ),
    "air": BilingualText(
        "It is a rashi of air; tradition says: listen, and answer the letter that has waited.",
        "यह वायु तत्व की राशि है; परंपरा कहती है: सुनें, और जिस पत्र का उत्तर बाक़ी है उसे लिखें।",
    ),
    "water": BilingualText(
        "It is a rashi of water; tradition says: keep some quiet, and ask after somebody.",
        "यह जल तत्व की राशि है; परंपरा कहती है: कुछ देर मौन रखें, और किसी अपने का हाल पूछें।",
    ),
}
_OWN_DAY: Final = BilingualText(
    "The planet of today is the ruler of {sign}: on such a day custom puts a bead on for the first time, or "
    "takes up its mantra anew.",
    "आज {sign} राशि के स्वामी {planet} का ही दिन है: परंपरा में रुद्राक्ष पहली बार धारण करने या उसका मंत्र फिर से "
    "आरंभ करने का दिन।",
)
_PRACTICE: Final = BilingualText(
    "A small practice for {sign}: {line}.", "{sign} राशि के लिए एक छोटा अभ्यास: {line}।"
)
_OWN_SOURCE: Final = BilingualText(
    "Put together by this shop from the weekday and the place of the Moon, which we compute ourselves. It is "
    "custom, not a forecast.",
    "यह इसी दुकान ने वार और चंद्र की स्थिति से बनाया है, जिसकी गणना हम स्वयं करते हैं। यह परंपरा है, भविष्यवाणी नहीं।",
)
_SERVICE_SOURCE: Final = BilingualText(
    "A text by {service}, not by this shop, and the same for everybody of this sign. Take it as custom, "
    "not as a forecast.",
    "यह पाठ इस दुकान का नहीं, {service} का है और इस राशि के सब लोगों के लिए समान है। इसे परंपरा मानें, भविष्यवाणी नहीं।",
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
        source=_SERVICE_SOURCE.text(language).format(service=theirs.host)
        if theirs
        else _OWN_SOURCE.text(language),
    )


def _own_text(record: SignRecord, day: date, language: str) -> Sequence[str]:
    ruler = _RULERS[day.weekday()]
    rashi, nakshatra = _moon_at_noon(day)
    moon = _MOON.text(language).format(
        rashi=texts.RASHIS[rashi - 1].text(language),
        nakshatra=texts.NAKSHATRAS[nakshatra - 1].text(language),
        custom=_MOON_CUSTOMS[_ELEMENTS[(rashi - 1) % 4]].text(language),
    )
    name = record.name.text(language)
    if ruler == record.planet:
        own = _OWN_DAY.text(language).format(sign=name, planet=texts.PLANETS[ruler].text(language))
    else:
        line = record.solutions[day.toordinal() % len(record.solutions)].text(language)
        own = _PRACTICE.text(language).format(sign=name, line=line)
    return _WEEKDAYS[ruler].text(language), moon, own


@lru_cache(maxsize=32)
def _moon_at_noon(day: date) -> tuple[int, int]:
    """Return the Moon's rashi (1 to 12) and nakshatra (1 to 27)."""
    try:
        longitude = sky_at(datetime.combine(day, time(12), _INDIA)).longitudes["moon"]
    except OSError as error:
        raise ChartFailed(repr(error), text=_("Error generating vedic chart")) from error
    return rashi_of(longitude), nakshatra_of(longitude)[0]
