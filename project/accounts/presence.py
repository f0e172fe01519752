"""Presence: who has what open to edit right now.

Each entry is a lease in the cache: the person's page renews it while it is open, then it expires.
"""

import time
from typing import TypedDict

from django.core.cache import cache
from redis.exceptions import RedisError

from project.accounts.models import User
from project.core.rights import Right

# The lease of an entry; pages renew it well within this.
LIFETIME_SECONDS = 30.0
CLOCKS_DIFFER_SECONDS = 5.0

# What staff may have open, and which right they need to know who has.
RIGHTS: dict[str, Right] = {
    "order": Right.ORDERS_READ,
    "product": Right.CATALOGUE,
    "category": Right.CATALOGUE,
    "case": Right.CASES,
    "customer": Right.SUPPORT,
}


class Editor(TypedDict):
    """Somebody who has it open."""

    name: str
    until: float


def right_for(subject: str) -> Right | None:
    """Return the right that a subject such as "order:AKS-…" needs; None for what nobody edits."""
    kind, _, name = subject.partition(":")
    return RIGHTS.get(kind) if name else None


def record(subject: str, user: User) -> None:
    """Record the person as an editor, or renew their lease."""
    editors = editors_of(subject)
    editors[user.public_id] = {"name": user.name or user.email, "until": time.time() + LIFETIME_SECONDS}
    _store(subject, editors)


def remove(subject: str, user: User) -> bool:
    """Remove the person as an editor; return whether they were one."""
    editors = editors_of(subject)
    was_there = editors.pop(user.public_id, None) is not None
    if was_there:
        _store(subject, editors)
    return was_there


def editors_of(subject: str) -> dict[str, Editor]:
    """Return who has it open, by public id."""
    try:
        held: dict[str, Editor] = cache.get(_key(subject)) or {}
    except (RedisError, OSError):  # shown as nobody: nothing depends on presence
        return {}
    now = time.time()
    return {
        public_id: editor
        for public_id, editor in held.items()
        # Later than any lease ends now: the clock was set back.
        if now < editor["until"] <= now + LIFETIME_SECONDS + CLOCKS_DIFFER_SECONDS
    }


def _store(subject: str, editors: dict[str, Editor]) -> None:
    # Not atomic: of two writers at once one entry may be lost, until its page renews it.
    try:
        cache.set(_key(subject), editors, timeout=int(LIFETIME_SECONDS) + 5)
    except (RedisError, OSError):
        return


def _key(subject: str) -> str:
    return f"presence:{subject}"
