"""The moves of an order: prolong, confirm, cancel. Every rule is here; `placing` makes orders."""

from collections import Counter
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Literal

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from project.accounts import actions as accounts
from project.accounts.models import User
from project.catalog import actions as stock
from project.core.errors import Conflict, ErrorCode, OrderNotPayable
from project.core.models import Mail
from project.core.money import rupees
from project.orders import discounts, emails, holds, hooks
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


def prepare_payment(order: Order, *, until: datetime, network: str) -> None:
    """Make sure the locked order's pieces are set aside until `until`: take the hold, or prolong it.

    `network` is where the payment is begun from, '' when that is nobody's address.

    Raises OrderNotPayable when the order is past paying, OutOfStock when its pieces are gone, HoldLimit when
    its buyer or network holds too much, DiscountRefused when others used its discount code up meanwhile.
    """
    if order.status != OrderStatus.PENDING:
        raise OrderNotPayable(f"{order} is {order.status}")
    quantities = quantities_of(order)
    if order.held_until is None:
        holds.lock_buyer(order, network=network)
        products = stock.lock_products(quantities)
        holds.require_stock(quantities, products)
        holds.check_limits(order, quantities, products, network=network)
        for pk, quantity in sorted(quantities.items()):
            stock.hold(products[pk], quantity=quantity, reference=order.order_id, cause="payment")
        discounts.take_use(order)
        order.hold_network = network
    elif order.held_until < until:
        for product in stock.lock_products(quantities).values():
            stock.hold_prolonged(product, cause="payment")
    else:
        return
    order.held_until = until
    order.save(update_fields=["held_until", "hold_network", "updated_at"])


def promised_delivery() -> date:
    """Return the day by which an order that is paid today is promised to arrive."""
    return timezone.localdate() + timedelta(days=settings.DELIVERY_PROMISE_DAYS)


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
    # Delivery is promised from the payment on, which may come days after the order.
    order.estimated_delivery = promised_delivery()
    order.held_until, order.hold_network = None, ""
    order.save(
        update_fields=[
            "payment_status",
            "payment_id",
            "paid_at",
            "estimated_delivery",
            "held_until",
            "hold_network",
            "updated_at",
        ]
    )
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
    give_up_hold(order, cause=cause)
    return True


def give_up_hold(order: Order, *, cause: str) -> None:
    """Put the locked, unpaid order's pieces back on sale; nothing happens when it holds none."""
    if order.held_until is None:
        return
    if order.status == OrderStatus.PENDING:
        for product in stock.lock_products(quantities_of(order)).values():
            stock.release(product, reference=order.order_id, cause=cause)
    order.held_until, order.hold_network = None, ""
    order.save(update_fields=["held_until", "hold_network", "updated_at"])
    order.bump()
    record(order, "order.hold_ended", cause=cause)


@transaction.atomic
def cancel_unpaid(order_id: str, *, cause: str, actor: str = "") -> bool:
    """Cancel an order that was never paid and give its pieces back; False when it is past that."""
    order = lock_order(order_id)
    if order is None or order.status != OrderStatus.PENDING:
        return False
    return cancel_locked(order, cause=cause, actor=actor)


@transaction.atomic
def cancel(order_id: str, *, actor: str) -> Order:
    """Call the order off for its customer, until it is packed; idempotent.

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
    """Note on the locked order that all of its money has gone back; only then is it "refunded".

    One that still waited to be paid is cancelled first, so that its pieces go back on sale.
    """
    if order.payment_status != OrderPaymentStatus.REFUNDED:
        order.payment_status = OrderPaymentStatus.REFUNDED
        order.save(update_fields=["payment_status", "updated_at"])
        order.bump()
    if order.status == OrderStatus.PENDING:
        # Its money came and went without paying for it, and nobody is asked to pay twice.
        cancel_locked(order, cause="money_back", actor=actor)
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


@transaction.atomic
def adopt_all(user: User) -> Sequence[str]:
    """Put all guest orders of the account's address into it; return their ids, none the second time.

    No account has an address that was not proved by a code sent there. The account's row is locked first, so
    that the address is the one it has now.
    """
    user = accounts.lock(user)
    guests = Order.objects.select_for_update(of=("self",)).filter(email=user.email, user=None).order_by("pk")
    return [adopt(order, user=user).order_id for order in guests]


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
    order.held_until, order.hold_network = None, ""
    order.save(update_fields=["held_until", "hold_network", "updated_at"])
    record(order, "order.cancelled", cause=cause, actor=actor, payload={"note": note} if note else None)
    emails.order_cancelled(order, cause=cause, reason=note)
    for told in hooks.after_cancel:
        told(order, actor if cause == "staff" else "")
    return True


def quantities_of(order: Order) -> Counter[int]:
    """Return pieces by product key, lines of the same product summed."""
    pieces: Counter[int] = Counter()
    for line in order.lines.all():
        pieces[line.product_id] += line.quantity
    return pieces
