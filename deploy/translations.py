"""The catalogues of project/locale, kept equal to the texts in the code.

python -m deploy.translations

adds new texts to each language's catalogue, removes the unused ones, and prints those without a translation.
The build compiles the catalogues (deploy/environment.py).
"""

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.pofile import read_po, write_po

from deploy.environment import LOCALE, ROOT

KEYWORDS: Final = DEFAULT_KEYWORDS | {
    "field_error": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext_lazy": (1, 2),
    "pgettext_lazy": ((1, "c"), 2),
}
_PLACEHOLDER: Final = re.compile(r"\{\w+\}")


def catalogue_files() -> list[Path]:
    """Return the catalogue of each language."""
    return sorted(LOCALE.glob("*/LC_MESSAGES/django.po"))


def extract() -> Catalog:
    """Return all texts: those that the code marks, and the labels of the API's fields."""
    template = Catalog()
    for file, _line, text, comments, context in extract_from_dir(
        ROOT / "project", [("**.py", "python")], {}, KEYWORDS, ("Translators:",)
    ):
        template.add(text, locations=[(f"project/{file}", 0)], auto_comments=comments, context=context)
    for label in sorted(field_labels()):
        template.add(label, locations=[("project/api.py", 0)], context="field")
    return template


def read(file: Path) -> Catalog:
    """Return a catalogue with its translations."""
    with file.open("rb") as source:
        return read_po(source)


def outdated(catalogue: Catalog, template: Catalog) -> list[str]:
    """Return the texts that only one of the two has."""
    return sorted(f"{context or ''} {text}".strip() for context, text in _texts(catalogue) ^ _texts(template))


def faults(catalogue: Catalog) -> list[str]:
    """Return the texts without a translation, or whose translation has other placeholders."""
    return [str(message.id) for message in catalogue if message.id and not _is_translated(message)]


def _is_translated(message: Message) -> bool:
    original, translation = str(message.id), str(message.string or "")
    same = sorted(_PLACEHOLDER.findall(original)) == sorted(_PLACEHOLDER.findall(translation))
    return bool(translation) and not message.fuzzy and same


def _texts(catalogue: Catalog) -> set[tuple[str | None, object]]:
    return {(message.context, message.id) for message in catalogue if message.id}


def update(file: Path, template: Catalog) -> Catalog:
    """Write the catalogue anew with the texts of the template, and return it."""
    catalogue = read(file)
    template.creation_date = catalogue.creation_date
    catalogue.update(template, no_fuzzy_matching=True)
    with file.open("wb") as target:
        write_po(target, catalogue, width=110, ignore_obsolete=True, include_lineno=False, sort_by_file=True)
    return catalogue


def field_labels() -> set[str]:
    """Return the label of every field that can be sent to the API, which refusals name."""
    from project.api import api
    from project.core.messages import label_of

    document: dict[str, Any] = api.get_openapi_schema()
    schemas, names = document["components"]["schemas"], set()

    def walk(schema: dict[str, Any], seen: frozenset[str]) -> None:
        if reference := schema.get("$ref"):
            if reference in seen:
                return
            seen |= {reference}
            schema = schemas[reference.rpartition("/")[2]]
        names.update(schema.get("properties", ()))
        for part in _parts(schema):
            walk(part, seen)

    for operation in (each for path in document["paths"].values() for each in path.values()):
        names.update(parameter["name"] for parameter in operation.get("parameters", ()))
        for content in operation.get("requestBody", {}).get("content", {}).values():
            walk(content["schema"], frozenset())
    return {"Request", *map(label_of, names)}


def _parts(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield from schema.get("properties", {}).values()
    for kind in ("anyOf", "oneOf", "allOf"):
        yield from schema.get(kind, ())
    if isinstance(items := schema.get("items"), dict):
        yield items


def main() -> int:
    """Update every catalogue; return 1 when one lacks a translation."""
    os.environ.setdefault("DEBUG", "1")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "project.settings")
    import django

    django.setup()
    template, is_complete = extract(), True
    for file in catalogue_files():
        for text in faults(update(file, template)):
            print(f"{file.relative_to(ROOT)}: {text}")
            is_complete = False
    return 0 if is_complete else 1


if __name__ == "__main__":
    sys.exit(main())
