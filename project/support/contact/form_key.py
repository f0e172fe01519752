"""The key of one opened form: signed by us, of a known age, good for one message.

It takes the place of a puzzle by a third party. A machine that posts without opening the form has none; one
that opens it and posts at once is too quick for a person; and a message that arrives twice has the same key.
"""

import secrets
from typing import Final

from django.core.signing import BadSignature, TimestampSigner

from project.core.errors import Conflict, ErrorCode

# A page may lie open over night.
LIFETIME: Final = 24 * 3600
# Nobody fills the form in faster; the page waits by itself.
FASTEST: Final = 2
_signer = TimestampSigner(salt="contact form")


def new_form_key() -> str:
    """Return the key of a form that is opened now."""
    return _signer.sign(secrets.token_urlsafe(12))


def opened_form(key: str) -> str:
    """Return the name of the form behind a key.

    Raises FORM_EXPIRED when it is none of ours or too old.
    """
    try:
        return _signer.unsign(key, max_age=LIFETIME)
    except BadSignature:
        raise Conflict(code=ErrorCode.FORM_EXPIRED) from None


def is_too_quick(key: str) -> bool:
    """Return whether the form was opened less than FASTEST seconds ago."""
    try:
        _signer.unsign(key, max_age=FASTEST)
    except BadSignature:
        return False
    return True
