"""A fixed page on the wire."""

from project.content.rich_text import DocumentSection
from project.core.schemas import ApiModel


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
