"""Categories on the wire."""

from typing import Self

from pydantic import Field

from project.catalog.models import Category
from project.catalog.schemas.pictures import Picture
from project.core.schemas import ApiModel


class CategoryRef(ApiModel):
    """A product's category, enough to link to it."""

    id: str = Field(validation_alias="public_id", serialization_alias="_id")
    slug: str
    name: str


class CategoryOut(ApiModel):
    """A category and how many products it shows."""

    id: str = Field(validation_alias="public_id", serialization_alias="_id")
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
        image = category.picture.image if category.picture else ""
        return cls.from_row(category, image=image, product_count=product_count)


class CategoryListData(ApiModel):
    """The shop's categories in their order."""

    categories: list[CategoryOut]


class CategoryData(ApiModel):
    """One category."""

    category: CategoryOut
