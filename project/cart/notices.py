"""Notices about the lines of a cart, for shoppers."""

from collections.abc import Iterator
from enum import StrEnum

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from project.cart.cart_state import LineProblem, LineState
from project.core.money import format_rupees, rupees
from project.core.schemas import ApiModel
from project.core.shop import shop
from project.orders.pricing import MAX_LINES


class NoticeCode(StrEnum):
    """Kind of a notice; the first two can be accepted, the others are problems of a line."""

    PRICE_CHANGED = "PRICE_CHANGED"
    QUANTITY_LOWERED = "QUANTITY_LOWERED"
    PRODUCT_UNAVAILABLE = "PRODUCT_UNAVAILABLE"
    OPTION_UNAVAILABLE = "OPTION_UNAVAILABLE"
    OUT_OF_STOCK = "OUT_OF_STOCK"
    TOO_MANY_LINES = "TOO_MANY_LINES"


class CartNotice(ApiModel):
    """One thing to tell about a line; `before` and `after` are rupees or pieces."""

    code: NoticeCode
    message: str
    before: float | None
    after: float | None


_PROBLEMS = {
    LineProblem.PRODUCT_UNAVAILABLE: _("This product is no longer sold"),
    LineProblem.OPTION_UNAVAILABLE: _("The options you chose are no longer offered"),
    LineProblem.OUT_OF_STOCK: _("Sold out at the moment"),
    LineProblem.TOO_MANY_LINES: _("One order holds {most} products. Please order this one separately"),
}


def notices(state: LineState) -> Iterator[CartNotice]:
    """Return what there is to tell about the line, in the caller's language."""
    if state.problem is not None:
        text = str(_PROBLEMS[state.problem]).format(most=MAX_LINES)
        yield CartNotice(code=NoticeCode(state.problem), message=text, before=None, after=None)
        return
    if state.price_changed:
        before, after = rupees(state.line.unit_paise), rupees(state.unit_paise)
        was, now = format_rupees(state.line.unit_paise), format_rupees(state.unit_paise)
        text = gettext("The price changed from {was} to {now}").format(was=was, now=now)
        yield CartNotice(code=NoticeCode.PRICE_CHANGED, message=text, before=before, after=after)
    if state.quantity_lowered:
        wanted, left = state.line.quantity, state.quantity
        if state.line.product.buyable > state.line.product.max_quantity:
            most = shop().ordering.max_quantity
            text = gettext("One order can have {most} pieces of a product: we lowered the quantity")
            text = text.format(most=most)
        else:
            text = gettext("Only {left} left: we lowered the quantity").format(left=left)
        yield CartNotice(code=NoticeCode.QUANTITY_LOWERED, message=text, before=wanted, after=left)
