"""The cart of guests and customers, the wishlist of customers."""

from collections.abc import Sequence

from django.http import HttpRequest
from ninja import Query

from project.accounts.auth import Anyone, SignedIn, actor_of, caller_of, signed_in, user_of
from project.accounts.models import User
from project.cart import actions
from project.cart.actions import Holder
from project.cart.cart_state import cart_state
from project.cart.models import Cart, CartLine, Wishlist
from project.cart.schemas import (
    AcceptIn,
    CartData,
    CartOut,
    GuestWishesQuery,
    LineChangeIn,
    OrderedIn,
    WishIn,
    WishlistData,
)
from project.catalog.errors import ProductUnavailable
from project.core.errors import NotFound
from project.core.money import paise
from project.core.schemas import Success
from project.core.throttle import Limit, client_network, limited
from project.orders import actions as orders
from project.orders.access import find_order, is_buyer
from project.orders.schemas import ItemIn
from project.routers import ApiRouter
from project.waitlist.api import shopper_of

router = ApiRouter("cart")

_NEW_CARTS = Limit("cart-new", 300, 3600, of_each="network", counts="new carts of guests")

# Longer than any token we give out; what is longer is none of ours and not worth hashing.
MAX_TOKEN_LENGTH = 64


def holder_of(request: HttpRequest) -> Holder:
    """Return whose cart the request means: the account's, or the one its X-Cart-Token opens."""
    user = user_of(request)
    token = request.headers.get("X-Cart-Token", "")
    known = token if len(token) <= MAX_TOKEN_LENGTH else ""
    return Holder(user.pk if user else None, known, shopper_of(request))


@router.get("/cart", auth=Anyone())
@limited("cart", 240)
def get_cart(request: HttpRequest) -> Success[CartData]:
    """Return the cart, with current prices, stock and visibility. A guest without one gets an empty one."""
    holder = holder_of(request)
    return _answer(actions.merge_and_load_cart(holder), holder)


@router.post("/cart/lines", auth=Anyone())
@limited("cart-change", 120)
def add_to_cart(request: HttpRequest, payload: ItemIn) -> Success[CartData]:
    """Put pieces into the cart; the same product in the same options adds up."""
    holder = holder_of(request)
    if holder.user_id is None and not holder.token:
        _NEW_CARTS.count(client_network(request))
    opened = actions.add_line(
        holder,
        product_id=payload.product_id,
        quantity=payload.quantity,
        selection=payload.customization.selection(),
    )
    return _answer(opened.cart, holder, opened.token, opened.lines)


# Before the routes of single lines: the first path that fits is taken.
@router.post("/cart/lines/ordered", auth=Anyone())
@limited("cart-change", 120)
def take_out_ordered(request: HttpRequest, payload: OrderedIn) -> Success[CartData]:
    """Take out what has become an order of the caller's (guests show its `X-Order-Key`); once per order."""
    order = find_order(caller_of(request), payload.order_id)
    if order is None:
        raise NotFound(payload.order_id)
    holder = holder_of(request)
    opened = actions.take_out_ordered(holder, order)
    return _answer(opened.cart, holder, lines=opened.lines) if opened else _answer(None, holder)


@router.post("/cart/lines/unpaid", auth=Anyone())
@limited("cart-change", 120)
def change_unpaid(request: HttpRequest, payload: OrderedIn) -> Success[CartData]:
    """Put an unpaid order of the caller's back into the cart, which cancels it; once per order.

    A guest's browser shows `X-Order-Key` and `X-Order-Placing`, as it got them when it placed the order. 409
    when the order has been paid meanwhile.
    """
    caller = caller_of(request)
    order = find_order(caller, payload.order_id)
    if order is None or not is_buyer(caller, order, placing=request.headers.get("X-Order-Placing")):
        raise NotFound(payload.order_id)
    orders.check_pending_payments(order)
    holder = holder_of(request)
    opened = actions.put_back(holder, order.order_id, actor=actor_of(request))
    return _answer(opened.cart, holder, opened.token)


@router.patch("/cart/lines/{line_id}", auth=Anyone())
@limited("cart-change", 120)
def change_cart_line(request: HttpRequest, line_id: str, payload: LineChangeIn) -> Success[CartData]:
    """Change how many or which options."""
    holder = holder_of(request)
    chosen = payload.customization
    cart = actions.change_line(
        holder, line_id, quantity=payload.quantity, selection=chosen.selection() if chosen else None
    )
    return _answer(cart, holder)


@router.delete("/cart/lines/{line_id}", auth=Anyone())
@limited("cart-change", 120)
def remove_cart_line(request: HttpRequest, line_id: str) -> Success[CartData]:
    """Take a line out."""
    holder = holder_of(request)
    return _answer(actions.remove_line(holder, line_id), holder)


@router.post("/cart/notices/accept", auth=Anyone())
@limited("cart-change", 120)
def accept_cart_changes(request: HttpRequest, payload: AcceptIn) -> Success[CartData]:
    """Agree to the changes that were on the screen; what changed again since keeps its notice."""
    holder = holder_of(request)
    seen = {line.line_id: (paise(line.unit_price), line.quantity) for line in payload.lines}
    return _answer(actions.accept_changes(holder, seen), holder)


def _answer(
    cart: Cart | None, holder: Holder, token: str = "", lines: Sequence[CartLine] | None = None
) -> Success[CartData]:
    is_guests = cart is not None and cart.user_id is None
    state = cart_state(cart, holder.shopper, lines)
    return Success(
        data=CartData(cart=CartOut.of(state), cart_token=(token or holder.token) if is_guests else None)
    )


# -- Wishlist ------------------------------------------------------------------------------------


@router.get("/auth/wishlist", auth=SignedIn())
@limited("wishlist", 240)
def get_wishlist(request: HttpRequest) -> Success[WishlistData]:
    """Return the caller's wishlist, newest wish first."""
    return _wishlist(signed_in(request))


@router.get("/wishlist")
@limited("wishlist", 240)
def get_guest_wishlist(request: HttpRequest, query: Query[GuestWishesQuery]) -> Success[WishlistData]:
    """Return the products that a guest's browser has kept; `hidden` counts those not sold at present."""
    return Success(data=WishlistData.of_guest(query.product_ids))


@router.post("/auth/wishlist", auth=SignedIn())
@limited("wishlist-change", 120)
def add_to_wishlist(request: HttpRequest, payload: WishIn) -> Success[WishlistData]:
    """Add `productId`, or merge a guest's `productIds` (those that exist no more are left out)."""
    user = signed_in(request)
    if payload.product_id is not None:
        if not actions.add_wishes(user, [payload.product_id]):
            raise ProductUnavailable(payload.product_id)
    else:
        actions.add_wishes(user, payload.product_ids)
    return _wishlist(user)


@router.delete("/auth/wishlist/{product_id}", auth=SignedIn())
@limited("wishlist-change", 120)
def remove_from_wishlist(request: HttpRequest, product_id: str) -> Success[WishlistData]:
    """Take a product off; idempotent."""
    user = signed_in(request)
    actions.remove_wish(user, product_id)
    return _wishlist(user)


def _wishlist(user: User) -> Success[WishlistData]:
    return Success(data=WishlistData.of(Wishlist.objects.filter(user=user).first()))
