"""Rules of the goods and services tax (GST): state codes, division between states and union, rounding."""

import re
import string
from dataclasses import dataclass
from datetime import date
from typing import Literal

from project.core.india import STATE_CODES
from project.core.money import portion

# Union territories without a legislature: their half of the tax is called UTGST.
_UNION_TERRITORIES = frozenset(
    {
        "Andaman and Nicobar Islands",
        "Chandigarh",
        "Dadra and Nagar Haveli and Daman and Diu",
        "Ladakh",
        "Lakshadweep",
    }
)


# "unset": the owner has not said yet, as in a sample shop. It shows taxes as a registered seller does.
Registration = Literal["unset", "registered", "composition", "unregistered"]
# Sellers who may not charge tax (sections 10(4) and 32 of the CGST Act).
WITHOUT_TAX = frozenset({"composition", "unregistered"})


@dataclass(frozen=True)
class SellerTax:
    """The seller as registered when an order was placed, which decides the taxes on all of its papers."""

    registration: str
    state: str
    gstin: str

    @property
    def is_charged(self) -> bool:
        """Return True when the seller charges tax."""
        return self.registration not in WITHOUT_TAX


_STATES = {code: state for state, code in STATE_CODES.items()}
_GSTIN = re.compile("[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]Z[0-9A-Z]")
_GSTIN_DIGITS = string.digits + string.ascii_uppercase


def is_gstin(text: str) -> bool:
    """Return whether it has the form of a GSTIN and its last character is the check on the others."""
    return _GSTIN.fullmatch(text) is not None and text[-1] == _check_character(text[:-1])


def state_of(gstin: str) -> str:
    """Return the state in which a business with this GSTIN is registered; "" for a code without one."""
    return _STATES.get(gstin[:2], "")


def _check_character(text: str) -> str:
    # Every second character counts twice; of each product the digits to base 36 are added up.
    products = [_GSTIN_DIGITS.index(each) * (1 + place % 2) for place, each in enumerate(text)]
    total = sum(product // 36 + product % 36 for product in products)
    return _GSTIN_DIGITS[-total % 36]


def credit_note_deadline(supplied_on: date) -> date:
    """Return the last day on which a credit note of a supply takes its tax back.

    Section 34(2) of the CGST Act: the 30th of November after the end of the supply's financial year, or the
    day of the annual return, which is not known here and seldom earlier.
    """
    year_ends_in = supplied_on.year + (supplied_on.month >= 4)
    return date(year_ends_in, 11, 30)


def state_half(state: str) -> str:
    """Return what the state's own half of a tax within it is called: SGST or UTGST."""
    return "UTGST" if state in _UNION_TERRITORIES else "SGST"


def split_tax(
    amount_paise: int, rate_basis_points: int, *, inclusive: bool, interstate: bool
) -> tuple[int, int, int]:
    """Return CGST, the state's half and IGST of an amount that includes them, or that they come on top of.

    Each is a tax of its own and rounded by itself (section 170 of the CGST Act), so the halves are equal, and
    together they may differ by a paisa from the whole rate's tax.
    """
    base = 10_000 + rate_basis_points if inclusive else 10_000
    if interstate:
        return 0, 0, portion(amount_paise, rate_basis_points, base)
    half = portion(amount_paise, rate_basis_points, 2 * base)
    return half, half, 0
