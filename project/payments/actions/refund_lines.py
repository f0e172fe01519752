"""Refund amounts by order line: what was paid for a quantity, and what was refunded of it."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from project.core.messages import both
from project.core.money import portion
from project.orders.models import Order
from project.payments.errors import RefundNotPossible
from project.payments.models import Refund, RefundStatus


@dataclass(frozen=True)
class RefundedLines:
    """Quantity and paise by order line (counted from 1) of an order's refunds, except failed ones."""

    pieces: Counter[int]
    paise: Counter[int]


def refunded_lines(order: Order) -> RefundedLines:
    """Return what has been refunded of the order's lines."""
    given = RefundedLines(Counter(), Counter())
    refunds = Refund.objects.filter(payment__order=order).exclude(status=RefundStatus.FAILED)
    for refund in refunds.order_by("pk"):
        for row in refund.lines:
            given.pieces[row["line"]] += row["quantity"]
            given.paise[row["line"]] += row["amountPaise"]
    return given


def line_amounts(
    order: Order, pieces: Mapping[int, int], given: RefundedLines | None = None
) -> list[dict[str, int]]:
    """Return what was paid for these further quantities of each line (counted from 1), to the paisa.

    Rounding continues from the quantities in `given`, so the refunds of a line add up to what was paid for it
    and never exceed it.

    Raises RefundNotPossible for quantities that the order does not have.
    """
    lines = dict(enumerate(order.lines.all(), start=1))
    given = given or refunded_lines(order)
    amounts = []
    for number, quantity in pieces.items():
        if number not in lines or not 1 <= quantity <= lines[number].quantity:
            raise RefundNotPossible(f"{order}: line {number}", text=both("refund.no_such_pieces"))
        line = lines[number]
        before = min(given.pieces[number], line.quantity - quantity)
        upto, begun = (portion(line.paid_paise, n, line.quantity) for n in (before + quantity, before))
        paise = min(upto - begun, max(0, line.paid_paise - given.paise[number]))
        amounts.append({"line": number, "quantity": quantity, "amountPaise": paise})
    return amounts


def scale_lines(lines: list[dict[str, int]], amount_paise: int) -> list[dict[str, int]]:
    """Return the lines scaled down in proportion, so that their sum does not exceed the refund's amount."""
    whole = sum(line["amountPaise"] for line in lines)
    if whole <= amount_paise:
        return lines
    parts, seen, shared = [], 0, 0
    for line in lines:
        seen += line["amountPaise"]
        share = portion(amount_paise, seen, whole) - shared
        shared += share
        parts.append(line | {"amountPaise": share})
    return parts
