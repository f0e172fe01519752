"""Order creation: quote a selection, and create the order that can then be paid, or a payment trial."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from django.db import transaction
from django.db.models import prefetch_related_objects
from django.utils import timezone
from django.utils.translation import gettext as _

from project.catalog.actions import stock
from project.catalog.models import Product, kept_address
from project.core.locks import lock_names
from project.core.money import SMALLEST_PAISE
from project.core.shipping import NOWHERE, Destination
from project.core.shop import require_open
from project.orders import actions, discounts, emails, holds, overtaking
from project.orders.errors import PriceChanged
from project.orders.history import record
from project.orders.models import (
    ERASED_EMAIL,
    Customer,
    Order,
    OrderLine,
    OrderPaymentStatus,
    OrderStatus,
    promised_delivery,
)
from project.orders.pricing import Item, Quote, no_discount, price_items
from project.waitlist import actions as waitlist
from project.waitlist.shopper import NOBODY, Shopper


class PriceDiffers(PriceChanged):
    """The amount that the shopper agreed to differs from the current `quote`."""

    def __init__(self, quote: Quote) -> None:
        super().__init__(f"now {quote.total_paise} paise")
        self.quote = quote


def quote(
    items: Sequence[Item],
    *,
    code: str = "",
    buyer: discounts.Buyer | None = None,
    destination: Destination = NOWHERE,
    shopper: Shopper = NOBODY,
    proven: bool = False,
) -> Quote:
    """Price the items at current prices and stock, for a delivery to `destination`; no stock is held.

    Pieces that the waitlist offers to `shopper` count as stock, as do those that a `proven` buyer may
    overtake.

    A discount code that cannot be used takes nothing off, and the quote's `problem` says why.

    Raises what `price_items` raises.
    """
    products = Product.objects.for_sale().select_related("category")
    found = products.filter(public_id__in=[item.product_id for item in items])
    by_id = {product.public_id: product for product in found}
    waitlist.mark_offers(shopper, by_id.values())
    if proven:
        overtaking.mark_overtakable(items, by_id)
    if not code:
        return price_items(items, by_id, destination=destination)
    try:
        taken_off = discounts.discount(discounts.find_code(code), buyer)
        return price_items(items, by_id, taken_off, destination=destination)
    except discounts.DiscountRefused as refusal:
        return replace(price_items(items, by_id, destination=destination), problem=refusal)


@transaction.atomic(savepoint=False)
def create_order(
    *,
    items: Sequence[Item],
    customer: Customer,
    user_id: int | None,
    language: str,
    agreed_paise: int | None,
    code: str = "",
    shopper: Shopper = NOBODY,
    network: str = "",
    proven: bool = False,
) -> Order:
    """Create a priced order. Its stock is checked now, and held from the start of its payment.

    An order that costs nothing has none: it is confirmed at once, with its stock allocated. `network` is the
    client network that places it, '' when unknown. A guest may have `proven` the address; an account has.

    1. Lock the buyer of an order that may cost nothing, the products in key order, then the discount code,
       and price the items.
    2. Raise PriceDiffers unless that is the amount the shopper agreed to.
    3. Insert order and lines, queue the mail.

    Raises ShopNotOpen, OutsideState, NotServed, PriceDiffers, DiscountRefused, HoldLimit, and what
    `price_items` raises.
    """
    require_open()
    buyer = discounts.Buyer(user_id, customer.email, customer.phone)
    proven_at = timezone.now() if proven or user_id is not None else None
    if code:
        known_as = Order(user_id=user_id, email=customer.email, phone=customer.phone, proven_at=proven_at)
        holds.lock_buyer(known_as, network=network)
    locked = stock.lock_named_products(item.product_id for item in items)
    by_id = {product.public_id: product for product in locked.values()}
    waitlist.mark_offers(shopper, by_id.values())
    if proven_at:
        overtaking.mark_overtakable(items, by_id)
    discount_code = discounts.find_code(code, lock=True) if code else None
    taken_off = discounts.discount(discount_code, buyer) if discount_code else no_discount
    priced = price_items(items, by_id, taken_off, destination=customer.destination)
    if priced.delivery_problem:
        raise priced.delivery_problem
    if agreed_paise is not None and agreed_paise != priced.total_paise:
        raise PriceDiffers(priced)
    is_free = priced.total_paise == 0
    order = Order.objects.create(
        user_id=user_id,
        language=language,
        name=customer.name,
        email=customer.email,
        phone=customer.phone,
        proven_at=proven_at,
        address=customer.address,
        business=customer.business,
        subtotal_paise=priced.subtotal_paise,
        tax_paise=priced.tax_paise,
        shipping_paise=priced.shipping_paise,
        shipping_tax_paise=priced.shipping_tax_paise,
        discount_paise=priced.discount_paise,
        discount_code=discount_code,
        total_paise=priced.total_paise,
        prices_include_tax=priced.prices_include_tax,
        seller_registration=priced.rules.registration,
        seller_state=priced.rules.state,
        seller_gstin=priced.rules.gstin,
        payment_status=OrderPaymentStatus.PAID if is_free else OrderPaymentStatus.PENDING,
        paid_at=timezone.now() if is_free else None,
        estimated_delivery=promised_delivery(),
    )
    lines = OrderLine.objects.bulk_create(
        OrderLine(
            order=order,
            product=line.product,
            title_en=line.product.title_en,
            title_hi=line.product.title_hi,
            sku=line.product.sku,
            image=kept_address(line.image),
            customization={
                "origin": line.selection.origin,
                "xrayCertification": line.selection.xray_certification,
                "pendantType": line.selection.pendant_type,
                "size": line.selection.size,
            },
            quantity=line.quantity,
            unit_paise=line.unit_paise,
            additional_paise=line.additional_paise,
            total_paise=line.total_paise,
            discount_paise=line.discount_paise,
            tax_rate_basis_points=line.tax_rate_basis_points,
            tax_paise=line.tax_paise,
            hsn_code=line.product.hsn_code,
        )
        for line in priced.lines
    )
    waitlist.note_order(shopper, order.order_id, locked)
    quantities: Counter[int] = Counter()
    for line in lines:
        quantities[line.product_id] += line.quantity
    holds.check_alone(quantities, locked)
    record(order, "order.placed", cause="shopper", is_new=True)
    if order.is_free:
        prefetch_related_objects([order], "lines")
        actions.confirm_free(order, network=network)
    else:
        emails.order_received(order, lines)
    return order


@transaction.atomic
def find_or_create_trial(keys: str, *, language: str, actor: str) -> Order:
    """Return the order of one rupee, without goods or buyer, whose payment tries these `keys`.

    The one that nobody has paid yet, so that several admins, or clicks, share one payment page. `keys` names
    provider and digest, `actor` the admin.
    """
    lock_names([f"payment trial:{keys}"])
    unpaid = Order.objects.filter(payment_trial=keys, status=OrderStatus.PENDING)
    order = unpaid.exclude(payments__captured_paise__gt=0).exclude(payments__in_review=True).first()
    if order is not None:
        return order
    order = Order.objects.create(
        payment_trial=keys,
        name=_("Payment test"),
        email=ERASED_EMAIL,
        language=language,
        # Known to the shop: it counts among the holds of no stranger.
        proven_at=timezone.now(),
        address=dict.fromkeys(("street", "city", "state", "pincode", "country"), ""),
        subtotal_paise=SMALLEST_PAISE,
        # Nothing is supplied for it.
        tax_paise=0,
        total_paise=SMALLEST_PAISE,
        prices_include_tax=True,
    )
    record(order, "order.placed", cause="staff", actor=actor, is_new=True)
    return order
