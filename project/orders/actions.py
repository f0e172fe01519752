"""The verbs of an order: quote, place, prolong, confirm, cancel. Every rule is here."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from project.catalog import actions as stock
from project.catalog.models import Product
from project.core.errors import OrderNotPayable, PriceChanged
from project.core.mail import queue_mail
from project.core.models import Mail
from project.events.publish import publish
from project.orders.models import Customer, Order, OrderLine, OrderPaymentStatus, OrderStatus
from project.orders.pricing import Item, Quote, price_items


class PriceDiffers(PriceChanged):
    """The shopper agreed to another amount than `quote` comes to."""

    def __init__(self, quote: Quote) -> None:
        super().__init__(f"now {quote.total_paise} paise")
        self.quote = quote


def quote(items: Sequence[Item]) -> Quote:
    """Price the items as things stand now; nothing is set aside.

    Raises what `price_items` raises.
    """
    products = Product.objects.with_category().prefetch_related("options")
    found = products.filter(public_id__in=[item.product_id for item in items])
    return price_items(items, {product.public_id: product for product in found})


@transaction.atomic
def place_order(
    *,
    items: Sequence[Item],
    customer: Customer,
    user_id: int | None,
    language: str,
    agreed_paise: int | None,
) -> Order:
    """Create the order, priced, with its pieces held.

    1. Lock the products in key order and price the items with what is there now.
    2. Refuse when that is not the amount the shopper agreed to.
    3. Write order and lines, hold the pieces (lines of one product summed), queue the mail.

    Raises PriceDiffers, and what `price_items` raises.
    """
    ids = Product.objects.filter(public_id__in=[item.product_id for item in items]).values_list(
        "pk", flat=True
    )
    locked = stock.lock_products(ids)
    priced = price_items(items, {product.public_id: product for product in locked.values()})
    if agreed_paise is not None and agreed_paise != priced.total_paise:
        raise PriceDiffers(priced)
    order = Order.objects.create(
        user_id=user_id,
        language=language,
        name=customer.name,
        email=customer.email,
        phone=customer.phone,
        address=customer.address,
        subtotal_paise=priced.subtotal_paise,
        tax_paise=priced.tax_paise,
        shipping_paise=priced.shipping_paise,
        discount_paise=priced.discount_paise,
        total_paise=priced.total_paise,
        prices_include_tax=settings.PRICES_INCLUDE_TAX,
        held_until=timezone.now() + timedelta(seconds=settings.HOLD_WITHOUT_PAYMENT),
        estimated_delivery=timezone.localdate() + timedelta(days=settings.DELIVERY_PROMISE_DAYS),
    )
    OrderLine.objects.bulk_create(
        OrderLine(
            order=order,
            product=line.product,
            title_en=line.product.title_en,
            title_hi=line.product.title_hi,
            image=line.product.main_image,
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
            tax_rate_basis_points=line.tax_rate_basis_points,
            tax_paise=line.tax_paise,
            hsn_code=line.product.hsn_code,
        )
        for line in priced.lines
    )
    _hold(order, locked)
    _record(order, "order.placed", cause="shopper")
    _mail(order, "order_received")
    return order


def lock_order(order_id: str) -> Order | None:
    """Lock the order's row: the one mutex of its money, status and stock. Needs a transaction."""
    return Order.objects.select_for_update(of=("self",)).filter(order_id=order_id).first()


def prepare_payment(order: Order, *, until: datetime) -> None:
    """Make sure the locked order's pieces are set aside until `until`; a hold that ended is taken anew.

    Raises OrderNotPayable when the order is past paying, OutOfStock when its pieces are gone.
    """
    if order.status != OrderStatus.PENDING:
        raise OrderNotPayable(f"{order} is {order.status}")
    products = stock.lock_products(_quantities(order))
    _hold(order, products)
    if order.held_until is None or order.held_until < until:
        order.held_until = until
        order.save(update_fields=["held_until", "updated_at"])
        for product in products.values():
            stock.hold_prolonged(product, cause="payment")


def confirm(order: Order, *, payment_id: str, paid_at: datetime, cause: str, actor: str = "") -> bool:
    """Move the locked order on because its money is in; False when that had happened before.

    The hold becomes the order's own pieces; where it had ended, they are taken from what is left.

    Raises OutOfStock when late money finds the pieces gone, InvalidTransition when the order was
    cancelled: the caller turns both into a case, inside its own savepoint.
    """
    if not order.transition_to(OrderStatus.CONFIRMED):
        return False
    quantities = _quantities(order)
    for pk, product in stock.lock_products(quantities).items():
        if not stock.allocate_held(product, reference=order.order_id, actor=actor, cause=cause):
            stock.allocate(
                product, quantity=quantities[pk], reference=order.order_id, actor=actor, cause=cause
            )
    order.payment_status = OrderPaymentStatus.PAID
    order.payment_id = payment_id
    order.paid_at = paid_at
    order.held_until = None
    order.save(update_fields=["payment_status", "payment_id", "paid_at", "held_until", "updated_at"])
    _record(order, "order.confirmed", actor=actor, cause=cause, payload={"payment": payment_id})
    _mail(order, "payment_received")
    return True


def note_payment_state(order: Order, *, failed: bool, cause: str) -> None:
    """Show on the locked, unpaid order whether its newest attempt failed or is open; no other change."""
    if order.payment_status not in (OrderPaymentStatus.PENDING, OrderPaymentStatus.FAILED):
        return
    new = OrderPaymentStatus.FAILED if failed else OrderPaymentStatus.PENDING
    if order.payment_status == new:
        return
    order.payment_status = new
    order.save(update_fields=["payment_status", "updated_at"])
    order.bump()
    _record(order, "order.payment_failed" if failed else "order.payment_started", cause=cause)


def lapsed_orders(limit: int = 100) -> Sequence[str]:
    """Return unpaid orders whose hold has run out."""
    due = Order.objects.filter(held_until__lte=timezone.now()).order_by("held_until")
    return list(due.values_list("order_id", flat=True)[:limit])


@transaction.atomic
def end_hold(order_id: str, *, cause: str) -> bool:
    """Put an unpaid order's pieces back on sale when its hold has run out, exactly once.

    The order stays pending: proven late money may still revive it.
    """
    order = lock_order(order_id)
    if order is None or order.held_until is None or order.held_until > timezone.now():
        return False
    if order.status == OrderStatus.PENDING:
        _release(order, cause=cause)
    order.held_until = None
    order.save(update_fields=["held_until", "updated_at"])
    order.bump()
    _record(order, "order.hold_ended", cause=cause)
    return True


@transaction.atomic
def cancel_unpaid(order_id: str, *, cause: str, actor: str = "") -> bool:
    """Cancel an order that was never paid and give its pieces back; False when it is past that."""
    order = lock_order(order_id)
    if order is None or order.status != OrderStatus.PENDING:
        return False
    order.transition_to(OrderStatus.CANCELLED)
    _release(order, cause=cause)
    order.held_until = None
    order.save(update_fields=["held_until", "updated_at"])
    _record(order, "order.cancelled", cause=cause, actor=actor)
    return True


def note_mail_sent(sender: object, *, mail: Mail, **_: object) -> None:
    """Show on the order that a mail about it went out; needs the transaction that records the sending."""
    order = lock_order(mail.reference.removeprefix("order:")) if mail.reference.startswith("order:") else None
    if order is not None:
        order.bump()
        _record(order, "order.mail_sent", cause="worker", payload={"mail": mail.kind})


def _quantities(order: Order) -> Counter[int]:
    """Return pieces by product key, lines of the same product summed."""
    pieces: Counter[int] = Counter()
    for product_id, quantity in order.lines.values_list("product_id", "quantity"):
        pieces[product_id] += quantity
    return pieces


def _hold(order: Order, products: dict[int, Product]) -> None:
    for pk, quantity in sorted(_quantities(order).items()):
        stock.hold(products[pk], quantity=quantity, reference=order.order_id, cause="order")


def _release(order: Order, *, cause: str) -> None:
    for product in stock.lock_products(_quantities(order)).values():
        stock.release(product, reference=order.order_id, cause=cause)


def _record(
    order: Order, name: str, *, cause: str, actor: str = "", payload: dict[str, Any] | None = None
) -> None:
    # What a payment's screen says of its order changes with the order.
    topics = [order.topic, "staff:dashboard"]
    topics += [f"payment:{key}" for key in order.payments.values_list("transaction_id", flat=True)]
    if order.user is not None:
        topics.append(f"orders:{order.user.public_id}")
    publish(
        name,
        subject=order.topic,
        topics=topics,
        payload={"status": order.status, **(payload or {})},
        actor=actor,
        cause=cause,
    )


def _mail(order: Order, kind: str) -> None:
    hindi = order.language == "hi"
    lines = [
        {
            "title": line.title_hi if hindi else line.title_en,
            "quantity": line.quantity,
            "rupees": f"{line.total_paise / 100:,.2f}",
        }
        for line in order.lines.all()
    ]
    queue_mail(
        kind=kind,
        dedupe_key=f"{order.order_id}:{kind}",
        reference=order.topic,
        to=order.email,
        language=order.language,
        context={
            "order": order,
            "lines": lines,
            "total": f"{order.total_paise / 100:,.2f}",
            "days": settings.DELIVERY_DAYS,
        },
    )
