"""Colours that follow from the shop's accent and page background, and their contrast (WCAG 2.2, 1.4.3)."""

import math
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


def check_readable(text: str, *surfaces: str) -> None:
    """Refuse a field whose colour cannot be read on one of these, or on which a text cannot be read."""
    for surface in surfaces:
        if (ratio := contrast(text, surface)) < LEAST_CONTRAST:
            values = {"text": text, "surface": surface, "ratio": ratio}
            raise field_error(
                "Text in {text} on {surface} has a contrast of {ratio}:1, but needs 4.5:1", **values
            )


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


def _luminance(colour: str) -> float:
    parts = (each / 255 for each in bytes.fromhex(colour[1:]))
    linear = (each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in parts)
    return sum(share * each for share, each in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def _mix(one: str, other: str, share: float) -> str:
    """Return the first colour with this share of the other one."""
    pairs = zip(bytes.fromhex(one[1:]), bytes.fromhex(other[1:]), strict=True)
    return "#" + bytes(round(a * (1 - share) + b * share) for a, b in pairs).hex()
