"""GST rates that goods with an HSN code usually have: to warn of another one, never to set it.

Goods of one heading, the first four digits of the code, are one tax class. Usual are the rates that the law
gives the class, and the one that most of the shop's products in it have, as its seller decided.

By law: notification 9/2025-Central Tax (Rate), exemptions of notification 10/2025-Central Tax (Rate), both of
17 September 2025 and in force since the 22nd. What a product is, and so its code, its seller decides.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from django.db.models import Count, Q
from django.db.models.functions import Left

from project.catalog.models import Product

HEADING = 4

# By heading, in basis points of both halves together.
_BY_LAW: dict[str, tuple[int, ...]] = {
    # Rudraksha and its malas are exempt as puja goods (10/2025); other goods of plants at 5 %.
    "1404": (0, 500),
    # Loose stones: schedule V. Chapter 71 is as it was before the change.
    "7103": (25,),
    "7104": (25,),
    # Pearls, precious metal, and what is made of them or of stones; imitation jewellery: schedule IV.
    "7101": (300,),
    "7106": (300,),
    "7108": (300,),
    "7113": (300,),
    "7114": (300,),
    "7116": (300,),
    "7117": (300,),
    # Household goods of copper and brass; bells and statuettes of base metal; carvings: schedule I.
    "7418": (500,),
    "8306": (500,),
    "9601": (500,),
    "9602": (500,),
}


@dataclass(frozen=True)
class UsualRates:
    """The usual rates by heading, in basis points, and the products by rate, as read once for a request."""

    _by_heading: Mapping[str, tuple[int, ...]]
    _products: Mapping[str, Mapping[int, int]]

    @classmethod
    def read(cls) -> Self:
        """Read the rates of the products that are kept; where none has the most, they decide nothing."""
        counted = (
            Product.objects.listed()
            .filter(archived_at__isnull=True)
            .exclude(hsn_code="")
            .order_by()
            .values_list(Left("hsn_code", HEADING), "tax_rate_basis_points")
            .annotate(products=Count("pk"))
        )
        products: defaultdict[str, dict[int, int]] = defaultdict(dict)
        for heading, rate, number in counted:
            products[heading][rate] = number
        by_heading = dict(_BY_LAW)
        for heading, numbers in products.items():
            most = [rate for rate, number in numbers.items() if number == max(numbers.values())]
            if len(most) == 1:
                by_heading[heading] = tuple(sorted({*_BY_LAW.get(heading, ()), *most}))
        return cls(by_heading, products)

    def of(self, hsn_code: str) -> tuple[int, ...]:
        """Return the usual rates of goods with this code; none where neither law nor products tell."""
        return self._by_heading.get(hsn_code[:HEADING], ())

    def is_unusual(self, hsn_code: str, rate_basis_points: int) -> bool:
        """Return whether goods with this code usually have other rates."""
        usual = self.of(hsn_code)
        return bool(usual) and rate_basis_points not in usual

    def count_unusual(self) -> int:
        """Return how many of the products that are kept have an unusual rate, as they were counted."""
        counted = [(each, *row) for each, numbers in self._products.items() for row in numbers.items()]
        return sum(number for heading, rate, number in counted if self.is_unusual(heading, rate))

    def unusual(self) -> Q:
        """Return the filter for products whose rate `is_unusual`."""
        found = Q(pk__in=())
        for heading, rates in self._by_heading.items():
            found |= Q(hsn_code__startswith=heading) & ~Q(tax_rate_basis_points__in=rates)
        return found
