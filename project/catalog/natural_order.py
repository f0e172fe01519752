"""The order of names in which 2 comes before 10, the same in every database."""

import re
import unicodedata
from typing import Any

from django.db import models

_NUMBERS = re.compile(r"(\d+)")


def natural_key(text: str) -> bytes:
    """Return bytes that sort as people sort the text: numbers by value, upper and lower case alike."""
    parts = _NUMBERS.split(unicodedata.normalize("NFKC", text).casefold())
    # Every second part is a number: how long it is decides first.
    parts[1::2] = [_number(part) for part in parts[1::2]]
    return "".join(parts).encode()


def _number(digits: str) -> str:
    plain = str(int(digits))
    return f"{len(plain):03}{plain}"


class NaturalKeyField(models.BinaryField):  # type: ignore[type-arg]
    """The natural key of another field, of `fallback` where that is empty; written whenever the row is saved.

    Bytes, because both databases compare those alike; a collation of text is each database's own.
    """

    # Another source is no other column.
    non_db_attrs = (*models.Field.non_db_attrs, "source", "fallback")

    def __init__(self, *args: Any, source: str, fallback: str = "", **kwargs: Any) -> None:
        self.source = source
        self.fallback = fallback
        kwargs.setdefault("default", b"")
        super().__init__(*args, **kwargs)

    def deconstruct(self) -> Any:
        """Name the source in migrations too."""
        name, path, args, kwargs = super().deconstruct()
        fallback = {"fallback": self.fallback} if self.fallback else {}
        return name, path, args, kwargs | {"source": self.source} | fallback

    def pre_save(self, model_instance: models.Model, add: bool) -> bytes:
        """Return the key of the source as it is being saved."""
        text = getattr(model_instance, self.source)
        if not text and self.fallback:
            text = getattr(model_instance, self.fallback)
        key = natural_key(text)
        setattr(model_instance, self.attname, key)
        return key
