"""The current state of a cart: every line validated against price, options, stock and visibility.

Nothing is written by looking. A line keeps what the shopper agreed to, so that what has changed since is
told until they accept it, and vanishes by itself when it changes back.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Q

from project.cart.models import Cart, CartLine
from project.catalog.errors import OptionUnavailable
from project.catalog.models import Product
from project.catalog.pricing import unit_price
from project.core.money import SMALLEST_PAISE
from project.orders.pricing import MAX_LINES, Item, Quote, price_items
from project.waitlist import actions as waitlist
from project.waitlist.shopper import NOBODY, Shopper


class LineProblem(StrEnum):
    """The reason for which a line cannot be bought now; it stays in the cart and out of the total."""

    PRODUCT_UNAVAILABLE = "PRODUCT_UNAVAILABLE"
    OPTION_UNAVAILABLE = "OPTION_UNAVAILABLE"
    OUT_OF_STOCK = "OUT_OF_STOCK"
    TOO_MANY_LINES = "TOO_MANY_LINES"


@dataclass(frozen=True)
class LineState:
    """One line in its current state. With a problem, quantity and price are the ones agreed to."""

    line: CartLine
    quantity: int
    unit_paise: int
    # Pieces this line could have, those of its product in other lines taken away.
    most: int
    problem: LineProblem | None = None

    @property
    def price_changed(self) -> bool:
        """Return whether a piece costs something else than the shopper agreed to."""
        return self.unit_paise != self.line.unit_paise

    @property
    def quantity_lowered(self) -> bool:
        """Return whether fewer pieces are left than the shopper wanted."""
        return self.quantity < self.line.quantity

    @property
    def total_paise(self) -> int:
        """Unit × quantity."""
        return self.unit_paise * self.quantity


@dataclass(frozen=True)
class CartState:
    """A whole cart in its current state; `quote` is over the lines that can be bought, None without any."""

    version: int
    lines: Sequence[LineState]
    quote: Quote | None

    @property
    def has_changes(self) -> bool:
        """Return whether something changed that the shopper has not accepted yet."""
        return any(line.price_changed or line.quantity_lowered for line in self.lines)


EMPTY = CartState(version=0, lines=(), quote=None)


def load_products(lines: Sequence[CartLine], shopper: Shopper, *, product_id: str = "") -> Product | None:
    """Load the products of the lines; return one more, which may be in none of them.

    Pieces that the waitlist offers to `shopper` count as stock.
    """
    if not lines and not product_id:
        return None
    wanted = Q(public_id=product_id) | Q(pk__in={line.product_id for line in lines})
    products = Product.objects.for_sale().select_related("category").filter(wanted).in_bulk()
    waitlist.mark_offers(shopper, products.values())
    for line in lines:
        line.product = products[line.product_id]
    return next((each for each in products.values() if each.public_id == product_id), None)


def cart_state(
    cart: Cart | None, shopper: Shopper = NOBODY, lines: Sequence[CartLine] | None = None
) -> CartState:
    """Return the cart in its current state; no cart is an empty one. `lines` have their products."""
    if cart is None:
        return EMPTY
    if lines is None:
        lines = list(cart.lines.all())
        load_products(lines, shopper)
    states = _states(lines)
    buyable = [state for state in states if state.problem is None]
    return CartState(version=cart.version, lines=states, quote=_quote(buyable))


def left_for(product: Product, *, taken: int) -> int:
    """Return how many pieces of the product one more line could have; `taken` are in lines already."""
    return max(0, product.max_quantity - taken)


def _states(lines: Sequence[CartLine]) -> list[LineState]:
    wanted: dict[int, int] = defaultdict(int)
    for line in lines:
        wanted[line.product_id] += line.quantity
    # The lines of one product share its pieces: who came first is served first.
    taken: dict[int, int] = defaultdict(int)
    states: list[LineState] = []
    buyable = 0
    for line in lines:
        product = line.product
        left = left_for(product, taken=taken[product.pk])
        most = left_for(product, taken=wanted[product.pk] - line.quantity)
        state = _state(line, left=left, most=most, room=buyable < MAX_LINES)
        if state.problem is None:
            taken[product.pk] += state.quantity
            buyable += 1
        states.append(state)
    return states


def _state(line: CartLine, *, left: int, most: int, room: bool) -> LineState:
    product = line.product

    def unbuyable(problem: LineProblem) -> LineState:
        return LineState(line, line.quantity, line.unit_paise, most, problem)

    if not product.is_shown:
        return unbuyable(LineProblem.PRODUCT_UNAVAILABLE)
    try:
        price = unit_price(product, line.selection)
    except OptionUnavailable:
        return unbuyable(LineProblem.OPTION_UNAVAILABLE)
    if left == 0:
        return unbuyable(LineProblem.OUT_OF_STOCK)
    if not room:
        return unbuyable(LineProblem.TOO_MANY_LINES)
    return LineState(line, min(line.quantity, left), price.unit_paise, most)


def _quote(states: Sequence[LineState]) -> Quote | None:
    # Less than the provider takes cannot be ordered, so it has no total to agree to either.
    if sum(state.total_paise for state in states) < SMALLEST_PAISE:
        return None
    items = [Item(s.line.product.public_id, s.quantity, s.line.selection) for s in states]
    return price_items(items, {state.line.product.public_id: state.line.product for state in states})
