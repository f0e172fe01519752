"""All content that staff may edit, by its keys."""

from collections.abc import Sequence
from typing import Final

from project.content.banner import BannerKind
from project.content.documents.editing import PageKind
from project.content.home.chapters import ChaptersKind
from project.content.kinds import Kind
from project.content.mails import MailKind
from project.core.errors import NotFound

KINDS: Final[Sequence[Kind]] = (MailKind(), BannerKind(), ChaptersKind(), PageKind())


def find(key: str) -> tuple[Kind, str]:
    """Return the kind of a key and the name within it. Raises NotFound for a key that is none."""
    kind_name, _, name = key.partition(":")
    for kind in KINDS:
        if kind.name == kind_name and name in kind.names():
            return kind, name
    raise NotFound(f"content {key!r}")
