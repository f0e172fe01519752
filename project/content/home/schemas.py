"""The home page on the wire."""

from project.catalog.schemas.products import ProductCard
from project.content.rich_text import HomeChapter
from project.core.schemas import ApiModel


class HomeData(ApiModel):
    """The home page's story, and its lists, each the newest first; no product is in two of them."""

    chapters: list[HomeChapter]
    featured: list[ProductCard]
    new_arrivals: list[ProductCard]
    trending: list[ProductCard]
