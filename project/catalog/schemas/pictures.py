"""Pictures on the wire."""

from typing import Self

from project.catalog import models
from project.core.schemas import ApiModel


class Picture(ApiModel):
    """A square picture in several sizes.

    Its files are `{url}-400`, `-800` and, where the source is larger than 800 pixels, `-1600`, each as
    `.avif` and `.webp`; none is wider than `width`. Until these are rendered, `url` is the address of one
    whole file, a JPEG, and `pending` names the upload.
    """

    url: str
    width: int
    height: int
    placeholder: str
    color: str
    pending: str | None

    @classmethod
    def of(cls, picture: models.Picture | None) -> Self | None:
        return None if picture is None else cls.model_validate(picture)


class UploadedPicture(ApiModel):
    """An uploaded picture: `url` is what a product or category names it by."""

    key: str
    url: str
    status: models.PictureStatus
    version: int
    picture: Picture

    @classmethod
    def of(cls, picture: models.Picture) -> Self:
        return cls.from_row(picture, url=picture.image, picture=picture)
