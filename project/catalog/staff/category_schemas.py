"""Categories and certificates as staff edit them."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import date, datetime
from typing import Annotated, Any, Self

from django.db.models import Count
from django.utils import timezone
from pydantic import AfterValidator, Field

from project.catalog.actions.categories import MAX_SORT_ORDER
from project.catalog.editable_fields import both, category_state
from project.catalog.models import MAX_CATEGORY_SLUG, Category, Certificate, Product
from project.catalog.models import Picture as PictureRow
from project.catalog.schemas.pictures import Picture
from project.catalog.schemas.products import BothLanguages
from project.catalog.staff.editors import last_editors
from project.catalog.staff.fields import InEnglish, Line, LongWords, Slug, Texts, Title, Words, whole
from project.core.identifiers import typed_id
from project.core.messages import field_error
from project.core.schemas import ApiModel, StaffIn


class CategoryIn(ApiModel):
    """A category as a form sends it. `image`: the address of a picture of ours, or a new one as base64.

    `slug` is the end of its address: the old one leads to another, and an empty one is made of the name or
    stays.
    """

    slug: Annotated[Slug, Field(max_length=MAX_CATEGORY_SLUG)] = ""
    name: Annotated[Title, InEnglish]
    description: Annotated[Texts, InEnglish] = Texts()
    image: str | None = None
    icon: Annotated[Line, Field(max_length=16)] = ""
    is_active: bool = True
    is_featured: bool = False
    # None puts a new category last and leaves an old one where it is.
    sort_order: Annotated[int, whole(0, MAX_SORT_ORDER)] | None = None
    meta_title: Annotated[Words, InEnglish] = Words()
    meta_description: Annotated[LongWords, InEnglish] = LongWords()
    parent_category: Annotated[Line, Field(max_length=MAX_CATEGORY_SLUG)] | None = None

    def columns(self, picture: PictureRow | None, parent: Category | None) -> dict[str, Any]:
        """Return the category's columns."""
        order = {} if self.sort_order is None else {"sort_order": self.sort_order}
        return order | {
            "name_en": self.name.en,
            "name_hi": self.name.hi or self.name.en,
            "description_en": self.description.en,
            "description_hi": self.description.hi,
            "picture": picture,
            "icon": self.icon,
            "is_active": self.is_active,
            "is_featured": self.is_featured,
            "meta_title_en": self.meta_title.en,
            "meta_title_hi": self.meta_title.hi,
            "meta_description_en": self.meta_description.en,
            "meta_description_hi": self.meta_description.hi,
            "parent": parent,
        }


class CategoryChangeIn(CategoryIn):
    """A changed category; `version` is the one it was edited from, without which it overrules other edits."""

    version: int | None = None


class HiddenWith(ApiModel):
    """Products on offer in a category and below it, and the categories below it."""

    products: int
    subcategories: int


class AdminCategory(ApiModel):
    """A category as staff see it: `productCount` counts all its products, hidden and archived ones too.

    `isShown` is false where it, or one above it, is not active. `hides` counts what goes and comes with it.
    """

    id: str = Field(serialization_alias="_id")
    slug: str
    name: BothLanguages
    description: BothLanguages
    image: str
    picture: Picture | None
    icon: str
    is_active: bool
    is_shown: bool
    is_featured: bool
    sort_order: int
    meta_title: BothLanguages
    meta_description: BothLanguages
    parent_category: str | None
    product_count: int
    hides: HiddenWith
    version: int
    # The name of who edited it last; blank where nobody did since it was made.
    edited_by: str

    @classmethod
    def list(cls, categories: Iterable[Category]) -> "list[Self]":
        """Return these categories with their numbers of products."""
        products = Product.objects.listed().order_by().values_list("category_id")
        counts = dict(products.annotate(Count("pk")))
        offered = dict(products.filter(is_visible=True).annotate(Count("pk")))
        children: dict[int | None, list[int]] = defaultdict(list)
        for pk, parent in Category.objects.order_by().values_list("pk", "parent_id"):
            children[parent].append(pk)

        def below(pk: int) -> Iterator[int]:
            for child in children[pk]:
                yield child
                yield from below(child)

        rows = []
        categories = [*categories]
        editors = last_editors(f"category:{category.public_id}" for category in categories)
        for category in categories:
            subcategories = [*below(category.pk)]
            hides = HiddenWith(
                products=sum(offered.get(pk, 0) for pk in (category.pk, *subcategories)),
                subcategories=len(subcategories),
            )
            shown = {
                "id": category.public_id,
                "picture": category.picture,
                "isShown": category.is_shown,
                "productCount": counts.get(category.pk, 0),
                "hides": hides,
                "version": category.version,
                "editedBy": editors.get(f"category:{category.public_id}", ""),
            }
            rows.append(cls.model_validate(category_state(category) | shown))
        return rows


class AdminCategoryList(ApiModel):
    """All categories in their order."""

    categories: list[AdminCategory]


class AdminCategoryData(ApiModel):
    """One category."""

    category: AdminCategory


class DeletedCategoryData(ApiModel):
    """Number of products that moved to another category."""

    moved: int


def _number(text: str) -> str:
    number = typed_id(text)
    if not re.fullmatch(r"[A-Z0-9][A-Z0-9-]{2,39}", number):
        raise field_error("Please use letters, digits and “-” only")
    return number


def _not_in_future(day: date) -> date:
    if day > timezone.localdate():
        raise field_error("This date is in the future")
    return day


class OriginIn(Title, StaffIn):
    """The place that a certificate names, in both languages."""


class CertificateIn(StaffIn):
    """A laboratory's certificate of one piece; `weight` in milligrams, `xray` the address of a picture."""

    number: Annotated[str, AfterValidator(_number)]
    lab: Annotated[Line, Field(min_length=1, max_length=80)]
    issued_on: Annotated[date, AfterValidator(_not_in_future)]
    origin: Annotated[OriginIn, InEnglish]
    weight_milligrams: Annotated[int, whole(1, 100_000_000)]
    mukhi: Annotated[int, whole(1, 30)] | None = None
    xray: str | None = None

    def columns(self, xray: PictureRow | None) -> dict[str, Any]:
        """Return the certificate's columns."""
        return {
            "number": self.number,
            "lab": self.lab,
            "issued_on": self.issued_on,
            "origin_en": self.origin.en[:80],
            "origin_hi": (self.origin.hi or self.origin.en)[:80],
            "weight_milligrams": self.weight_milligrams,
            "mukhi": self.mukhi,
            "xray": xray,
        }


class VoidIn(StaffIn):
    """The reason for withdrawing a certificate; for staff, its page says only that it is."""

    reason: Annotated[Line, Field(min_length=1, max_length=200)]


class AdminCertificate(ApiModel):
    """A certificate as staff see it."""

    number: str
    lab: str
    issued_on: date
    origin: BothLanguages
    weight_milligrams: int
    mukhi: int | None
    xray: Picture | None
    is_sample: bool
    is_void: bool
    voided_at: datetime | None
    void_reason: str
    verify_url: str

    @classmethod
    def of(cls, certificate: Certificate) -> Self:
        return cls.from_row(certificate, origin=both(certificate, "origin"))


class AdminCertificateList(ApiModel):
    """A product's certificates, the newest first."""

    certificates: list[AdminCertificate]


class AdminCertificateData(ApiModel):
    """One certificate."""

    certificate: AdminCertificate
