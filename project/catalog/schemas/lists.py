"""Lists of products on the wire."""

from project.catalog.schemas.categories import CategoryRef
from project.catalog.schemas.products import ProductCard
from project.core.schemas import ApiModel, Pagination


class ProductListData(ApiModel):
    """A short list for the home page."""

    products: list[ProductCard]


class CategoryFacet(CategoryRef):
    """Number of products of the category that meet the other filters."""

    count: int


class PriceBand(ApiModel):
    """Number of products that cost at least `min` and less than `max` rupees; null is no upper end."""

    min: float
    max: float | None
    count: int


class Facets(ApiModel):
    """Number of products for each filter, with every other filter of the query applied."""

    categories: list[CategoryFacet]
    price_bands: list[PriceBand]
    featured: int
    available: int


class MukhiRange(ApiModel):
    """The fewest and the most faces (mukhi) of the rudraksha that can be bought now."""

    fewest: int
    most: int


class ProductPageData(ApiModel):
    """One page of the product list.

    `categories`: the slugs of those the query names, by whichever name.
    `mukhi`: null when no rudraksha is on sale, and in a list that a filter or a search narrows.
    `didYouMean`: the search found nothing, but would find something with this text.
    """

    products: list[ProductCard]
    pagination: Pagination
    facets: Facets
    categories: list[str]
    mukhi: MukhiRange | None
    did_you_mean: str | None


class SuggestionData(ApiModel):
    """Suggestions for a search text, the likeliest first."""

    products: list[ProductCard]
    categories: list[CategoryRef]
