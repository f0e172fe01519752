"""The catalogue's JSON: texts in the caller's language, money in rupees."""

from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field

from project.catalog import models
from project.catalog.models import Category, Certificate, OptionKind, Product
from project.core.money import rupees
from project.core.schemas import ApiModel

MAX_PAGE_SIZE = 48
MAX_PAGE = 10_000
MAX_RUPEES = 10_000_000
MAX_SEARCH = 100


def _printable(text: str) -> str:
    """Refuse control characters; Postgres cannot even store a NUL."""
    if any(ord(character) < 32 for character in text):
        raise ValueError("control characters are not text")
    return text


Text = Annotated[str, AfterValidator(_printable)]
# A page is never larger than this, whatever was asked for.
PageSize = Annotated[int, Field(ge=1), AfterValidator(lambda limit: min(limit, MAX_PAGE_SIZE))]
SortBy = Literal["relevance", "newest", "price-low", "price-high", "name", "rating"]
RupeeBound = Annotated[Decimal, Field(ge=0, le=MAX_RUPEES, decimal_places=2)]


# -- Pictures ------------------------------------------------------------------------------------


class Picture(ApiModel):
    """A square picture. Its files are `{url}-400`, `-800` and, where the source is larger than 800 pixels,
    `-1600`, each as `.avif` and `.webp`; none is wider than `width`.
    """

    url: str
    width: int
    height: int
    placeholder: str
    color: str

    @classmethod
    def of(cls, picture: models.Picture | None) -> Self | None:
        """Return the picture as the wire carries it."""
        return None if picture is None else cls.model_validate(picture)


# -- Categories ----------------------------------------------------------------------------------


class CategoryRef(ApiModel):
    """A product's category, enough to link to it."""

    id: str = Field(serialization_alias="_id")
    slug: str
    name: str

    @classmethod
    def of(cls, category: Category) -> Self:
        """Return the category as the wire carries it."""
        return cls(id=category.public_id, slug=category.slug, name=category.name)


class CategoryOut(ApiModel):
    """A category and how many products it shows."""

    id: str = Field(serialization_alias="_id")
    slug: str
    name: str
    description: str
    image: str
    picture: Picture | None
    icon: str
    is_featured: bool
    product_count: int

    @classmethod
    def of(cls, category: Category, product_count: int) -> Self:
        """Return the category as the wire carries it."""
        return cls(
            id=category.public_id,
            slug=category.slug,
            name=category.name,
            description=category.description,
            image=category.picture.image if category.picture else "",
            picture=Picture.of(category.picture),
            icon=category.icon,
            is_featured=category.is_featured,
            product_count=product_count,
        )


class CategoryListData(ApiModel):
    """The shop's categories in their order."""

    categories: list[CategoryOut]


class CategoryData(ApiModel):
    """One category."""

    category: CategoryOut


# -- Products ------------------------------------------------------------------------------------


class Rating(ApiModel):
    """The published reviews in two numbers; count 0 means there are none, not that they are bad."""

    average: float
    count: int


class ProductCard(ApiModel):
    """A product as lists show it; `sellable` is how many pieces can be bought now."""

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
    sellable: int
    is_available: bool

    @classmethod
    def of(cls, product: Product) -> Self:
        """Return the product as the wire carries it; its category should be fetched along."""
        original = product.original_price_paise
        return cls(
            id=product.public_id,
            slug=product.slug,
            title=product.title,
            short_description=product.text("short_description"),
            price=rupees(product.price_paise),
            original_price=None if original is None else rupees(original),
            discount_percentage=product.discount_percentage,
            main_image=product.main_image,
            picture=Picture.of(product.main_picture),
            category=CategoryRef.of(product.category),
            rating=Rating(average=float(product.rating_average), count=product.rating_count),
            is_featured=product.is_featured,
            sellable=product.sellable,
            is_available=product.is_available,
        )


class Specifications(ApiModel):
    """What a product is, as plain texts; null where it does not apply."""

    type: str | None = None
    origin: str | None = None
    size: str | None = None
    weight: str | None = None
    color: str | None = None
    material: str | None = None
    beads: str | None = None
    hardness: str | None = None
    deity: str | None = None
    planet: str | None = None
    mantra: str | None = None
    chakras: str | None = None


class NamedOption(ApiModel):
    """An origin or a size and what it adds to the unit price, in rupees (a size may be negative)."""

    name: str
    price: float
    available: bool


class PendantOption(ApiModel):
    """A pendant and what it adds to the unit price, in rupees."""

    type: str
    price: float
    available: bool


class XrayOption(ApiModel):
    """Whether an x-ray certificate can be had, and for how much more, in rupees."""

    available: bool
    price: float


class CustomizationOptions(ApiModel):
    """Everything a shopper may choose about a product; an empty list is no choice."""

    origins: list[NamedOption]
    xray_certification: XrayOption
    pendant_options: list[PendantOption]
    sizes: list[NamedOption]

    @classmethod
    def of(cls, product: Product) -> Self:
        """Return the product's options as the wire carries them."""
        result = cls(
            origins=[],
            xray_certification=XrayOption(available=False, price=0),
            pendant_options=[],
            sizes=[],
        )
        for option in product.options.all():
            price, available = rupees(option.price_paise), option.available
            match option.kind:
                case OptionKind.ORIGIN:
                    result.origins.append(NamedOption(name=option.name, price=price, available=available))
                case OptionKind.SIZE:
                    result.sizes.append(NamedOption(name=option.name, price=price, available=available))
                case OptionKind.PENDANT:
                    pendant = PendantOption(type=option.name, price=price, available=available)
                    result.pendant_options.append(pendant)
                case OptionKind.XRAY:
                    result.xray_certification = XrayOption(price=price, available=available)
        return result


class VerseTranslations(ApiModel):
    """What a verse means, in every language of the shop."""

    en: str
    hi: str


class Verse(ApiModel):
    """A verse in Sanskrit and its meaning: `translation` in the caller's language."""

    sanskrit: str
    translation: str
    translations: VerseTranslations


class CertificateRef(ApiModel):
    """That a product has been certified, and where to check it."""

    number: str
    lab: str
    issued_on: date
    verify_url: str


class ProductOut(ProductCard):
    """A product as its own page shows it."""

    description: str
    long_description: str
    images: list[str]
    pictures: list[Picture]
    certificate: CertificateRef | None
    specifications: Specifications
    customization: CustomizationOptions
    benefits: list[str]
    care: list[str]
    verse: Verse | None
    held_until: datetime | None
    version: int
    created_at: datetime

    @classmethod
    def of(cls, product: Product) -> Self:
        """Return the product with everything about it as the wire carries it."""
        verse = Verse(
            sanskrit=product.verse_sanskrit,
            translation=product.text("verse_translation"),
            translations=VerseTranslations(en=product.verse_translation_en, hi=product.verse_translation_hi),
        )
        certificate = product.certificates.first()
        return cls(
            **dict(ProductCard.of(product)),
            description=product.text("description"),
            long_description=product.text("long_description"),
            images=[picture.image for picture in product.pictures],
            pictures=[Picture.model_validate(picture) for picture in product.pictures],
            certificate=CertificateRef.model_validate(certificate) if certificate else None,
            specifications=Specifications(**product.text("specifications")),
            customization=CustomizationOptions.of(product),
            benefits=product.text("benefits"),
            care=product.text("care"),
            verse=verse if verse.sanskrit else None,
            held_until=product.held_until,
            version=product.version,
            created_at=product.created_at,
        )


class ProductLive(ApiModel):
    """The part of a product that changes while somebody looks at it: the data of topic `product:{slug}`.

    `heldUntil`: other buyers hold the last pieces; the first of them may be back then.
    """

    sellable: int
    is_available: bool
    held_until: datetime | None
    price: float
    rating: Rating
    version: int

    @classmethod
    def of(cls, product: Product) -> Self:
        """Return the product's present state as the wire carries it."""
        return cls(
            sellable=product.sellable,
            is_available=product.is_available,
            held_until=product.held_until,
            price=rupees(product.price_paise),
            rating=Rating(average=float(product.rating_average), count=product.rating_count),
            version=product.version,
        )


class ProductListData(ApiModel):
    """A short list for the home page."""

    products: list[ProductCard]


class Pagination(ApiModel):
    """Where in the whole list a page stands; `total` counts products, pages start at 1."""

    page: int
    limit: int
    total: int
    total_pages: int


class CategoryFacet(CategoryRef):
    """How many products the category has that meet the other filters."""

    count: int


class PriceBand(ApiModel):
    """How many products cost at least `min` and less than `max` rupees; null is no upper end."""

    min: float
    max: float | None
    count: int


class Facets(ApiModel):
    """What each filter would find, every other filter of the query applied."""

    categories: list[CategoryFacet]
    price_bands: list[PriceBand]
    featured: int
    available: int


class ProductPageData(ApiModel):
    """One page of the product list.

    `didYouMean`: the search found nothing, but would find something with this text.
    """

    products: list[ProductCard]
    pagination: Pagination
    facets: Facets
    did_you_mean: str | None


class SuggestionData(ApiModel):
    """What somebody who types may be looking for, the likeliest first."""

    products: list[ProductCard]
    categories: list[CategoryRef]


class ProductData(ApiModel):
    """One product."""

    product: ProductOut


# -- Certificates --------------------------------------------------------------------------------


class CertifiedProduct(ApiModel):
    """The product a certificate is about, enough to show and link it."""

    slug: str
    title: str
    picture: Picture | None


class CertificateOut(ApiModel):
    """A laboratory's certificate; `weight` is in grams. A sample one is marked: it proves nothing."""

    number: str
    product: CertifiedProduct
    mukhi: int | None
    origin: str
    weight: float
    lab: str
    issued_on: date
    xray: Picture | None
    is_sample: bool

    @classmethod
    def of(cls, certificate: Certificate) -> Self:
        """Return the certificate as the wire carries it."""
        product = certificate.product
        return cls(
            number=certificate.number,
            product=CertifiedProduct(
                slug=product.slug, title=product.title, picture=Picture.of(product.main_picture)
            ),
            mukhi=certificate.mukhi,
            origin=certificate.text("origin"),
            weight=certificate.weight_milligrams / 1000,
            lab=certificate.lab,
            issued_on=certificate.issued_on,
            xray=Picture.of(certificate.xray),
            is_sample=certificate.is_sample,
        )


class CertificateData(ApiModel):
    """One certificate."""

    certificate: CertificateOut


# -- What callers send ---------------------------------------------------------------------------


class ProductListQuery(ApiModel):
    """Filters of the product list. `category` is one slug or id, or several joined by commas."""

    page: int = Field(default=1, ge=1, le=MAX_PAGE)
    limit: PageSize = 12
    category: Text = Field(default="", max_length=400)
    min_price: RupeeBound | None = None
    max_price: RupeeBound | None = None
    sort_by: SortBy | None = Field(default=None, description="relevance for a search, else newest")
    is_featured: bool | None = None
    in_stock: bool | None = None
    search: Text = Field(default="", max_length=MAX_SEARCH)


class SuggestQuery(ApiModel):
    """What has been typed so far."""

    q: Text = Field(default="", max_length=MAX_SEARCH)


class ShortListQuery(ApiModel):
    """How many products of a short list."""

    limit: PageSize = 6


class RelatedQuery(ApiModel):
    """How many related products."""

    limit: PageSize = 4
