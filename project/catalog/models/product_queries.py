"""Queries of products, and the columns that each purpose needs."""

from typing import TYPE_CHECKING

from django.db import models

if TYPE_CHECKING:
    from project.catalog.models.products import Product

_PICTURE_FIELDS = [
    f"main_picture__{name}" for name in ("key", "digest", "status", "width", "height", "placeholder", "color")
]

# All that a card shows: each column more takes time to ask for and to read.
_CARD_FIELDS = [
    "public_id",
    "slug",
    "title_en",
    "title_hi",
    "short_description_en",
    "short_description_hi",
    "price_paise",
    "original_price_paise",
    "is_visible",
    "is_featured",
    "is_on_sale",
    "on_hand",
    "allocated",
    "held",
    "rating_average",
    "rating_count",
    "option_names",
    *(f"category__{name}" for name in ("public_id", "slug", "name_en", "name_hi")),
    *_PICTURE_FIELDS,
]

# All that the live topic shows, which is read for each change and for each page that is opened.
_LIVE_FIELDS = [
    "version",
    "slug",
    "price_paise",
    "is_visible",
    "on_hand",
    "allocated",
    "held",
    "rating_average",
    "rating_count",
    "category__is_shown",
    "option_names",
    "parent__slug",
]

# All that carts, quotes and orders need, beside the options.
_SALE_FIELDS = [
    *_LIVE_FIELDS,
    "public_id",
    "title_en",
    "title_hi",
    "sku",
    "tax_rate_basis_points",
    "hsn_code",
    "free_shipping",
    *_PICTURE_FIELDS,
]


class ProductQuerySet(models.QuerySet["Product"]):
    """Queries of the products that a caller may see."""

    def visible(self) -> "ProductQuerySet":
        """Products that the shop lists: not hidden, in a category that it shows."""
        return self.on_offer().listed()

    def on_offer(self) -> "ProductQuerySet":
        """Products and variants that are not hidden, in a category that the shop shows."""
        return self.filter(is_visible=True, category__is_shown=True)

    def listed(self) -> "ProductQuerySet":
        """Products that stand in lists and are counted; variants are on their parent's page."""
        return self.filter(parent__isnull=True)

    def stocked(self) -> "ProductQuerySet":
        """Products with pieces of their own: variants, and products without any."""
        return self.filter(option_names__isnull=True)

    def at_address(self, slug: str) -> "Product | None":
        """Return the product whose address this is, or once was, or that has a variant of this slug.

        One condition on both tables, joined by OR, would read all products: no index answers it.
        """
        return (
            self.filter(slug=slug).first()
            or self.filter(aliases__slug=slug).first()
            or self.filter(variants__slug=slug).first()
        )

    def with_category(self) -> "ProductQuerySet":
        """Fetch the category and the main picture along, so that a list needs no query per row."""
        return self.select_related("category", "main_picture")

    def for_cards(self) -> "ProductQuerySet":
        """Fetch what a card shows and nothing else."""
        return self.with_category().only(*_CARD_FIELDS)

    def for_live(self) -> "ProductQuerySet":
        """Fetch what the live topic shows and nothing else."""
        return self.select_related("category", "parent").only(*_LIVE_FIELDS)

    def for_sale(self) -> "ProductQuerySet":
        """Fetch what carts, quotes and orders need and nothing else, in no order, and not the category."""
        fetched = self.select_related("main_picture", "parent").only(*_SALE_FIELDS)
        return fetched.prefetch_related("options").order_by()
