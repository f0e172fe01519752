"""The verbs of carts and wishlists.

Lock order: an order put back, the customer's cart, then a guest's cart that goes into it. Products are
not locked: a cart promises nothing, and the order that follows looks again under its own locks.
"""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from project.accounts.models import User
from project.accounts.tokens import digest_of
from project.cart.cart_state import cart_state, left_for, load_products
from project.cart.models import MAX_LINES_AFTER_MERGE, MAX_WISHES, Cart, CartLine, Wish, Wishlist
from project.catalog.errors import InvalidQuantity, OutOfStock, ProductUnavailable
from project.catalog.models import Product
from project.catalog.pricing import Selection, most_of_one_product, unit_price
from project.core.errors import Conflict, ErrorCode, NotFound
from project.core.idempotency import run_once
from project.core.models import bump_rows
from project.core.shop import shop
from project.events.publish import publish
from project.orders import actions as orders
from project.orders.models import Order
from project.orders.pricing import MAX_LINES
from project.waitlist import actions as waitlist
from project.waitlist.shopper import NOBODY, Shopper

GUEST_CART_LIFETIME = timedelta(days=60)
# How exactly a cart knows when it was last looked at.
USED_AT_PRECISION = timedelta(days=1)


@dataclass(frozen=True)
class Holder:
    """Whose cart is meant: the account's, else the one that the guest's token opens."""

    user_id: int | None = None
    token: str = ""
    # As the waitlist knows the same person.
    shopper: Shopper = NOBODY


@dataclass(frozen=True)
class Opened:
    """A cart and the token that opens it, '' for an account's."""

    cart: Cart
    token: str
    # With their products; None where they have not been loaded.
    lines: Sequence[CartLine] | None = None


def merge_and_load_cart(holder: Holder) -> Cart | None:
    """Merge a guest's cart into the account's, record the use of the holder's cart, and return it.

    None for a holder without one, and for a token that opens nothing.
    """
    _merge(holder)
    cart = _carts(holder).first()
    if cart is not None and cart.used_at < timezone.now() - USED_AT_PRECISION:
        Cart.objects.filter(pk=cart.pk).update(used_at=timezone.now())
    return cart


@transaction.atomic
def add_line(holder: Holder, *, product_id: str, quantity: int, selection: Selection) -> Opened:
    """Put pieces into the cart, made if need be; the same product in the same options adds up.

    Raises ProductUnavailable, OptionUnavailable, InvalidQuantity, OutOfStock or CART_FULL.
    """
    opened = _open(holder)
    cart = opened.cart
    lines = list(cart.lines.all()) if opened.lines is None else list(opened.lines)
    product = load_products(lines, holder.shopper, product_id=product_id)
    if product is None or not product.is_shown:
        raise ProductUnavailable(product_id)
    price = unit_price(product, selection)
    same = [line for line in lines if (line.product_id, line.selection) == (product.pk, price.selection)]
    if not same and len(lines) >= MAX_LINES:
        raise Conflict(f"{cart}: {len(lines)} lines", code=ErrorCode.CART_FULL)
    taken = sum(line.quantity for line in lines if line.product_id == product.pk)
    _check(product, quantity, taken=taken)
    if same:
        same[0].quantity += quantity
        # Whoever adds it sees its price now.
        same[0].unit_paise = price.unit_paise
        same[0].save(update_fields=["quantity", "unit_paise"])
    else:
        chosen = asdict(price.selection)
        new = cart.lines.create(product=product, quantity=quantity, unit_paise=price.unit_paise, **chosen)
        lines.append(new)
    return replace(opened, lines=lines)


@transaction.atomic
def change_line(
    holder: Holder, line_id: str, *, quantity: int | None = None, selection: Selection | None = None
) -> Cart:
    """Change how many or which options; options that another line has already join the two lines.

    Raises NotFound for a line of no or another cart, and what `add_line` raises.
    """
    cart, line = _locked_line(holder, line_id)
    product = line.product
    if not product.is_shown:
        raise ProductUnavailable(product.slug)
    if quantity is not None:
        waitlist.mark_offers(holder.shopper, [product])
        others = cart.lines.filter(product=product).exclude(pk=line.pk)
        _check(product, quantity, taken=sum(other.quantity for other in others))
        line.quantity = quantity
    if selection is not None:
        price = unit_price(product, selection)
        columns = asdict(price.selection)
        for twin in cart.lines.filter(product=product, **columns).exclude(pk=line.pk):
            line.quantity = min(line.quantity + twin.quantity, shop().ordering.max_quantity)
            twin.delete()
        line.unit_paise = price.unit_paise
        for name, value in columns.items():
            setattr(line, name, value)
    line.save()
    return cart


@transaction.atomic
def remove_line(holder: Holder, line_id: str) -> Cart:
    """Take a line out. Raises NotFound for a line of no or another cart."""
    cart, line = _locked_line(holder, line_id)
    line.delete()
    return cart


@transaction.atomic
def accept_changes(holder: Holder, seen: Mapping[str, tuple[int, int]]) -> Cart | None:
    """Agree to what changed: `seen` is the unit price in paise and the quantity by line, as they were shown.

    A line that has changed again since keeps its notice: nobody agrees to what they have not seen.
    """
    cart = _locked(holder)
    if cart is None:
        return None
    for state in cart_state(cart, holder.shopper).lines:
        line = state.line
        if state.problem is None and seen.get(line.public_id) == (state.unit_paise, state.quantity):
            line.unit_paise, line.quantity = state.unit_paise, state.quantity
            line.save(update_fields=["unit_paise", "quantity"])
    return cart


def take_out_ordered(holder: Holder, order: Order) -> Opened | None:
    """Take out what has become an order, once: a repeated call leaves alone what was added since."""
    _merge(holder)
    opened: list[Opened] = []

    def take_out() -> dict[str, Any]:
        cart = _lock(_carts(holder))
        if cart is not None:
            opened.append(Opened(cart, holder.token, _take_out(cart, order)))
        return {}

    of_cart = holder.user_id or digest_of(holder.token)
    run_once(scope="cart", key=f"{order.order_id}:{of_cart}", body={}, action=take_out)
    if opened:
        load_products(opened[0].lines or (), holder.shopper)
        return opened[0]
    cart = merge_and_load_cart(holder)
    return None if cart is None else Opened(cart, holder.token)


@transaction.atomic
def put_back(holder: Holder, order_id: str, *, actor: str = "") -> Opened:
    """Cancel the unpaid order and put its lines into the cart, once; the repeated call only opens the cart.

    The order is locked first: with money that comes before, the order goes on and nothing is put back; money
    that comes after is refunded.

    Raises OrderNotFound, OrderNotPayable when it has been paid.
    """
    was_payable = orders.get_locked(order_id).is_payable
    order = orders.cancel_before_payment(order_id, actor=actor)
    opened = _open(holder)
    if was_payable:
        lines = (
            CartLine(
                product_id=line.product_id,
                quantity=line.quantity,
                unit_paise=line.unit_paise,
                **asdict(line.selection),
            )
            for line in order.lines.all()
        )
        _merge_lines(opened.cart, lines)
    return opened


def _take_out(cart: Cart, order: Order) -> list[CartLine]:
    """Take the order's lines out of the locked cart; return those that are left."""
    lines = {(line.product_id, line.selection): line for line in cart.lines.all()}
    changed = set()
    for ordered in order.lines.only("order", "product", "customization", "quantity"):
        if line := lines.get((ordered.product_id, ordered.selection)):
            line.quantity -= ordered.quantity
            changed.add(line)
    cart.lines.filter(pk__in=[line.pk for line in changed if line.quantity <= 0]).delete()
    CartLine.objects.bulk_update([line for line in changed if line.quantity > 0], ["quantity"])
    return [line for line in lines.values() if line.quantity > 0]


def forget_old_carts(*, at_most: int = 1000) -> int:
    """Delete carts of guests that nobody has used for long; return how many. Locked ones are in use."""
    with transaction.atomic():
        old = Cart.objects.filter(user=None, used_at__lt=timezone.now() - GUEST_CART_LIFETIME)
        keys = [cart.pk for cart in old.select_for_update(skip_locked=True)[:at_most]]
        Cart.objects.filter(pk__in=keys).delete()
    return len(keys)


# -- Wishlist ------------------------------------------------------------------------------------


@transaction.atomic
def add_wishes(user: User, product_ids: Iterable[str]) -> int:
    """Put products on the user's wishlist, those not on it yet, the last one on top; return how many.

    Products that do not exist or are hidden are left out.

    Raises WISHLIST_FULL when they do not all fit.
    """
    wishlist = _locked_wishlist(user)
    wanted = list(dict.fromkeys(product_ids))
    found = {product.public_id: product for product in Product.objects.visible().filter(public_id__in=wanted)}
    there = set(wishlist.wishes.values_list("product_id", flat=True))
    new = [found[name] for name in wanted if name in found and found[name].pk not in there]
    if len(there) + len(new) > MAX_WISHES:
        raise Conflict(f"{wishlist}: {len(there)} and {len(new)} more", code=ErrorCode.WISHLIST_FULL)
    Wish.objects.bulk_create(Wish(wishlist=wishlist, product=product) for product in new)
    if new:
        _tell(wishlist, user)
    return len(found)


@transaction.atomic
def remove_wish(user: User, product_id: str) -> None:
    """Take a product off the user's wishlist; idempotent."""
    wishlist = _locked_wishlist(user)
    deleted, _ = wishlist.wishes.filter(product__public_id=product_id).delete()
    if deleted:
        _tell(wishlist, user)


# -- Parts ---------------------------------------------------------------------------------------


def _carts(holder: Holder) -> QuerySet[Cart]:
    if holder.user_id is not None:
        return Cart.objects.filter(user_id=holder.user_id)
    if holder.token:
        return Cart.objects.filter(token_digest=digest_of(holder.token))
    return Cart.objects.none()


def _locked(holder: Holder) -> Cart | None:
    """Lock the holder's cart to change it. Needs a transaction, like everything that starts with it."""
    _merge(holder)
    return _lock(_carts(holder))


def _lock(carts: QuerySet[Cart]) -> Cart | None:
    """Lock the cart, if there is one, and count its version up; when the change fails, so does that."""
    names = ("id", "version", "user_id")
    if carts.query.is_empty():
        return None
    found = bump_rows(carts, {"used_at": timezone.now()}, *names)
    return Cart.from_db(carts.db, names, found[0]) if found else None


def _open(holder: Holder) -> Opened:
    """Lock the holder's cart to change it, made if there is none."""
    cart = _locked(holder)
    if cart is not None:
        return Opened(cart, holder.token if cart.user_id is None else "")
    if holder.user_id is None:
        token = secrets.token_urlsafe(32)
        return Opened(Cart.objects.create(token_digest=digest_of(token)), token, lines=())
    return Opened(_lock_customers(holder.user_id), "")


def _lock_customers(user_id: int) -> Cart:
    """Lock a customer's cart, made if there is none: of two tabs at once the database lets one insert."""
    carts = Cart.objects.filter(user_id=user_id)
    cart = _lock(carts)
    while cart is None:
        Cart.objects.get_or_create(user_id=user_id)
        cart = _lock(carts)
    return cart


def _locked_line(holder: Holder, line_id: str) -> tuple[Cart, CartLine]:
    cart = _locked(holder)
    if cart is not None:
        line = cart.lines.select_related("product__category").filter(public_id=line_id).first()
        if line is not None:
            return cart, line
    raise NotFound(line_id)


def _merge(holder: Holder) -> None:
    """Move the lines of the guest's cart an account shows into the account's, once however many tabs ask."""
    if holder.user_id is None or not holder.token:
        return
    guests = Cart.objects.filter(token_digest=digest_of(holder.token))
    if not guests.exists():
        return
    with transaction.atomic():
        cart = _lock_customers(holder.user_id)
        guest = guests.select_for_update().first()
        if guest is not None:  # else another tab was first
            _merge_lines(cart, guest.lines.all())
            guest.delete()


def _merge_lines(cart: Cart, added: Iterable[CartLine]) -> None:
    """Add lines, of another cart or new ones; the same choice adds up to what one order can have."""
    lines = {(line.product_id, line.selection): line for line in cart.lines.all()}
    for line in added:
        same = lines.get((line.product_id, line.selection))
        if same is not None:
            same.quantity = min(same.quantity + line.quantity, shop().ordering.max_quantity)
            # The price that was seen last.
            same.unit_paise = line.unit_paise
            same.save(update_fields=["quantity", "unit_paise"])
        elif len(lines) < MAX_LINES_AFTER_MERGE:
            line.cart = cart
            line.save()
            lines[line.product_id, line.selection] = line


def _check(product: Product, quantity: int, *, taken: int) -> None:
    """Refuse a quantity that cannot be had beside the `taken` pieces of the product's other lines."""
    if quantity < 1 or quantity + taken > shop().ordering.max_quantity:
        text = most_of_one_product(quantity + taken)
        raise InvalidQuantity(f"{product}: {quantity} beside {taken}", text=text)
    if quantity > left_for(product, taken=taken):
        raise OutOfStock(f"{product}: {quantity} beside {taken}, {product.buyable} left")


def _locked_wishlist(user: User) -> Wishlist:
    Wishlist.objects.get_or_create(user=user)
    return Wishlist.objects.select_for_update().get(user=user)


def _tell(wishlist: Wishlist, user: User) -> None:
    wishlist.bump()
    topic = f"wishlist:{user.public_id}"
    publish("wishlist.changed", subject=topic, topics=[topic])
