"""Notices about the lines of a cart, for shoppers."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from project.cart.cart_state import LineProblem, LineState
from project.core.money import format_rupees, rupees
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


@dataclass(frozen=True)
class Notice:
    """One thing to tell; `before` and `after` are rupees or pieces."""

    code: NoticeCode
    message: str
    before: float | None = None
    after: float | None = None


_PROBLEMS: dict[LineProblem, tuple[str, str]] = {
    LineProblem.PRODUCT_UNAVAILABLE: ("This product is no longer sold", "यह उत्पाद अब नहीं बिकता"),
    LineProblem.OPTION_UNAVAILABLE: (
        "The options you chose are no longer offered",
        "आपके चुने हुए विकल्प अब उपलब्ध नहीं हैं",
    ),
    LineProblem.OUT_OF_STOCK: ("Sold out at the moment", "अभी स्टॉक में नहीं है"),
    LineProblem.TOO_MANY_LINES: (
        f"One order holds {MAX_LINES} products. Please order this one separately",
        f"एक ऑर्डर में {MAX_LINES} उत्पाद ही हो सकते हैं। इसे अलग से ऑर्डर करें",
    ),
}


def notices(state: LineState, language: str) -> list[Notice]:
    """Return what there is to tell about the line in 'en' or 'hi'."""
    return list(_notices(state, lambda english, hindi: hindi if language == "hi" else english))


def _notices(state: LineState, say: Callable[[str, str], str]) -> Iterator[Notice]:
    if state.problem is not None:
        yield Notice(NoticeCode(state.problem), say(*_PROBLEMS[state.problem]))
        return
    if state.price_changed:
        before, after = rupees(state.line.unit_paise), rupees(state.unit_paise)
        was, now = format_rupees(state.line.unit_paise), format_rupees(state.unit_paise)
        text = say(f"The price changed from {was} to {now}", f"मूल्य {was} से बदलकर {now} हो गया है")
        yield Notice(NoticeCode.PRICE_CHANGED, text, before, after)
    if state.quantity_lowered:
        left = state.quantity
        if state.line.product.buyable > state.line.product.max_quantity:
            most = shop().ordering.max_quantity
            text = say(
                f"One order can have {most} pieces of a product: we lowered the quantity",
                f"एक ऑर्डर में एक उत्पाद के {most} नग हो सकते हैं: हमने मात्रा घटा दी है",
            )
        else:
            text = say(
                f"Only {left} left: we lowered the quantity", f"केवल {left} नग बचे हैं: हमने मात्रा घटा दी है"
            )
        yield Notice(NoticeCode.QUANTITY_LOWERED, text, state.line.quantity, left)
