"""Rules of claims: the pieces that may be claimed, and the amount owed for them."""

from collections import Counter
from dataclasses import dataclass

from django.db.models import Sum

from project.core.money import portion
from project.core.shop import shop, shop_at
from project.orders.models import Order, OrderStatus
from project.payments.models import Payment
from project.returns.models.claim import GRANTED, OPEN, VOID, Claim
from project.returns.rules import OpenPieces, open_pieces


def promised_factor(order: Order) -> int:
    """Return how many times the price a proven fake of this order pays back: as promised then, or now."""
    return max(each.promises.money_back_factor for each in (shop_at(order.created_at), shop()))


def claimed(order: Order) -> Counter[int]:
    """Return how many pieces of the order's lines, by primary key, are claimed or paid for as fake."""
    rows = Claim.objects.filter(order=order).exclude(status__in=VOID).order_by()
    return Counter(dict(rows.values_list("line").annotate(Sum("quantity"))))


def claimable(order: Order) -> list[OpenPieces]:
    """Return the lines of which something may be claimed now: one claim of a line at a time.

    Pieces whose money went back already may be claimed, too: the promise is several times the price.
    """
    if order.status != OrderStatus.DELIVERED or promised_factor(order) < 1:
        return []
    being_decided = set(order.claims.filter(status__in=OPEN).values_list("line", flat=True))
    return [
        pieces
        for pieces in open_pieces(order, claimed(order))
        if pieces.line.pk not in being_decided and pieces.line.paid_paise
    ]


@dataclass(frozen=True)
class Amounts:
    """Amount of a claim in paise; `paid` was paid for its pieces, `due` is owed in all."""

    paid: int
    due: int


def amounts_of(claim: Claim) -> Amounts:
    """Return what the claim comes to: as it was decided, or as it would be now.

    Counted on from the pieces of the line's earlier claims, so that the parts of a line add up to what was
    paid for it.
    """
    if claim.due_paise is not None:
        return Amounts(paid=claim.due_paise // claim.factor, due=claim.due_paise)
    line = claim.line
    before = sum(other.quantity for other in line.claims.all() if other.status in GRANTED)
    # Of a declined one the pieces may have been claimed again.
    before = min(before, line.quantity - claim.quantity)
    upto, begun = (portion(line.paid_paise, n, line.quantity) for n in (before + claim.quantity, before))
    return Amounts(paid=upto - begun, due=claim.factor * (upto - begun))


def needs_second_person(claim: Claim, payment: Payment | None) -> bool:
    """Return whether approving it takes two people.

    As with refunds: when what staff send back for the order comes to more than the shop's limit in all,
    so that many small claims do not add up to a large one. `payment` is the one the order was paid with.
    """
    sent = sum(other.transfer_paise or 0 for other in claim.order.claims.all())
    if payment is not None:
        sent += payment.refunded_paise + payment.refund_pending_paise
    return sent + amounts_of(claim).due > shop().returns.approval_above_paise
