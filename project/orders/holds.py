"""Limits on the stock that unpaid orders hold: per buyer, per network address and per product.

Orders that cost nothing take stock without any proof of who places them: until the shop begins with them
they count as unpaid ones do, to other such orders.

A buyer is identified by account, e-mail address or phone number. Each is easy to fake, and network addresses
are often shared; together they slow down whoever tries to hold all stock without paying.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from django.conf import settings
from django.db.models import Q

from project.catalog.errors import OutOfStock
from project.catalog.models import Product
from project.core.errors import Conflict, ErrorCode
from project.core.locks import lock_names
from project.orders.discounts import Buyer
from project.orders.models import Order, OrderLine, OrderStatus

# The quantity of a product that a buyer may always hold: beads are bought in pairs.
SMALLEST_SHARE = 2


class HoldLimit(Conflict):
    """Unpaid orders of this buyer or network have reached the limit of held stock."""

    code = ErrorCode.HOLD_LIMIT


@dataclass
class Holding:
    """Orders and quantities held by the unpaid orders of one identity."""

    orders: set[int] = field(default_factory=set)
    pieces: Counter[int] = field(default_factory=Counter)


def lock_buyer(buyer: Buyer | Order, *, network: str) -> None:
    """Lock the buyer's identities and the network against concurrent holds until the transaction ends.

    In the lock order they come after the order's row and before its products.
    """
    lock_names(f"hold:{kind}:{value}" for kind, value in _identities(buyer, network))


def check_limits(
    order: Order, quantities: Mapping[int, int], products: Mapping[int, Product], *, network: str
) -> None:
    """Check that the order may hold its quantities on top of what its buyer and network hold.

    Raises HoldLimit.
    """
    held = _held_beside(order, network)
    for kind, value in _identities(order, network):
        holding = held[kind, value]
        shared = kind == "network"
        most_orders = settings.HOLD_ORDERS_PER_NETWORK if shared else settings.HOLD_ORDERS_PER_BUYER
        most_pieces = settings.HOLD_PIECES_PER_NETWORK if shared else settings.HOLD_PIECES_PER_BUYER
        if most_orders and len(holding.orders) >= most_orders:
            raise _too_many(f"{order}: {kind} has {len(holding.orders)} such orders", order, shared=shared)
        if most_pieces and holding.pieces.total() + sum(quantities.values()) > most_pieces:
            raise _too_many(f"{order}: {kind} holds {holding.pieces.total()} pieces", order, shared=shared)
        _check_share(quantities, products, beside=holding.pieces)


def check_alone(quantities: Mapping[int, int], products: Mapping[int, Product]) -> None:
    """Refuse quantities that exceed the limits on their own, before an order is created that cannot be paid.

    Raises HoldLimit.
    """
    most = settings.HOLD_PIECES_PER_BUYER
    if most and sum(quantities.values()) > most:
        raise HoldLimit(
            f"{sum(quantities.values())} pieces",
            text=(
                f"One order can have up to {most} pieces. Please order the rest separately or write to us",
                f"एक ऑर्डर में अधिकतम {most} नग हो सकते हैं। बाक़ी का अलग ऑर्डर दें या हमें लिखें",
            ),
        )
    _check_share(quantities, products, beside=Counter())


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
        text=(
            "; ".join(_left(product, product.title_en, "en") for product in short),
            "; ".join(_left(product, product.title_hi, "hi") for product in short),
        ),
    )


def _left(product: Product, title: str, language: str) -> str:
    if product.sellable <= 0:
        return f"{title} बिक चुका है" if language == "hi" else f"{title} is sold out"
    left = f"{product.public_stock}+" if product.has_more_stock else str(product.public_stock)
    return f"{title} के केवल {left} नग बचे हैं" if language == "hi" else f"Only {left} of {title} left"


def _identities(buyer: Buyer | Order, network: str) -> Iterator[tuple[str, str]]:
    if buyer.user_id is not None:
        yield "account", str(buyer.user_id)
    yield "email", buyer.email
    yield "phone", buyer.phone
    if network:
        yield "network", network


def _held_beside(order: Order, network: str) -> Mapping[tuple[str, str], Holding]:
    """Return what other unpaid orders of each identity hold, in one query; with free ones for a free one."""
    same = Q(email=order.email) | Q(phone=order.phone)
    if order.user_id is not None:
        same |= Q(user_id=order.user_id)
    if network:
        same |= Q(hold_network=network)
    unproven = Q(status=OrderStatus.PENDING, held_until__isnull=False)
    if order.is_free:
        unproven |= Q(status=OrderStatus.CONFIRMED, total_paise=0)
    others = Order.objects.filter(same & unproven)
    held = {identity: Holding() for identity in _identities(order, network)}
    lines = OrderLine.objects.filter(order__in=others.exclude(pk=order.pk)).select_related("order")
    for line in lines:
        for identity in _identities(line.order, line.order.hold_network):
            if identity in held:
                held[identity].orders.add(line.order_id)
                held[identity].pieces[line.product_id] += line.quantity
    return held


def _check_share(
    quantities: Mapping[int, int], products: Mapping[int, Product], *, beside: Mapping[int, int]
) -> None:
    percent = settings.HOLD_SHARE_PERCENT
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
                text=(
                    f"So much of {product.title_en} cannot be set aside for one buyer. Please choose fewer, "
                    "or pay for your other order first",
                    f"{product.title_hi} के इतने नग एक ग्राहक के लिए अलग नहीं रखे जा सकते। कृपया कम चुनें, "
                    "या पहले अपने दूसरे ऑर्डर का भुगतान करें",
                ),
            )


def _too_many(detail: str, order: Order, *, shared: bool) -> HoldLimit:
    if order.is_free:
        return HoldLimit(
            detail,
            text=(
                "Other orders without payment come first. Please try again once we have begun with them",
                "बिना भुगतान वाले दूसरे ऑर्डर पहले हैं। जब हम उन पर काम शुरू कर दें, तब फिर कोशिश करें",
            ),
        )
    if not shared:
        return HoldLimit(detail)
    return HoldLimit(
        detail,
        text=(
            "Many orders from your network are waiting to be paid. Please try again in a few minutes",
            "आपके नेटवर्क के कई ऑर्डर भुगतान की प्रतीक्षा में हैं। कृपया कुछ मिनट बाद फिर कोशिश करें",
        ),
    )
