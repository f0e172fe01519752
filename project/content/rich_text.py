"""The bodies of pages on the wire: words without markup, so that server and screens draw the same thing."""

from typing import Literal

from project.core.schemas import ApiModel


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
    """What stands under one heading; only the first one may have an empty title."""

    id: str
    title: str
    # Name of a scene that the front end has pictures of; empty without one.
    picture: Literal["", "seed", "count", "xray", "knot", "blessing"]
    blocks: list[DocumentBlock]


class ContentPreview(ApiModel):
    """How content looks: a page's title, lead and sections; a mail's subject and text."""

    title: str
    lead: str
    text: str
    sections: list[DocumentSection]
