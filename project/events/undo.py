"""Undo of what a member of staff has just done; the entry of the audit log has the earlier state."""

from collections.abc import Collection
from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from project.core.errors import Conflict, ErrorCode
from project.events.models import AuditEntry

# Screens offer it for eight seconds; the rest is for slow networks. Mails about the change wait as long.
UNDO_TIME = timedelta(seconds=15)
_LATE = _("It is too late to undo this. Please change it by hand")


class UndoRefused(Conflict):
    """Something came after the change, or it is too old."""

    code = ErrorCode.UNDO_REFUSED


def find_undoable(
    subject: str, actions: Collection[str], *, undone: str, actor: str, version: int, now_at: int
) -> AuditEntry | None:
    """Return the entry of the change that left the locked subject at `version`; None when it is undone.

    The change must be the subject's newest, one of `actions`, by the same person, and of the last UNDO_TIME.
    `undone` is the action that its undo is logged as, `now_at` the subject's present version.

    Raises UndoRefused.
    """
    entry = AuditEntry.objects.filter(subject=subject).first()
    if entry is None or entry.actor != actor:
        raise UndoRefused(f"{subject}: the newest change is not by {actor}")
    if entry.action == undone and entry.before.get("version") == version:
        return None
    if entry.action not in actions or now_at != version:
        raise UndoRefused(f"{subject}: {entry.action} at {now_at}, to undo {version}")
    if timezone.now() > entry.at + UNDO_TIME:
        raise UndoRefused(f"{subject}: changed at {entry.at}", text=_LATE)
    return entry
