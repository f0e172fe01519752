"""The fields that a new product of a category starts with."""

import json
from collections import Counter
from collections.abc import Callable
from typing import Any, Self

from project.catalog.editable_fields import State, product_state
from project.catalog.models import Category, Product
from project.catalog.schemas.products import CustomizationOptions
from project.catalog.staff.product_schemas import BothLists
from project.core.schemas import ApiModel

# The newest products of the category decide: an old assortment says little of the next product.
NEWEST = 50
NO_TEXT = {"en": "", "hi": ""}


class CategoryDefaults(ApiModel):
    """The values that more than half of the category's newest products have; the others are empty.

    No field is guessed from fewer: a wrong HSN code would be worse than a missing one.
    """

    tax_rate: float | None
    hsn_code: str
    care: BothLists
    customization: CustomizationOptions

    @classmethod
    def of(cls, category: Category) -> Self:
        """Read them."""
        products = Product.objects.filter(category=category, archived_at__isnull=True).order_by("-created_at")
        rows = products.select_related("category", "main_picture", "turntable").prefetch_related(
            "options__picture", "further_pictures__picture"
        )
        states = [product_state(product) for product in rows[:NEWEST]]

        def common(read: Callable[[State], Any], otherwise: Any) -> Any:
            counted = Counter(json.dumps(read(state), default=str) for state in states).most_common(1)
            return json.loads(counted[0][0]) if counted and counted[0][1] * 2 > len(states) else otherwise

        def options(kind: str) -> Any:
            # A picture that shows an option is one of its own product's.
            return common(lambda state: [o | {"picture": ""} for o in state["customization"][kind]], [])

        return cls.model_validate(
            {
                "taxRate": common(lambda state: state["taxRate"], None),
                "hsnCode": common(lambda state: state["hsnCode"], ""),
                "care": common(lambda state: state["care"], {"en": [], "hi": []}),
                "customization": {
                    "origins": options("origins"),
                    "sizes": options("sizes"),
                    "pendantOptions": options("pendantOptions"),
                    "xrayCertification": common(
                        lambda state: state["customization"]["xrayCertification"],
                        {"available": False, "price": 0, "description": NO_TEXT},
                    ),
                },
            }
        )
