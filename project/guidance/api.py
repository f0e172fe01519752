"""Birth details → sign, bead and chart.

Nothing of a birth is stored or logged, and nothing sent anywhere without consent (see `external`).
"""

from django.http import HttpRequest
from django.utils.timezone import localdate
from ninja import Query
from ninja.decorators import decorate_view

from project.catalog.schemas.queries import Text
from project.core.errors import ErrorCode, Invalid
from project.core.language import current_language, translate
from project.core.public_reads import public_read
from project.core.schemas import Success
from project.core.throttle import limited
from project.guidance import actions, texts
from project.guidance.chart import chart_of
from project.guidance.external.signs import sign_services, source_of
from project.guidance.horoscope import horoscope_of
from project.guidance.places import find_places, place_named
from project.guidance.recommendation import (
    recommendation_for,
    recommendation_for_sign,
    share_path,
    signs_table,
)
from project.guidance.schemas import (
    BirthDetailsIn,
    BirthMomentIn,
    BirthPlaceData,
    BirthPlaceOut,
    BirthPlaceQuery,
    ChartIn,
    HoroscopeData,
    MailedData,
    MailIn,
    RecommendationData,
    SignListData,
    VedicChartData,
    ZodiacSignData,
)
from project.guidance.signs import record_of, sign_of
from project.routers import ApiRouter

router = ApiRouter("guidance")


@router.get("/astrology/signs")
@decorate_view(public_read("guidance", 120))
def list_signs(request: HttpRequest) -> Success[SignListData]:
    """Return the twelve signs, their days and their beads."""
    services = [service.host for service in sign_services()]
    return Success(data=SignListData(signs=signs_table(current_language()), services=services))


@router.get("/astrology/signs/{sign}")
@decorate_view(public_read("guidance", 120))
def get_sign(request: HttpRequest, sign: Text) -> Success[RecommendationData]:
    """Return the shareable page of one sign."""
    answer = recommendation_for_sign(sign, language=current_language())
    return Success(data=RecommendationData(recommendation=answer, share_path=share_path(answer.zodiac_sign)))


@router.post("/astrology/zodiac-sign")
@limited("guidance", 120)
def find_zodiac_sign(request: HttpRequest, body: BirthMomentIn) -> Success[ZodiacSignData]:
    """Return the sign of a day of birth, by the calendar; hour and place do not change it."""
    language = current_language()
    sign = sign_of(body.date_of_birth)
    source = source_of(sign, body.date_of_birth, consent=body.consent, language=language)
    return Success(
        data=ZodiacSignData(zodiac_sign=sign, name=record_of(sign).name.text(language), source=source)
    )


@router.get("/astrology/horoscopes/{sign}")
@limited("guidance", 120)
def get_horoscope(request: HttpRequest, sign: Text) -> Success[HoroscopeData]:
    """Return today's traditional advice for one sign: no forecast."""
    return Success(data=horoscope_of(sign, localdate(), language=current_language()))


@router.post("/astrology/recommendation")
@limited("guidance", 60)
def recommend(request: HttpRequest, body: BirthDetailsIn) -> Success[RecommendationData]:
    """Return the bead for one person, by the fixed table."""
    answer = recommendation_for(body, today=localdate(), language=current_language())
    return Success(data=RecommendationData(recommendation=answer, share_path=share_path(answer.zodiac_sign)))


@router.get("/astrology/places", operation_id="findPlaces")
@limited("guidance-places", 300)
def list_places(request: HttpRequest, query: Query[BirthPlaceQuery]) -> Success[BirthPlaceData]:
    """Places whose names begin like that, the largest first."""
    language = current_language()
    found = [BirthPlaceOut(label=place.label(language)) for place in find_places(query.q)]
    return Success(data=BirthPlaceData(places=found))


@router.post("/astrology/vedic-chart")
@limited("guidance", 60)
def draw_vedic_chart(request: HttpRequest, body: ChartIn) -> Success[VedicChartData]:
    """Return the Vedic chart of a birth, computed here."""
    place = place_named(body.place_of_birth)
    if place is None:
        raise Invalid(errors={"placeOfBirth": ErrorCode.PLACE_UNKNOWN}, code=ErrorCode.PLACE_UNKNOWN)
    language = current_language()
    chart = chart_of(body.date_of_birth, body.time_of_birth, place, language=language)
    said = texts.CHART_WHOLE if chart.lagna else texts.CHART_WITHOUT_TIME
    return Success(
        message=translate(said, language),
        data=VedicChartData(vedic_chart=chart, source=translate(texts.CHART_SOURCE, language)),
    )


@router.post("/astrology/mail")
@limited("guidance-mail", 5, 3600)
def mail_sign(request: HttpRequest, body: MailIn) -> Success[MailedData]:
    """Send a sign's page to somebody's own address."""
    actions.mail_sign(body.sign, to=body.email, language=current_language())
    return Success(data=MailedData(email=body.email))
