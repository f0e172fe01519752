"""Colours that follow from the shop's accent and page background, and their contrast (WCAG 2.2, 1.4.3)."""

import math
import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from project.core.messages import field_error

LEAST_CONTRAST: Final = 4.5
# As frontend/src/styles.css has them; a test compares the two.
SHIPPED: Final[Mapping[str, str]] = {
    "ground": "#f9f6ef",
    "paper": "#fffdf9",
    "tile": "#f2ede3",
    "line": "#e4dccd",
    "accent": "#7a2a1d",
    "accent-deep": "#5f1d13",
    "accent-wash": "#f6e9e2",
}
# The lightest of the text colours: where it can be read, each of them can.
FAINTEST_TEXT: Final = "#756452"
_INK: Final = "#2b1c13"
_COLOUR: Final = re.compile("#[0-9a-f]{6}")


def as_colour(text: str) -> str:
    """Return the colour that was typed, in small letters; a validator of a field."""
    text = text.strip().lower()
    if not _COLOUR.fullmatch(text):
        raise field_error("Please enter a colour as # and six digits, such as #7a2a1d")
    return text


def readable_ground(ground: str) -> str:
    """Return the page background if every text can be read on it; a validator of a field."""
    for surface in (ground, palette(SHIPPED["accent"], ground)["tile"]):
        if (ratio := contrast(FAINTEST_TEXT, surface)) < LEAST_CONTRAST:
            raise field_error(
                "Text ({text}) on this background ({surface}) has a contrast of {ratio}:1, but needs 4.5:1",
                text=FAINTEST_TEXT,
                surface=surface,
                ratio=ratio,
            )
    return ground


def readable_accent(accent: str, ground: str) -> str:
    """Return the accent if buttons and links in it can be read; a validator of a field."""
    if (ratio := contrast("#ffffff", accent)) < LEAST_CONTRAST:
        raise field_error(
            "White text on a button of this colour has a contrast of {ratio}:1, but needs 4.5:1", ratio=ratio
        )
    colours = palette(accent, ground)
    for surface in (colours["ground"], colours["tile"], colours["accent-wash"]):
        if (ratio := contrast(accent, surface)) < LEAST_CONTRAST:
            raise field_error(
                "A link in this colour on {surface} has a contrast of {ratio}:1, but needs 4.5:1",
                surface=surface,
                ratio=ratio,
            )
    return accent


@cache
def palette(accent: str, ground: str) -> Mapping[str, str]:
    """Return the colours by name; what follows from a shipped colour is as shipped."""
    colours = dict(SHIPPED)
    if ground != SHIPPED["ground"]:
        colours |= {
            "ground": ground,
            "paper": _mix(ground, "#ffffff", 0.75),
            "tile": _mix(ground, _INK, 0.04),
            "line": _mix(ground, _INK, 0.12),
        }
    if accent != SHIPPED["accent"]:
        colours |= {
            "accent": accent,
            "accent-deep": _mix(accent, "#000000", 0.22),
            "accent-wash": _mix(colours["paper"], accent, 0.09),
        }
    return colours


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, 1 to 21, cut after two digits: 4.499 is not enough."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return math.floor((light + 0.05) / (dark + 0.05) * 100) / 100


def _channels(colour: str) -> list[int]:
    return [int(colour[at : at + 2], 16) for at in (1, 3, 5)]


def _luminance(colour: str) -> float:
    parts = [each / 255 for each in _channels(colour)]
    red, green, blue = (
        each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _mix(one: str, other: str, share: float) -> str:
    """Return the first colour with this share of the other one."""
    pairs = zip(_channels(one), _channels(other), strict=True)
    return "#" + "".join(f"{round(a * (1 - share) + b * share):02x}" for a, b in pairs)
