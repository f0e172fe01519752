"""Rights by role of every call of the API and every live topic for staff.

`python -m tests.rights` prints it as a table, read from the code that decides.
"""

import os
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass

# The roles of staff and everybody else, as the table's columns.
ROLES = ("admin", "catalogue", "orders", "finance", "support", "customer", "guest")
# Under these paths nothing is for customers.
STAFF_PATHS = re.compile(r"/(admin|admin-orders|transactions|refunds)(/|$)")


@dataclass(frozen=True)
class Call:
    """One operation of the API, and the rights of which one is needed; None where no right is asked."""

    method: str
    path: str
    name: str
    rights: frozenset[str] | None
    # Whether it is for nobody but those who are logged in.
    asks_for_login: bool

    @property
    def is_for_staff(self) -> bool:
        """Return whether the path is one for staff."""
        return STAFF_PATHS.match(self.path) is not None

    def is_open_to(self, role: str) -> bool:
        """Return whether the role has a right that opens the path."""
        from project.core.rights import rights_of

        return self.rights is None or bool(self.rights & rights_of(role))

    def filled_path(self) -> str:
        """Return its path with names that belong to nothing."""
        return re.sub(r"{[^}]*}", "NONE", self.path)


def calls() -> Iterator[Call]:
    """Return every operation of the API."""
    from project.accounts.auth import Anyone, FirstFactor, May
    from project.api import api

    for prefix, router in api._routers:
        for path, view in router.path_operations.items():
            for operation in view.operations:
                logins = [guard for guard in operation.auth_callbacks if isinstance(guard, FirstFactor)]
                asks = any(not isinstance(guard, Anyone) for guard in logins)
                guards = [guard for guard in logins if isinstance(guard, May)]
                rights = frozenset(right for guard in guards for right in guard.rights) if guards else None
                for method in operation.methods:
                    yield Call(method, f"{prefix}{path}", operation.operation_id or "", rights, asks)


def staff_topics() -> list[str]:
    """Return the names of the live topics that are for staff alone."""
    from project.live_topics import LIVE_TOPICS

    return sorted(name for name in LIVE_TOPICS if name.startswith("staff:"))


def watches(role: str, topic: str) -> bool:
    """Return whether somebody of this role may watch the topic."""
    from project.events.topics import Caller
    from project.live_topics import find

    found = find(topic)
    assert found is not None
    user_id = None if role == "guest" else 1
    return found.may(Caller(user_id=user_id, role=role), topic)


def report() -> str:
    """Return the table."""
    rows: list[tuple[str, ...]] = [("", "", *ROLES)]
    for call in sorted(calls(), key=lambda call: (call.path, call.method)):
        if call.is_for_staff:
            marks = ("x" if call.is_open_to(role) else "" for role in ROLES)
            rows.append((call.method, call.path, *marks))
    rows += [
        ("LIVE", topic, *("x" if watches(role, topic) else "" for role in ROLES)) for topic in staff_topics()
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )


def main() -> int:
    """Print the table."""
    os.environ.setdefault("DEBUG", "1")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "project.settings")
    import django

    django.setup()
    print(report())
    return 0


if __name__ == "__main__":
    sys.exit(main())
