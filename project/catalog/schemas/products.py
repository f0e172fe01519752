"""One product on the wire: as lists, its own page and its live topic say it."""

from collections.abc import Iterable, Mapping
from datetime import date, datetime
from typing import Self

from django.db.models import prefetch_related_objects
from pydantic import Field

from project.catalog.editable_fields import customization
from project.catalog.models import PUBLIC_STOCK, Contention, Product, SpecificationTexts
from project.catalog.mukhi import faces_of
from project.catalog.schemas.categories import CategoryRef
from project.catalog.schemas.pictures import Picture
from project.core.language import current_language
from project.core.money import rupees, rupees_or_none
from project.core.public_cache import shows_stock_of
from project.core.schemas import ApiModel, Rupees, TextOrNone


class BothLanguages(ApiModel):
    """A text in both languages; empty where there is none."""

    en: str
    hi: str


class Rating(ApiModel):
    """The published reviews in two numbers; count 0 means there are none, not that they are bad."""

    average: float
    count: int


class ProductLink(ApiModel):
    """A product, enough to show and link it."""

    slug: str
    title: str
    picture: Picture | None = Field(validation_alias="main_picture")


class ProductCard(ApiModel):
    """A product as lists show it.

    `sellable` is how many pieces can be bought now, up to ten; `sellableIsMore`: there are more than that.
    `isOnSale`: staff call it a sale, so that lists may point at the discount. `hasVariants`: one of its
    variants is bought in its place; `price` is the lowest of theirs.
    """

    id: str = Field(serialization_alias="_id")
    slug: str
    title: str
    short_description: str
    price: float
    original_price: float | None
    discount_percentage: int
    main_image: str
    picture: Picture | None
    category: CategoryRef
    rating: Rating
    is_featured: bool
    is_on_sale: bool
    sellable: int
    sellable_is_more: bool
    is_available: bool
    has_variants: bool

    @classmethod
    def list(cls, products: Iterable[Product]) -> "list[Self]":
        """Return these products, with their variants fetched along."""
        rows = [*products]
        prefetch_related_objects([product for product in rows if product.has_variants], "variants")
        return [cls.of(product) for product in rows]

    @classmethod
    def of(cls, product: Product) -> Self:
        """Return the product as the wire carries it; its category should be fetched along."""
        shows_stock_of(product.slug)
        return cls(
            id=product.public_id,
            slug=product.slug,
            title=product.title,
            short_description=product.text("short_description"),
            price=rupees(product.price_paise),
            original_price=rupees_or_none(product.original_price_paise),
            discount_percentage=product.discount_percentage,
            main_image=product.main_image,
            picture=Picture.of(product.main_picture),
            category=CategoryRef.model_validate(product.category),
            rating=Rating(average=float(product.rating_average), count=product.rating_count),
            is_featured=product.is_featured,
            is_on_sale=product.is_on_sale,
            sellable=product.public_stock,
            sellable_is_more=product.has_more_stock,
            is_available=product.is_available,
            has_variants=product.has_variants,
        )


class Specifications(SpecificationTexts[TextOrNone]):
    """Attributes of a product, as plain texts; null where they do not apply."""

    @classmethod
    def of(cls, product: Product) -> Self:
        own, english = product.specifications(current_language()), product.specifications("en")
        return cls.model_validate({name: text or english[name] for name, text in own.items()})


class XrayOption(ApiModel):
    """Availability of an x-ray certificate, and its additional price in rupees."""

    available: bool
    price: float
    description: BothLanguages


class NamedOption(ApiModel):
    """An origin or a size and what it adds to the unit price, in rupees (a size may be negative).

    `picture`: the `url` of the product's picture that shows this choice; empty where none does.
    """

    name: str
    price: float
    available: bool
    description: BothLanguages
    picture: str


class PendantOption(ApiModel):
    """A pendant and what it adds to the unit price, in rupees; `picture` as of an origin or a size."""

    type: str
    price: float
    available: bool
    description: BothLanguages
    picture: str


class CustomizationOptions(ApiModel):
    """Everything a shopper may choose about a product; an empty list is no choice."""

    origins: list[NamedOption]
    xray_certification: XrayOption
    pendant_options: list[PendantOption]
    sizes: list[NamedOption]

    @classmethod
    def of(cls, product: Product) -> Self:
        return cls.model_validate(customization(product))


class Verse(ApiModel):
    """A verse in Sanskrit and its meaning: `translation` in the caller's language."""

    sanskrit: str
    translation: str
    translations: BothLanguages


class CertificateRef(ApiModel):
    """That a product has been certified, and where to check it."""

    number: str
    lab: str
    issued_on: date
    verify_url: str


class ContentionOut(ApiModel):
    """Number of buyers paying for the last pieces; all of it is known by `knownBy` at the latest.

    Both numbers are up to ten, as all that the public learns of a stock; `…IsMore`: there are more than that.
    A buyer whose piece is only offered yet counts, too. A buyer who tries to pay again moves `knownBy`.
    """

    paying: int
    paying_is_more: bool
    pieces: int
    pieces_is_more: bool
    known_by: datetime

    @classmethod
    def of(cls, product: Product, contention: Contention | None) -> Self | None:
        if contention is None:
            return None
        return cls(
            paying=min(contention.buyers, PUBLIC_STOCK),
            paying_is_more=contention.buyers > PUBLIC_STOCK,
            pieces=min(product.held, PUBLIC_STOCK),
            pieces_is_more=product.held > PUBLIC_STOCK,
            known_by=contention.last_end,
        )


class VariantOut(ApiModel):
    """A variant on offer: `values` are those of its options, `picture` its picture's `url`.

    `id` is bought as a product's; topic `product:{slug}` tells of its stock alone.
    """

    id: str = Field(validation_alias="public_id", serialization_alias="_id")
    slug: str
    sku: str
    title: str
    values: list[str]
    price: Rupees = Field(validation_alias="price_paise")
    weight: int | None = Field(validation_alias="shipping_weight_grams")
    picture: str
    sellable: int = Field(validation_alias="public_stock")
    sellable_is_more: bool = Field(validation_alias="has_more_stock")
    max_quantity: int
    is_available: bool
    held_until: datetime | None
    contention: ContentionOut | None
    version: int

    @classmethod
    def list(cls, product: Product) -> "list[Self]":
        """Return the variants of the product in their order."""
        variants = product.offered_variants
        prefetch_related_objects(variants, "main_picture")
        return [cls._of(variant) for variant in variants]

    @classmethod
    def _of(cls, variant: Product) -> Self:
        contention = variant.contention
        return cls.from_row(
            variant,
            values=[in_language(value) for value in variant.option_values],
            picture=variant.main_picture.url if variant.main_picture else "",
            held_until=contention.first_end if contention else None,
            contention=ContentionOut.of(variant, contention),
        )


def in_language(text: Mapping[str, str]) -> str:
    """Return a text of an option in the caller's language."""
    return text.get(current_language()) or text["en"]


class ProductOut(ProductCard):
    """A product as its own page shows it.

    `turntable`: a sprite of 36 frames of one full turn, 6 by 6 row by row, frame 0 on the first face. Its
    full size is `{url}-2160`, as `.avif` and `.webp`. `mukhi`: how many faces the bead has; null for anything
    else.
    """

    description: str
    long_description: str
    images: list[str]
    pictures: list[Picture]
    turntable: Picture | None
    mukhi: int | None
    certificate: CertificateRef | None
    specifications: Specifications
    customization: CustomizationOptions
    benefits: list[str]
    care: list[str]
    verse: Verse | None
    # Whether buyers alone gave the rating: one with sample reviews in it is kept from search engines.
    rated_by_buyers: bool
    # For the page's head; empty where the product's own texts serve, never in another language than those.
    meta_title: str
    meta_description: str
    keywords: list[str]
    # Pieces that one order can have.
    max_quantity: int
    held_until: datetime | None
    contention: ContentionOut | None
    is_shown: bool
    sku: str
    # Without option names it has no variants.
    option_names: list[str]
    variants: list[VariantOut]
    version: int = Field(validation_alias="full_version")
    created_at: datetime

    @classmethod
    def of(cls, product: Product) -> Self:
        verse = Verse(
            sanskrit=product.verse_sanskrit,
            translation=product.text("verse_translation"),
            translations=BothLanguages(en=product.verse_translation_en, hi=product.verse_translation_hi),
        )
        certificate = product.certificates.filter(voided_at__isnull=True).first()
        contention = product.contention
        return cls.from_row(
            product,
            **dict(ProductCard.of(product)),
            description=product.text("description"),
            long_description=product.text("long_description"),
            images=[picture.image for picture in product.pictures],
            pictures=[Picture.model_validate(picture) for picture in product.pictures],
            turntable=Picture.of(product.turntable),
            mukhi=faces_of(product),
            certificate=CertificateRef.model_validate(certificate) if certificate else None,
            specifications=Specifications.of(product),
            customization=CustomizationOptions.of(product),
            benefits=product.text("benefits"),
            care=product.text("care"),
            verse=verse if verse.sanskrit else None,
            rated_by_buyers=product.rating_count > 0
            and not product.reviews.published().filter(is_sample=True).exists(),
            meta_title=product.own_text("meta_title"),
            meta_description=product.own_text("meta_description"),
            held_until=contention.first_end if contention else None,
            contention=ContentionOut.of(product, contention),
            option_names=[in_language(name) for name in product.option_names or ()],
            variants=VariantOut.list(product) if product.has_variants else [],
        )


class ProductLive(ApiModel):
    """The part of a product that changes while somebody looks at it: the data of topic `product:{slug}`.

    `slug` is another one once its address has changed.
    `heldUntil`: other buyers hold the last pieces; the first of them may be back then.
    """

    sellable: int = Field(validation_alias="public_stock")
    sellable_is_more: bool = Field(validation_alias="has_more_stock")
    max_quantity: int
    is_available: bool
    held_until: datetime | None
    contention: ContentionOut | None
    price: Rupees = Field(validation_alias="price_paise")
    rating: Rating
    is_shown: bool
    slug: str
    variants: list[VariantOut]
    version: int = Field(validation_alias="full_version")

    @classmethod
    def of(cls, product: Product) -> Self:
        contention = product.contention
        return cls.from_row(
            product,
            held_until=contention.first_end if contention else None,
            contention=ContentionOut.of(product, contention),
            rating=Rating(average=float(product.rating_average), count=product.rating_count),
            is_shown=True,
            variants=VariantOut.list(product) if product.has_variants else [],
        )


class ProductGone(ApiModel):
    """Content of the topic for a product that the shop does not show (any more)."""

    is_shown: bool = False
    is_available: bool = False
    sellable: int = 0
    sellable_is_more: bool = False
    max_quantity: int = 0
    held_until: datetime | None = None
    contention: None = None
    variants: list[VariantOut] = []
    version: int


class ProductData(ApiModel):
    """One product."""

    product: ProductOut
