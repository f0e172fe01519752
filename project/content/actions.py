"""The verbs of edited content: save a draft, discard it, publish, restore, go back to the shipped text.

Each locks the entry, compares the version that the editor saw, and writes the audit log; what was shown
before stays as a revision.
"""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone

from project.accounts.actor_names import names_of
from project.content import kinds
from project.content.kinds import Content
from project.content.models import ContentEntry, ContentRevision
from project.core.errors import Conflict, ErrorCode, NotFound
from project.events.audit import record
from project.events.publish import publish as publish_event
from project.events.undo import find_undoable


@transaction.atomic
def save_draft(key: str, content: Content, *, version: int, actor: str) -> ContentEntry:
    """Keep what was written, without its markup, as the draft; it may be unfinished.

    Idempotent: the same draft again changes nothing. Raises NotFound, CONTENT_CHANGED.
    """
    kind, _ = kinds.find(key)
    stored = kind.cleaned(content).stored()
    entry = _lock(key)
    if entry.draft == stored:
        return entry
    _compare(entry, version)
    return _draft(entry, stored, what="content.saved", actor=actor)


@transaction.atomic
def discard_draft(key: str, *, version: int, actor: str) -> ContentEntry:
    """Drop the draft; what is shown stays. Raises NotFound, CONTENT_CHANGED."""
    entry = _lock(key)
    if entry.draft is None:
        return entry
    _compare(entry, version)
    return _draft(entry, None, what="content.discarded", actor=actor)


@transaction.atomic
def restore(key: str, number: int, *, version: int, actor: str) -> ContentEntry:
    """Make an earlier revision the draft. Raises NotFound, CONTENT_CHANGED."""
    kind, name = kinds.find(key)
    entry = _lock(key)
    _compare(entry, version)
    revision = entry.revisions.filter(number=number).first()
    if revision is None:
        raise NotFound(f"revision {number} of {key}")
    content = revision.content if revision.content is not None else kind.shipped(name).stored()
    return _draft(entry, content, what="content.restored", actor=actor, note=f"no. {number}")


@transaction.atomic
def publish(key: str, *, version: int, actor: str) -> ContentEntry:
    """Show the draft from now on. Raises NotFound, CONTENT_CHANGED, CONTENT_INCOMPLETE."""
    kind, name = kinds.find(key)
    entry = _lock(key)
    _compare(entry, version)
    if entry.draft is None:
        raise Conflict(f"{key} has no draft", data={"problems": []}, code=ErrorCode.CONTENT_INCOMPLETE)
    problems = kind.problems(name, Content.of(entry.draft))
    if problems:
        raise Conflict(
            f"{key}: {problems[0]}",
            data={"problems": [vars(problem) for problem in problems]},
            code=ErrorCode.CONTENT_INCOMPLETE,
        )
    return _show(entry, entry.draft, draft=None, what="content.published", actor=actor)


@transaction.atomic
def use_shipped(key: str, *, version: int, actor: str) -> ContentEntry:
    """Show the shipped text from now on; a draft stays. Raises NotFound, CONTENT_CHANGED."""
    entry = _lock(key)
    if entry.published is None:
        return entry
    _compare(entry, version)
    return _show(entry, None, draft=entry.draft, what="content.reset", actor=actor)


@transaction.atomic
def undo(key: str, *, version: int, actor: str) -> ContentEntry:
    """Show again what was shown until this person changed it; what they published is the draft. Idempotent.

    Raises NotFound, UndoRefused.
    """
    entry = _lock(key)
    change = find_undoable(
        f"content:{key}",
        ("content.published", "content.reset"),
        undone="content.undone",
        actor=actor,
        version=version,
        now_at=entry.version,
    )
    if change is None:
        return entry
    shown, *earlier = entry.revisions.all()[:2]
    draft = entry.draft if shown.content is None else shown.content
    before = earlier[0].content if earlier else None
    return _show(entry, before, draft=draft, what="content.undone", actor=actor)


def _lock(key: str) -> ContentEntry:
    """Return the locked entry, made if there is none. Raises NotFound for a key that is none."""
    kinds.find(key)
    ContentEntry.objects.get_or_create(key=key, defaults={"version": 0})
    return ContentEntry.objects.select_for_update(of=("self",)).select_related("published").get(key=key)


def _compare(entry: ContentEntry, version: int) -> None:
    if entry.version != version:
        by, _ = entry.last_change()
        raise Conflict(
            f"{entry}: edited as {version}, now {entry.version}",
            data={"version": entry.version, "draft": entry.draft, "by": names_of([by])[by]},
            code=ErrorCode.CONTENT_CHANGED,
        )


def _draft(
    entry: ContentEntry, content: Mapping[str, Any] | None, *, what: str, actor: str, note: str = ""
) -> ContentEntry:
    entry.draft = content
    entry.draft_by, entry.draft_at = actor, timezone.now()
    entry.save(update_fields=["draft", "draft_by", "draft_at"])
    return _changed(entry, what, [f"staff:content#{entry.key}"], actor=actor, note=note)


def _show(
    entry: ContentEntry,
    content: Mapping[str, Any] | None,
    *,
    draft: Mapping[str, Any] | None,
    what: str,
    actor: str,
) -> ContentEntry:
    newest = entry.revisions.first()
    revision = ContentRevision.objects.create(
        entry=entry, number=newest.number + 1 if newest else 1, content=content, published_by=actor
    )
    entry.published = revision if content is not None else None
    entry.draft = draft
    entry.save(update_fields=["draft", "published"])
    topics = [f"staff:content#{entry.key}", f"content:{entry.key}"]
    return _changed(entry, what, topics, actor=actor, note=f"no. {revision.number}")


def _changed(entry: ContentEntry, what: str, topics: list[str], *, actor: str, note: str) -> ContentEntry:
    before = {"version": entry.version}
    entry.bump()
    # The texts themselves stand in the revisions.
    record(
        what,
        subject=f"content:{entry.key}",
        actor=actor,
        before=before,
        after={"version": entry.version},
        note=note,
    )
    publish_event(what, subject=f"content:{entry.key}", topics=topics, actor=actor)
    return entry
