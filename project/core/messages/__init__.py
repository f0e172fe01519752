"""The API's sentences in both languages: the general ones, and those that the apps register.

They register, as core imports no app. The screens have texts of their own by code; these are for toasts that
show the server's words (and for callers without a screen).
"""

from collections.abc import Mapping, Sequence
from typing import Final, TypeVar

from project.core.india import state_name
from project.core.messages import fields as general_fields
from project.core.messages import general

Text = TypeVar("Text", str, tuple[str, str])

# By error code, or by what was done ("product.created").
SENTENCES: Final[dict[str, tuple[str, str]]] = dict(general.SENTENCES)
# By what is wrong with a field.
FIELDS: Final[dict[str, tuple[str, str]]] = dict(general_fields.FIELDS)
# What calls answer when they have succeeded, in Hindi by the English text in their code.
DONE_HI: Final[dict[str, str]] = {}

_ADDRESS_FIELDS = {"street", "address", "city", "state", "pincode"}
# How a text in both languages is told from its twin.
_LANGUAGES = {"en": (" (English)", " (अंग्रेज़ी)"), "hi": (" (Hindi)", " (हिन्दी)")}
# pydantic's own error types, as our field messages know them.
_PYDANTIC_KINDS = {
    "missing": "required",
    "string_too_short": "required",
    "string_too_long": "too_long",
    "greater_than_equal": "at_least",
    "less_than_equal": "at_most",
    "extra_forbidden": "unknown",
}


def register(
    sentences: Mapping[str, tuple[str, str]],
    *,
    fields: Mapping[str, tuple[str, str]] | None = None,
    done: Mapping[str, str] | None = None,
) -> None:
    """Add an app's sentences, when it is ready; raises ValueError for a name that is taken."""
    _add(SENTENCES, sentences)
    _add(FIELDS, fields or {})
    _add(DONE_HI, done or {})


def _add(table: dict[str, Text], more: Mapping[str, Text]) -> None:
    if taken := table.keys() & more.keys():
        raise ValueError(f"two sentences have the same name: {sorted(taken)}")
    table.update(more)


def both(name: str, /, **slots: object) -> tuple[str, str]:
    """Return the sentence of this name in English and Hindi, with its `{slots}` filled in."""
    english, hindi = SENTENCES[name]
    return english.format(**slots), hindi.format(**slots)


def message(name: str, language: str, /, **slots: object) -> str:
    """Return the sentence of this name in `language` ('en' or 'hi', anything else reads English)."""
    return both(name, **slots)[language.startswith("hi")]


def done_text(text: str, language: str) -> str:
    """Return what a call says when it has done its work, which is written in English, in `language`."""
    return DONE_HI.get(text, text) if language.startswith("hi") else text


def field_kind(error_type: str) -> str:
    """Return the kind of field message for an error type of pydantic, or of our own."""
    kind = _PYDANTIC_KINDS.get(error_type, error_type)
    return kind if kind in FIELDS else "invalid"


def field_message(kind: str, field: str, language: str, /, **slots: object) -> str:
    """Return the sentence for one field.

    `field` is its camelCase name, or the dotted path that ends in it; `slots` are what the kind names, such
    as the `state` that a pincode misses.
    """
    name, written_in = _named(field)
    label = label_of(name)
    kind = kind if kind in FIELDS else "invalid"
    bounded = kind in ("at_least", "at_most") and f"{name}_invalid" in FIELDS
    english, hindi = FIELDS.get(f"{name}_{'invalid' if bounded else kind}", FIELDS[kind])
    slots = {"state": "", **{key: _plain(value) for key, value in slots.items()}}
    if language.startswith("hi"):
        slots["state"] = state_name(str(slots["state"]), language)
        return hindi.format(**{**slots, "field": general_fields.LABELS_HI.get(label, label) + written_in[1]})
    return english.format(**{**slots, "field": label + written_in[0]})


def label_of(name: str) -> str:
    """Return a field's name as a label: `firstName` and `first_name` are "First name"."""
    label = "".join(f" {c.lower()}" if c.isupper() else c for c in name.replace("_", " ")).strip()
    return label[:1].upper() + label[1:]


def _plain(value: object) -> object:
    """Return a number as people write it: 5 for 5.0."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _named(path: str) -> tuple[str, tuple[str, str]]:
    """Return which field a path names, and, where it is one language's text of it, which.

    The place in a list is no name: `items.0` is about the items.
    """
    parts = [part for part in path.split(".") if not part.isdigit()] or [path]
    if len(parts) > 1 and parts[-1] in _LANGUAGES:
        return parts[-2], _LANGUAGES[parts[-1]]
    return parts[-1], ("", "")


def missing_message(names: Sequence[str], language: str) -> str:
    """Return one sentence for several missing fields, by their camelCase names; "" for fewer than two."""
    if len(names) < 2:
        return ""
    kind = "fill_address" if set(names) <= _ADDRESS_FIELDS else "fill_all"
    return FIELDS[kind][language.startswith("hi")]
