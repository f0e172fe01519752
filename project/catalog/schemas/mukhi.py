"""Rudraksha beads side by side on the wire."""

from typing import Self

from project.catalog.models import Product
from project.catalog.mukhi import millimetres
from project.catalog.pricing import lowest_unit_paise
from project.catalog.schemas.products import ProductCard, Specifications
from project.core.money import rupees
from project.core.schemas import ApiModel


class Millimetres(ApiModel):
    """From the smallest to the largest extent of a bead."""

    smallest: float
    largest: float


class MukhiOut(ApiModel):
    """The bead of so many faces: what its product's specifications say of it, and what it costs at least.

    `priceFrom`: with the cheapest of the origins and sizes that can be chosen.
    """

    faces: int
    product: ProductCard
    price_from: float
    millimetres: Millimetres | None
    specifications: Specifications

    @classmethod
    def of(cls, faces: int, product: Product) -> Self:
        """Return the bead as the wire carries it; its options should be fetched along."""
        size = millimetres(product)
        return cls(
            faces=faces,
            product=ProductCard.of(product),
            price_from=rupees(lowest_unit_paise(product)),
            millimetres=Millimetres(smallest=size[0], largest=size[1]) if size else None,
            specifications=Specifications.of(product),
        )


class MukhiListData(ApiModel):
    """All beads, the fewest faces first."""

    mukhi: list[MukhiOut]
