"""Money: whole paise inside, rupees with at most two decimals in JSON."""

from decimal import ROUND_HALF_UP, Decimal

CURRENCY = "INR"
# Payment providers take and refund one rupee or more.
SMALLEST_PAISE = 100
# No payment, payout or other single movement is larger: what a file or message says beyond it is no amount.
# Keeps sums far below what the database can hold.
LARGEST_PAISE = 10**13


def rupees(paise: int) -> float:
    """Return paise as the JSON number of rupees (exact: two decimals of any amount below 2^53 paise)."""
    return paise / 100


def rupees_or_none(paise: int | None) -> float | None:
    """Return what `rupees` does; None for no amount."""
    return None if paise is None else rupees(paise)


def exact_rupees(paise: int) -> Decimal:
    """Return paise as exact rupees, which are written with two decimals."""
    return Decimal(paise).scaleb(-2)


def format_rupees(paise: int) -> str:
    """Write an amount the Indian way: ₹1,25,000, ₹1,25,000.50 when there are paise, -₹5."""
    if paise < 0:
        return "-" + format_rupees(-paise)
    whole, fraction = divmod(paise, 100)
    head, tail = str(whole)[:-3], str(whole)[-3:]
    groups: list[str] = []
    while head:
        groups.append(head[-2:])
        head = head[:-2]
    return "₹" + ",".join([*reversed(groups), tail]) + (f".{fraction:02}" if fraction else "")


def paise(amount: Decimal | float | int | str) -> int:
    """Return rupees as whole paise.

    Raises ValueError for more than two decimals, for NaN and for infinity: an amount is never rounded on
    the way in.
    """
    value = Decimal(str(amount))
    if not value.is_finite():
        raise ValueError(f"not an amount: {amount!r}")
    scaled = value * 100
    if scaled != scaled.to_integral_value():
        raise ValueError(f"more than two decimals: {amount!r}")
    return int(scaled)


def portion(amount_paise: int, numerator: int, denominator: int) -> int:
    """Return amount × numerator ÷ denominator in whole paise, half a paisa rounded up, once."""
    exact = Decimal(amount_paise) * numerator / denominator
    return int(exact.quantize(Decimal(1), rounding=ROUND_HALF_UP))
