"""Products as staff edit them: every field in both languages."""

from datetime import datetime
from typing import Annotated, Literal, Self

from django.db.models import Count, Exists, F, OuterRef, Q
from pydantic import Field
from pydantic.alias_generators import to_snake

from project.catalog.editable_fields import product_state, variants_state
from project.catalog.hsn_rates import UsualRates
from project.catalog.models import (
    LOW_STOCK,
    MAX_CATEGORY_SLUG,
    Category,
    Product,
    SpecificationTexts,
    StockMovementKind,
)
from project.catalog.schemas.pictures import Picture
from project.catalog.schemas.products import BothLanguages, CustomizationOptions
from project.catalog.schemas.queries import MAX_PAGE
from project.catalog.schemas.queries import Text as Asked
from project.catalog.staff.editors import last_editors
from project.catalog.staff.fields import MAX_STOCK, Line, Pieces, whole
from project.core.limits import MAX_SEARCH
from project.core.money import rupees, rupees_or_none
from project.core.schemas import ApiModel, Pagination, StaffIn, StaffPageQuery

EXCERPT = 50
# On offer, with hardly any piece left to sell.
_FEW = Q(is_visible=True, on_hand__lte=F("allocated") + F("held") + LOW_STOCK)
LOW = Q(_FEW, option_names__isnull=True) | Q(
    Exists(Product.objects.filter(_FEW, parent=OuterRef("pk"))), option_names__isnull=False
)


class AdminCategoryRef(ApiModel):
    """A product's category in the lists of staff."""

    id: str = Field(serialization_alias="_id")
    slug: str
    name: BothLanguages

    @classmethod
    def of(cls, category: Category) -> Self:
        name = BothLanguages(en=category.name_en, hi=category.name_hi)
        return cls(id=category.public_id, slug=category.slug, name=name)


class AdminProductRow(ApiModel):
    """A product as the list of staff shows it.

    `stock` (or `onHand`) pieces are in the house; of them orders own `allocated`, open payments hold `held`,
    and `sellable` are left.
    """

    id: str = Field(validation_alias="public_id", serialization_alias="_id")
    slug: str
    title: BothLanguages
    excerpt: BothLanguages
    category: AdminCategoryRef
    price: float
    original_price: float | None
    discount_percentage: int
    main_image: str
    picture: Picture | None
    stock: int
    on_hand: int
    allocated: int
    held: int
    sellable: int
    is_available: bool
    is_archived: bool
    is_featured: bool
    sku: str
    # Number of variants that are not deactivated; the stock is theirs together.
    variant_count: int
    # Goods with its HSN code usually have another GST rate (`hsn_rates.py`).
    has_unusual_rate: bool
    version: int = Field(validation_alias="full_version")
    edited_at: datetime

    @classmethod
    def of(cls, product: Product, usual: UsualRates) -> Self:
        """Return the product as the wire carries it; its category should be fetched along."""
        rows = product.stocked_rows
        return cls.from_row(
            product,
            title=BothLanguages(en=product.title_en, hi=product.title_hi),
            excerpt=BothLanguages(
                en=_excerpt(product.short_description_en or product.description_en),
                hi=_excerpt(product.short_description_hi or product.description_hi),
            ),
            category=AdminCategoryRef.of(product.category),
            price=rupees(product.price_paise),
            original_price=rupees_or_none(product.original_price_paise),
            picture=product.main_picture,
            stock=sum(row.on_hand for row in rows),
            on_hand=sum(row.on_hand for row in rows),
            allocated=sum(row.allocated for row in rows),
            held=sum(row.held for row in rows),
            variant_count=len([row for row in rows if row.archived_at is None])
            if product.has_variants
            else 0,
            is_available=product.is_visible,
            is_archived=product.archived_at is not None,
            has_unusual_rate=usual.is_unusual(product.hsn_code, product.tax_rate_basis_points),
        )


def _excerpt(text: str) -> str:
    return text if len(text) <= EXCERPT else text[: EXCERPT - 1].rstrip() + "…"


class SpecificationsOut(SpecificationTexts[BothLanguages]):
    """Attributes of a product, in both languages; an empty text is not shown."""


class BothLists(ApiModel):
    """A list of sentences in both languages."""

    en: list[str]
    hi: list[str]


class VerseOut(BothLanguages):
    """A verse in Sanskrit and what it means."""

    sanskrit: str


class ShippingOut(ApiModel):
    """One packed piece: grams, and its size in words."""

    weight: int | None
    dimensions: str
    free_shipping: bool


class SeoOut(ApiModel):
    """Title and description for search engines, instead of the product's own."""

    meta_title: BothLanguages
    meta_description: BothLanguages
    keywords: list[str]


class OptionText(BothLanguages):
    """The name of an option, or a value of it."""


class AdminVariant(ApiModel):
    """A variant as the form shows it; `stock` pieces are in the house, and `sellable` of them are left."""

    id: str
    values: list[OptionText]
    sku: str
    barcode: str
    price: float
    weight: int | None
    picture: str
    is_active: bool
    stock: int
    sellable: int


class AdminVariants(ApiModel):
    """All variants of a product, those off sale, too; none without names of options."""

    option_names: list[OptionText]
    rows: list[AdminVariant]

    @classmethod
    def of(cls, product: Product) -> Self:
        state = variants_state(product)
        stock = {
            row.public_id: {"stock": row.on_hand, "sellable": row.sellable} for row in product.stocked_rows
        }
        return cls.model_validate(state | {"rows": [row | stock[row["id"]] for row in state["rows"]]})


class AdminProduct(AdminProductRow):
    """A product as its form shows it; a PUT may send it back as it is, with what was changed."""

    short_description: BothLanguages
    description: BothLanguages
    long_description: BothLanguages
    tax_rate: float
    hsn_code: str
    images: list[str]
    pictures: list[Picture]
    turntable: str
    turntable_picture: Picture | None
    is_trending: bool
    is_new_arrival: bool
    is_on_sale: bool
    specifications: SpecificationsOut
    benefits: BothLists
    care: BothLists
    verse: VerseOut
    customization: CustomizationOptions
    shipping: ShippingOut
    seo: SeoOut
    tags: list[str]
    barcode: str
    variants: AdminVariants
    # The name of who edited it last; blank where nobody did since it was made.
    edited_by: str

    @classmethod
    def of(cls, product: Product, usual: UsualRates) -> Self:
        state = product_state(product)
        subject = f"product:{product.public_id}"
        editor = {"edited_by": last_editors([subject]).get(subject, "")}
        row = AdminProductRow.of(product, usual).model_dump(by_alias=False)
        pictures = [Picture.model_validate(picture) for picture in product.pictures]
        shown = {
            "pictures": pictures,
            "turntable_picture": Picture.of(product.turntable),
            "variants": AdminVariants.of(product),
        }
        return cls.model_validate(
            {to_snake(name): value for name, value in state.items()} | row | editor | shown
        )


class ProductCounts(ApiModel):
    """Number of products of each kind; those running low are available, too.

    Those with an unusual rate are on offer or not.
    """

    all: int
    available: int
    unavailable: int
    low: int
    unusual_rate: int
    archived: int

    @classmethod
    def read(cls, usual: UsualRates) -> Self:
        """Count them."""
        kept = Q(archived_at__isnull=True)
        return cls(
            unusual_rate=usual.count_unusual(),
            **Product.objects.listed()
            .order_by()
            .aggregate(
                all=Count("pk", filter=kept),
                available=Count("pk", filter=Q(is_visible=True)),
                unavailable=Count("pk", filter=kept & Q(is_visible=False)),
                low=Count("pk", filter=LOW),
                archived=Count("pk", filter=~kept),
            ),
        )


AdminSort = Literal["newest", "edited", "title", "price-low", "price-high", "stock-low", "stock-high"]
AdminStatus = Literal["all", "available", "unavailable", "low", "unusualRate", "archived"]


class PageQuery(StaffPageQuery):
    """Page of a list."""

    page: int = Field(default=1, ge=1, le=MAX_PAGE)


class AdminProductQuery(PageQuery):
    """Filter of the products shown to staff; `search` looks into titles, addresses, ids and tags."""

    search: Asked = Field(default="", max_length=MAX_SEARCH)
    category: Asked = Field(default="", max_length=MAX_CATEGORY_SLUG)
    status: AdminStatus = "all"
    sort_by: AdminSort = "newest"


class AdminProductPage(ApiModel):
    """One page of the list of products."""

    products: list[AdminProductRow]
    pagination: Pagination
    counts: ProductCounts


class HsnRates(ApiModel):
    """The GST rates in percent that goods with an HSN code usually have; none where nothing tells."""

    rates: list[float]


class AdminProductData(ApiModel):
    """One product."""

    product: AdminProduct


class RemovedData(ApiModel):
    """Result of a removal: deleted, or archived because orders, carts or reviews refer to the product."""

    archived: bool


class StockIn(StaffIn):
    """A count of the pieces in the house, or by how many more or fewer they are; and why."""

    count: Pieces | None = None
    change: Annotated[int, whole(-MAX_STOCK, MAX_STOCK)] = 0
    cause: Annotated[Line, Field(min_length=1, max_length=64)]


class MovementOut(ApiModel):
    """One change of the stock: what it did to the three numbers, why, by whom, for which order."""

    id: int = Field(serialization_alias="_id")
    kind: StockMovementKind
    quantity: int
    on_hand_delta: int
    allocated_delta: int
    held_delta: int
    reference: str
    by: str
    cause: str
    created_at: datetime


class MovementPage(ApiModel):
    """One page of a product's stock movements, the newest first."""

    movements: list[MovementOut]
    pagination: Pagination
