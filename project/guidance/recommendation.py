"""The recommendation of beads from a sign's record and birth details."""

from collections.abc import Collection, Sequence
from datetime import date
from typing import Final
from urllib.parse import urlencode

from django.utils.functional import Promise

from project.catalog.models import Product, ProductQuerySet
from project.catalog.schemas.products import ProductCard
from project.core.language import format_day_of_year, translate
from project.guidance import texts
from project.guidance.schemas import (
    AdditionalInfo,
    BeadOut,
    BirthDetailsIn,
    PersonalizedInsights,
    RecommendationOut,
    Recommendations,
    SignOut,
    UserInfo,
)
from project.guidance.signs import (
    FIRST_DAYS,
    DayPart,
    SignRecord,
    ZodiacSign,
    age_on,
    day_part_of,
    last_day_of,
    life_stage_of,
    record_of,
    season_of,
    sign_of,
)

PAGE: Final = "/rudraksh-recommendation"


def bead_name(faces: int, language: str) -> str:
    """Return what the shop calls a bead of so many faces."""
    return translate(texts.BEAD, language).format(faces=faces)


def bead_path(faces: int, language: str) -> str:
    """Return the list that finds the bead; it shows what there is even when the bead itself is gone."""
    # "rudraksh" is the word that links from outside use; the catalogue knows it as another name.
    return f"/products?{urlencode({'search': bead_name(faces, language), 'category': 'rudraksh'})}"


def share_path(sign: ZodiacSign) -> str:
    """Return the address of a sign's page: whoever opens it learns the sign and nothing else."""
    return f"{PAGE}?{urlencode({'sign': sign})}"


def signs_table(language: str) -> list[SignOut]:
    """Return all signs with their days and beads, Aries first."""
    first_days = {sign: first_day for first_day, sign in FIRST_DAYS}
    return [
        SignOut(
            sign=sign,
            name=record.name.text(language),
            days=" – ".join(
                format_day_of_year(*day, language) for day in (first_days[sign], last_day_of(sign))
            ),
            primary=bead_name(record.primary, language),
            secondary=bead_name(record.secondary, language),
            primary_path=bead_path(record.primary, language),
        )
        for sign in ZodiacSign
        for record in (record_of(sign),)
    ]


def recommendation_for_sign(sign: str, *, language: str) -> RecommendationOut:
    """Return what can be said of a sign alone.

    Raises NotFound when there is no such sign.
    """
    record = record_of(sign)
    return RecommendationOut(
        zodiac_sign=record.sign,
        name=record.name.text(language),
        user_info=None,
        recommendations=_recommendations(record, DayPart.UNKNOWN, language),
        personalized_insights=None,
        additional_info=_additional(record, DayPart.UNKNOWN, language),
    )


def recommendation_for(details: BirthDetailsIn, *, today: date, language: str) -> RecommendationOut:
    """Return the answer for one person; `today` decides the age alone."""
    record = record_of(sign_of(details.date_of_birth))
    part = day_part_of(details.time_of_birth)
    age = age_on(today, details.date_of_birth)
    return RecommendationOut(
        zodiac_sign=record.sign,
        name=record.name.text(language),
        user_info=UserInfo(
            name=details.name,
            zodiac_sign=record.name.text(language),
            birth_time=details.time_of_birth.strftime("%H:%M") if details.time_of_birth else None,
            birth_place=details.place_of_birth,
            gender=details.gender,
            age=age,
        ),
        recommendations=_recommendations(record, part, language),
        personalized_insights=PersonalizedInsights(
            time_based_enhancement=translate(texts.TIME_ADVICE[part], language),
            seasonal_advice=translate(texts.SEASON_ADVICE[season_of(details.date_of_birth.month)], language),
            life_stage_advice=translate(texts.LIFE_STAGE_ADVICE[life_stage_of(age)], language),
            cosmic_alignment=translate(texts.COSMIC_ALIGNMENT, language).format(
                sign=record.name.text(language),
                planet=translate(texts.PLANETS[record.planet], language),
                element=translate(texts.ELEMENTS[record.element], language),
                primary=bead_name(record.primary, language),
                secondary=bead_name(record.secondary, language),
            ),
        ),
        additional_info=_additional(record, part, language),
    )


def _recommendations(record: SignRecord, part: DayPart, language: str) -> Recommendations:
    primary, secondary = _beads((record.primary, record.secondary), language)
    day = translate(texts.DAYS[record.planet], language)
    return Recommendations(
        primary=primary,
        secondary=secondary,
        description=record.description.text(language),
        benefits=_texts(record.benefits, language),
        chakras=[translate(texts.CHAKRAS[name], language) for name in record.chakras],
        best_day=day,
        best_time=f"{day}, {translate(texts.HOURS[part], language)}",
        mantra=translate(texts.MANTRAS[record.primary], language),
        ruling_planet=translate(texts.PLANETS[record.planet], language),
        element=translate(texts.ELEMENTS[record.element], language),
        compatibility=[record_of(sign).name.text(language) for sign in record.compatible],
        life_areas=_texts(record.life_areas, language),
        challenges=_texts(record.challenges, language),
        solutions=_texts(record.solutions, language),
    )


def _additional(record: SignRecord, part: DayPart, language: str) -> AdditionalInfo:
    slots = {
        "day": translate(texts.DAYS[record.planet], language),
        "hour": translate(texts.HOURS[part], language),
        "mantra": translate(texts.MANTRAS[record.primary], language),
        "primary": bead_name(record.primary, language),
        "secondary": bead_name(record.secondary, language),
    }
    return AdditionalInfo(
        wearing_instructions=[line.format(**slots) for line in _translated(texts.WEARING, language)],
        activation_ritual=[line.format(**slots) for line in _translated(texts.ACTIVATION, language)],
        maintenance=_translated(texts.MAINTENANCE, language),
        contraindications=_translated(texts.CONTRAINDICATIONS, language),
        combination=translate(texts.COMBINATION, language).format(**slots),
    )


def _texts(lines: Sequence[texts.BilingualText], language: str) -> list[str]:
    return [line.text(language) for line in lines]


def _translated(lines: Sequence[Promise], language: str) -> list[str]:
    return [translate(line, language) for line in lines]


def _beads(faces: Sequence[int], language: str) -> list[BeadOut]:
    """Return these beads with what the shop has of them, in one look at the catalogue."""
    slugs = {number: f"{number}-mukhi-rudraksha" for number in faces}
    found = {product.slug: ProductCard.of(product) for product in _shown(slug__in=slugs.values())}
    if renamed := {slug for slug in slugs.values() if slug not in found}:
        for product in _shown(aliases__slug__in=renamed).prefetch_related("aliases"):
            found |= dict.fromkeys((alias.slug for alias in product.aliases.all()), ProductCard.of(product))
    return [
        BeadOut(
            faces=number,
            name=bead_name(number, language),
            path=bead_path(number, language),
            product=found.get(slugs[number]),
        )
        for number in faces
    ]


def _shown(**named: Collection[str]) -> ProductQuerySet:
    return Product.objects.visible().filter(**named).for_cards()
