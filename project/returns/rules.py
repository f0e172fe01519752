"""Rules of returns: the pieces that may go back, and until when."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from django.db.models import Sum
from django.utils import timezone

from project.orders.models import Order, OrderLine, OrderStatus
from project.returns.models import ReturnKind, ReturnLine, ReturnStatus
from project.returns.upward_calls import ReturnEvents

# Of these nothing goes back, so that the pieces may be asked for again.
_VOID = (ReturnStatus.REJECTED, ReturnStatus.WITHDRAWN)


@dataclass(frozen=True)
class OpenPieces:
    """Pieces of a line that may still be returned, or claimed; `position` counts the order's lines from 1."""

    position: int
    line: OrderLine
    quantity: int

    def goes_back_as(self, kind: str) -> bool:
        """Return whether this may be asked for its pieces.

        A piece made to the customer's choice is never taken back for its money, whatever the reason: a
        defective or incorrect one is replaced.
        """
        return kind == ReturnKind.REPLACEMENT or not self.line.is_custom


def window_end(order: Order) -> datetime | None:
    """Return the last moment to ask: the end of the last day; None before the goods came."""
    if order.delivered_at is None:
        return None
    last_day = timezone.localdate(order.delivered_at) + timedelta(days=order.return_days)
    return timezone.make_aware(datetime.combine(last_day, time.max))


def open_pieces(order: Order, taken: Mapping[int, int]) -> list[OpenPieces]:
    """Return the sent pieces of each line without those `taken`, by the line's key."""
    left = [
        OpenPieces(position, line, line.sent - taken.get(line.pk, 0))
        for position, line in enumerate(order.lines.all(), start=1)
    ]
    return [pieces for pieces in left if pieces.quantity > 0]


def returnable(order: Order) -> list[OpenPieces]:
    """Return the lines of which something may be asked for now."""
    end = window_end(order)
    if order.status != OrderStatus.DELIVERED or end is None or end < timezone.now():
        return []
    asked: Counter[int] = Counter()
    rows = ReturnLine.objects.filter(request__order=order).exclude(request__status__in=_VOID)
    for pk, pieces in rows.values_list("line").annotate(Sum("quantity")):
        asked[pk] = pieces
    asked.update(ReturnEvents.bound().claimed_pieces(order))
    return open_pieces(order, asked)
