"""Specifications of a product: short texts in both languages, such as its origin. Each is declared here once.

Staff's form, the API, CSV files, the audit log and the search take them from `SpecificationTexts`
(HOWTO-field.md).
"""

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from django.db import models
from pydantic.alias_generators import to_snake

from project.catalog.models.texts import Bilingual
from project.core.schemas import ApiModel

T = TypeVar("T")


class SpecificationTexts(ApiModel, Generic[T]):
    """A T for each specification, in the order in which they are shown."""

    type: T
    origin: T
    size: T
    weight: T
    color: T
    material: T
    beads: T
    hardness: T
    deity: T
    planet: T
    mantra: T
    chakras: T
    zodiac_signs: T


# As the wire writes them.
SPECIFICATIONS = tuple(str(field.alias) for field in SpecificationTexts.model_fields.values())


class Specified(Bilingual):
    """A row with specifications: in columns of their own, such as `polish_en`, or else in JSON by name."""

    specifications_en = models.JSONField(default=dict, blank=True, help_text="Name → text, see schemas")
    specifications_hi = models.JSONField(default=dict, blank=True)

    class Meta:
        abstract = True

    @classmethod
    def specification_columns(cls, language: str) -> dict[str, str]:
        """Return the specifications that have a column of their own, with its name."""
        columns = {name: f"{to_snake(name)}_{language}" for name in SPECIFICATIONS}
        return {name: column for name, column in columns.items() if hasattr(cls, column)}

    def specifications(self, language: str) -> dict[str, str]:
        """Return all texts in this language by name; empty where there is none."""
        stored = getattr(self, f"specifications_{language}")
        columns = self.specification_columns(language)
        return {
            name: getattr(self, columns[name]) if name in columns else str(stored.get(name, ""))
            for name in SPECIFICATIONS
        }

    @classmethod
    def columns_of(cls, texts: Mapping[str, Mapping[str, str]]) -> dict[str, Any]:
        """Return the columns that hold these texts: those of all specifications, by name and language."""
        result: dict[str, Any] = {}
        for language in ("en", "hi"):
            columns = cls.specification_columns(language)
            result |= {column: texts[name][language] for name, column in columns.items()}
            result[f"specifications_{language}"] = {
                name: text[language] for name, text in texts.items() if text[language] and name not in columns
            }
        return result
