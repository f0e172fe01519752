"""Pictures on the wire."""

from typing import Self

from project.catalog import models
from project.core.schemas import ApiModel


class Picture(ApiModel):
    """A square picture. Its files are `{url}-400`, `-800` and, where the source is larger than 800 pixels,
    `-1600`, each as `.avif` and `.webp`; none is wider than `width`.
    """

    url: str
    width: int
    height: int
    placeholder: str
    color: str

    @classmethod
    def of(cls, picture: models.Picture | None) -> Self | None:
        """Return the picture as the wire carries it."""
        return None if picture is None else cls.model_validate(picture)
