"""Limits on the stock that unpaid orders hold: per buyer, per network prefix and per product.

A guest's e-mail address and phone number are typed by anybody, and network addresses are cheap, so they only
slow down whoever tries to hold all stock without paying. Buyers with an account, or with a code from the
address of the order, are proven (`Order.is_proven`):

- All unproven orders together hold a share of a product's unsold pieces, and leave the others to the proven.
- What a stranger typed never counts against a proven buyer, who may take over what unproven orders have held
  for a while.
- The more of the stock is held, the shorter an unproven hold.

Orders to be paid to the courier are unpaid for days, and count with the unproven ones: in the share until
they are sent, for their network until they are delivered; `project/cod/rules.py` has their other limits.
Orders that cost nothing take stock without any payment: until the shop begins with them they count as unpaid
ones do, to other such orders.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import timedelta

from django.db.models import Q
from django.utils.translation import gettext as _

from project.catalog.actions import stock
from project.catalog.models import Product
from project.core.errors import Conflict, ErrorCode
from project.core.locks import lock_names
from project.core.shop import shop
from project.core.throttle import Limit, prefixes_of
from project.orders.history import record
from project.orders.models import CASH_AT_THE_SHOP, HOLD_GRACE, Order, OrderLine, OrderStatus

# The quantity of a product that a buyer may always hold: beads are bought in pairs.
SMALLEST_SHARE = 2
_BUYER = "proven address, else email address or phone number typed"
_FREE_OF_NETWORK = "free: proven buyers; all while unpaid orders hold less than a quarter of each product"
ORDERS_OF_BUYER = Limit("hold-orders", "unpaid_orders_per_buyer", of_each=_BUYER, counts="unpaid orders")
PIECES_OF_BUYER = Limit("hold-pieces", "unpaid_pieces_per_buyer", of_each=_BUYER, counts="pieces held unpaid")
ORDERS_OF_NETWORK = Limit(
    "hold-orders-of-network",
    "unpaid_orders_per_network",
    of_each="IPv4 /24, IPv6 /48",
    counts="unpaid orders",
    note=_FREE_OF_NETWORK,
)
PIECES_OF_NETWORK = Limit(
    "hold-pieces-of-network",
    "unpaid_pieces_per_network",
    of_each="IPv4 /24, IPv6 /48",
    counts="pieces held unpaid",
    note=_FREE_OF_NETWORK,
)
SHARE = Limit(
    "hold-share",
    "stock_share_percent",
    of_each="product: buyer or network; all unproven orders together",
    counts="percent of the unsold pieces that are held unpaid",
    note="shared by all unproven buyers; free: proven buyers, but of their own share",
)


# Of an order line, what its order's buyer is known by.
_IDENTITY = [f"order__{name}" for name in ("email", "phone", "proven_at", "hold_network", "user__email")]
# An unproven buyer's payment page, and the hold after it, by the percent of unsold pieces that are held.
SHORTER_HOLDS = ((50, timedelta(minutes=5), HOLD_GRACE), (25, timedelta(minutes=10), timedelta(minutes=5)))


class HoldLimit(Conflict):
    """Unpaid orders of this buyer or network have reached the limit of held stock."""

    code = ErrorCode.HOLD_LIMIT


class ProofRequired(HoldLimit):
    """Unproven orders have reached a limit; its buyer has to enter a code sent to the order's address."""

    code = ErrorCode.HOLD_PROOF_REQUIRED


@dataclass
class Holding:
    """Orders and quantities held by the unpaid orders of one identity."""

    orders: set[int] = field(default_factory=set)
    pieces: Counter[int] = field(default_factory=Counter)


@dataclass
class ProductHolds:
    """The unsold pieces of a product, with those to be paid to the courier, and who has them unpaid.

    `unproven` counts those to be paid to the courier, too; `by_network` what is held for a payment.
    """

    unsold: int
    unpaid: int
    unproven: int = 0
    by_network: Counter[str] = field(default_factory=Counter)
    cash_by_network: Counter[str] = field(default_factory=Counter)

    @property
    def share(self) -> int:
        """The pieces that one buyer or network, or all unproven ones together, may hold."""
        return self.part(SHARE.value)

    def part(self, percent: int) -> int:
        """Return so many percent of the unsold pieces, rounded up."""
        return -(-self.unsold * percent // 100)

    def leaves_too_few(self, quantity: int, share: int) -> bool:
        """Return whether so many more leave too few to the proven; the first takes its own share."""
        return self.unproven > 0 and self.unproven + quantity > share


def network_prefix(address: str) -> str:
    """Return the widest network that one party may control, for the limits of holds; '' for ''."""
    # Callers of calls are networks already: the /64 of an IPv6 address.
    return prefixes_of(address.partition("/")[0])[-1]


def lock_buyer(buyer: Order, *, network: str, also: Iterable[tuple[str, str]] = ()) -> None:
    """Lock the buyer's identities and the network against concurrent holds until the transaction ends.

    `also` names more of what is counted. In the lock order they come after the order's row and before its
    products.
    """
    names = (*_identities(buyer, network_prefix(network)), *also)
    lock_names(f"hold:{kind}:{value}" for kind, value in names)


def check_limits(
    order: Order, quantities: Mapping[int, int], products: Mapping[int, Product], *, network: str
) -> None:
    """Check that the order may hold its quantities on top of what its buyer, network and others hold.

    The caller has locked the products, so that no two orders take the same part of a share.

    Raises HoldLimit, ProofRequired for an unproven buyer.
    """
    network = network_prefix(network)
    product_holds = _product_holds(order, quantities, products)
    # Where few pieces are held, a college or a carrier's gateway buys without limits of its network.
    crowded = order.is_free or any(
        (holds.unpaid + quantities[pk]) * 4 > holds.unsold for pk, holds in product_holds.items()
    )
    held = _other_holdings(order, network if crowded and not order.is_proven else "")
    for (kind, _identity), holding in held.items():
        shared = kind == "network"
        most_orders = (ORDERS_OF_NETWORK if shared else ORDERS_OF_BUYER).value
        most_pieces = (PIECES_OF_NETWORK if shared else PIECES_OF_BUYER).value
        if most_orders and len(holding.orders) >= most_orders:
            raise _too_many(f"{order}: {kind} has {len(holding.orders)} such orders", order, shared=shared)
        if most_pieces and holding.pieces.total() + sum(quantities.values()) > most_pieces:
            raise _too_many(f"{order}: {kind} holds {holding.pieces.total()} pieces", order, shared=shared)
        if not shared:
            _check_share(quantities, products, beside=holding.pieces)
    if SHARE.value == 100:
        return
    for pk, holds in product_holds.items():
        detail = f"{order}: {products[pk]}: {holds}"
        if not order.is_proven and holds.leaves_too_few(quantities[pk], holds.share):
            raise _too_many(detail, order, shared=True)
        beside = holds.by_network[network] + quantities[pk] if network else 0
        if holds.unpaid + quantities[pk] > holds.share and beside > max(SMALLEST_SHARE, holds.share):
            raise _too_many(detail, order, shared=True)


def check_cash(
    order: Order,
    quantities: Mapping[int, int],
    products: Mapping[int, Product],
    *,
    percent: int,
    network: str,
) -> None:
    """Check that a locked order to be paid to the courier leaves enough of its products to others.

    All such orders have `percent` of the unsold pieces, and one network half of that. The caller has locked
    the products.

    Raises HoldLimit.
    """
    if percent == 100:
        return
    network = network_prefix(network)
    for pk, holds in _product_holds(order, quantities, products, least_percent=percent // 2).items():
        share = holds.part(percent)
        beside = holds.cash_by_network[network] if network else 0
        of_network = max(SMALLEST_SHARE, share // 2)
        if holds.leaves_too_few(quantities[pk], share) or (beside and beside + quantities[pk] > of_network):
            product = products[pk]
            raise HoldLimit(
                f"{order}: {product}: {holds}",
                text=_(
                    "Cash on delivery is not available for {title} at the moment. Please pay online, or "
                    "try again later"
                ).format(title=product.text("title")),
            )


def hold_times(order: Order, products: Iterable[Product]) -> tuple[timedelta, timedelta]:
    """Return how long a new payment page of the order stays open, and how long its hold outlives that.

    The caller has locked the products, which count what the order itself holds.
    """
    page = timedelta(minutes=shop().ordering.payment_minutes)
    margin = timedelta(minutes=shop().ordering.hold_minutes)
    if order.is_proven or SHARE.value == 100:
        return page, margin
    percent = max(product.held * 100 // max(product.on_hand - product.allocated, 1) for product in products)
    for least, shorter_page, shorter_margin in SHORTER_HOLDS:
        if percent >= least:
            return min(page, shorter_page), min(margin, shorter_margin)
    return page, margin


def release_hold(
    order: Order, *, cause: str, event: str = "order.hold_ended", handed_over: Collection[int] = ()
) -> None:
    """Release the locked, unpaid order's held stock; a no-op without a hold.

    Pieces of the products `handed_over` are taken by the caller, and offered to nobody.
    """
    if order.held_until is None:
        return
    if order.status == OrderStatus.PENDING:
        for pk, product in stock.lock_products(order.quantities()).items():
            stock.release(product, reference=order.order_id, cause=cause, handed_over=pk in handed_over)
    order.bump(held_until=None, held_since=None, hold_network="")
    record(order, event, cause=cause)


def check_alone(quantities: Mapping[int, int], products: Mapping[int, Product]) -> None:
    """Refuse quantities that exceed the limits on their own, before an order is created that cannot be paid.

    Raises HoldLimit.
    """
    most = PIECES_OF_BUYER.value
    if most and sum(quantities.values()) > most:
        raise HoldLimit(
            f"{sum(quantities.values())} pieces",
            text=_(
                "One order can have up to {most} pieces. Please order the rest separately or write to us"
            ).format(most=most),
        )
    _check_share(quantities, products, beside=Counter())


def _identities(buyer: Order, network: str) -> Iterator[tuple[str, str]]:
    """Return as whom the buyer is known: by what is proven, else by what was typed."""
    if buyer.is_proven:
        yield "proven", _proven_email(buyer)
    else:
        yield "email", buyer.email
        yield "phone", buyer.phone
    if network:
        yield "network", network


def _proven_email(order: Order) -> str:
    # An account may have its orders sent to anybody's address.
    return order.email if order.user is None else order.user.email


def _other_holdings(order: Order, network: str) -> Mapping[tuple[str, str], Holding]:
    """Return what other unpaid orders of each identity hold, in one query; with free ones for a free one."""
    if order.is_proven:
        email = _proven_email(order)
        same = Q(order__proven_at__isnull=False) & (
            Q(order__user__email=email) | Q(order__user=None, order__email=email)
        )
    else:
        same = Q(order__proven_at=None) & (Q(order__email=order.email) | Q(order__phone=order.phone))
    if network:
        same |= Q(order__hold_network=network)
    unpaid = Q(order__status=OrderStatus.PENDING, order__held_until__isnull=False)
    if order.is_free:
        unpaid |= Q(order__status=OrderStatus.CONFIRMED, order__total_paise=0)
    held = {identity: Holding() for identity in _identities(order, network)}
    lines = OrderLine.objects.filter(same & unpaid).exclude(order=order).select_related("order__user")
    lines = lines.only("product_id", "quantity", *_IDENTITY)
    for line in lines:
        for identity in _identities(line.order, line.order.hold_network):
            if identity in held:
                held[identity].orders.add(line.order_id)
                held[identity].pieces[line.product_id] += line.quantity
    if network and not order.is_free:
        of_network = held["network", network]
        for line in OrderLine.objects.filter(order__cash_on_delivery__network=network).exclude(order=order):
            of_network.orders.add(line.order_id)
            of_network.pieces[line.product_id] += line.quantity
    return held


def _product_holds(
    order: Order,
    quantities: Mapping[int, int],
    products: Mapping[int, Product],
    *,
    least_percent: int = 25,
) -> Mapping[int, ProductHolds]:
    """Return others' holds of each product of which so many percent may be unpaid."""
    product_holds = {
        pk: ProductHolds(product.on_hand - product.allocated, product.held)
        for pk, product in products.items()
        # As if all that is allocated were unpaid.
        if (product.held + product.allocated + quantities[pk]) * 100 > product.on_hand * least_percent
    }
    if not product_holds:
        return product_holds
    lines = OrderLine.objects.filter(product__in=product_holds).exclude(order=order)
    live = lines.filter(order__status=OrderStatus.PENDING, order__held_until__isnull=False)
    columns = ("product_id", "quantity", "order__hold_network", "order__proven_at")
    for pk, quantity, network, proven_at in live.values_list(*columns):
        product_holds[pk].by_network[network] += quantity
        product_holds[pk].unproven += quantity if proven_at is None else 0
    if any(products[pk].allocated for pk in product_holds):
        unpaid = CASH_AT_THE_SHOP
        if order.is_free:
            unpaid |= Q(status=OrderStatus.CONFIRMED, total_paise=0)
        cash = lines.filter(order__in=Order.objects.filter(unpaid))
        for pk, quantity, network in cash.values_list(
            "product_id", "quantity", "order__cash_on_delivery__network"
        ):
            product_holds[pk].cash_by_network[network] += quantity
            product_holds[pk].unsold += quantity
            product_holds[pk].unpaid += quantity
            product_holds[pk].unproven += quantity
    return product_holds


def _check_share(
    quantities: Mapping[int, int], products: Mapping[int, Product], *, beside: Mapping[int, int]
) -> None:
    percent = SHARE.value
    if percent == 100:
        return
    for pk, quantity in sorted(quantities.items()):
        product = products[pk]
        unsold = product.on_hand - product.allocated
        share = max(SMALLEST_SHARE, -(-unsold * percent // 100))
        if beside.get(pk, 0) + quantity > share:
            raise HoldLimit(
                f"{product}: {quantity} beside {beside.get(pk, 0)}, {share} at most",
                data={"productId": product.public_id},
                text=_(
                    "So much of {title} cannot be set aside for one buyer. Please choose fewer, or pay for "
                    "your other order first"
                ).format(title=product.text("title")),
            )


def _too_many(detail: str, order: Order, *, shared: bool) -> HoldLimit:
    if order.is_free:
        return HoldLimit(
            detail,
            text=_("Other orders without payment come first. Please try again once we have begun with them"),
        )
    if not order.is_proven:
        own = _(
            "Orders with this email address or phone number are waiting to be paid. Please pay for them, "
            "cancel them, or confirm your email address with a code"
        )
        return ProofRequired(detail, text="" if shared else own)
    if not shared:
        return HoldLimit(detail)
    return HoldLimit(
        detail,
        text=_("Many orders from your network are waiting to be paid. Please try again in a few minutes"),
    )
