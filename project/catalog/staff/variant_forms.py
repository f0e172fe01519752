"""The variants of a product as a form of staff brings them."""

from collections.abc import Collection, Iterator, Sequence
from typing import Annotated

from django.utils.translation import gettext as _
from pydantic import Field

from project.catalog.actions.variants import Variant, Variants
from project.catalog.models import MAX_OPTION_NAME
from project.catalog.pictures.files import key_of
from project.catalog.staff.fields import Barcode, InEnglish, Line, Pieces, Price, Sku, Title, whole
from project.core.money import paise
from project.core.schemas import ApiModel

MAX_OPTION_NAMES = 3
MAX_VARIANTS = 100
MAX_TITLE = 120

# A fault: where in the body, and which sentence says it.
Fault = tuple[tuple[str | int, ...], str]
# Any size's address of one of the product's pictures, the one that shows the choice.
PictureAddress = Annotated[Line, Field(max_length=400)]


class OptionText(ApiModel):
    """The name of an option, or a value of it, in both languages; without Hindi the English one is shown."""

    en: Annotated[Line, Field(min_length=1, max_length=MAX_OPTION_NAME)]
    hi: Annotated[Line, Field(max_length=MAX_OPTION_NAME)] = ""


class VariantIn(ApiModel):
    """A variant: `values` in the order of the option names. `stock` is the first count of a new one alone.

    `id` is empty for a new one; `picture` is the address of one of the product's, empty for its main one.
    """

    id: Annotated[Line, Field(max_length=32)] = ""
    values: Annotated[list[Annotated[OptionText, InEnglish]], Field(max_length=MAX_OPTION_NAMES)]
    sku: Sku = ""
    barcode: Barcode = ""
    price: Price
    weight: Annotated[int, whole(0, 1_000_000)] | None = None
    picture: PictureAddress = ""
    is_active: bool = True
    stock: Pieces = 0


class VariantsIn(ApiModel):
    """All variants of a product, with the names of the options by which they differ; none without names."""

    option_names: Annotated[list[Annotated[OptionText, InEnglish]], Field(max_length=MAX_OPTION_NAMES)] = []
    rows: Annotated[list[VariantIn], Field(max_length=MAX_VARIANTS)] = []

    def faults(self, title: Title) -> Iterator[Fault]:
        """Find what is wrong about the list as a whole."""
        if bool(self.option_names) != bool(self.rows):
            yield ("variants", "optionNames"), _("Variants need names of options, and each option values")
        yield from self._repeated([name.en.casefold() for name in self.option_names], "optionNames")
        for place, row in enumerate(self.rows):
            if len(row.values) != len(self.option_names):
                yield ("variants", "rows", place, "values"), _("Please give each option one value")
            for language in ("en", "hi"):
                values = " / ".join(getattr(value, language) or value.en for value in row.values)
                if len(f"{getattr(title, language) or title.en} – {values}") > MAX_TITLE:
                    yield (
                        ("variants", "rows", place, "values"),
                        _("Title and values are longer than 120 letters"),
                    )
                    break
        yield from self._repeated([_joined(row.values) for row in self.rows], "rows", "values")
        yield from self._repeated([row.id for row in self.rows], "rows", "id")
        yield from self._repeated([row.sku.upper() for row in self.rows], "rows", "sku")

    def picture_faults(self, keys: Collection[str]) -> Iterator[Fault]:
        """Find variants that name another picture than the product's own."""
        for place, row in enumerate(self.rows):
            if row.picture and key_of(row.picture) not in keys:
                yield (
                    ("variants", "rows", place, "picture"),
                    _("We do not have this picture. Please upload it again"),
                )

    def wanted(self) -> Variants:
        """Return the variants for the action."""
        return Variants(
            option_names=[name.model_dump() for name in self.option_names],
            rows=[
                Variant(
                    values=[value.model_dump() for value in row.values],
                    price_paise=paise(row.price),
                    public_id=row.id,
                    sku=row.sku,
                    barcode=row.barcode,
                    weight_grams=row.weight,
                    picture=key_of(row.picture) if row.picture else "",
                    is_active=row.is_active,
                    stock=row.stock,
                )
                for row in self.rows
            ],
        )

    @staticmethod
    def _repeated(words: Sequence[str], *where: str) -> Iterator[Fault]:
        for place, word in enumerate(words):
            if word and word in words[:place]:
                yield ("variants", where[0], place, *where[1:]), _("This occurs twice")


def _joined(values: Sequence[OptionText]) -> str:
    return "\n".join(value.en.casefold() for value in values)
