"""Chosen options in words: mails, papers and staff's lists say what the screens say (`option-notes.tsx`)."""

import json
from functools import cache
from typing import Any

from django.conf import settings

from project.catalog.models import DEFAULT_PENDANT
from project.catalog.pricing import Selection
from project.core.language import known_language


def options_in_words(selection: Selection, language: str) -> str:
    """Return every choice about a piece, "" for none: Nepal · Size: Regular · Silver pendant."""
    texts = _texts(known_language(language))
    names, chosen = texts["options"], texts["chosen"]

    def named(choice: str, name: str) -> str:
        return str(chosen[choice]).replace("{{name}}", names.get(name, name))

    words = [
        names.get(selection.origin, selection.origin),
        named("size", selection.size) if selection.size else "",
        named("pendant", selection.pendant_type) if selection.pendant_type != DEFAULT_PENDANT else "",
        chosen["certificate"] if selection.xray_certification else "",
    ]
    return " · ".join(filter(None, words))


@cache
def _texts(language: str) -> dict[str, Any]:
    texts: dict[str, Any] = json.loads((settings.FRONTEND_TEXTS / language / "shop.json").read_text())
    return texts
