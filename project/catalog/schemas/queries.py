"""Query parameters of the catalogue, and their bounds."""

from decimal import Decimal
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from project.core.limits import MAX_SEARCH
from project.core.schemas import ApiModel, PublicStablePaging

MAX_PAGE_SIZE = 48
MAX_PAGE = 10_000
MAX_RUPEES = 10_000_000


def _printable(text: str) -> str:
    """Refuse control characters; Postgres cannot even store a NUL."""
    if any(ord(character) < 32 for character in text):
        raise ValueError("control characters are not text")
    return text


Text = Annotated[str, AfterValidator(_printable)]
# A page is never larger than this, whatever was asked for.
PageSize = Annotated[int, Field(ge=1), AfterValidator(lambda limit: min(limit, MAX_PAGE_SIZE))]
SortBy = Literal["relevance", "newest", "price-low", "price-high", "name", "rating", "faces"]
RupeeBound = Annotated[Decimal, Field(ge=0, le=MAX_RUPEES, decimal_places=2)]


class ProductListQuery(PublicStablePaging):
    """Filters of the product list. `category` is one slug or id, or several joined by commas."""

    page: int = Field(default=1, ge=1, le=MAX_PAGE)
    limit: PageSize = 12
    category: Text = Field(default="", max_length=400)
    min_price: RupeeBound | None = None
    max_price: RupeeBound | None = None
    sort_by: SortBy | None = Field(
        default=None, description="relevance for a search, faces for rudraksha, else newest"
    )
    is_featured: bool | None = None
    in_stock: bool | None = None
    search: Text = Field(default="", max_length=MAX_SEARCH)


class SuggestQuery(ApiModel):
    """Text typed so far."""

    q: Text = Field(default="", max_length=MAX_SEARCH)


class ShortListQuery(ApiModel):
    """Number of products of a short list."""

    limit: PageSize = 6


class RelatedQuery(ApiModel):
    """Number of related products."""

    limit: PageSize = 4
