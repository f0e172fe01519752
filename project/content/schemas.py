"""Edited content as everybody sees it."""

from datetime import datetime

from project.core.schemas import ApiModel


class BannerOut(ApiModel):
    """The banner above the header. `number` changes with each one that is published."""

    number: int
    text: str
    link: str
    # Null: since it was published, and until it is taken off.
    starts_at: datetime | None
    ends_at: datetime | None
    # Whether it is shown at the moment of the answer, which may be some minutes old.
    is_shown: bool


class BannerData(ApiModel):
    """The banner; null while there is none."""

    banner: BannerOut | None
