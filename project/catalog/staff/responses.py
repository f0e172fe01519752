"""Answers that the calls about products and about categories share: messages, edit conflicts, form errors."""

from ninja.errors import ValidationError

from project.accounts.actor_names import names_of
from project.core.errors import Conflict
from project.core.messages import fault_of


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
        raise ValidationError([fault_of(("body", "payload", *loc), sentence) for loc, sentence in faults])
