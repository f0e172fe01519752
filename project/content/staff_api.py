"""Staff endpoints of the texts that they may edit."""

from itertools import zip_longest

from django.http import HttpRequest
from django.utils.translation import gettext as _

from project.accounts.actor_names import names_of
from project.accounts.auth import May, actor_of
from project.content import actions, editable
from project.content.differences import differences
from project.content.models import ContentRevision
from project.content.staff_schemas import (
    ContentDetail,
    ContentDetailData,
    ContentDraftIn,
    ContentHistory,
    ContentList,
    ContentPreviewData,
    ContentPreviewIn,
    ContentProblem,
    ContentRestoreIn,
    ContentRevisionRow,
    ContentRow,
    ContentVersionIn,
    content_of,
)
from project.core.rights import Right
from project.core.schemas import Success
from project.core.throttle import limited
from project.routers import ApiRouter

router = ApiRouter("content for staff")
HISTORY = 50


@router.get("/admin/content", auth=May(Right.CONTENT))
@limited("admin-content", 300)
def list_content(request: HttpRequest) -> Success[ContentList]:
    """Everything that can be edited: what is shipped, what was edited, where a draft waits."""
    return Success(data=ContentList(entries=ContentRow.list()))


@router.get("/admin/content/{key}", auth=May(Right.CONTENT))
@limited("admin-content", 300)
def get_content(request: HttpRequest, key: str) -> Success[ContentDetailData]:
    """One entry with its shipped, shown and draft texts, and what they may name."""
    return _answer(key)


@router.put("/admin/content/{key}/draft", auth=May(Right.CONTENT))
@limited("admin-write", 120)
def save_content_draft(request: HttpRequest, key: str, payload: ContentDraftIn) -> Success[ContentDetailData]:
    """Save a draft (optimistic lock by `version`); a conflict answers the draft of the other editor."""
    actions.save_draft(key, payload.content.content(), version=payload.version, actor=actor_of(request))
    return _answer(key, _("Draft saved"))


@router.post("/admin/content/{key}/discard", auth=May(Right.CONTENT))
@limited("admin-write", 120)
def discard_content_draft(
    request: HttpRequest, key: str, payload: ContentVersionIn
) -> Success[ContentDetailData]:
    """Drop the draft; what is shown stays."""
    actions.discard_draft(key, version=payload.version, actor=actor_of(request))
    return _answer(key, _("Draft discarded"))


@router.post("/admin/content/{key}/publish", auth=May(Right.CONTENT_PUBLISH, fresh=True))
@limited("admin-write", 120)
def publish_content(request: HttpRequest, key: str, payload: ContentVersionIn) -> Success[ContentDetailData]:
    """Show the draft from now on; refused with each problem that it has."""
    actions.publish(key, version=payload.version, actor=actor_of(request))
    return _answer(key, _("Published"))


@router.post("/admin/content/{key}/shipped", auth=May(Right.CONTENT_PUBLISH, fresh=True))
@limited("admin-write", 120)
def use_shipped_content(
    request: HttpRequest, key: str, payload: ContentVersionIn
) -> Success[ContentDetailData]:
    """Show the shipped text again."""
    actions.use_shipped(key, version=payload.version, actor=actor_of(request))
    return _answer(key, _("The original text is shown again"))


@router.post("/admin/content/{key}/undo", auth=May(Right.CONTENT_PUBLISH, fresh=True))
@limited("admin-write", 120)
def undo_content(request: HttpRequest, key: str, payload: ContentVersionIn) -> Success[ContentDetailData]:
    """Show again what was shown until the caller has just changed it; refused once something has followed."""
    actions.undo(key, version=payload.version, actor=actor_of(request))
    return _answer(key, _("The earlier text is shown again"))


@router.post("/admin/content/{key}/preview", auth=May(Right.CONTENT))
@limited("admin-content", 300)
def preview_content(request: HttpRequest, key: str, payload: ContentPreviewIn) -> Success[ContentPreviewData]:
    """Return a preview of a text, and its problems; nothing is kept."""
    kind, name = editable.find(key)
    content = kind.cleaned(payload.content.content())
    problems = ContentProblem.list(kind, name, content)
    is_whole = not any(problem.language in ("", payload.language) for problem in problems)
    return Success(
        data=ContentPreviewData(
            preview=kind.preview(name, content, payload.language) if is_whole else None, problems=problems
        )
    )


@router.get("/admin/content/{key}/history", auth=May(Right.CONTENT))
@limited("admin-content", 300)
def get_content_history(request: HttpRequest, key: str) -> Success[ContentHistory]:
    """Return the published versions of an entry, each with what it changed."""
    kind, name = editable.find(key)
    found = list(ContentRevision.objects.filter(entry__key=key).select_related("entry")[: HISTORY + 1])
    people = names_of(revision.published_by for revision in found)
    rows = []
    # Before the first one the shipped text was shown.
    for revision, older in zip_longest(found, found[1:]):
        before, after = content_of(kind, name, older), content_of(kind, name, revision)
        rows.append(
            ContentRevisionRow(
                number=revision.number,
                published_by=people[revision.published_by],
                published_at=revision.published_at,
                is_shipped=revision.content is None,
                is_shown=revision.pk == revision.entry.published_id,
                changes=list(differences(before, after)),
            )
        )
    return Success(data=ContentHistory(revisions=rows[:HISTORY]))


@router.post("/admin/content/{key}/restore", auth=May(Right.CONTENT))
@limited("admin-write", 120)
def restore_content(request: HttpRequest, key: str, payload: ContentRestoreIn) -> Success[ContentDetailData]:
    """Make an earlier version the draft; it is shown once it is published."""
    actions.restore(key, payload.number, version=payload.version, actor=actor_of(request))
    return _answer(key, _("The earlier version is the draft now"))


def _answer(key: str, what: str = "") -> Success[ContentDetailData]:
    kind, name = editable.find(key)
    data = ContentDetailData(entry=ContentDetail.of(kind, name))
    return Success(message=what, data=data) if what else Success(data=data)
