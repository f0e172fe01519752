"""Answers that the calls about products and about categories share: messages, edit conflicts, form errors."""

from ninja.errors import ValidationError

from project.accounts.actor_names import names_of
from project.core.errors import Conflict
from project.core.language import current_language
from project.core.messages import message


def localized_message(what: str) -> str:
    """Return the message of this key in the caller's language."""
    return message(what, current_language())


def with_names(error: Conflict) -> Conflict:
    """Return the edit conflict with the names of the people who made the changes in place of their ids."""
    changes = (error.data or {}).get("changes", [])
    names = names_of(change["by"] for change in changes)
    error.data = (error.data or {}) | {
        "changes": [change | {"by": names[change["by"]]} for change in changes]
    }
    return error


def refuse(faults: list[tuple[tuple[str | int, ...], str]]) -> None:
    """Raise ValidationError when there is any fault."""
    if faults:
        raise ValidationError([{"loc": ("body", "payload", *loc), "type": kind} for loc, kind in faults])
