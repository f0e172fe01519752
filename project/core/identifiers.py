"""Public ids: unguessable, readable, never primary keys."""

import re
import secrets
import unicodedata

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from project.core.errors import Invalid

# No I, L, O, U: nothing to misread on the phone.
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def plain_digits(text: str) -> str:
    """Return the text with the digits of other scripts, such as Devanagari's, as 0 to 9."""
    return "".join(str(unicodedata.decimal(c)) if c.isdecimal() else c for c in text)


def typed_id(text: str) -> str:
    """Return a public id as it is stored: people type it in lower case, full width or Devanagari's digits."""
    return plain_digits(unicodedata.normalize("NFKC", text)).strip().upper()


TRANSACTION_ID_MISSING = _("Please enter a Transaction ID")
ORDER_ID_MISSING = _("Please enter an order ID")


def required_id(text: str, missing: str | Promise) -> str:
    """Return a public id as it is stored. Raises Invalid, which says `missing`, when there is none."""
    typed = typed_id(text)
    if not typed:
        raise Invalid(text=missing)
    return typed


def random_id(prefix: str, length: int) -> str:
    """Return `prefix` and `length` random characters (5 bits each)."""
    return prefix + "".join(secrets.choice(ALPHABET) for _ in range(length))


def is_random_id(text: str, prefix: str, length: int) -> bool:
    """Return whether `text` has the form of such an id."""
    return re.fullmatch(f"{prefix}[{ALPHABET}]{{{length}}}", text) is not None
