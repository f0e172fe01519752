"""What the shop sells: categories, products with their options, and every piece's way through the stock."""

import secrets
from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Upper
from django.utils import timezone

from project.core.language import current_language
from project.core.models import Versioned

# Chosen when the shopper chooses nothing, and included in the product's own price.
DEFAULT_ORIGIN = "Nepal"
DEFAULT_PENDANT = "none"
DEFAULT_SIZE = "regular"
# The x-ray certificate is an option of one name.
XRAY_CERTIFICATE = "certificate"


def new_public_id() -> str:
    """Return an id for links and JSON: short, unguessable, never the primary key."""
    return secrets.token_hex(8)


class Bilingual(models.Model):
    """A row whose texts exist in English and Hindi (`title_en`, `title_hi`)."""

    class Meta:
        abstract = True

    def text(self, name: str) -> Any:
        """Return the text in the caller's language; English where the Hindi one is empty."""
        if current_language() == "hi" and (hindi := getattr(self, f"{name}_hi")):
            return hindi
        return getattr(self, f"{name}_en")


class Picture(models.Model):
    """A square picture in every size the shop shows, and what a screen draws until it has arrived.

    `pictures.store` makes the files. The content's digest is part of their names: a picture that changes
    gets a new address, so browsers may keep the old one for ever.
    """

    key = models.SlugField(max_length=80, unique=True)
    digest = models.CharField(max_length=12, help_text="Of the source's content")
    width = models.PositiveSmallIntegerField(help_text="Of the source, in pixels; nothing larger is made")
    height = models.PositiveSmallIntegerField()
    placeholder = models.TextField(help_text="The picture in 16 pixels, as a data: address")
    color = models.CharField(max_length=7, help_text="Its average, #rrggbb")

    def __str__(self) -> str:
        return self.key

    @property
    def url(self) -> str:
        """What the addresses of all sizes begin with: `{url}-400.webp`, `{url}-800.avif`, ..."""
        return f"{settings.MEDIA_URL}products/{self.key}.{self.digest}"

    @property
    def image(self) -> str:
        """Address of the one file for readers that know no others, like mail: 800 pixels, WebP."""
        return f"{self.url}-800.webp"


class Category(Bilingual):
    """A shelf of the shop. An inactive one vanishes together with its products."""

    public_id = models.CharField(max_length=32, unique=True, default=new_public_id, editable=False)
    slug = models.SlugField(max_length=80, unique=True)
    name_en = models.CharField(max_length=80)
    name_hi = models.CharField(max_length=80)
    description_en = models.TextField(blank=True)
    description_hi = models.TextField(blank=True)
    picture = models.ForeignKey(Picture, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    icon = models.CharField(max_length=16, blank=True, help_text="One emoji")
    is_active = models.BooleanField(default=True)
    is_featured = models.BooleanField(default=False)
    sort_order = models.PositiveSmallIntegerField(default=0)
    parent = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="children"
    )

    class Meta:
        ordering = ["sort_order", "slug"]
        verbose_name_plural = "categories"
        constraints = [
            models.CheckConstraint(
                condition=Q(parent__isnull=True) | ~Q(parent=F("id")), name="category_not_its_own_parent"
            )
        ]

    def __str__(self) -> str:
        return self.slug

    @property
    def name(self) -> str:
        """The name in the caller's language."""
        return str(self.text("name"))

    @property
    def description(self) -> str:
        """The description in the caller's language."""
        return str(self.text("description"))


class CategoryAlias(models.Model):
    """Another word that leads to a category in links and queries: 'rudraksh', or a slug given up."""

    slug = models.SlugField(max_length=80, unique=True)
    category = models.ForeignKey(Category, on_delete=models.CASCADE, related_name="aliases")

    class Meta:
        verbose_name_plural = "category aliases"

    def __str__(self) -> str:
        return f"{self.slug} -> {self.category}"


# Most of a product's bytes: only its own page shows them.
_PAGE_FIELDS = [
    f"{name}_{language}"
    for name in ("description", "long_description", "specifications", "benefits", "care", "verse_translation")
    for language in ("en", "hi")
] + ["verse_sanskrit", "category__description_en", "category__description_hi"]


class ProductQuerySet(models.QuerySet["Product"]):
    """Which products a caller may see."""

    def visible(self) -> "ProductQuerySet":
        """Products the shop shows: not hidden, in an active category."""
        return self.filter(is_visible=True, category__is_active=True)

    def search(self, text: str) -> "ProductQuerySet":
        """Products that have every word of `text` in some spelling; order them by `-rank`.

        The words are looked up at once, by queries of their own.
        """
        from project.catalog import search  # which reads these models

        return search.products_with(self, search.understand(text))

    def with_category(self) -> "ProductQuerySet":
        """Fetch the category and the main picture along, so that a list needs no query per row."""
        return self.select_related("category", "main_picture")

    def for_cards(self) -> "ProductQuerySet":
        """Fetch what a card shows, without the page's long texts."""
        return self.with_category().defer(*_PAGE_FIELDS)


class Product(Bilingual, Versioned):
    """One article, its price without options, and how many pieces there are.

    Only `actions` change the three stock numbers: each change is a StockMovement too.
    """

    public_id = models.CharField(max_length=32, unique=True, default=new_public_id, editable=False)
    slug = models.SlugField(max_length=70, unique=True)  # "product:{slug}" fits an event's subject
    category = models.ForeignKey(Category, on_delete=models.PROTECT, related_name="products")

    title_en = models.CharField(max_length=120)
    title_hi = models.CharField(max_length=120)
    short_description_en = models.CharField(max_length=200, blank=True)
    short_description_hi = models.CharField(max_length=200, blank=True)
    description_en = models.TextField(blank=True)
    description_hi = models.TextField(blank=True)
    long_description_en = models.TextField(blank=True)
    long_description_hi = models.TextField(blank=True)
    specifications_en = models.JSONField(default=dict, blank=True, help_text="Name → text, see schemas")
    specifications_hi = models.JSONField(default=dict, blank=True)
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

    price_paise = models.PositiveIntegerField()
    original_price_paise = models.PositiveIntegerField(null=True, blank=True)
    # 1800 is 18 %. The seller's accountant decides; the sample shop uses the default throughout.
    tax_rate_basis_points = models.PositiveIntegerField(default=1800)
    hsn_code = models.CharField(max_length=8, blank=True)

    is_visible = models.BooleanField(default=True)
    is_featured = models.BooleanField(default=False)
    is_trending = models.BooleanField(default=False)
    is_new_arrival = models.BooleanField(default=False)

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
        ]

    def __str__(self) -> str:
        return self.slug

    @property
    def sellable(self) -> int:
        """Pieces that can still be sold: on hand, not allocated to an order, not held for a payment."""
        return self.on_hand - self.allocated - self.held

    @property
    def is_available(self) -> bool:
        """Whether at least one piece can be bought now."""
        return self.is_visible and self.sellable > 0

    @property
    def held_until(self) -> datetime | None:
        """When the first held piece may be back, while nothing is left but what is held; else None."""
        return _end_of_hold(self) if _end_of_hold and self.held and self.sellable <= 0 else None

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


# Orders know when holds end, and this app knows nothing of orders: they say it when they are loaded.
_end_of_hold: Callable[[Product], datetime | None] | None = None


def ask_for_end_of_hold(answer: Callable[[Product], datetime | None]) -> None:
    """Say who knows when the first piece that is held comes back; None when nobody knows."""
    global _end_of_hold
    _end_of_hold = answer


class ProductPicture(models.Model):
    """A further picture of a product: another angle, another light."""

    product = models.ForeignKey(Product, on_delete=models.CASCADE, related_name="further_pictures")
    picture = models.ForeignKey(Picture, on_delete=models.PROTECT, related_name="+")
    position = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["product", "picture"], name="picture_once_per_product"),
            models.UniqueConstraint(fields=["product", "position"], name="picture_position_once"),
        ]

    def __str__(self) -> str:
        return f"{self.product}: {self.picture}"


class Certificate(Bilingual):
    """What a laboratory says of one piece; anybody who holds its number may check it at /verify.

    A bead's number of faces is counted in its x-ray picture. A stone has neither.
    """

    number = models.CharField(max_length=40, unique=True)
    product = models.ForeignKey(Product, on_delete=models.PROTECT, related_name="certificates")
    mukhi = models.PositiveSmallIntegerField(null=True, blank=True)
    origin_en = models.CharField(max_length=80)
    origin_hi = models.CharField(max_length=80)
    weight_milligrams = models.PositiveIntegerField()
    lab = models.CharField(max_length=80)
    issued_on = models.DateField()
    xray = models.ForeignKey(Picture, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    is_sample = models.BooleanField(default=False, help_text="Belongs to the sample shop: proves nothing")

    class Meta:
        ordering = ["-issued_on", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(mukhi__isnull=True) | Q(mukhi__range=(1, 30)), name="certificate_mukhi_counts"
            ),
            models.CheckConstraint(condition=Q(weight_milligrams__gt=0), name="certificate_has_weight"),
            # People type it either way; found by its index all the same.
            models.CheckConstraint(
                condition=Q(number=Upper("number")), name="certificate_number_in_capitals"
            ),
        ]

    def __str__(self) -> str:
        return self.number

    @property
    def verify_url(self) -> str:
        """Where anybody can check it; the address its QR code carries."""
        return f"{settings.SITE_URL}/verify/{self.number}"


class ProductAlias(models.Model):
    """A slug the product was known by: old links still find it."""

    slug = models.SlugField(max_length=70, unique=True)
    product = models.ForeignKey(Product, on_delete=models.CASCADE, related_name="aliases")

    class Meta:
        verbose_name_plural = "product aliases"

    def __str__(self) -> str:
        return f"{self.slug} -> {self.product}"


class OptionKind(models.TextChoices):
    """What a shopper may choose about a product."""

    ORIGIN = "origin"
    XRAY = "xray"
    PENDANT = "pendant"
    SIZE = "size"


class ProductOption(models.Model):
    """One choice and what it adds to the unit price; only a size may make the product cheaper."""

    product = models.ForeignKey(Product, on_delete=models.CASCADE, related_name="options")
    kind = models.CharField(max_length=8, choices=OptionKind)
    name = models.CharField(max_length=40)
    price_paise = models.IntegerField(default=0)
    available = models.BooleanField(default=True)
    sort_order = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["sort_order", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["product", "kind", "name"], name="option_once_per_product"),
            models.CheckConstraint(condition=Q(kind__in=OptionKind.values), name="option_kind_known"),
            models.CheckConstraint(
                condition=Q(price_paise__gte=0) | Q(kind=OptionKind.SIZE), name="option_only_size_is_cheaper"
            ),
            # The default choices are part of the product's price: a price on them would be ignored.
            models.CheckConstraint(
                condition=Q(price_paise=0)
                | ~(
                    Q(kind=OptionKind.ORIGIN, name=DEFAULT_ORIGIN)
                    | Q(kind=OptionKind.PENDANT, name=DEFAULT_PENDANT)
                    | Q(kind=OptionKind.SIZE, name=DEFAULT_SIZE)
                ),
                name="option_default_is_included",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.product}: {self.kind} {self.name}"


class StockMovementKind(models.TextChoices):
    """Why the stock numbers changed."""

    COUNT = "count"
    HOLD = "hold"
    RELEASE = "release"
    ALLOCATE_HELD = "allocate_held"
    ALLOCATE = "allocate"
    DEALLOCATE = "deallocate"
    DISPATCH = "dispatch"


class StockMovement(models.Model):
    """One change of a product's stock numbers: the sum of all of them is the numbers themselves.

    `reference` is the order's id; `actor` who did it ('' is the shop itself); `cause` why, in words.
    """

    product = models.ForeignKey(Product, on_delete=models.PROTECT, related_name="stock_movements")
    kind = models.CharField(max_length=16, choices=StockMovementKind)
    quantity = models.PositiveIntegerField()
    on_hand_delta = models.IntegerField(default=0)
    allocated_delta = models.IntegerField(default=0)
    held_delta = models.IntegerField(default=0)
    reference = models.CharField(max_length=64, blank=True)
    actor = models.CharField(max_length=64, blank=True)
    cause = models.CharField(max_length=64, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["product", "reference"], name="movement_by_reference")]
        constraints = [
            models.CheckConstraint(condition=Q(kind__in=StockMovementKind.values), name="movement_kind_known")
        ]

    def __str__(self) -> str:
        return f"{self.product}: {self.kind} {self.quantity}"


class SearchDocument(models.Model):
    """A product's words as keys (see `words`), a space around each. Written by `search_index` alone."""

    product = models.OneToOneField(
        Product, on_delete=models.CASCADE, primary_key=True, related_name="search_document"
    )
    title = models.TextField(help_text="Of both titles, in their order")
    shelf = models.TextField(help_text="Of the category's names")
    words = models.TextField(help_text="All of them, each once")
    title_length = models.PositiveSmallIntegerField()
    texts = models.JSONField(help_text="Language → key → the word as written")

    def __str__(self) -> str:
        return str(self.product)


class SearchWord(models.Model):
    """A word that occurs in a document, and how titles write it. Written by `search_index` alone."""

    word = models.CharField(max_length=40, unique=True)
    padded = models.CharField(max_length=42, help_text="With a space before and after")
    in_title = models.BooleanField(help_text="Of a product or a category")
    text_en = models.CharField(max_length=120, blank=True)
    text_hi = models.CharField(max_length=120, blank=True)

    def __str__(self) -> str:
        return self.word


class SearchChange(models.Model):
    """A product whose document is out of date. Written by the database's triggers alone."""

    product_id = models.BigIntegerField()

    def __str__(self) -> str:
        return str(self.product_id)
