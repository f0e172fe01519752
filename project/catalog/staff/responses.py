"""Form errors of the calls about products and about categories."""

from ninja.errors import ValidationError

from project.core.messages import fault_of


def refuse(faults: list[tuple[tuple[str | int, ...], str]]) -> None:
    """Raise ValidationError when there is any fault."""
    if faults:
        raise ValidationError([fault_of(("body", "payload", *loc), sentence) for loc, sentence in faults])
