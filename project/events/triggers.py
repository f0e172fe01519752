"""The database itself refuses to change history and the audit log, and to delete what is not forgotten."""

from project.core.written_once import Deletable, written_once
from project.events.retention import FORGETTABLE_SUBJECTS, KEPT_PRODUCT_EVENTS

# The shortest time that the setting retention.events_days allows.
DAYS = 30

_subjects = " OR ".join(f"OLD.subject LIKE '{subject}%'" for subject in FORGETTABLE_SUBJECTS)
_kept = ", ".join(f"'{name}'" for name in KEPT_PRODUCT_EVENTS)
_forgettable = f"({_subjects} OR (OLD.subject LIKE 'product:%' AND OLD.name NOT IN ({_kept})))"

TRIGGERS = [
    written_once(
        "events_event",
        message="events are written once",
        deletable=Deletable(
            postgres=f"OLD.created_at < now() - interval '{DAYS} days' AND {_forgettable}",
            sqlite=f"OLD.created_at < datetime('now', '-{DAYS} days') AND {_forgettable}",
        ),
    ),
    written_once("events_auditentry", message="the audit log is written once"),
]
