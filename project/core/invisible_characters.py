"""Invisible characters: control, zero-width and direction characters, which are removed from input."""

import re
from typing import Any

# White space that is none on a screen: but separates words.
_SEPARATORS = re.compile("[\x0b\x0c\x1c-\x1f\x85\u2028\u2029]")
# Control characters, marks of writing direction, zero-width characters, blank letters.
_INVISIBLE = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb"
    "\U000e0000-\U000e0fff]"
)
# Joiners shape the letters of Indian scripts and build emoji; between other characters they only hide.
_SHAPED = "\u0900-\u0dff\u2600-\u27bf\ufe0f\U0001f000-\U0001faff"
_JOINERS = re.compile(f"(?<![{_SHAPED}])[\u200c\u200d]+|[\u200c\u200d]+(?![{_SHAPED}])")
# As it was typed: what opens an account is not ours to change.
_UNTOUCHED = frozenset({"password"})


def without_invisible(text: str) -> str:
    """Return the text without what nobody sees; its lines stay."""
    return _JOINERS.sub("", _INVISIBLE.sub("", _SEPARATORS.sub(" ", text)))


def cleaned(value: Any) -> Any:
    """Return a JSON value with every text in it cleaned, passwords apart."""
    if isinstance(value, str):
        return without_invisible(value)
    if isinstance(value, list):
        return [cleaned(each) for each in value]
    if isinstance(value, dict):
        return {key: each if key in _UNTOUCHED else cleaned(each) for key, each in value.items()}
    return value
