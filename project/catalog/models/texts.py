"""Base models of rows with texts in both languages, and of rows with public ids."""

import secrets
from typing import Any

from django.db import models

from project.core.language import current_language


def new_public_id() -> str:
    """Return an id for links and JSON: short, unguessable, never the primary key."""
    return secrets.token_hex(8)


class Bilingual(models.Model):
    """A row whose texts exist in English and Hindi (`title_en`, `title_hi`)."""

    class Meta:
        abstract = True

    def text(self, name: str) -> Any:
        """Return the text in the caller's language; English where there is none."""
        return getattr(self, f"{name}_{current_language()}", None) or getattr(self, f"{name}_en")

    def own_text(self, name: str) -> Any:
        """Return the text in the caller's language, as empty as it is."""
        return getattr(self, f"{name}_{current_language()}", getattr(self, f"{name}_en"))
