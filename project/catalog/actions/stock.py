"""Every change of a product's stock.

Stock moves like this: counted (on hand) → held for an order that waits for its payment → allocated to the
paid order → dispatched. Each verb runs inside the caller's transaction, takes the product's lock, writes a
StockMovement and tells the screens. Each verb is idempotent for an order (`reference`): a repeated call is a
no-op that returns False, so that a job may safely run twice.

Lock order: the order row first, then `lock_products` for all its products at once.
"""

from collections.abc import Callable, Iterable
from typing import Literal

from django.db import transaction
from django.db.models import Sum

from project.catalog.actions.live_events import publish_product
from project.catalog.errors import OutOfStock
from project.catalog.models import Product, ProductQuerySet, StockMovement, StockMovementKind
from project.events.topics import SOLD_OUT_OR_BACK, STOCK

# Whoever goes on after a verb's refusal has a savepoint of their own: one for each verb would be two more
# statements while other orders wait for the product.
_in_the_caller_s_transaction = transaction.atomic(savepoint=False)

# Called with the locked product when pieces were freed or held ones sold; one subscriber: the waitlist, which
# lies above this app.
after_stock_freed: list[Callable[[Product], None]] = []

_STOCK_FIELDS = ["on_hand", "allocated", "held", "version"]


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


@_in_the_caller_s_transaction
def hold(product: Product, *, quantity: int, reference: str, actor: str = "", cause: str = "") -> bool:
    """Set pieces aside for an order that is not paid yet; False when it holds some already.

    Raises OutOfStock when fewer are left.
    """
    return _set_aside(
        product, StockMovementKind.HOLD, "held", quantity, reference=reference, actor=actor, cause=cause
    )


@_in_the_caller_s_transaction
def release(
    product: Product, *, reference: str, actor: str = "", cause: str = "", handed_over: bool = False
) -> bool:
    """Give back what the order holds, once; False when it holds nothing.

    `handed_over`: the caller takes the pieces in the same transaction, so they are offered to nobody.
    """
    _lock(product)
    quantity = _outstanding(product, reference, "held")
    return _move(
        product,
        StockMovementKind.RELEASE,
        quantity,
        held=-quantity,
        reference=reference,
        actor=actor,
        cause=cause,
        handed_over=handed_over,
    )


@_in_the_caller_s_transaction
def hold_end_changed(product: Product, *, cause: str = "") -> None:
    """Tell the screens that the end of an order's hold has moved; the numbers stay as they are.

    The caller holds the product's lock.
    """
    if product.held and product.sellable <= 0:  # else no screen counts down to the end of a hold
        product.bump()
        publish_product(product, "product.hold_end_changed", only=STOCK, cause=cause)


@_in_the_caller_s_transaction
def allocate_held(product: Product, *, reference: str, actor: str = "", cause: str = "") -> bool:
    """Turn the order's hold into its own pieces: it is paid. False when the hold is gone (see `allocate`)."""
    _lock(product)
    quantity = _outstanding(product, reference, "held")
    return _move(
        product,
        StockMovementKind.ALLOCATE_HELD,
        quantity,
        held=-quantity,
        allocated=quantity,
        reference=reference,
        actor=actor,
        cause=cause,
    )


@_in_the_caller_s_transaction
def allocate(product: Product, *, quantity: int, reference: str, actor: str = "", cause: str = "") -> bool:
    """Take what the order lacks of these pieces, such as after its hold had ended; False when it has them.

    Raises OutOfStock when fewer are left.
    """
    return _set_aside(
        product,
        StockMovementKind.ALLOCATE,
        "allocated",
        quantity,
        reference=reference,
        actor=actor,
        cause=cause,
    )


@_in_the_caller_s_transaction
def deallocate(product: Product, *, reference: str, keep: int = 0, actor: str = "", cause: str = "") -> bool:
    """Put the pieces of a cancelled order, or all but `keep`, back on sale; False when it has no more."""
    _lock(product)
    quantity = max(0, _outstanding(product, reference, "allocated") - keep)
    return _move(
        product,
        StockMovementKind.DEALLOCATE,
        quantity,
        allocated=-quantity,
        reference=reference,
        actor=actor,
        cause=cause,
    )


@_in_the_caller_s_transaction
def dispatch(product: Product, *, reference: str, actor: str = "", cause: str = "") -> bool:
    """Let the order's pieces leave the house, once; False when it has none."""
    _lock(product)
    quantity = _outstanding(product, reference, "allocated")
    return _move(
        product,
        StockMovementKind.DISPATCH,
        quantity,
        on_hand=-quantity,
        allocated=-quantity,
        reference=reference,
        actor=actor,
        cause=cause,
    )


@_in_the_caller_s_transaction
def set_on_hand(product: Product, on_hand: int, *, actor: str = "", cause: str = "") -> bool:
    """Record how many pieces were counted in the house; False when it is the number we had.

    Raises OutOfStock when orders already own or hold more than that.
    """
    _lock(product)
    promised = product.allocated + product.held
    if on_hand < promised:
        raise OutOfStock(f"{product}: {on_hand} counted, {promised} promised to orders")
    delta = on_hand - product.on_hand
    return _move(product, StockMovementKind.COUNT, abs(delta), on_hand=delta, actor=actor, cause=cause)


def _lock(product: Product) -> None:
    """Lock the row and read its numbers as they are now into the caller's object."""
    # No key: order lines that point at the product need not wait for us.
    product.refresh_from_db(
        fields=_STOCK_FIELDS, from_queryset=Product.objects.select_for_update(no_key=True)
    )


def _set_aside(
    product: Product,
    kind: StockMovementKind,
    counter: Literal["held", "allocated"],
    quantity: int,
    *,
    reference: str,
    actor: str,
    cause: str,
) -> bool:
    """Take what the order lacks of these pieces off sale; False when it has them. Raises OutOfStock."""
    if quantity < 1:
        raise ValueError(f"{product}: cannot take {quantity} pieces")
    _lock(product)
    quantity -= _outstanding(product, reference, counter)
    if quantity <= 0:
        return False
    if product.sellable < quantity:
        raise OutOfStock(f"{product}: {quantity} wanted, {product.sellable} left")
    held, allocated = (quantity, 0) if counter == "held" else (0, quantity)
    return _move(
        product,
        kind,
        quantity,
        held=held,
        allocated=allocated,
        reference=reference,
        actor=actor,
        cause=cause,
    )


def _outstanding(product: Product, reference: str, counter: str) -> int:
    """Return how many pieces are held by or allocated to this order now: the sum of its movements."""
    movements = StockMovement.objects.filter(product=product, reference=reference)
    return int(movements.aggregate(total=Sum(f"{counter}_delta"))["total"] or 0)


def _move(
    product: Product,
    kind: StockMovementKind,
    quantity: int,
    *,
    on_hand: int = 0,
    allocated: int = 0,
    held: int = 0,
    reference: str = "",
    actor: str,
    cause: str,
    handed_over: bool = False,
) -> bool:
    """Change the numbers of the locked product, record why, tell the screens; False for nothing to move."""
    if quantity == 0:
        return False
    shown, was_sellable = product.shown_stock, product.sellable > 0
    product.on_hand += on_hand
    product.allocated += allocated
    product.held += held
    product.version += 1
    product.save(update_fields=_STOCK_FIELDS)
    StockMovement.objects.create(
        product=product,
        kind=kind,
        quantity=quantity,
        on_hand_delta=on_hand,
        allocated_delta=allocated,
        held_delta=held,
        reference=reference,
        actor=actor,
        cause=cause,
    )
    payload = {"kind": str(kind), "quantity": quantity, "reference": reference}
    publish_product(
        product,
        "product.stock_changed",
        is_public=product.shown_stock != shown,
        only=STOCK if (product.sellable > 0) == was_sellable else SOLD_OUT_OR_BACK,
        payload=payload,
        actor=actor,
        cause=cause,
    )
    if not handed_over and (held < 0 or on_hand - allocated > held):
        for callback in after_stock_freed:
            callback(product)
    return True
