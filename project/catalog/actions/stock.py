"""Every change of a product's stock.

Stock moves like this: counted (on hand) → held for an order that waits for its payment → allocated to the
paid order → dispatched. Each verb runs inside the caller's transaction, takes the product's lock, writes a
StockMovement and tells the screens. Each verb is idempotent for an order (`reference`): a repeated call is a
no-op that returns False, so that a job may safely run twice. `hold_all` and `allocate_all` leave both to the
caller: the locks, and to know what the order has.

Lock order: the order row first, then `lock_products` for all its products at once.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, Literal, TypedDict, Unpack

from django.db import transaction
from django.db.models import F, Sum
from django.utils.translation import gettext as _

from project.catalog.actions.live_events import product_event, publish_product
from project.catalog.errors import OutOfStock
from project.catalog.models import Product, ProductQuerySet, StockEvents, StockMovement, StockMovementKind
from project.events.publish import publish_all
from project.events.topics import SOLD_OUT_OR_BACK, STOCK

# Whoever goes on after a verb's refusal has a savepoint of their own: one for each verb would be two more
# statements while other orders wait for the product.
_in_the_caller_s_transaction = transaction.atomic(savepoint=False)

_Counter = Literal["on_hand", "held", "allocated"]
_STOCK_FIELDS = ["on_hand", "allocated", "held", "version"]
# What its changes show of it as well; a product has many more columns.
_SHOWN_FIELDS = ["public_id", "slug", "title_en", "title_hi", "is_visible", "category"]
_SHOWN_FIELDS += ["option_names", "parent__slug", "parent__public_id"]
# How a movement changes the numbers, piece by piece.
_SIGNS: dict[StockMovementKind, dict[str, int]] = {
    StockMovementKind.COUNT: {"on_hand": 1},
    StockMovementKind.HOLD: {"held": 1},
    StockMovementKind.RELEASE: {"held": -1},
    StockMovementKind.ALLOCATE_HELD: {"allocated": 1, "held": -1},
    StockMovementKind.ALLOCATE: {"allocated": 1},
    StockMovementKind.DEALLOCATE: {"allocated": -1},
    StockMovementKind.DISPATCH: {"on_hand": -1, "allocated": -1},
}
# By primary key, locked by `lock_products`; and how many pieces of each.
_Locked = Mapping[int, Product]
_Pieces = Mapping[int, int]


def lock_products(ids: Iterable[int]) -> dict[int, Product]:
    """Lock these products in key order, so that two orders never wait for each other; by primary key.

    Products that do not exist are missing from the answer.
    """
    products = Product.objects.filter(pk__in=set(ids)).only(*_STOCK_FIELDS, *_SHOWN_FIELDS)
    products = products.select_related("parent")
    return {product.pk: product for product in _lock_in_order(products)}


def lock_named_products(public_ids: Iterable[str]) -> dict[int, Product]:
    """Do the same for products as shoppers name them, to be priced."""
    # The picture is read along, and not locked. The category is read once the products are locked: a join
    # would show it as it was before we waited, and whoever hides a category locks its products too.
    named = Product.objects.for_sale().filter(public_id__in=set(public_ids))
    return {product.pk: product for product in _lock_in_order(named).prefetch_related("category")}


def _lock_in_order(products: ProductQuerySet) -> ProductQuerySet:
    # The key of an order line is not waited for.
    return products.select_for_update(no_key=True, of=("self",)).order_by("pk")


class Origin(TypedDict, total=False):
    """Record of who changed the stock ('' is the shop itself), and why."""

    actor: str
    cause: str


@_in_the_caller_s_transaction
def hold(product: Product, *, quantity: int, reference: str, **origin: Unpack[Origin]) -> bool:
    """Set pieces aside for an order that is not paid yet; False when it holds some already.

    Raises OutOfStock when fewer are left.
    """
    taken = {product.pk: _lock_and_count(product, reference, "held")}
    return _set_aside([product], StockMovementKind.HOLD, {product.pk: quantity}, taken, reference, origin)


@_in_the_caller_s_transaction
def hold_all(products: _Locked, quantities: _Pieces, *, reference: str, **origin: Unpack[Origin]) -> bool:
    """Do the same for several products, locked by the caller, who knows that the order holds none."""
    return _set_aside(products.values(), StockMovementKind.HOLD, quantities, {}, reference, origin)


@_in_the_caller_s_transaction
def release(product: Product, *, reference: str, handed_over: bool = False, **origin: Unpack[Origin]) -> bool:
    """Give back what the order holds, once; False when it holds nothing.

    `handed_over`: the caller takes the pieces in the same transaction, so they are offered to nobody.
    """
    quantity = _lock_and_count(product, reference, "held")
    return _move(StockMovementKind.RELEASE, {product: quantity}, reference, origin, handed_over=handed_over)


@_in_the_caller_s_transaction
def hold_end_changed(product: Product, *, cause: str = "") -> None:
    """Tell the screens that the end of an order's hold has moved; the numbers stay as they are.

    The caller holds the product's lock.
    """
    if product.held and product.sellable <= 0:  # else no screen counts down to the end of a hold
        product.bump()
        publish_product(product, "product.hold_end_changed", only=STOCK, cause=cause)


@_in_the_caller_s_transaction
def allocate_held(product: Product, *, reference: str, **origin: Unpack[Origin]) -> bool:
    """Turn the order's hold into its own pieces: it is paid. False when the hold is gone (see `allocate`)."""
    quantity = _lock_and_count(product, reference, "held")
    return _move(StockMovementKind.ALLOCATE_HELD, {product: quantity}, reference, origin)


@_in_the_caller_s_transaction
def allocate(product: Product, *, quantity: int, reference: str, **origin: Unpack[Origin]) -> bool:
    """Take what the order lacks of these pieces, such as after its hold had ended; False when it has them.

    Raises OutOfStock when fewer are left.
    """
    taken = {product.pk: _lock_and_count(product, reference, "allocated")}
    return _set_aside([product], StockMovementKind.ALLOCATE, {product.pk: quantity}, taken, reference, origin)


@_in_the_caller_s_transaction
def allocate_all(
    products: _Locked, quantities: _Pieces, *, held: bool, reference: str, **origin: Unpack[Origin]
) -> None:
    """Allocate several products, locked by the caller, to an order that has none, and holds all or none.

    Raises OutOfStock when it holds none and fewer are left.
    """
    if held:
        mine = {product: quantities[pk] for pk, product in products.items()}
        _move(StockMovementKind.ALLOCATE_HELD, mine, reference, origin)
    else:
        _set_aside(products.values(), StockMovementKind.ALLOCATE, quantities, {}, reference, origin)


@_in_the_caller_s_transaction
def deallocate(product: Product, *, reference: str, keep: int = 0, **origin: Unpack[Origin]) -> bool:
    """Put the pieces of a cancelled order, or all but `keep`, back on sale; False when it has no more."""
    quantity = max(0, _lock_and_count(product, reference, "allocated") - keep)
    return _move(StockMovementKind.DEALLOCATE, {product: quantity}, reference, origin)


@_in_the_caller_s_transaction
def dispatch(product: Product, *, reference: str, **origin: Unpack[Origin]) -> bool:
    """Let the order's pieces leave the house, once; False when it has none."""
    quantity = _lock_and_count(product, reference, "allocated")
    return _move(StockMovementKind.DISPATCH, {product: quantity}, reference, origin)


@_in_the_caller_s_transaction
def undo_dispatch(product: Product, *, reference: str, **origin: Unpack[Origin]) -> bool:
    """Allocate the order's pieces again, which are still in the house; False when none was dispatched."""
    quantity = _lock_and_count(product, reference, "on_hand")
    return _move(StockMovementKind.DISPATCH, {product: quantity}, reference, origin)


@_in_the_caller_s_transaction
def set_on_hand(product: Product, on_hand: int, **origin: Unpack[Origin]) -> bool:
    """Record how many pieces were counted in the house; False when it is the number we had.

    Raises OutOfStock when orders already own or hold more than that.
    """
    _lock(product)
    promised = product.allocated + product.held
    if on_hand < promised:
        raise OutOfStock(f"{product}: {on_hand} counted, {promised} promised to orders")
    return _move(StockMovementKind.COUNT, {product: on_hand - product.on_hand}, "", origin)


def _lock(product: Product) -> None:
    """Lock the row and read its numbers as they are now into the caller's object."""
    # No key: order lines that point at the product need not wait for us.
    product.refresh_from_db(
        fields=_STOCK_FIELDS, from_queryset=Product.objects.select_for_update(no_key=True)
    )


def _lock_and_count(product: Product, reference: str, counter: _Counter) -> int:
    """Lock the product; return how many pieces this order holds, or has.

    The sum of those on hand is negative once they have left.
    """
    _lock(product)
    movements = StockMovement.objects.filter(product=product, reference=reference)
    return int(movements.aggregate(pieces=Sum(f"{counter}_delta", default=0))["pieces"])


def _set_aside(
    products: Collection[Product],
    kind: StockMovementKind,
    quantities: _Pieces,
    taken: _Pieces,
    reference: str,
    origin: Origin,
) -> bool:
    """Take what the order, which has `taken`, lacks of these pieces off sale; False when it lacks none.

    Raises OutOfStock.
    """
    missing = {}
    for product in products:
        quantity = quantities[product.pk]
        if quantity < 1:
            raise ValueError(f"{product}: cannot take {quantity} pieces")
        missing[product] = max(0, quantity - taken.get(product.pk, 0))
        if product.sellable < missing[product]:
            raise OutOfStock(f"{product}: {missing[product]} wanted, {product.sellable} left")
    return _move(kind, missing, reference, origin)


def _move(
    kind: StockMovementKind,
    quantities: Mapping[Product, int],
    reference: str,
    origin: Origin,
    *,
    handed_over: bool = False,
) -> bool:
    """Change the numbers of the locked products, record why, tell the screens; False for nothing to move."""
    moved = {product: quantity for product, quantity in quantities.items() if quantity}
    if not moved:
        return False
    about: dict[str, Any] = {"reference": reference, **origin}
    movements, events, freed = [], [], []
    for product, quantity in moved.items():
        shown, sellable = product.shown_stock, product.sellable
        changes = {name: sign * quantity for name, sign in _SIGNS[kind].items()}
        for name, change in changes.items():
            setattr(product, name, getattr(product, name) + change)
        product.version += 1
        deltas = {f"{name}_delta": change for name, change in changes.items()}
        movements.append(StockMovement(product=product, kind=kind, quantity=abs(quantity), **deltas, **about))
        event = product_event(
            product,
            "product.stock_changed",
            is_public=product.shown_stock != shown,
            only=STOCK if (product.sellable > 0) == (sellable > 0) else SOLD_OUT_OR_BACK,
            payload={"kind": str(kind), "quantity": abs(quantity), "reference": reference},
            **origin,
        )
        events.append(event)
        # While pieces are on sale, nobody waits.
        if product.sellable > sellable or (changes.get("held", 0) < 0 and product.sellable <= 0):
            freed.append(product)
    # Nearly always as many of each product, hence one statement.
    for quantity in set(moved.values()):
        columns = {name: F(name) + sign * quantity for name, sign in _SIGNS[kind].items()}
        same = [product.pk for product in moved if moved[product] == quantity]
        Product.objects.filter(pk__in=same).update(**columns, version=F("version") + 1)
    StockMovement.objects.bulk_create(movements)
    publish_all(events)
    if freed and not handed_over:
        StockEvents.bound().after_stock_freed(freed)
    return True


def require_stock(quantities: Mapping[int, int], products: Mapping[int, Product]) -> None:
    """Refuse products with too few pieces, with what is left of each as far as the public may know.

    Raises OutOfStock.
    """
    short = [products[pk] for pk, quantity in sorted(quantities.items()) if products[pk].sellable < quantity]
    if not short:
        return
    raise OutOfStock(
        ", ".join(f"{product}: {product.sellable} left" for product in short),
        data={
            "products": [
                {
                    "productId": product.public_id,
                    "title": product.title,
                    "wanted": quantities[product.pk],
                    "available": product.public_stock,
                    "availableIsMore": product.has_more_stock,
                }
                for product in short
            ]
        },
        text="; ".join(map(_left, short)),
    )


def _left(product: Product) -> str:
    title = product.text("title")
    if product.sellable <= 0:
        return _("{title} is sold out").format(title=title)
    left = f"{product.public_stock}+" if product.has_more_stock else str(product.public_stock)
    return _("Only {left} of {title} left").format(left=left, title=title)
