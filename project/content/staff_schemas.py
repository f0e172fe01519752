"""Edited content as staff see it."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Annotated, Any, Literal, Self

from pydantic import Field

from project.accounts.actor_names import names_of
from project.content.editable import KINDS
from project.content.kinds import LANGUAGES, Content, Control, Kind, ProblemKind
from project.content.models import ContentEntry, ContentRevision
from project.content.rich_text import ContentPreview
from project.core.schemas import ApiModel, StaffIn

# More than any field may hold; each field's own length is a problem of publishing, not of saving.
_FieldText = Annotated[str, Field(max_length=40_000)]
_Fields = Annotated[dict[Annotated[str, Field(max_length=40)], _FieldText], Field(max_length=40)]


class ContentTexts(StaffIn):
    """Content of an entry: texts by field in both languages, and options."""

    en: _Fields
    hi: _Fields
    options: _Fields = {}

    def content(self) -> Content:
        """Return it as the actions take it."""
        return Content(en=self.en, hi=self.hi, options=self.options)

    @classmethod
    def of(cls, content: Content) -> Self:
        """Return it as the wire carries it."""
        return cls(**content.stored())


class ContentDraftIn(StaffIn):
    """Edited text; `version` is the one it was edited from, 0 where nobody edited yet."""

    content: ContentTexts
    version: int


class ContentVersionIn(StaffIn):
    """Version of the entry."""

    version: int


class ContentRestoreIn(ContentVersionIn):
    """Published version that becomes the draft."""

    number: Annotated[int, Field(ge=1, le=1_000_000)]


class ContentPreviewIn(StaffIn):
    """Content to preview; nothing of it is kept."""

    content: ContentTexts
    language: Literal["en", "hi"]


class ContentProblem(ApiModel):
    """Problem that prevents publishing; `language` is empty for options, `word` is the cause."""

    language: Literal["", "en", "hi"]
    field: str
    kind: ProblemKind
    word: str

    @classmethod
    def list(cls, kind: Kind, name: str, content: Content) -> "list[Self]":
        """Return all problems of the content."""
        return [cls.model_validate(problem) for problem in kind.problems(name, content)]


class ContentField(ApiModel):
    """One thing to fill in."""

    name: str
    max_length: int
    control: Control
    is_required: bool


class ContentRow(ApiModel):
    """An entry as the list shows it; `problems` counts what is wrong with what is published."""

    key: str
    kind: str
    name: str
    titles: dict[str, str]
    state: Literal["shipped", "edited"]
    has_draft: bool
    problems: int
    version: int
    # Who saved or published last, and when; blank and null where nobody did.
    edited_by: str
    edited_at: datetime | None

    @classmethod
    def list(cls, keys: Iterable[str] | None = None) -> "list[Self]":
        """Return these entries, or all there are."""
        entries = ContentEntry.objects.select_related("published")
        wanted = None if keys is None else set(keys)
        if wanted is not None:
            entries = entries.filter(key__in=wanted)
        by_key = {entry.key: entry for entry in entries}
        people = names_of(entry.last_change()[0] for entry in by_key.values())
        return [
            cls._of(kind, name, by_key.get(f"{kind.name}:{name}"), people)
            for kind in KINDS
            for name in kind.names()
            if wanted is None or f"{kind.name}:{name}" in wanted
        ]

    @classmethod
    def _of(cls, kind: Kind, name: str, entry: ContentEntry | None, people: Mapping[str, str]) -> Self:
        shown = shown_content(kind, name, entry)
        by, at = entry.last_change() if entry else ("", None)
        is_edited = entry is not None and entry.published is not None
        first = kind.fields[0].name
        return cls(
            key=f"{kind.name}:{name}",
            kind=kind.name,
            name=name,
            titles={language: shown.texts(language).get(first, "") for language in LANGUAGES},
            state="edited" if is_edited else "shipped",
            has_draft=entry is not None and entry.draft is not None,
            problems=len(kind.problems(name, shown)) if is_edited else 0,
            version=entry.version if entry else 0,
            edited_by=people.get(by, ""),
            edited_at=at,
        )


class ContentList(ApiModel):
    """Everything that can be edited, by kind."""

    entries: list[ContentRow]


class ContentDetail(ApiModel):
    """One entry with all that its editor needs."""

    key: str
    kind: str
    name: str
    version: int
    fields: list[ContentField]
    options: list[ContentField]
    shipped: ContentTexts
    # What is shown now, the shipped text where nobody published another.
    shown: ContentTexts
    is_edited: bool
    draft: ContentTexts | None
    draft_by: str
    draft_at: datetime | None
    problems: list[ContentProblem]
    # What the texts may name, in alphabetical order.
    placeholders: list[str]
    conditions: list[str]
    parts: list[str]
    required: list[str]

    @classmethod
    def of(cls, kind: Kind, name: str) -> Self:
        """Return the entry as it is now."""
        key = f"{kind.name}:{name}"
        entry = ContentEntry.objects.select_related("published").filter(key=key).first()
        shown = shown_content(kind, name, entry)
        draft = Content.of(entry.draft) if entry and entry.draft is not None else None
        known = kind.known(name)
        return cls.model_validate(
            {
                "key": key,
                "kind": kind.name,
                "name": name,
                "version": entry.version if entry else 0,
                "fields": kind.fields,
                "options": kind.options,
                "shipped": ContentTexts.of(kind.shipped(name)),
                "shown": ContentTexts.of(shown),
                "isEdited": entry is not None and entry.published is not None,
                "draft": ContentTexts.of(draft) if draft else None,
                "draftBy": names_of([entry.draft_by])[entry.draft_by] if entry and draft else "",
                "draftAt": entry.draft_at if entry and draft else None,
                "problems": ContentProblem.list(kind, name, draft or shown),
                "placeholders": sorted(known.values),
                "conditions": sorted(known.conditions),
                "parts": sorted(known.parts),
                "required": sorted(known.required),
            }
        )


class ContentDetailData(ApiModel):
    """The entry that was asked for, or changed."""

    entry: ContentDetail


class ContentPreviewData(ApiModel):
    """Preview; none while there are problems in the language or the options."""

    preview: ContentPreview | None
    problems: list[ContentProblem]


class ContentDiffLine(ApiModel):
    """A line of a field: in both versions, only in the newer, or only in the older."""

    kind: Literal["same", "added", "removed"]
    text: str


class ContentFieldDiff(ApiModel):
    """A field that differs between two versions."""

    language: Literal["", "en", "hi"]
    field: str
    lines: list[ContentDiffLine]


class ContentRevisionRow(ApiModel):
    """A published version and what it changed; `isShipped`: the shipped text came back."""

    number: int
    published_by: str
    published_at: datetime
    is_shipped: bool
    is_shown: bool
    changes: list[ContentFieldDiff]


class ContentHistory(ApiModel):
    """The published versions, the newest first, at most fifty."""

    revisions: list[ContentRevisionRow]


def shown_content(kind: Kind, name: str, entry: ContentEntry | None) -> Content:
    """Return what is shown: the published text, else the shipped one."""
    if entry is None or entry.published is None or entry.published.content is None:
        return kind.shipped(name)
    return Content.of(entry.published.content)


def content_of(kind: Kind, name: str, revision: ContentRevision | None) -> Content:
    """Return what a revision says; before the first one it was the shipped text."""
    stored: Any = revision.content if revision else None
    return kind.shipped(name) if stored is None else Content.of(stored)
