"""E-mail addresses in what people send."""

from email_validator import EmailNotValidError, validate_email
from pydantic_core import PydanticCustomError

from project.core.messages import field_error


def check_email(value: str) -> str:
    """Return the address in lower case; refuse what no mail server would take.

    One address has one form: what only looks like it (full-width, zero-width) is refused before the "@" and
    written in ASCII after it. Whether the address exists only a mail can tell.
    """
    value = value.strip().lower()
    if not value:
        raise PydanticCustomError("required", "required")
    try:
        found = validate_email(value, check_deliverability=False, allow_smtputf8=False)
    except EmailNotValidError:
        raise field_error("Please enter a valid email address") from None
    return str(found.ascii_email).lower()


def mask_email(email: str) -> str:
    """Keep the first letter and the host, enough for the owner to know it: a•••@example.com."""
    name, at, host = email.partition("@")
    return f"{name[:1]}•••{at}{host}" if email else ""
