"""Every change of a product's stock.

Stock moves like this: counted (on hand) → held for an order that waits for its payment → allocated to the
paid order → dispatched. Each verb runs inside the caller's transaction, takes the product's lock, writes a
StockMovement and tells the screens. Each verb is idempotent for an order (`reference`): a repeated call is a
no-op that returns False, so that a job may safely run twice.

Lock order: the order row first, then `lock_products` for all its products at once.
"""

from collections.abc import Iterable
from typing import Literal, TypedDict, Unpack

from django.db import transaction
from django.db.models import Sum

from project.catalog.actions.live_events import publish_product
from project.catalog.errors import OutOfStock
from project.catalog.models import Product, ProductQuerySet, StockEvents, StockMovement, StockMovementKind
from project.events.topics import SOLD_OUT_OR_BACK, STOCK

# Whoever goes on after a verb's refusal has a savepoint of their own: one for each verb would be two more
# statements while other orders wait for the product.
_in_the_caller_s_transaction = transaction.atomic(savepoint=False)

_STOCK_FIELDS = ["on_hand", "allocated", "held", "version"]
# How a movement changes the numbers on hand, allocated and held: piece by piece.
_SIGNS = {
    StockMovementKind.COUNT: (1, 0, 0),
    StockMovementKind.HOLD: (0, 0, 1),
    StockMovementKind.RELEASE: (0, 0, -1),
    StockMovementKind.ALLOCATE_HELD: (0, 1, -1),
    StockMovementKind.ALLOCATE: (0, 1, 0),
    StockMovementKind.DEALLOCATE: (0, -1, 0),
    StockMovementKind.DISPATCH: (-1, -1, 0),
}


def lock_products(ids: Iterable[int]) -> dict[int, Product]:
    """Lock these products in key order, so that two orders never wait for each other; by primary key.

    Products that do not exist are missing from the answer.
    """
    return {product.pk: product for product in _lock_in_order(Product.objects.filter(pk__in=set(ids)))}


def lock_named_products(public_ids: Iterable[str]) -> dict[int, Product]:
    """Do the same for products as shoppers name them."""
    named = Product.objects.filter(public_id__in=set(public_ids))
    return {product.pk: product for product in _lock_in_order(named)}


def _lock_in_order(products: ProductQuerySet) -> ProductQuerySet:
    # The picture is read along, and not locked; the key of an order line is not waited for. The category is
    # read once the products are locked: a join would show it as it was before we waited, and whoever hides a
    # category locks its products too.
    locked = products.select_related("main_picture").select_for_update(no_key=True, of=("self",))
    return locked.order_by("pk").prefetch_related("category", "options")


class Origin(TypedDict, total=False):
    """Record of who changed the stock ('' is the shop itself), and why."""

    actor: str
    cause: str


@_in_the_caller_s_transaction
def hold(product: Product, *, quantity: int, reference: str, **origin: Unpack[Origin]) -> bool:
    """Set pieces aside for an order that is not paid yet; False when it holds some already.

    Raises OutOfStock when fewer are left.
    """
    return _set_aside(product, StockMovementKind.HOLD, "held", quantity, reference, origin)


@_in_the_caller_s_transaction
def release(product: Product, *, reference: str, handed_over: bool = False, **origin: Unpack[Origin]) -> bool:
    """Give back what the order holds, once; False when it holds nothing.

    `handed_over`: the caller takes the pieces in the same transaction, so they are offered to nobody.
    """
    quantity = _lock_and_count(product, reference, "held")
    return _move(product, StockMovementKind.RELEASE, quantity, reference, origin, handed_over=handed_over)


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
    return _move(product, StockMovementKind.ALLOCATE_HELD, quantity, reference, origin)


@_in_the_caller_s_transaction
def allocate(product: Product, *, quantity: int, reference: str, **origin: Unpack[Origin]) -> bool:
    """Take what the order lacks of these pieces, such as after its hold had ended; False when it has them.

    Raises OutOfStock when fewer are left.
    """
    return _set_aside(product, StockMovementKind.ALLOCATE, "allocated", quantity, reference, origin)


@_in_the_caller_s_transaction
def deallocate(product: Product, *, reference: str, keep: int = 0, **origin: Unpack[Origin]) -> bool:
    """Put the pieces of a cancelled order, or all but `keep`, back on sale; False when it has no more."""
    quantity = max(0, _lock_and_count(product, reference, "allocated") - keep)
    return _move(product, StockMovementKind.DEALLOCATE, quantity, reference, origin)


@_in_the_caller_s_transaction
def dispatch(product: Product, *, reference: str, **origin: Unpack[Origin]) -> bool:
    """Let the order's pieces leave the house, once; False when it has none."""
    quantity = _lock_and_count(product, reference, "allocated")
    return _move(product, StockMovementKind.DISPATCH, quantity, reference, origin)


@_in_the_caller_s_transaction
def undo_dispatch(product: Product, *, reference: str, **origin: Unpack[Origin]) -> bool:
    """Allocate the order's pieces again, which are still in the house; False when none was dispatched."""
    quantity = _lock_and_count(product, reference, "on_hand")
    return _move(product, StockMovementKind.DISPATCH, quantity, reference, origin)


@_in_the_caller_s_transaction
def set_on_hand(product: Product, on_hand: int, **origin: Unpack[Origin]) -> bool:
    """Record how many pieces were counted in the house; False when it is the number we had.

    Raises OutOfStock when orders already own or hold more than that.
    """
    _lock(product)
    promised = product.allocated + product.held
    if on_hand < promised:
        raise OutOfStock(f"{product}: {on_hand} counted, {promised} promised to orders")
    return _move(product, StockMovementKind.COUNT, on_hand - product.on_hand, "", origin)


def _lock(product: Product) -> None:
    """Lock the row and read its numbers as they are now into the caller's object."""
    # No key: order lines that point at the product need not wait for us.
    product.refresh_from_db(
        fields=_STOCK_FIELDS, from_queryset=Product.objects.select_for_update(no_key=True)
    )


def _lock_and_count(
    product: Product, reference: str, counter: Literal["on_hand", "held", "allocated"]
) -> int:
    """Lock the product; return how many pieces this order holds, or has, by the sum of its movements.

    The sum of those on hand is negative once they have left.
    """
    _lock(product)
    movements = StockMovement.objects.filter(product=product, reference=reference)
    return int(movements.aggregate(total=Sum(f"{counter}_delta"))["total"] or 0)


def _set_aside(
    product: Product,
    kind: StockMovementKind,
    counter: Literal["held", "allocated"],
    quantity: int,
    reference: str,
    origin: Origin,
) -> bool:
    """Take what the order lacks of these pieces off sale; False when it has them. Raises OutOfStock."""
    if quantity < 1:
        raise ValueError(f"{product}: cannot take {quantity} pieces")
    quantity = max(0, quantity - _lock_and_count(product, reference, counter))
    if product.sellable < quantity:
        raise OutOfStock(f"{product}: {quantity} wanted, {product.sellable} left")
    return _move(product, kind, quantity, reference, origin)


def _move(
    product: Product,
    kind: StockMovementKind,
    quantity: int,
    reference: str,
    origin: Origin,
    *,
    handed_over: bool = False,
) -> bool:
    """Change the numbers of the locked product, record why, tell the screens; False for nothing to move."""
    if quantity == 0:
        return False
    shown, was_sellable = product.shown_stock, product.sellable > 0
    on_hand, allocated, held = (sign * quantity for sign in _SIGNS[kind])
    product.on_hand += on_hand
    product.allocated += allocated
    product.held += held
    product.version += 1
    product.save(update_fields=_STOCK_FIELDS)
    StockMovement.objects.create(
        product=product,
        kind=kind,
        quantity=abs(quantity),
        on_hand_delta=on_hand,
        allocated_delta=allocated,
        held_delta=held,
        reference=reference,
        **origin,
    )
    publish_product(
        product,
        "product.stock_changed",
        is_public=product.shown_stock != shown,
        only=STOCK if (product.sellable > 0) == was_sellable else SOLD_OUT_OR_BACK,
        payload={"kind": str(kind), "quantity": abs(quantity), "reference": reference},
        **origin,
    )
    if not handed_over and (held < 0 or on_hand - allocated > held):
        StockEvents.bound().after_stock_freed(product)
    return True
