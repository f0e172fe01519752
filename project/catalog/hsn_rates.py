"""GST rates that goods of a shop like this have by law, by HSN code: to warn of a wrong one, never to set it.

Rates of notification 9/2025-Central Tax (Rate), exemptions of notification 10/2025-Central Tax (Rate), both
of 17 September 2025 and in force since the 22nd. What a product is, and so its code, its seller decides.
"""

from django.db.models import Q

# By the beginning of the code, in basis points of both halves together.
_RATES: dict[str, tuple[int, ...]] = {
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


def usual_rates(hsn_code: str) -> tuple[int, ...]:
    """Return the rates of goods with this code, in basis points; none where the table does not know it."""
    return _RATES.get(hsn_code[:4], ())


def is_unusual(hsn_code: str, rate_basis_points: int) -> bool:
    """Return whether goods with this code usually have other rates; False for codes not in the table."""
    usual = usual_rates(hsn_code)
    return bool(usual) and rate_basis_points not in usual


def with_unusual_rate() -> Q:
    """Return the filter for products whose rate `is_unusual`."""
    found = Q(pk__in=())
    for beginning, rates in _RATES.items():
        found |= Q(hsn_code__startswith=beginning) & ~Q(tax_rate_basis_points__in=rates)
    return found
