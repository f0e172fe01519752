"""The fixed pages as staff edit them."""

import re
from collections.abc import Sequence

from project.content.documents.contents import NAMES, PageText, known, rendered, shipped
from project.content.kinds import LANGUAGES, Content, Field, Kind, Problem
from project.content.rich_text import ContentPreview
from project.core.text_templates import TemplateVariables

# A page's first line begins a section; a condition may stand before it.
_HEADING = re.compile(r"(?:{(?:if|elif) [^}]+})*# ")


class PageKind(Kind):
    """`page:{name}`: title, lead and body of a fixed page."""

    name = "page"
    fields = (Field("title", 120), Field("lead", 320), Field("body", 30_000, "lines"))

    def names(self) -> Sequence[str]:
        return NAMES

    def shipped(self, name: str) -> Content:
        texts = {}
        for language in LANGUAGES:
            text = shipped(name, language)
            texts[language] = {"title": text.title, "lead": text.lead, "body": text.body.strip()}
        return Content(en=texts["en"], hi=texts["hi"], options={})

    def known(self, name: str) -> TemplateVariables:
        """Return the shop's settings, which every page may name."""
        return known()

    def problems(self, name: str, content: Content) -> list[Problem]:
        return super().problems(name, content) + [
            Problem(language, "body", "heading_first")
            for language in LANGUAGES
            if (body := content.texts(language).get("body", "")) and not _HEADING.match(body)
        ]

    def preview(self, name: str, content: Content, language: str) -> ContentPreview:
        page = rendered(name, language, PageText(**content.texts(language)))
        return ContentPreview(title=page.title, lead=page.lead, text="", sections=page.sections)
