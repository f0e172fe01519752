"""The API's sentences in both languages: an area's stand in its own file, and are found here.

The screens have texts of their own by code; these are for toasts that show the server's words (and
for callers without a screen).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from project.core.india import state_name
from project.core.messages import accounts, catalog, fields, general, orders, payments, reviews


def _together(*tables: Mapping[str, tuple[str, str]]) -> dict[str, tuple[str, str]]:
    names = Counter(name for table in tables for name in table)
    if twice := [name for name, times in names.items() if times > 1]:
        raise ValueError(f"two sentences have the same name: {twice}")
    return {name: pair for table in tables for name, pair in table.items()}


# By error code, or by what was done ("product.created").
SENTENCES: Final = _together(
    general.SENTENCES,
    accounts.SENTENCES,
    catalog.SENTENCES,
    orders.SENTENCES,
    payments.SENTENCES,
    reviews.SENTENCES,
)
# By what is wrong with a field.
FIELDS: Final = _together(fields.FIELDS, catalog.FIELDS)

_ADDRESS_FIELDS = {"street", "address", "city", "state", "pincode"}
# pydantic's own error types, as our field messages know them.
_PYDANTIC_KINDS = {
    "missing": "required",
    "string_too_short": "required",
    "string_too_long": "too_long",
}


def both(name: str, /, **slots: object) -> tuple[str, str]:
    """Return the sentence of this name in English and Hindi, with its `{slots}` filled in."""
    english, hindi = SENTENCES[name]
    return english.format(**slots), hindi.format(**slots)


def message(name: str, language: str, /, **slots: object) -> str:
    """Return the sentence of this name in `language` ('en' or 'hi', anything else reads English)."""
    return both(name, **slots)[language.startswith("hi")]


def field_kind(error_type: str) -> str:
    """Return the kind of field message for an error type of pydantic, or of our own."""
    kind = _PYDANTIC_KINDS.get(error_type, error_type)
    return kind if kind in FIELDS else "invalid"


def field_message(kind: str, field: str, language: str, *, state: str = "") -> str:
    """Return the sentence for one field; `field` is its camelCase name, `state` the one a pincode misses."""
    label = "".join(f" {c.lower()}" if c.isupper() else c for c in field).strip()
    label = label[:1].upper() + label[1:]
    kind = kind if kind in FIELDS else "invalid"
    english, hindi = FIELDS.get(f"{field}_{kind}", FIELDS[kind])
    if language.startswith("hi"):
        return hindi.format(field=fields.LABELS_HI.get(label, label), state=state_name(state, language))
    return english.format(field=label, state=state)


def missing_message(names: Sequence[str], language: str) -> str:
    """Return one sentence for several missing fields, by their camelCase names; "" for fewer than two."""
    if len(names) < 2:
        return ""
    kind = "fill_address" if set(names) <= _ADDRESS_FIELDS else "fill_all"
    return FIELDS[kind][language.startswith("hi")]
