"""Refunds by order line: what was paid for a quantity, what was refunded of it, and what is sent."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from project.core.money import portion
from project.orders.models import AT_THE_SHOP, Order
from project.orders.sendable import withhold
from project.payments.errors import RefundNotPossible
from project.payments.models import Payment, Refund, RefundStatus


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


def refunded_pieces(payment: Payment, *, final: bool = False) -> Counter[int]:
    """Return the pieces by order line of the payment's refunds that have not failed, or of those done."""
    refunds = payment.refunds.exclude(status=RefundStatus.FAILED).exclude(lines=[])
    if final:
        refunds = refunds.filter(status=RefundStatus.DONE)
    pieces: Counter[int] = Counter()
    for lines in refunds.values_list("lines", flat=True):
        for row in lines:
            pieces[row["line"]] += row["quantity"]
    return pieces


def withhold_refunded(payment: Payment, *, cause: str, actor: str) -> None:
    """Keep what is refunded of the locked payment's order, requests included, from being sent.

    A payment that did not buy the order's pieces, such as a second one of it, withholds none.
    """
    if payment.fulfils:
        final = refunded_pieces(payment, final=True)
        withhold(payment.order, refunded_pieces(payment), final=final, cause=cause, actor=actor)


def is_withheld_unpaid(declined: Refund) -> bool:
    """Return True when the order left without pieces that are no longer refunded, so that money is owed."""
    order, refunded = declined.payment.order, refunded_pieces(declined.payment)
    if order.status in AT_THE_SHOP:
        return False
    lines = dict(enumerate(order.lines.all(), start=1))
    return any(lines[row["line"]].withheld > refunded[row["line"]] for row in declined.lines)


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
            raise RefundNotPossible(f"{order}: line {number}", text=_("The order does not have these pieces"))
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
