"""Why the cart or the wishlist takes no more."""

from project.core.errors import Conflict, ErrorCode


class CartFull(Conflict):
    """The cart has as many lines as one order can hold."""

    code = ErrorCode.CART_FULL


class WishlistFull(Conflict):
    """The wishlist has as many products as it can hold."""

    code = ErrorCode.WISHLIST_FULL
