"""A product as a form of staff, or a line of a file, brings it."""

from collections.abc import Collection, Iterator, Mapping
from decimal import Decimal
from typing import Annotated, Any

from django.utils.translation import gettext as _
from pydantic import BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from project.catalog.actions.products import Option
from project.catalog.actions.variants import taken_skus
from project.catalog.editable_fields import INCLUDED
from project.catalog.models import (
    MAX_CATEGORY_SLUG,
    MAX_OPTION_NAME,
    MAX_PRODUCT_SLUG,
    XRAY_CERTIFICATE,
    Category,
    OptionKind,
    Product,
    SpecificationTexts,
)
from project.catalog.pictures.files import key_of
from project.catalog.staff.fields import (
    Barcode,
    InEnglish,
    Line,
    LinesInEnglish,
    LongWords,
    Paragraphs,
    Pieces,
    Price,
    RequiredTexts,
    Sentences,
    Sku,
    Slug,
    Texts,
    Title,
    WholeRupees,
    WordList,
    Words,
    whole,
)
from project.catalog.staff.variant_forms import Fault, PictureAddress, VariantsIn
from project.core.errors import ErrorCode
from project.core.messages import field_sentence
from project.core.money import paise
from project.core.schemas import ApiModel

MAX_OPTIONS = 30
MAX_PICTURES = 12


class SpecificationsIn(SpecificationTexts[Annotated[Words, InEnglish]]):
    """Attributes of a product, as short texts; empty ones are not shown."""

    # All have a default, by the validator.
    model_config = ConfigDict(json_schema_extra=lambda schema: schema.pop("required"))

    @model_validator(mode="before")
    @classmethod
    def _empty_where_absent(cls, body: Any) -> Any:
        if not isinstance(body, dict):
            return body
        fields = cls.model_fields.items()
        return {name: "" for name, field in fields if not {name, field.alias} & body.keys()} | body


class Offered(ApiModel):
    """A choice on offer: the price is what it adds, in whole rupees, the description what it is."""

    price: WholeRupees = 0
    available: bool = True
    description: Annotated[LongWords, InEnglish] = LongWords()


class OfferedOption(Offered):
    """An origin or a size on offer."""

    picture: PictureAddress = ""

    name: Annotated[Line, Field(min_length=1, max_length=MAX_OPTION_NAME)]


class OfferedPendant(Offered):
    """A pendant on offer."""

    picture: PictureAddress = ""

    type: Annotated[Line, Field(min_length=1, max_length=MAX_OPTION_NAME)]


class OfferedXray(Offered):
    """Availability of an x-ray certificate."""

    available: bool = False


class CustomizationIn(ApiModel):
    """Everything a shopper may choose about the product."""

    origins: Annotated[list[OfferedOption], Field(max_length=MAX_OPTIONS)] = []
    xray_certification: OfferedXray = OfferedXray()
    pendant_options: Annotated[list[OfferedPendant], Field(max_length=MAX_OPTIONS)] = []
    sizes: Annotated[list[OfferedOption], Field(max_length=MAX_OPTIONS)] = []

    def options(self) -> list[Option]:
        """Return the options in the order in which they are offered."""
        result = [_option(kind, name, offered) for kind, _place, name, offered in self._listed()]
        xray = self.xray_certification
        if xray != OfferedXray():
            result.append(_option(OptionKind.XRAY, XRAY_CERTIFICATE, xray))
        return result

    def faults(self, price: Decimal) -> Iterator[Fault]:
        """Find what cannot be offered beside a product of this price, in rupees."""
        seen: set[tuple[OptionKind, str]] = set()
        for kind, place, name, offered in self._listed():
            where, added = ("customization", *place), offered.price
            if (kind, name) in seen:
                yield (*where, "type" if kind == OptionKind.PENDANT else "name"), _("This name occurs twice")
            seen.add((kind, name))
            if added and INCLUDED[kind] == name:
                yield (*where, "price"), _("This choice is part of the price: it adds ₹0")
            elif added < 0 and kind != OptionKind.SIZE:
                yield (*where, "price"), _("Only a size may lower the price")
            elif price + added <= 0:
                yield (
                    (*where, "price"),
                    _("With this the product would cost nothing or less. Please raise it"),
                )
        if self.xray_certification.price < 0:
            yield ("customization", "xrayCertification", "price"), _("Only a size may lower the price")

    def picture_faults(self, keys: Collection[str]) -> Iterator[Fault]:
        """Find choices that name another picture than the product's own, which have these keys."""
        for _kind, place, _name, offered in self._listed():
            if offered.picture and key_of(offered.picture) not in keys:
                yield (
                    ("customization", *place, "picture"),
                    _("We do not have this picture. Please upload it again"),
                )

    def _listed(self) -> Iterator[tuple[OptionKind, tuple[str, int], str, OfferedOption | OfferedPendant]]:
        """Go through the lists: kind, place in the body, name and the offer."""
        for place, option in enumerate(self.origins):
            yield OptionKind.ORIGIN, ("origins", place), option.name, option
        for place, pendant in enumerate(self.pendant_options):
            yield OptionKind.PENDANT, ("pendantOptions", place), pendant.type, pendant
        for place, size in enumerate(self.sizes):
            yield OptionKind.SIZE, ("sizes", place), size.name, size


def _option(kind: OptionKind, name: str, offered: Offered) -> Option:
    text = offered.description
    picture = key_of(offered.picture) if isinstance(offered, OfferedOption | OfferedPendant) else ""
    return Option(kind, name, offered.price * 100, offered.available, text.en, text.hi, picture)


class VerseIn(ApiModel):
    """A verse in Sanskrit and what it means."""

    sanskrit: Paragraphs = ""
    en: Paragraphs = ""
    hi: Paragraphs = ""


class ShippingIn(ApiModel):
    """One packed piece: grams, and its size in words."""

    weight: Annotated[int, whole(0, 1_000_000)] | None = None
    dimensions: Annotated[Line, Field(max_length=60)] = ""
    free_shipping: bool = False


class SeoIn(ApiModel):
    """Title and description for search engines, instead of the product's own."""

    meta_title: Annotated[Words, InEnglish] = Words()
    meta_description: Annotated[LongWords, InEnglish] = LongWords()
    keywords: WordList = []


def _slug_of(category: Any) -> Any:
    """Take a category as the API writes it, too."""
    return category.get("slug") if isinstance(category, dict) else category


class ProductIn(ApiModel):
    """A product as a form sends it. Texts are {en, hi}, or plain ones, which are English.

    `images`: addresses of pictures the shop has, or new ones as base64; the first is the main one, unless
    `mainImage` names another. `stock` is the first count of a new product; later counts have a call of their
    own, so that a form that was open for long does not undo what was sold meanwhile. `variants` are the whole
    list; without it they stay. `turntable` is the
    address of a sprite (see ProductOut), empty to remove it; without either the present one stays. `slug` is
    the end of its address: the old one leads to another, and an empty one is made of the title or stays.
    """

    slug: Annotated[Slug, Field(max_length=MAX_PRODUCT_SLUG)] = ""
    title: Annotated[Title, InEnglish]
    short_description: Annotated[LongWords, InEnglish] = LongWords()
    description: Annotated[RequiredTexts, InEnglish]
    long_description: Annotated[Texts, InEnglish] = Texts()
    category: Annotated[Line, Field(min_length=1, max_length=MAX_CATEGORY_SLUG), BeforeValidator(_slug_of)]
    price: Price
    original_price: Price | None = None
    discount_percentage: Annotated[int, whole(0, 100)] | None = None
    tax_rate: Annotated[Decimal, Field(ge=0, le=100, decimal_places=2)] = Decimal(18)
    hsn_code: Annotated[str, Field(pattern=r"^(\d{4,8})?$")] = ""
    images: Annotated[list[str], Field(max_length=MAX_PICTURES)] | None = None
    main_image: str | None = None
    turntable: str | None = None
    is_available: bool = True
    is_featured: bool = False
    is_trending: bool = False
    is_new_arrival: bool = False
    is_on_sale: bool = False
    specifications: SpecificationsIn = SpecificationsIn.model_validate({})
    benefits: Annotated[Sentences, LinesInEnglish] = Sentences()
    care: Annotated[Sentences, LinesInEnglish] = Sentences()
    verse: VerseIn = VerseIn()
    customization: CustomizationIn = CustomizationIn()
    shipping: ShippingIn = ShippingIn()
    seo: SeoIn = SeoIn()
    tags: WordList = []
    sku: Sku = ""
    barcode: Barcode = ""
    variants: VariantsIn | None = None

    @model_validator(mode="before")
    @classmethod
    def _benefits_among_the_specifications(cls, body: Any) -> Any:
        """Take the benefits from where the specification of the API has them, too."""
        specifications = body.get("specifications") if isinstance(body, dict) else None
        if not isinstance(specifications, dict) or "benefits" not in specifications:
            return body
        others = {name: text for name, text in specifications.items() if name != "benefits"}
        return {"benefits": specifications["benefits"]} | body | {"specifications": others}

    def faults(self) -> Iterator[Fault]:
        """Find what is wrong although each field by itself is right."""
        original = self.original_price
        if original is not None and original < self.price:
            yield ("originalPrice",), _("The original price must not be below the price")
        elif original is not None and self.discount_percentage is not None:
            # Rounded down, as the shop shows it; or as a calculator does.
            exact = (original - self.price) * 100 / original
            if self.discount_percentage not in (int(exact), round(exact)):
                yield (
                    ("discountPercentage",),
                    _(
                        "The original price and the price give another discount. Please correct one of the "
                        "three"
                    ),
                )
        elif original is None and self.discount_percentage:
            yield ("originalPrice",), _("A discount needs the original price it is taken from")
        yield from self.customization.faults(self.price)
        if self.variants is not None:
            yield from self.variants.faults(self.title)

    def skus(self) -> dict[str, str]:
        """Return the SKUs of the product and its variants by field."""
        rows = self.variants.rows if self.variants else []
        return {"sku": self.sku} | {f"variants.rows.{place}.sku": row.sku for place, row in enumerate(rows)}

    def columns(self, category: Category) -> dict[str, Any]:
        """Return the product's columns; options and pictures have tables of their own."""
        texts: dict[str, Words | Title | LongWords | Texts | RequiredTexts | Sentences] = {
            "title": self.title,
            "short_description": self.short_description,
            "description": self.description,
            "long_description": self.long_description,
            "benefits": self.benefits,
            "care": self.care,
            "meta_title": self.seo.meta_title,
            "meta_description": self.seo.meta_description,
        }
        return {
            "category": category,
            "price_paise": paise(self.price),
            "original_price_paise": None if self.original_price is None else paise(self.original_price),
            "tax_rate_basis_points": int(self.tax_rate * 100),
            "hsn_code": self.hsn_code,
            "is_visible": self.is_available,
            "is_featured": self.is_featured,
            "is_trending": self.is_trending,
            "is_new_arrival": self.is_new_arrival,
            "is_on_sale": self.is_on_sale,
            **Product.columns_of(self.specifications.model_dump(by_alias=True)),
            "verse_sanskrit": self.verse.sanskrit,
            "verse_translation_en": self.verse.en,
            "verse_translation_hi": self.verse.hi,
            "shipping_weight_grams": self.shipping.weight,
            "shipping_dimensions": self.shipping.dimensions,
            "free_shipping": self.shipping.free_shipping,
            "keywords": self.seo.keywords,
            "tags": self.tags,
            "sku": self.sku,
            "barcode": self.barcode,
            **{f"{name}_en": text.en for name, text in texts.items()},
            **{f"{name}_hi": text.hi for name, text in texts.items()},
        }


class NewProductIn(ProductIn):
    """A new product, with how many pieces there are of it."""

    stock: Pieces


class ProductChangeIn(ProductIn):
    """A changed product; `version` is the one it was edited from, without which it overrules other edits."""

    version: int | None = None


def read_form(body: Mapping[str, Any], product: Product | None) -> ProductIn | list[Fault]:
    """Return the form for a product, or a new one, or all that is wrong with it."""
    try:
        form = (ProductIn if product else NewProductIn).model_validate(body)
    except ValidationError as error:
        wrong = error.errors(include_url=False)
        return [(each["loc"], field_sentence(each, each["loc"] or ("line",))) for each in wrong]
    sentence = str(ErrorCode.SKU_TAKEN.label)
    taken = [(_loc(field), sentence) for field in taken_skus(product or Product(), form.skus())]
    return [*form.faults(), *taken] or form


def _loc(field: str) -> tuple[str | int, ...]:
    return tuple(int(part) if part.isdecimal() else part for part in field.split("."))
