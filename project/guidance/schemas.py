"""Request and response schemas of the guidance."""

from datetime import date, datetime, time
from typing import Annotated, Any, Literal

from django.utils.timezone import localdate
from pydantic import BeforeValidator, Field, StrictBool, model_validator
from pydantic.alias_generators import to_camel
from pydantic_core import PydanticCustomError

from project.accounts.schemas.fields import Email
from project.catalog.schemas.products import ProductCard
from project.catalog.schemas.queries import Text
from project.core.messages import field_error
from project.core.schemas import ApiModel
from project.guidance.signs import ZodiacSign

# The first year for which the positions of the planets are computed; nobody alive was born before.
FIRST_YEAR = 1900
MAX_TEXT = 200
UNKNOWN_TIME = "unknown"
Gender = Literal["male", "female", "other"]


def _filled(value: object) -> object:
    """Refuse what was left empty, with the one sentence the form has for it."""
    text = " ".join(value.split()) if isinstance(value, str) else value
    if text is None or text == "":
        raise field_error("Please fill in all fields")
    return text


def _day(value: object) -> date:
    """Return a day of birth written as 1990-07-14."""
    text = str(_filled(value))
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise PydanticCustomError("invalid", "not a date") from None
    if day > localdate():
        raise field_error("The date of birth cannot be in the future")
    if day.year < FIRST_YEAR:
        raise field_error("Please enter a date from 1900 on")
    return day


def _hour(value: object) -> time | None:
    """Return a time of birth written as 05:40; None for "unknown"."""
    text = str(_filled(value))
    if text == UNKNOWN_TIME:
        return None
    try:
        # Seconds may stand there; an offset would be another place's clock.
        hour = time.fromisoformat(text)
    except ValueError:
        raise PydanticCustomError("invalid", "not a time") from None
    if hour.tzinfo is not None:
        raise PydanticCustomError("invalid", "not a time of the place itself")
    return hour


def _hour_if_any(value: object) -> time | None:
    return None if value in (None, "") else _hour(value)


Line = Annotated[str, Field(max_length=MAX_TEXT), BeforeValidator(_filled)]
Day = Annotated[date, BeforeValidator(_day)]


class _Form(ApiModel):
    """Form of a person: a field that was not sent is one left blank."""

    @model_validator(mode="before")
    @classmethod
    def blank_what_is_missing(cls, sent: Any) -> Any:
        """Give every field of the form to its own check, so that all of them answer alike."""
        blank = {to_camel(name): "" for name, field in cls.model_fields.items() if field.is_required()}
        return {**blank, **sent} if isinstance(sent, dict) else sent


class BirthDetailsIn(_Form):
    """Person who asks; `timeOfBirth` is "unknown" for an hour nobody remembers."""

    name: Line
    gender: Annotated[Gender, BeforeValidator(_filled)]
    date_of_birth: Day
    time_of_birth: Annotated[time | None, BeforeValidator(_hour)]
    place_of_birth: Line


class BirthMomentIn(_Form):
    """Time and place of a birth; the sign needs the day alone.

    `consent` lets the external services of the list of signs, if any, know day and month.
    """

    date_of_birth: Day
    time_of_birth: Annotated[time | None, BeforeValidator(_hour_if_any)] = None
    place_of_birth: str = Field(default="", max_length=MAX_TEXT)
    consent: StrictBool = False


class ChartIn(_Form):
    """Time and place of a birth; `placeOfBirth` is one of the known places."""

    date_of_birth: Day
    time_of_birth: Annotated[time | None, BeforeValidator(_hour)]
    place_of_birth: Line


class BirthPlaceQuery(ApiModel):
    """Text typed so far."""

    q: Text = Field(default="", max_length=MAX_TEXT)


class BirthPlaceOut(ApiModel):
    """A place people are born in; `label` is what goes into `placeOfBirth`."""

    label: str


class BirthPlaceData(ApiModel):
    """Places that begin with the text, the largest first."""

    places: list[BirthPlaceOut]


class SkyPoint(ApiModel):
    """A planet or the lagna. `rashi` counts 1 to 12 from Mesha; what is unknown without a birth time is null.

    `longitude` is sidereal, 0 to 360; `degrees` is the way gone in the rashi, as almanacs write it.
    """

    key: str
    name: str
    rashi: int | None
    rashi_name: str | None
    longitude: float | None
    degrees: str | None
    nakshatra: str | None
    pada: int | None
    house: int | None
    retrograde: bool


class VedicChart(ApiModel):
    """The sky at a birth. `clock` is the offset from UTC that the place's clocks had then: +06:30."""

    place: str
    latitude: float
    longitude: float
    time_zone: str
    clock: str
    born_at: datetime | None
    ayanamsa: str
    lagna: SkyPoint | None
    planets: list[SkyPoint]


class VedicChartData(ApiModel):
    """The chart, and truthfully how it was made."""

    vedic_chart: VedicChart
    source: str


class BeadOut(ApiModel):
    """A bead by its faces; `path` finds it in the shop, `product` is what the shop has of it now."""

    faces: int
    name: str
    path: str
    product: ProductCard | None


class SignOut(ApiModel):
    """One line of the table of signs; `days` as people read them: 21 March – 19 April."""

    sign: ZodiacSign
    name: str
    days: str
    primary: str
    secondary: str
    primary_path: str


class SignListData(ApiModel):
    """The whole table, Aries first, and the external services that a sign may be asked of as well."""

    signs: list[SignOut]
    services: list[str]


class ZodiacSignData(ApiModel):
    """The sign of a day of birth, and truthfully where it was looked up."""

    zodiac_sign: ZodiacSign
    name: str
    source: str


class HoroscopeData(ApiModel):
    """Horoscope of a day for one sign, with its true source; `day` as people read it."""

    zodiac_sign: ZodiacSign
    name: str
    date: date
    day: str
    paragraphs: list[str]
    source: str


class UserInfo(ApiModel):
    """Person who asked, given back for the card and the print; `birthTime` is null when unknown."""

    name: str
    zodiac_sign: str
    birth_time: str | None
    birth_place: str
    gender: Gender
    age: int


class Recommendations(ApiModel):
    """The sign's beads and what tradition says of them."""

    primary: BeadOut
    secondary: BeadOut
    description: str
    benefits: list[str]
    chakras: list[str]
    best_day: str
    best_time: str
    mantra: str
    ruling_planet: str
    element: str
    compatibility: list[str]
    life_areas: list[str]
    challenges: list[str]
    solutions: list[str]


class PersonalizedInsights(ApiModel):
    """Correspondences of the hour and the month of birth, and of the age."""

    time_based_enhancement: str
    seasonal_advice: str
    life_stage_advice: str
    cosmic_alignment: str


class AdditionalInfo(ApiModel):
    """Advice on wearing, first use and care of the bead."""

    wearing_instructions: list[str]
    activation_ritual: list[str]
    maintenance: list[str]
    contraindications: list[str]
    combination: str


class RecommendationOut(ApiModel):
    """A whole answer; a sign's own page, which anybody may pass on, has nothing about a person."""

    zodiac_sign: ZodiacSign
    name: str
    user_info: UserInfo | None
    recommendations: Recommendations
    personalized_insights: PersonalizedInsights | None
    additional_info: AdditionalInfo


class RecommendationData(ApiModel):
    """One recommendation; `sharePath` leads to the sign's page and says nothing of the birth."""

    recommendation: RecommendationOut
    share_path: str


class MailIn(ApiModel):
    """Recipient of a sign's page."""

    email: Email
    sign: str = Field(max_length=20)


class MailedData(ApiModel):
    """Address of the mail."""

    email: str
