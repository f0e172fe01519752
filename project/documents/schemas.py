"""A fixed page on the wire: words without markup, so that server and screens draw the same thing."""

from typing import Literal

from project.core.schemas import ApiModel


class DocumentRun(ApiModel):
    """Words that follow each other in a line; `href` is empty where they lead nowhere."""

    text: str
    href: str


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
    """What stands under one heading."""

    id: str
    title: str
    # Name of a scene that the front end has pictures of; empty without one.
    picture: Literal["", "seed", "count", "xray", "knot", "blessing"]
    blocks: list[DocumentBlock]


class DocumentOut(ApiModel):
    """One fixed page."""

    name: str
    title: str
    lead: str
    # "2024-12" and "December 2024"; empty where the words are no rules.
    updated_month: str
    updated: str
    sections: list[DocumentSection]


class DocumentData(ApiModel):
    """The fixed page that was asked for."""

    document: DocumentOut
