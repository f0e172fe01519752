"""Write the log of what staff do."""

from collections.abc import Mapping
from typing import Any

from project.core.origin import current_address, current_api_token
from project.events.models import AuditEntry


def record(
    action: str,
    *,
    subject: str,
    actor: str,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
    note: str = "",
) -> AuditEntry:
    """Log what `actor` does to `subject`, in the caller's transaction: it is done and logged, or neither.

    Of `before` and `after` (JSON values) only the fields that differ are kept. Leave out what a customer
    wrote about themselves: the log is kept when their data is deleted.
    """
    old, new = dict(before or {}), dict(after or {})
    same = {name for name in old.keys() & new.keys() if old[name] == new[name]}
    return AuditEntry.objects.create(
        action=action,
        subject=subject,
        actor=actor,
        before={name: value for name, value in old.items() if name not in same},
        after={name: value for name, value in new.items() if name not in same},
        note=note[:500],
        address=current_address(),
        api_token=current_api_token(),
    )
