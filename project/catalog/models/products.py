"""Products: their texts, their price, how many there are, and who may see them."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import models
from django.db.models import F, Q, prefetch_related_objects
from django.db.models.functions import Upper
from django.utils import timezone

from project.catalog.models.categories import Category
from project.catalog.models.fetched_fields import CARD_FIELDS, LIVE_FIELDS, SALE_FIELDS
from project.catalog.models.pictures import Picture
from project.catalog.models.specifications import Specified
from project.catalog.models.texts import new_public_id
from project.catalog.natural_order import NaturalKeyField
from project.core.models import Versioned
from project.core.shop import shop
from project.core.upward_calls import UpwardCalls

# What the public learns of a stock: exact up to here, then "10+".
PUBLIC_STOCK = 10

# With so few pieces left to sell, staff should think of ordering more.
LOW_STOCK = 3

# "product:{slug}" fits an event's subject.
MAX_PRODUCT_SLUG = 70

MAX_SKU = 40


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
        return self.with_category().only(*CARD_FIELDS)

    def for_live(self) -> "ProductQuerySet":
        """Fetch what the live topic shows and nothing else."""
        return self.select_related("category", "parent").only(*LIVE_FIELDS)

    def for_sale(self) -> "ProductQuerySet":
        """Fetch what carts, quotes and orders need and nothing else, in no order, and not the category."""
        fetched = self.select_related("main_picture", "parent").only(*SALE_FIELDS)
        return fetched.prefetch_related("options").order_by()


@dataclass(frozen=True)
class Contention:
    """Number of unpaid holds of the last pieces, and the ends of the first and the last one."""

    buyers: int
    first_end: datetime
    last_end: datetime


class Product(Specified, Versioned):
    """One article, its price without options, and how many pieces there are.

    A variant is a row of its own below its `parent`, which has the texts, and no pieces. What a variant
    inherits is copied to its row (`actions.variants`), so whoever sells it needs no parent.

    Only `actions` change the three stock numbers: each change is a StockMovement too.
    """

    # Held pieces that the waitlist offers to the current caller (waitlist.actions.mark_offers); no column.
    offered = 0

    public_id = models.CharField(max_length=32, unique=True, default=new_public_id, editable=False)
    slug = models.SlugField(max_length=MAX_PRODUCT_SLUG, unique=True)
    category = models.ForeignKey(Category, on_delete=models.PROTECT, related_name="products")
    parent = models.ForeignKey(
        "self",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="variants",
        editable=False,
        db_index=False,  # product_variant_once is one
    )
    # Of a product with variants: the names of its options, each {"en", "hi"}.
    option_names: "models.JSONField[Any, Any]" = models.JSONField(null=True, blank=True)
    # Of a variant: its value of each, in the order of the parent's names.
    option_values: "models.JSONField[Any, Any]" = models.JSONField(null=True, blank=True)
    sort_order = models.PositiveSmallIntegerField(default=0, db_default=0)
    sku = models.CharField(max_length=MAX_SKU, blank=True, db_default="")
    barcode = models.CharField(max_length=14, blank=True, db_default="", help_text="GTIN with check digit")

    title_en = models.CharField(max_length=120)
    title_hi = models.CharField(max_length=120)
    # What lists in the order of names sort by.
    title_key_en = NaturalKeyField(source="title_en")
    title_key_hi = NaturalKeyField(source="title_hi", fallback="title_en")
    short_description_en = models.CharField(max_length=200, blank=True)
    short_description_hi = models.CharField(max_length=200, blank=True)
    description_en = models.TextField(blank=True)
    description_hi = models.TextField(blank=True)
    long_description_en = models.TextField(blank=True)
    long_description_hi = models.TextField(blank=True)
    benefits_en = models.JSONField(default=list, blank=True, help_text="List of sentences")
    benefits_hi = models.JSONField(default=list, blank=True)
    care_en = models.JSONField(default=list, blank=True, help_text="List of sentences")
    care_hi = models.JSONField(default=list, blank=True)
    verse_sanskrit = models.TextField(blank=True)
    verse_translation_en = models.TextField(blank=True)
    verse_translation_hi = models.TextField(blank=True)

    main_picture = models.ForeignKey(
        Picture, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    turntable = models.ForeignKey(
        Picture,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        # Looked up by the nightly clean-up of pictures alone; making an index would lock the table.
        db_index=False,
        help_text="Sprite of the frames of one full turn, see pictures.renderer",
    )

    price_paise = models.PositiveIntegerField()
    original_price_paise = models.PositiveIntegerField(null=True, blank=True)
    # 1800 is 18 %. The seller's accountant decides; the sample shop uses the default throughout.
    tax_rate_basis_points = models.PositiveIntegerField(default=1800)
    hsn_code = models.CharField(max_length=8, blank=True)

    is_visible = models.BooleanField(default=True)
    is_featured = models.BooleanField(default=False)
    is_trending = models.BooleanField(default=False)
    is_new_arrival = models.BooleanField(default=False)
    is_on_sale = models.BooleanField(default=False)
    # Out of use for good, but orders are about it; an archived product is never visible.
    archived_at = models.DateTimeField(null=True, blank=True, editable=False)

    # Of one packed piece.
    shipping_weight_grams = models.PositiveIntegerField(null=True, blank=True)
    shipping_dimensions = models.CharField(max_length=60, blank=True)
    free_shipping = models.BooleanField(default=False)

    # For search engines; empty means title and description.
    meta_title_en = models.CharField(max_length=120, blank=True)
    meta_title_hi = models.CharField(max_length=120, blank=True)
    meta_description_en = models.CharField(max_length=320, blank=True)
    meta_description_hi = models.CharField(max_length=320, blank=True)
    keywords = models.JSONField(default=list, blank=True, help_text="List of words")
    tags = models.JSONField(default=list, blank=True, help_text="List of words")

    # The version that the last change by a person made: stock moves count `version` up as well, and must
    # not make an open form outdated.
    edited_version = models.PositiveIntegerField(default=1, editable=False)
    edited_at = models.DateTimeField(default=timezone.now, editable=False)

    on_hand = models.PositiveIntegerField(default=0, editable=False)
    allocated = models.PositiveIntegerField(default=0, editable=False)
    held = models.PositiveIntegerField(default=0, editable=False)

    # Of published reviews; written by whoever publishes them.
    rating_average = models.DecimalField(max_digits=3, decimal_places=2, default=0, editable=False)
    rating_count = models.PositiveIntegerField(default=0, editable=False)

    created_at = models.DateTimeField(default=timezone.now, editable=False)

    objects = ProductQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-pk"]
        indexes = [
            models.Index(fields=["-created_at", "-id"], name="product_newest"),
            models.Index(fields=["category", "-created_at"], name="product_category_newest"),
            models.Index(fields=["price_paise"], name="product_price"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(on_hand__gte=F("allocated") + F("held")), name="product_never_oversold"
            ),
            models.CheckConstraint(condition=Q(price_paise__gt=0), name="product_price_positive"),
            models.CheckConstraint(
                condition=Q(original_price_paise__isnull=True) | Q(original_price_paise__gt=0),
                name="product_original_price_positive",
            ),
            models.CheckConstraint(
                condition=Q(tax_rate_basis_points__lte=10_000), name="product_tax_rate_at_most_all"
            ),
            models.CheckConstraint(
                condition=Q(archived_at__isnull=True) | Q(is_visible=False), name="product_archived_is_hidden"
            ),
            models.UniqueConstraint(Upper("sku"), condition=~Q(sku=""), name="product_sku_once"),
            models.UniqueConstraint(
                fields=["parent", "option_values"],
                condition=Q(parent__isnull=False),
                name="product_variant_once",
            ),
            models.CheckConstraint(
                condition=Q(parent__isnull=True, option_values__isnull=True)
                | Q(parent__isnull=False, option_values__isnull=False, option_names__isnull=True),
                name="product_variant_has_values",
            ),
            models.CheckConstraint(
                condition=Q(option_names__isnull=True) | Q(on_hand=0),
                name="product_with_variants_has_no_stock",
            ),
        ]

    def __str__(self) -> str:
        return self.slug

    @property
    def full_version(self) -> int:
        """The version of what its page shows: its own and those of its variants, which only grow together."""
        own = self.version if self.has_variants else 0
        return own + sum(row.version for row in self.stocked_rows)

    @property
    def has_variants(self) -> bool:
        """Return whether one of its variants is bought in its place."""
        return self.option_names is not None

    @property
    def offered_variants(self) -> "list[Product]":
        """The variants on offer, in their order."""
        shown = (row for row in self.stocked_rows if row.is_visible and self.has_variants)
        return sorted(shown, key=lambda row: (row.sort_order, row.pk))

    @property
    def stocked_rows(self) -> "list[Product]":
        """The rows that have its pieces: all its variants, or itself."""
        if not self.has_variants:
            return [self]
        prefetch_related_objects([self], "variants")
        return list(self.variants.all())

    @property
    def sellable(self) -> int:
        """Pieces that can still be sold: on hand, not allocated to an order, not held for a payment."""
        if self.has_variants:
            return sum(variant.sellable for variant in self.offered_variants)
        return self.on_hand - self.allocated - self.held

    @property
    def buyable(self) -> int:
        """Pieces that the current caller can buy: `sellable` and those offered to them alone."""
        return self.sellable + self.offered

    @property
    def public_stock(self) -> int:
        """The public part of `buyable`: never more than PUBLIC_STOCK."""
        return min(self.buyable, PUBLIC_STOCK)

    @property
    def has_more_stock(self) -> bool:
        """Return whether `public_stock` is less than there is."""
        return self.buyable > PUBLIC_STOCK

    @property
    def max_quantity(self) -> int:
        """Pieces that one order can have of it now."""
        return min(self.buyable, shop().ordering.max_quantity)

    @property
    def shown_stock(self) -> tuple[int, ...]:
        """All that the public is told of the stock: while it is equal, so are the answers to anybody.

        Who holds the pieces matters only while nothing is left but what is held (see `contention`).
        """
        last_held = self.held if self.sellable <= 0 else 0
        return self.public_stock, self.has_more_stock, self.max_quantity, last_held

    @property
    def is_shown(self) -> bool:
        """Return whether the shop shows it at all; the category should be fetched along."""
        return self.is_visible and self.category.is_shown

    @property
    def is_available(self) -> bool:
        """Return whether at least one piece can be bought now."""
        return self.is_visible and self.buyable > 0

    @property
    def contention(self) -> Contention | None:
        """Return the holds of the last pieces, while nothing else is left; else None."""
        return StockEvents.bound().contention(self) if self.held and self.sellable <= 0 else None

    @property
    def discount_percentage(self) -> int:
        """Whole percent below the original price, rounded down; 0 when there is none."""
        original = self.original_price_paise or 0
        return (original - self.price_paise) * 100 // original if original > self.price_paise else 0

    @property
    def title(self) -> str:
        """The title in the caller's language."""
        return str(self.text("title"))

    @property
    def main_image(self) -> str:
        """Address of the main picture, empty when there is none."""
        return self.main_picture.image if self.main_picture else ""

    @property
    def pictures(self) -> list[Picture]:
        """All pictures, the main one first."""
        further = [entry.picture for entry in self.further_pictures.all()]
        return [self.main_picture, *further] if self.main_picture else further


def variant_title(parent: Product, values: Sequence[Mapping[str, str]], language: str) -> str:
    """Return the title of a variant with these option values: "Parent title – Red / M"."""
    title = getattr(parent, f"title_{language}") or parent.title_en
    return f"{title} – {' / '.join(value[language] or value['en'] for value in values)}"


class StockEvents(UpwardCalls, ABC):
    """Calls of the catalogue to the apps that hold stock."""

    @abstractmethod
    def after_stock_freed(self, products: Sequence[Product]) -> None:
        """Follow the locked products of which pieces were freed, or held ones sold, in that transaction."""

    @abstractmethod
    def contention(self, product: Product) -> Contention | None:
        """Return the holds of the product by unpaid orders; None when there are none."""
