"""The bodies of pages on the wire: words without markup, so that server and screens draw the same thing."""

from typing import Literal, TypeAlias

from project.core.schemas import ApiModel

Picture: TypeAlias = Literal["seed", "count", "xray", "knot", "blessing"]


class DocumentRun(ApiModel):
    """Words that follow each other in a line; `href` is empty where they lead nowhere."""

    text: str
    href: str
    style: Literal["", "strong", "em"]


class DocumentRow(ApiModel):
    """A line of a table: what is named, and what is said of it."""

    label: str
    runs: list[DocumentRun]


class DocumentBlock(ApiModel):
    """A part of a section; which of the lists is filled depends on the kind."""

    kind: Literal["paragraph", "list", "table", "note"]
    runs: list[DocumentRun]
    items: list[list[DocumentRun]]
    rows: list[DocumentRow]


class DocumentSection(ApiModel):
    """Text under one heading; only the first one may have an empty title."""

    id: str
    title: str
    # Name of a picture that the front end has; empty without one.
    picture: Literal["", Picture]
    picture_alt: str
    blocks: list[DocumentBlock]


class HomeChapter(ApiModel):
    """The home page's beginning (`hero`), or a chapter; `action` is empty where it leads nowhere."""

    picture: Literal["hero", Picture]
    name: str
    title: str
    text: str
    action: str
    alt: str


class ContentPreview(ApiModel):
    """Layout of content: a page's title, lead and sections; a mail's subject and text; chapters."""

    title: str
    lead: str
    text: str
    sections: list[DocumentSection]
    chapters: list[HomeChapter] = []
