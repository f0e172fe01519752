"""Delivery zones of the settings: which one an address lies in, and what it charges. Paise and grams."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Annotated, Final

from django.utils.translation import gettext, override
from pydantic import AfterValidator, ConfigDict, Field, with_config
from pydantic.alias_generators import to_camel
from pydantic_core import PydanticCustomError

# pydantic reads no other one before Python 3.12.
from typing_extensions import TypedDict

from project.core.india import STATE_CODES, state_name
from project.core.language import current_language
from project.core.limits import MOST_ORDER_PAISE, MOST_SHIPPING_PAISE
from project.core.messages import field_error
from project.core.money import format_rupees
from project.core.pincodes import find_place
from project.core.schemas import NeededLine

MOST_ZONES: Final = 30
MOST_RANGES: Final = 100
# As much as one piece may weigh.
MOST_GRAMS: Final = 1_000_000

_RANGE = re.compile(r"([1-9][0-9]{5})(?:-([1-9][0-9]{5}))?")


def _state(text: str) -> str:
    if text not in STATE_CODES:
        raise field_error("{state} is no state of India", state=text)
    return text


def _pincodes(text: str) -> str:
    text = text.replace(" ", "").replace("–", "-")
    match = _RANGE.fullmatch(text)
    if match is None:
        raise field_error("Please enter pincodes of 6 digits, or ranges such as 744101-744304")
    if match[2] and match[1] > match[2]:
        raise field_error("The range ends before it begins")
    return text


State = Annotated[str, AfterValidator(_state)]
# "744101-744304", or one pincode.
PincodeRange = Annotated[str, Field(max_length=20), AfterValidator(_pincodes)]
Grams = Annotated[int, Field(ge=0, le=MOST_GRAMS)]
Charge = Annotated[int, Field(ge=0, le=MOST_SHIPPING_PAISE)]


@with_config(ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="forbid"))
class Zone(TypedDict):
    """A part of India with a charge of its own; a pincode range is stronger than a state of another zone."""

    en: NeededLine
    hi: NeededLine
    states: Annotated[list[State], Field(max_length=len(STATE_CODES))]
    pincodes: Annotated[list[PincodeRange], Field(max_length=MOST_RANGES)]
    is_served: bool
    # Up to `base_grams`, then for each further `step_grams` that are begun.
    base_paise: Charge
    base_grams: Grams
    step_paise: Charge
    step_grams: Annotated[int, Field(ge=1, le=MOST_GRAMS)]
    # Goods of a higher value ship free; None: never.
    free_above_paise: Annotated[int, Field(ge=0, le=MOST_ORDER_PAISE)] | None


def _bounds(place: str) -> tuple[str, str]:
    """Return the ends of a pincode range; a state and a single pincode are their own."""
    first, _, last = place.partition("-")
    return first, last or first


def _zones(zones: list[Zone]) -> list[Zone]:
    """Refuse zones without a place, and places that are in two zones or twice in one."""
    if len(zones) > MOST_ZONES:
        raise PydanticCustomError("too_many", "too many zones")
    language = current_language()
    for zone in zones:
        if not zone["states"] and not zone["pincodes"]:
            raise field_error("{zone} has neither states nor pincodes", zone=zone_name(zone, language))
    places = sorted(
        (*_bounds(place), zone_name(zone, language))
        for zone in zones
        for place in [*zone["states"], *zone["pincodes"]]
    )
    for (_, last, name), (first, _, other) in pairwise(places):
        if first <= last:
            place = state_name(first, language)
            raise field_error(
                "{place} is listed twice: in {zone} and {other}", place=place, zone=name, other=other
            )
    return zones


Zones = Annotated[list[Zone], AfterValidator(_zones)]


@dataclass(frozen=True)
class Destination:
    """State and pincode of a delivery; blank where the shopper has not entered them yet."""

    state: str = ""
    pincode: str = ""

    @property
    def is_known(self) -> bool:
        """Return True when the zone is certain."""
        return bool(self.state and self.pincode)


NOWHERE: Final = Destination()


def find_zone(zones: Sequence[Zone], destination: Destination) -> Zone | None:
    """Return the zone of a destination: by pincode, else by state; None for everywhere else.

    An address may name a state that we do not know: then that of its pincode counts, or a misspelt state
    would be cheaper.
    """
    if not zones:
        return None
    pincode, state = destination.pincode, destination.state
    for zone in zones:
        if any(first <= pincode <= last for first, last in map(_bounds, zone["pincodes"])):
            return zone
    if state not in STATE_CODES and (place := find_place(pincode)):
        state = place.state
    return next((zone for zone in zones if state in zone["states"]), None)


def zone_charge(zone: Zone, *, goods_paise: int, grams: int) -> int:
    """Return the charge of a parcel with goods of this value and weight."""
    free_above = zone["free_above_paise"]
    if free_above is not None and goods_paise > free_above:
        return 0
    steps = -(-max(0, grams - zone["base_grams"]) // zone["step_grams"])
    return zone["base_paise"] + steps * zone["step_paise"]


# -- In words -----------------------------------------------------------------------------------


def zone_name(zone: Zone, language: str) -> str:
    """Return the zone's name in the reader's language."""
    return zone["hi"] if language == "hi" else zone["en"]


def zone_places(zone: Zone, language: str) -> str:
    """Write the states and pincodes of a zone: Assam, Tripura, 744101–744304."""
    states = [state_name(state, language) for state in zone["states"]]
    return ", ".join([*states, *(pincodes.replace("-", "–") for pincodes in zone["pincodes"])])


def zone_terms(zone: Zone, language: str) -> str:
    """Write what a zone charges: ₹80 up to 500 g, ₹40 for each further 500 g, free above ₹2,000."""
    base, step = format_rupees(zone["base_paise"]), format_rupees(zone["step_paise"])
    with override(language):
        if not zone["is_served"]:
            return gettext("we do not deliver here")
        if not zone["step_paise"]:
            return rate_text(zone["base_paise"], zone["free_above_paise"], language)
        terms = [
            gettext("{charge} up to {grams} g").format(charge=base, grams=zone["base_grams"]),
            gettext("{charge} for each further {grams} g").format(charge=step, grams=zone["step_grams"]),
        ]
        return ", ".join([*terms, *_free_above(zone["free_above_paise"])])


def rate_text(paise: int, free_above_paise: int | None, language: str) -> str:
    """Write a charge that does not depend on the weight: ₹49, free above ₹999."""
    with override(language):
        return ", ".join([format_rupees(paise), *_free_above(free_above_paise)]) if paise else gettext("free")


def _free_above(paise: int | None) -> list[str]:
    return [] if paise is None else [gettext("free above {amount}").format(amount=format_rupees(paise))]
