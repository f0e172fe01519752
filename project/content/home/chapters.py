"""The chapters of the home page's story; the shipped texts are `texts/chapters.{language}.json`."""

import json
import logging
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from project.content.kinds import LANGUAGES, Content, Control, Field, Kind
from project.content.published import find_published
from project.content.rich_text import ContentPreview, HomeChapter

logger = logging.getLogger(__name__)

TEXTS: Final = Path(__file__).with_name("texts")
NAME: Final = "chapters"
KEY: Final = f"home:{NAME}"

# What a chapter says; only one that leads to another page has an action.
_PARTS: Final[Mapping[str, tuple[int, Control]]] = {
    "name": (40, "line"),
    "title": (90, "line"),
    "text": (400, "paragraph"),
    "action": (40, "line"),
    "alt": (160, "line"),
}


@cache
def _shipped(language: str) -> dict[str, str]:
    """Return the shipped texts by field: "seed.title"."""
    chapters = json.loads((TEXTS / f"chapters.{language}.json").read_text("utf-8"))
    return {
        f"{picture}.{part}": texts[part]
        for picture, texts in chapters.items()
        for part in _PARTS
        if part in texts
    }


class ChaptersKind(Kind):
    """`home:chapters`: what each chapter says, and the text of its picture for who does not see it."""

    name = "home"
    fields = tuple(Field(field, *_PARTS[field.partition(".")[2]]) for field in _shipped("en"))

    def names(self) -> Sequence[str]:
        return [NAME]

    def shipped(self, name: str) -> Content:
        english, hindi = (_shipped(language) for language in LANGUAGES)
        return Content(en=english, hi=hindi, options={})

    def preview(self, name: str, content: Content, language: str) -> ContentPreview:
        return ContentPreview(
            title="", lead="", text="", sections=[], chapters=_chapters(content.texts(language))
        )


def chapters(language: str) -> list[HomeChapter]:
    """Return the chapters in a language ('en' or 'hi'): as staff published them, else as shipped."""
    published = find_published(KEY)
    if published is None:
        return _chapters(_shipped(language))
    # A release may have added a chapter since.
    english, hindi = ({**_shipped(each), **published.texts[each]} for each in LANGUAGES)
    content = Content(en=english, hi=hindi, options=published.options)
    if found := ChaptersKind().problems(NAME, content):
        logger.error("%s is shown as shipped: %s", KEY, found)
        return _chapters(_shipped(language))
    return _chapters(content.texts(language))


def picture_alts(language: str) -> dict[str, str]:
    """Return the text of each picture for who does not see it; other pages show the same pictures."""
    return {chapter.picture: chapter.alt for chapter in chapters(language)}


def _chapters(texts: Mapping[str, str]) -> list[HomeChapter]:
    found: dict[str, dict[str, str]] = {}
    for field in ChaptersKind.fields:
        picture, _, part = field.name.partition(".")
        found.setdefault(picture, {"picture": picture, "action": ""})[part] = texts[field.name]
    return [HomeChapter.model_validate(chapter) for chapter in found.values()]
