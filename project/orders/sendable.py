"""Pieces of an order that are sent: of each line those ordered, less those refunded before the dispatch.

Pieces that come back after it have been sent, and so have those that are refunded after it.
"""

from collections import Counter
from collections.abc import Mapping

from django.db.models import F
from django.utils.translation import gettext_lazy as _

from project.catalog.actions import stock
from project.catalog.errors import OutOfStock
from project.catalog.models import Product
from project.core.errors import Conflict, ErrorCode
from project.events import audit
from project.orders.models import AT_THE_SHOP, Order

_SOLD = _("The refunded pieces have been sold to somebody else and cannot be sent")


def withhold(
    order: Order, refunded: Mapping[int, int], *, final: Mapping[int, int], cause: str, actor: str = ""
) -> None:
    """Keep the refunded pieces of the locked order's lines (counted from 1) from being sent; idempotent.

    Both are all that is refunded by now. Those of `final` refunds go on sale again; the others stay allocated
    until the dispatch, as a refund that fails gives its pieces back to the order. A no-op once the order has
    left or is over.
    """
    if order.status not in AT_THE_SHOP:
        return
    kept: Counter[int] = Counter()
    freed = set()
    for number, line in enumerate(order.lines.all(), start=1):
        withheld = min(refunded.get(number, 0), line.quantity)
        if line.withheld != withheld:
            line.withheld = withheld
            line.save(update_fields=["withheld"])
        back = min(final.get(number, 0), line.quantity)
        kept[line.product_id] += line.quantity - back
        if back:
            freed.add(line.product_id)
    for pk, product in stock.lock_products(freed).items():
        stock.deallocate(product, reference=order.order_id, keep=kept[pk], actor=actor, cause=cause)


def send(order: Order, *, actor: str, refunded_reason: str) -> dict[str, int | str]:
    """Let the pieces of the locked order leave the stock, and return what is withheld, as event payload.

    What is withheld goes on sale again. With a `refunded_reason`, which goes into the audit log, it is sent
    all the same.

    Raises NOTHING_TO_SEND; OutOfStock when refunded pieces have been sold meanwhile.
    """
    withheld = sum(line.withheld for line in order.lines.all())
    sends_refunded = bool(withheld and refunded_reason)
    if sends_refunded:
        order.lines.update(withheld=0)
        audit.record(
            "order.refunded_sent",
            subject=order.topic,
            actor=actor,
            after={"pieces": withheld},
            note=refunded_reason,
        )
    pieces = order.parcel_quantities()
    if not pieces.total():
        raise Conflict(
            str(order), errors={"unpaidReason": ErrorCode.NOTHING_TO_SEND}, code=ErrorCode.NOTHING_TO_SEND
        )
    order.lines.update(sent=F("quantity") - F("withheld"))
    for pk, product in stock.lock_products(pieces).items():
        if sends_refunded:
            _allocate_again(order, product, pieces[pk], actor=actor)
        stock.deallocate(product, reference=order.order_id, keep=pieces[pk], actor=actor, cause="refund")
        stock.dispatch(product, reference=order.order_id, actor=actor, cause="staff")
    if not withheld:
        return {}
    if sends_refunded:
        return {"sent": pieces.total(), "refundedSent": withheld, "reason": refunded_reason}
    return {"sent": pieces.total(), "withheld": withheld}


def take_back(order: Order, *, actor: str) -> None:
    """Put the pieces of the locked order, all of which were sent by mistake, back into the house."""
    order.lines.update(sent=0)
    for product in stock.lock_products(order.quantities()).values():
        stock.undo_dispatch(product, reference=order.order_id, actor=actor, cause="staff")


def _allocate_again(order: Order, product: Product, quantity: int, *, actor: str) -> None:
    try:
        stock.allocate(product, quantity=quantity, reference=order.order_id, actor=actor, cause="staff")
    except OutOfStock as error:
        raise OutOfStock(str(error), text=_SOLD) from None
