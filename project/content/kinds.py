"""A kind of content that staff may edit, such as mails; `editable.py` lists all."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final, Literal, Self, TypeAlias

from project.content.rich_text import ContentPreview
from project.core.text_templates import (
    FaultKind,
    TemplateVariables,
    faults,
    is_safe_link,
    links,
    without_markup,
)

LANGUAGES: tuple[Literal["en"], Literal["hi"]] = ("en", "hi")

ProblemKind: TypeAlias = Literal[
    FaultKind,
    "missing",
    "too_long",
    "one_line",
    "link_refused",
    "heading_first",
    "not_in_subject",
    "invalid",
    "ends_before",
]
Language: TypeAlias = Literal["", "en", "hi"]
Control: TypeAlias = Literal["line", "paragraph", "lines", "link", "moment", "switch"]
_LINE_BREAK: Final = re.compile(r"\s*\n\s*")


@dataclass(frozen=True)
class Field:
    """One thing to fill in; `control` says with what."""

    name: str
    max_length: int
    control: Control = "line"
    is_required: bool = True


@dataclass(frozen=True)
class Problem:
    """Problem that keeps content from being published: language ("" for options), field, and the word."""

    language: Language
    field: str
    kind: ProblemKind
    word: str = ""


@dataclass(frozen=True)
class Content:
    """Content of one entry: texts by field in both languages, and options."""

    en: Mapping[str, str]
    hi: Mapping[str, str]
    options: Mapping[str, str]

    @classmethod
    def of(cls, stored: Mapping[str, Any]) -> Self:
        """Return the content that a row holds."""
        return cls(en=stored["en"], hi=stored["hi"], options=stored["options"])

    def stored(self) -> dict[str, dict[str, str]]:
        """Return it as a row holds it."""
        return {"en": dict(self.en), "hi": dict(self.hi), "options": dict(self.options)}

    def texts(self, language: str) -> Mapping[str, str]:
        """Return the texts of a language."""
        return self.hi if language == "hi" else self.en


class Kind(ABC):
    """A kind of content: what there is of it, its fields, what it may name, and how it looks."""

    name: ClassVar[str]
    fields: ClassVar[Sequence[Field]]
    options: ClassVar[Sequence[Field]] = ()

    @abstractmethod
    def names(self) -> Sequence[str]:
        """Return what can be edited; with the kind's name before it, each is a key."""

    @abstractmethod
    def shipped(self, name: str) -> Content:
        """Return what the repository has."""

    def known(self, name: str) -> TemplateVariables:
        """Return which variables it may have."""
        return TemplateVariables()

    @abstractmethod
    def preview(self, name: str, content: Content, language: str) -> ContentPreview:
        """Return how content without problems looks in a language."""

    def cleaned(self, content: Content) -> Content:
        """Return the content with its known fields alone, and without markup."""
        return Content(
            en=_cleaned(self.fields, content.en),
            hi=_cleaned(self.fields, content.hi),
            options=_cleaned(self.options, content.options),
        )

    def problems(self, name: str, content: Content) -> list[Problem]:
        """Return what keeps the content from being published."""
        found = [
            problem
            for language in LANGUAGES
            for problem in self._text_problems(name, language, content.texts(language))
        ]
        for option in self.options:
            value = content.options.get(option.name, "")
            if kind := _shape_fault(option, value):
                found.append(Problem("", option.name, kind))
            elif option.control == "link" and value and not is_safe_link(value):
                found.append(Problem("", option.name, "link_refused", value))
        return found

    def _text_problems(self, name: str, language: Language, texts: Mapping[str, str]) -> Iterator[Problem]:
        known = self.known(name)
        everything = "\n".join(texts.get(field.name, "") for field in self.fields)
        for field in self.fields:
            text = texts.get(field.name, "")
            if kind := _shape_fault(field, text):
                yield Problem(language, field.name, kind)
            for fault in faults(text, replace(known, required=frozenset())):
                yield Problem(language, field.name, fault.kind, fault.word)
            for href in links(text):
                if not href.startswith("{") and not is_safe_link(href):
                    yield Problem(language, field.name, "link_refused", href)
        for fault in faults(everything, known):
            if fault.kind == "placeholder_missing":
                yield Problem(language, self.fields[-1].name, fault.kind, fault.word)


def _shape_fault(field: Field, text: str) -> ProblemKind | None:
    if field.is_required and not text.strip():
        return "missing"
    if len(text) > field.max_length:
        return "too_long"
    return "one_line" if field.control != "lines" and "\n" in text else None


def _cleaned(fields: Sequence[Field], texts: Mapping[str, str]) -> dict[str, str]:
    return {field.name: _cleaned_text(field, texts.get(field.name, "")) for field in fields}


def _cleaned_text(field: Field, text: str) -> str:
    text = without_markup(text).strip()
    # Typed into a box of several lines, and shown as one paragraph.
    return _LINE_BREAK.sub(" ", text) if field.control == "paragraph" else text
