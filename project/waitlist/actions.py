"""The verbs of the waitlist: join, leave, offer, redeem.

A piece that becomes free while somebody waits never goes on sale: in the transaction that frees it, under the
product's lock, it is held for the first in line (`offer_free_pieces`). The hold is one of the stock's own, so
the constraint on the stock guards offers, too. Of equal rank the first come is the first served: each entry
is made under the lock, so the primary keys are in that order.

Lock order: the shopper's and the network's name, then the product.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from project.catalog.actions import stock
from project.catalog.errors import OutOfStock, ProductUnavailable
from project.catalog.models import Product
from project.core.errors import Conflict, ErrorCode, Invalid
from project.core.locks import lock_names
from project.core.shop import shop
from project.core.throttle import Limit
from project.events.publish import publish
from project.waitlist.models import OFFER_COUNTS_FOR, WaitlistEntry, WaitlistStatus
from project.waitlist.shopper import Shopper

_FREE = "free: customers; guests compute a proof of work"
PRODUCTS = Limit("waitlist-products", 3, of_each="shopper", counts="products waited for")
GUESTS = Limit("waitlist-guests", 3, of_each="IPv4 /24, IPv6 /48", counts="guests in one line", note=_FREE)
ALL_GUESTS = Limit(
    "waitlist-all-guests",
    "unpaid_orders_per_network",
    of_each="IPv4 /24, IPv6 /48",
    counts="guests in all lines",
    note=_FREE,
)
# However many offers were let pass, the next one lasts so long, unless all are shorter.
SHORTEST_OFFER_SECONDS = 60
_BEHIND_EVERYBODY = 1_000
RETENTION = timedelta(days=1)
_CAUSE = "waitlist"


@transaction.atomic
def join(shopper: Shopper, product_id: str, *, network: str) -> WaitlistEntry:
    """Put the shopper into the product's line; idempotent while their entry is open.

    A guest who logs in meanwhile and joins again moves from the guests to the customers.

    Raises Invalid, ProductUnavailable, IN_STOCK while a piece is free, OutOfStock when nobody
    can give one back, WAITLIST_LIMIT.
    """
    if shopper.is_nobody:
        raise Invalid
    lock_names(f"waitlist:{name}" for name in (shopper.user_id, shopper.token_digest, network) if name)
    product = next(iter(stock.lock_named_products([product_id]).values()), None)
    if product is None or not product.is_shown:
        raise ProductUnavailable(product_id)
    mine = shopper.entries().open()
    here = mine.filter(product=product)
    if shopper.user_id is not None and here.waiting().of_kind(is_guest=True).delete()[0]:
        _tell(product, "waitlist.left")
    known = here.first()
    if known is not None:
        return known
    if product.sellable > 0:
        raise Conflict(str(product), code=ErrorCode.IN_STOCK)
    if not product.held:
        raise OutOfStock(str(product))
    if mine.count() >= PRODUCTS.value:
        raise Conflict(f"{mine.count()} open entries", code=ErrorCode.WAITLIST_LIMIT)
    if shopper.user_id is None:
        _check_network(product, network)
    entry = WaitlistEntry.objects.create(
        product=product,
        user_id=shopper.user_id,
        token_digest="" if shopper.user_id is not None else shopper.token_digest,
        network=network,
        rank=rank_of(shopper, product, network=network),
    )
    _tell(product, "waitlist.joined")
    return entry


def rank_of(shopper: Shopper, product: Product, *, network: str) -> int:
    """Return the rank at which the shopper joins the line; a smaller one comes first.

    A customer, whose address is proven, comes before guests. Each offer of the last hour puts those of the
    same network one step back, so that networks take turns however many shoppers somebody makes up in one;
    guests' offers count for guests alone. Whoever had an offer comes after everybody who had none.
    """
    if shopper.entries().offered_lately().filter(product=product).exists():
        return _BEHIND_EVERYBODY
    is_guest = shopper.user_id is None
    offers = WaitlistEntry.objects.offered_lately().of_kind(is_guest=is_guest).filter(product=product)
    return is_guest + (offers.filter(network=network).count() if network else 0)


@transaction.atomic
def leave(shopper: Shopper, product_id: str) -> bool:
    """Take the shopper out of the line, and pass an offer of theirs on; False when they are not in it."""
    product = next(iter(stock.lock_named_products([product_id]).values()), None)
    if product is None:
        return False
    entries = list(shopper.entries().open().filter(product=product))
    for entry in entries:
        _end(entry, product, WaitlistStatus.LEFT)
    return bool(entries)


def offer_free_pieces(products: Sequence[Product]) -> None:
    """Hold the free pieces for the first in line; tell the line when nothing can become free any more.

    The caller holds the products' locks. Idempotent. The stock calls it whenever pieces were freed or sold.
    """
    # Nearly always nobody waits: that takes one query.
    waiting = WaitlistEntry.objects.waiting().filter(product__in=products)
    awaited = set(waiting.order_by().values_list("product_id", flat=True))
    for product in products:
        if product.pk in awaited:
            _offer_free_pieces(product)


def _offer_free_pieces(product: Product) -> None:
    line = WaitlistEntry.objects.waiting().filter(product=product)
    first = line.first()
    if not product.is_shown or (product.sellable <= 0 and not product.held):
        for entry in line:
            _close(entry, WaitlistStatus.SOLD_OUT)
        _tell(product, "waitlist.sold_out")
    elif product.sellable > 0:
        while first is not None and product.sellable > 0:
            _offer(first, product)
            first = line.first()
        _tell(product, "waitlist.offered")


def products_with_due_entries(limit: int = 100) -> Sequence[int]:
    """Return the keys of products whose line has to move."""
    return list(due_entries().order_by().values_list("product_id", flat=True).distinct()[:limit])


def due_entries() -> QuerySet[WaitlistEntry]:
    """Return the entries whose line has to move: an offer expired, or a piece is free.

    Whatever frees a piece moves the line itself; this also finds what changed past the stock's actions.
    """
    waiting = Q(status=WaitlistStatus.WAITING)
    free = Q(product__on_hand__gt=F("product__allocated") + F("product__held")) | Q(product__held=0)
    hidden = Q(product__is_visible=False) | Q(product__category__is_shown=False)
    expired = Q(status=WaitlistStatus.OFFERED, offered_until__lte=timezone.now())
    return WaitlistEntry.objects.filter(expired | (waiting & (free | hidden)))


@transaction.atomic
def advance_line(product_pk: int) -> bool:
    """Take back the product's expired offers and offer what is free to the next; idempotent."""
    product = stock.lock_products([product_pk]).get(product_pk)
    if product is None:
        return False
    expired = WaitlistEntry.objects.offered().filter(product=product, offered_until__lte=timezone.now())
    for entry in expired.order_by("pk"):
        _end(entry, product, WaitlistStatus.MISSED)
    offer_free_pieces([product])
    return True


def mark_offers(shopper: Shopper, products: Iterable[Product]) -> None:
    """Note on the products which pieces are set aside for this shopper, who alone may buy them."""
    contended = {product.pk: product for product in products if product.held}
    if shopper.is_nobody or not contended:
        return
    for entry in shopper.entries().offered().filter(product__in=contended):
        contended[entry.product_id].offered += 1


def note_order(shopper: Shopper, order_id: str, products: Iterable[int]) -> None:
    """Note that the shopper placed this order on their offers, which its payment then redeems."""
    if not shopper.is_nobody:
        shopper.entries().offered().filter(product__in=products).update(order_id=order_id)


def redeem(order_id: str, user_id: int | None, products: Mapping[int, Product]) -> None:
    """Free the pieces that were offered to the order's buyer, for the caller to hold them for the order.

    The caller holds the products' locks and takes the pieces in the same transaction.
    """
    # What is offered is held.
    held = [pk for pk, product in products.items() if product.held]
    buyer = Q(order_id=order_id)
    if user_id is not None:
        buyer |= Q(user=user_id)
    for entry in WaitlistEntry.objects.offered().filter(buyer, product__in=held):
        _close(entry, WaitlistStatus.TAKEN)
        stock.release(products[entry.product_id], reference=entry.reference, cause=_CAUSE, handed_over=True)


def forget_old_entries() -> int:
    """Delete entries of more than a day ago, but those with an offer; return how many.

    Networks of entries whose offers count no longer are deleted before.
    """
    over = WaitlistEntry.objects.filter(offered_until__lte=timezone.now() - OFFER_COUNTS_FOR)
    over.exclude(status=WaitlistStatus.OFFERED).exclude(network="").update(network="")
    old = WaitlistEntry.objects.filter(created_at__lt=timezone.now() - RETENTION)
    return old.exclude(status=WaitlistStatus.OFFERED).delete()[0]


@transaction.atomic
def erase(user_id: int) -> None:
    """Take an account out of all lines and forget that it was in them.

    A recent offer stays until it is old: else whoever opens and closes accounts would always come first.
    """
    shopper = Shopper(user_id)
    lines = list(shopper.entries().open().values_list("product_id", flat=True))
    for product in stock.lock_products(lines).values():
        for entry in shopper.entries().open().filter(product=product):
            _end(entry, product, WaitlistStatus.LEFT)
    shopper.entries().exclude(pk__in=shopper.entries().offered_lately()).delete()


def _offer(entry: WaitlistEntry, product: Product) -> None:
    """Hold a piece for the entry; others of its network take a step back."""
    is_guest = entry.user_id is None
    until = timezone.now() + _offer_length(product, is_guest=is_guest)
    entry.transition_to(WaitlistStatus.OFFERED, offered_until=until)
    if entry.network:
        beside = WaitlistEntry.objects.waiting().of_kind(is_guest=is_guest)
        beside.filter(product=product, network=entry.network).update(rank=F("rank") + 1)
    stock.hold(product, quantity=1, reference=entry.reference, cause=_CAUSE)


def _offer_length(product: Product, *, is_guest: bool) -> timedelta:
    """Return a shorter time for each offer that was let pass lately, for guests by what guests did alone."""
    lately = WaitlistEntry.objects.offered_lately().of_kind(is_guest=is_guest).filter(product=product)
    passed = lately.filter(status__in=(WaitlistStatus.MISSED, WaitlistStatus.LEFT)).count()
    longest = shop().ordering.waitlist_offer_minutes * 60
    return timedelta(seconds=max(min(SHORTEST_OFFER_SECONDS, longest), 2 * longest // (2 + passed)))


def _end(entry: WaitlistEntry, product: Product, status: WaitlistStatus) -> None:
    """Close an open entry of the locked product; a piece that was offered goes to the next in line."""
    was_offered = entry.status == WaitlistStatus.OFFERED
    _close(entry, status)
    if was_offered:
        stock.release(product, reference=entry.reference, cause=_CAUSE)
    else:
        _tell(product, f"waitlist.{status}")


def _close(entry: WaitlistEntry, status: WaitlistStatus) -> None:
    entry.transition_to(status, network=entry.network if entry.offered_until else "")


def _check_network(product: Product, network: str) -> None:
    """Raise WAITLIST_LIMIT when enough guests of the network wait; customers are not counted."""
    if not network:
        return
    beside = WaitlistEntry.objects.open().of_kind(is_guest=True).filter(network=network)
    most = ALL_GUESTS.value
    if beside.filter(product=product).count() >= GUESTS.value or (most and beside.count() >= most):
        raise Conflict(
            f"{network}: enough guests wait",
            text=_("Several people of your network are waiting already. Please log in to wait as well"),
            code=ErrorCode.WAITLIST_LIMIT,
        )


def _tell(product: Product, name: str) -> None:
    """Tell the screens of everybody in the product's line; its public page stays as it is."""
    product.bump()
    topic = f"waitlist:{product.public_id}"
    publish(name, subject=topic, topics=[topic], cause=_CAUSE)
