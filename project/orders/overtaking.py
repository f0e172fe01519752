"""Proven buyers take over the stock that unpaid orders of unproven buyers hold, where pieces are short."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from project.catalog.models import Product
from project.orders.holds import ProofRequired, release_hold
from project.orders.models import Order, OrderLine
from project.orders.pricing import Item


def find_overtakable(product_ids: Iterable[int]) -> Counter[int]:
    """Return how many pieces of each product a proven buyer may take over from unproven unpaid orders."""
    pieces: Counter[int] = Counter()
    lines = OrderLine.objects.filter(product__in=product_ids, order__in=Order.objects.overtakable())
    for pk, quantity in lines.values_list("product_id", "quantity"):
        pieces[pk] += quantity
    return pieces


def mark_overtakable(items: Iterable[Item], products: Mapping[str, Product]) -> None:
    """Count what a proven buyer may take over as buyable, of products with too few free pieces."""
    wanted: Counter[int] = Counter()
    for item in items:
        if item.product_id in products:
            wanted[products[item.product_id].pk] += item.quantity
    short = {each.pk: each for each in products.values() if each.held and wanted[each.pk] > each.buyable}
    for pk, pieces in find_overtakable(short).items() if short else ():
        short[pk].offered += pieces


def make_room(order: Order, quantities: Mapping[int, int], products: Mapping[int, Product]) -> None:
    """Release holds of unproven orders as far as the locked products have too few pieces for a proven one.

    First come orders of the network that holds most of the product, then the oldest. An order whose payment
    is just being settled is locked, and passed over, as is one whose other products are: nothing is waited
    for, which keeps the lock order. An overtaken order stays payable: late money takes a free piece or goes
    back.

    Raises ProofRequired when that would help an unproven buyer.
    """
    short = {pk for pk, quantity in quantities.items() if products[pk].sellable < quantity}
    if not short:
        return
    if not order.is_proven:
        overtakable = find_overtakable(short)
        if all(products[pk].sellable + overtakable[pk] >= quantities[pk] for pk in short):
            raise ProofRequired(f"{order}: {overtakable} held by unproven orders")
        return
    for pk in sorted(short):
        for victim in _ranked_holders(pk):
            if products[pk].sellable >= quantities[pk]:
                break
            _overtake(victim, products)
            for product in products.values():
                product.refresh_from_db(fields=["on_hand", "allocated", "held", "version"])


def _ranked_holders(product_pk: int) -> Sequence[int]:
    """Return the keys of the orders to overtake, of the network that holds most of the product first."""
    lines = OrderLine.objects.filter(product=product_pk, order__in=Order.objects.overtakable())
    rows = lines.values_list("order_id", "order__hold_network", "order__held_since", "quantity")
    by_network: Counter[str] = Counter()
    for _, network, _, quantity in rows:
        by_network[network] += quantity
    ranked = sorted(rows, key=lambda row: (-by_network[row[1]], row[2], row[0]))
    return list(dict.fromkeys(row[0] for row in ranked))


def _overtake(order_pk: int, products: Mapping[int, Product]) -> None:
    """Release the order's hold unless it, or another product of it, is locked by somebody else."""
    free = Order.objects.overtakable().select_for_update(of=("self",), skip_locked=True)
    order = free.filter(pk=order_pk).first()
    if order is None:
        return
    others = order.quantities().keys() - products.keys()
    unlocked = Product.objects.filter(pk__in=others).select_for_update(no_key=True, skip_locked=True)
    if len(unlocked) == len(others):
        release_hold(order, cause="overtaken", event="order.hold_overtaken", handed_over=products.keys())
