"""The moves of an order: prolong, confirm, cancel. Every rule is here; `placing` makes orders."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Literal

from django.db import transaction
from django.utils import timezone

from project.accounts.models import User
from project.catalog import actions as stock
from project.catalog.models import Product
from project.core.errors import Conflict, ErrorCode, OrderNotPayable
from project.core.models import Mail
from project.core.money import rupees
from project.orders import discounts, emails, hooks
from project.orders.access import OrderNotFound
from project.orders.history import record
from project.orders.models import CANCELLABLE, Order, OrderPaymentStatus, OrderStatus

RefundStep = Literal["started", "done", "failed"]


class OrderNotCancellable(Conflict):
    """The order is packed, on its way or over."""

    code = ErrorCode.ORDER_NOT_CANCELLABLE


def lock_order(order_id: str) -> Order | None:
    """Lock the order's row: the one mutex of its money, status and stock. Needs a transaction."""
    return Order.objects.select_for_update(of=("self",)).filter(order_id=order_id).first()


def prepare_payment(order: Order, *, until: datetime) -> None:
    """Make sure the locked order's pieces are set aside until `until`; a hold that ended is taken anew.

    Raises OrderNotPayable when the order is past paying, OutOfStock when its pieces are gone,
    DiscountRefused when others used its discount code up meanwhile.
    """
    if order.status != OrderStatus.PENDING:
        raise OrderNotPayable(f"{order} is {order.status}")
    products = stock.lock_products(quantities_of(order))
    hold_pieces(order, products)
    if order.held_until is None:
        discounts.use_again(order)
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
    if not order.move(OrderStatus.CONFIRMED):
        return False
    quantities = quantities_of(order)
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
    record(order, "order.confirmed", actor=actor, cause=cause, payload={"payment": payment_id})
    emails.payment_received(order)
    for told in hooks.after_confirm:
        told(order)
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
    record(order, "order.payment_failed" if failed else "order.payment_started", cause=cause)


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
    record(order, "order.hold_ended", cause=cause)
    return True


@transaction.atomic
def cancel_unpaid(order_id: str, *, cause: str, actor: str = "") -> bool:
    """Cancel an order that was never paid and give its pieces back; False when it is past that."""
    order = lock_order(order_id)
    if order is None or order.status != OrderStatus.PENDING:
        return False
    return cancel_locked(order, cause=cause, actor=actor)


@transaction.atomic
def cancel(order_id: str, *, actor: str) -> Order:
    """Call the order off for its customer, until it is packed; once more changes nothing.

    Raises OrderNotFound, OrderNotCancellable.
    """
    order = find_locked(order_id)
    if order.status not in (*CANCELLABLE, OrderStatus.CANCELLED):
        raise OrderNotCancellable(f"{order} is {order.status}")
    cancel_locked(order, cause="customer", actor=actor)
    return order


def note_returned(order: Order, *, cause: str, actor: str = "") -> bool:
    """Note on the locked order that everything of it came back; False when that had been noted."""
    if not order.move(OrderStatus.RETURNED):
        return False
    record(order, "order.returned", cause=cause, actor=actor)
    return True


def note_refund(order: Order, step: RefundStep, *, amount_paise: int, cause: str, actor: str = "") -> None:
    """Tell the locked order's screens that a refund of it moved on."""
    order.bump()
    record(order, f"order.refund_{step}", cause=cause, actor=actor, payload={"amount": rupees(amount_paise)})


def note_refunded(order: Order, *, cause: str, actor: str = "") -> None:
    """Note on the locked order that all of its money has gone back; only then is it "refunded"."""
    if order.payment_status != OrderPaymentStatus.REFUNDED:
        order.payment_status = OrderPaymentStatus.REFUNDED
        order.save(update_fields=["payment_status", "updated_at"])
        order.bump()
    if order.status in (OrderStatus.CANCELLED, OrderStatus.RETURNED):
        order.move(OrderStatus.REFUNDED)
        record(order, "order.refunded", cause=cause, actor=actor)


@transaction.atomic
def adopt(order: Order, *, user: User) -> Order:
    """Put a guest's order into an account; the caller has made sure that it is theirs.

    Raises OrderNotFound when it belongs to somebody else by now.
    """
    locked = find_locked(order.order_id)
    if locked.user_id == user.pk:
        return locked
    if locked.user_id is not None:
        raise OrderNotFound(f"{order} has an owner")
    locked.user = user
    locked.save(update_fields=["user", "updated_at"])
    locked.bump()
    record(locked, "order.adopted", cause="customer", actor=f"user:{user.public_id}")
    return locked


def note_mail_sent(sender: object, *, mail: Mail, **_: object) -> None:
    """Show on the order that a mail about it went out; needs the transaction that records the sending."""
    order = lock_order(mail.reference.removeprefix("order:")) if mail.reference.startswith("order:") else None
    if order is not None:
        order.bump()
        record(order, "order.mail_sent", cause="worker", payload={"mail": mail.kind})


def find_locked(order_id: str) -> Order:
    order = lock_order(order_id)
    if order is None:
        raise OrderNotFound(order_id)
    return order


def cancel_locked(order: Order, *, cause: str, actor: str = "", note: str = "") -> bool:
    """Cancel the locked order and put what is still in the house back on sale; False when it was before.

    Raises InvalidTransition.
    """
    if not order.move(OrderStatus.CANCELLED):
        return False
    for product in stock.lock_products(quantities_of(order)).values():
        # It holds pieces, or owns them, or they have left the house: then there is nothing to give back.
        stock.release(product, reference=order.order_id, actor=actor, cause=cause)
        stock.deallocate(product, reference=order.order_id, actor=actor, cause=cause)
    order.held_until = None
    order.save(update_fields=["held_until", "updated_at"])
    record(order, "order.cancelled", cause=cause, actor=actor, payload={"note": note} if note else None)
    emails.order_cancelled(order, by_customer=cause == "customer", reason=note)
    for told in hooks.after_cancel:
        told(order)
    return True


def quantities_of(order: Order) -> Counter[int]:
    """Return pieces by product key, lines of the same product summed."""
    pieces: Counter[int] = Counter()
    for line in order.lines.all():
        pieces[line.product_id] += line.quantity
    return pieces


def hold_pieces(order: Order, products: dict[int, Product]) -> None:
    """Set the pieces of the locked order aside; `products` are its products, locked.

    Raises OutOfStock.
    """
    for pk, quantity in sorted(quantities_of(order).items()):
        stock.hold(products[pk], quantity=quantity, reference=order.order_id, cause="order")


def _release(order: Order, *, cause: str) -> None:
    for product in stock.lock_products(quantities_of(order)).values():
        stock.release(product, reference=order.order_id, cause=cause)
