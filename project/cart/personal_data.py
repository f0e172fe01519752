"""Personal data in carts and wishlists: all of it is deleted with the account."""

from typing import Any

from project.accounts import personal_data
from project.accounts.models import User
from project.cart.models import Cart, CartLine, Wish, Wishlist
from project.orders.schemas import Customization


def export_cart(user: User) -> list[dict[str, Any]]:
    """Return what lies in the person's cart."""
    return [
        {
            "product": line.product.title_en,
            "quantity": line.quantity,
            "customization": Customization.model_validate(line.selection).json_object(),
            "addedAt": line.created_at,
        }
        for line in CartLine.objects.filter(cart__user=user).select_related("product")
    ]


def erase_cart(user: User) -> None:
    """Remove the person's cart."""
    Cart.objects.filter(user=user).delete()


def export_wishlist(user: User) -> list[dict[str, Any]]:
    """Return what the person wished for."""
    return [
        {"product": wish.product.title_en, "addedAt": wish.created_at}
        for wish in Wish.objects.filter(wishlist__user=user).select_related("product")
    ]


def erase_wishlist(user: User) -> None:
    """Remove the person's wishlist."""
    Wishlist.objects.filter(user=user).delete()


personal_data.register("cart", export=export_cart, erase=erase_cart)
personal_data.register("wishlist", export=export_wishlist, erase=erase_wishlist)
