"""Edited content as everybody sees it: the banner and the home page."""

from datetime import datetime

from project.catalog.schemas.products import ProductCard
from project.content.rich_text import HomeChapter
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


class HomeData(ApiModel):
    """The home page's story, and its lists, each the newest first; no product is in two of them."""

    sections: list[str]
    # The beginning of the addresses of an own large picture.
    hero: str
    chapters: list[HomeChapter]
    featured: list[ProductCard]
    new_arrivals: list[ProductCard]
    trending: list[ProductCard]
