"""Sentences about the fields of a request that are wrong, in the active language."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _
from pydantic_core import PydanticCustomError

# The type of errors that bring their sentence.
OWN_SENTENCE: Final = "own_sentence"
_ADDRESS_FIELDS: Final = {"street", "address", "city", "state", "pincode"}
# A text in both languages has a field for each.
_LANGUAGES: Final = {"en": _("{field} (English)"), "hi": _("{field} (Hindi)")}
# pydantic's own error types; those not listed are "invalid".
_KINDS: Final = {
    "missing": "required",
    "string_too_short": "required",
    "string_too_long": "too_long",
    "greater_than_equal": "at_least",
    "less_than_equal": "at_most",
    "extra_forbidden": "unknown",
}
_SENTENCES: Final = {
    "required": _("{field} is required"),
    "too_long": _("{field} is too long"),
    "too_many": _("There are too many of these"),
    "at_least": _("{field} must be at least {ge}"),
    "at_most": _("{field} must be at most {le}"),
    "unknown": _("There is no field “{name}”"),
    "invalid": _("{field} is not valid"),
    # Of one field.
    "required.photos": _("Please add a photo of the report"),
    "too_long.search": _("Please search with at most 100 characters"),
    "too_long.q": _("Please search with at most 100 characters"),
    "invalid.search": _("This cannot be searched for"),
    "invalid.q": _("This cannot be searched for"),
    "invalid.page": _("There is no such page"),
    "invalid.sortBy": _("This order is not offered"),
    "invalid.email": _("Please enter a valid email address"),
    "invalid.phone": _("Please enter a valid 10-digit phone number"),
    "invalid.pincode": _("Please enter a valid 6-digit pincode"),
    "invalid.gstin": _(
        "This is not a GSTIN: please compare its 15 letters and digits with the certificate of registration"
    ),
    "invalid.slug": _("Please use small Latin letters, digits and “-” only, such as 5-mukhi-rudraksha"),
    "invalid.payTo": _("Please enter a valid UPI ID, such as name@bank"),
    "invalid.bankReference": _("Please enter the bank's reference: 6 to 30 letters, digits, - or /"),
    "invalid.gender": _("Please choose one of the three"),
    "invalid.dateOfBirth": _("Please enter a valid date of birth"),
    "invalid.timeOfBirth": _("Please enter a valid time of birth"),
}


def field_error(sentence: str, **values: object) -> PydanticCustomError:
    """Return the error of a validator that refuses a field; the sentence is marked and translated by this."""
    return PydanticCustomError(OWN_SENTENCE, "{sentence}", {"sentence": gettext(sentence).format(**values)})


def fault_of(loc: Sequence[str | int], sentence: str) -> dict[str, Any]:
    """Return the same as an entry of django-ninja's ValidationError; `sentence` is translated already."""
    return {"loc": tuple(loc), "type": OWN_SENTENCE, "ctx": {"sentence": sentence}}


def _kind(error: Mapping[str, Any]) -> str:
    name = str(error["type"])
    kind = _KINDS.get(name, name)
    return kind if kind in _SENTENCES else "invalid"


def is_required(error: Mapping[str, Any]) -> bool:
    """Return whether the field is missing or empty, by pydantic's error."""
    return _kind(error) == "required"


def field_sentence(error: Mapping[str, Any], path: Sequence[str | int]) -> str:
    """Return the sentence for an error of pydantic; `path` ends in the field's camelCase name."""
    values = {name: _plain(value) for name, value in error.get("ctx", {}).items()}
    if error["type"] == OWN_SENTENCE:
        return str(values["sentence"])
    kind = _kind(error)
    # The place in a list is no name: `items.0` is about the items.
    *outer, name = [part for part in map(str, path) if not part.isdigit()] or [str(path[-1])]
    label = "{field}"
    if outer and name in _LANGUAGES:
        label, name = str(_LANGUAGES[name]), outer[-1]
    label = label.format(field=pgettext("field", label_of(name)))
    if kind in ("at_least", "at_most") and f"invalid.{name}" in _SENTENCES:
        kind = "invalid"
    sentence = _SENTENCES.get(f"{kind}.{name}", _SENTENCES[kind])
    return str(sentence).format(**{"field": label, "name": str(path[-1]), **values})


def label_of(name: str) -> str:
    """Return a field's name as a label: `firstName` and `first_name` are "First name"."""
    label = "".join(f" {c.lower()}" if c.isupper() else c for c in name.replace("_", " ")).strip()
    return label[:1].upper() + label[1:]


def _plain(value: object) -> object:
    """Return a number as people write it: 5 for 5.0."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def missing_message(names: Sequence[str]) -> str:
    """Return one sentence for several missing fields, by their camelCase names; "" for fewer than two."""
    if len(names) < 2:
        return ""
    if set(names) <= _ADDRESS_FIELDS:
        return gettext("Please fill in complete shipping address")
    return gettext("Please fill in all required fields")
