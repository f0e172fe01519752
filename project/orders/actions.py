"""Order lifecycle: hold stock, confirm, cancel, refund. `order_create` creates the orders."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Literal

from django.db import transaction
from django.db.models import prefetch_related_objects
from django.utils import timezone

from project.accounts.actions import account
from project.accounts.models import User
from project.catalog.actions import stock
from project.core.errors import Conflict, ErrorCode
from project.core.mail import withdraw_mails
from project.core.models import Mail
from project.core.money import rupees
from project.orders import certificates, discounts, emails, holds, overtaking
from project.orders.access import OrderNotFound
from project.orders.errors import OrderNotPayable
from project.orders.history import MAIL_SENT, record
from project.orders.models import (
    AT_THE_SHOP,
    CANCELLABLE,
    HOLD_GRACE,
    Order,
    OrderPaymentStatus,
    OrderStatus,
    promised_delivery,
)
from project.orders.upward_calls import OrderEvents
from project.waitlist import actions as waitlist

RefundStep = Literal["started", "done", "failed"]

# Stock stays held this long after a failed payment, for its shopper to try again.
RETRY_HOLD = timedelta(minutes=2)


def lock_order(order_id: str) -> Order | None:
    """Lock the order's row, the mutex of its payments, status and stock. Needs a transaction."""
    return Order.objects.select_for_update(of=("self",)).filter(order_id=order_id).first()


def lock_and_bump(order_id: str, columns: str = "*") -> Order | None:
    """Lock the order's row and count its version up, in one statement. Needs a transaction.

    Columns that are not named are read when they are used, by a statement each.
    """
    statement = f"UPDATE orders_order SET version = version + 1 WHERE order_id = %s RETURNING {columns}"
    return next(iter(list(Order.objects.raw(statement, [order_id]))), None)


def prepare_payment(
    order: Order, *, network: str, page_closes: datetime | None = None, proven: bool = False
) -> timedelta:
    """Hold the locked order's stock until its payment page has closed, or extend the hold.

    `page_closes` is when the open page closes; without one, a new page stays open as long as the answer says.
    `network` is the client address that starts the payment, '' when unknown; `proven`: its caller has proven
    to be the buyer.

    Raises OrderNotPayable unless the order is pending, OutOfStock without enough stock, HoldLimit when its
    buyer or network holds too much, ProofRequired when unproven buyers do, DiscountRefused when its discount
    code was used up meanwhile.
    """
    if order.status != OrderStatus.PENDING:
        raise OrderNotPayable(f"{order} is {order.status}")
    now = timezone.now()
    if proven and not order.is_proven:
        order.store(proven_at=now)
    held_until = order.held_until
    if held_until is not None and page_closes is not None and held_until >= page_closes + HOLD_GRACE:
        return page_closes - now
    quantities = order.quantities()
    if held_until is None:
        holds.lock_buyer(order, network=network)
        products = stock.lock_products(quantities)
        waitlist.redeem(order.order_id, order.user_id, products)
        overtaking.make_room(order, quantities, products)
        stock.require_stock(quantities, products)
        holds.check_limits(order, quantities, products, network=network)
        stock.hold_all(products, quantities, reference=order.order_id, cause="payment")
        discounts.take_use(order)
        order.hold_network = holds.network_prefix(network)
        order.held_since = now
    else:
        products = stock.lock_products(quantities)
    page, margin = holds.hold_times(order, products.values())
    if held_until is not None:
        for product in products.values():
            stock.hold_end_changed(product, cause="payment")
    until = (page_closes or now + page) + margin
    order.held_until = max(held_until or until, until)
    order.save(update_fields=["held_until", "held_since", "hold_network", "updated_at"])
    return page


def confirm(order: Order, *, payment_id: str, paid_at: datetime, cause: str, actor: str = "") -> bool:
    """Confirm the locked order after its payment; idempotent, False when it was confirmed before.

    Held stock becomes allocated stock; after the hold has expired, stock is allocated from what is left. Its
    discount is honoured and counts as a use of the code, which may have none left by then.

    Raises OutOfStock when a late payment finds no stock: the caller, around its own savepoint, opens a case.
    InvalidTransition when the order was cancelled, which the caller finds out first.
    """
    prefetch_related_objects([order], "lines")
    has_failed = order.payment_status == OrderPaymentStatus.FAILED
    paid = {"payment_status": OrderPaymentStatus.PAID, "payment_id": payment_id, "paid_at": paid_at}
    if not _confirm(order, cause=cause, actor=actor, **paid):
        return False
    if has_failed:
        withdraw_mails(reference=order.topic, kind="payment_failed")
    record(order, "order.confirmed", actor=actor, cause=cause, payload={"payment": payment_id})
    emails.payment_received(order)
    OrderEvents.bound().after_confirm(order)
    return True


def confirm_free(order: Order, *, network: str) -> None:
    """Confirm the new order that costs nothing, in the transaction that creates it.

    The caller has locked its buyer, its products and its discount code, whose uses were judged under that
    lock: a confirmed order is one of them.

    Raises OutOfStock, HoldLimit.
    """
    quantities = order.quantities()
    products = stock.lock_products(quantities)
    waitlist.redeem(order.order_id, order.user_id, products)
    stock.require_stock(quantities, products)
    holds.check_limits(order, quantities, products, network=network)
    _confirm(order, cause="free")
    order.hold_network = holds.network_prefix(network)
    order.save(update_fields=["hold_network"])
    record(order, "order.confirmed", cause="free")
    emails.free_order_confirmed(order)
    OrderEvents.bound().after_confirm(order)


def confirm_cash_on_delivery(order: Order, *, cause: str) -> bool:
    """Confirm the locked order whose total the courier collects; idempotent, False when it was before.

    The order stays unpaid until `record_payment`. The caller mails its customer.

    Raises OutOfStock when the hold has expired and what is left does not suffice; InvalidTransition when it
    was cancelled.
    """
    now = timezone.now()
    if not _confirm(order, cause=cause, cash_on_delivery_at=now, proven_at=order.proven_at or now):
        return False
    record(order, "order.cash_confirmed", cause=cause)
    OrderEvents.bound().after_confirm(order)
    return True


def _confirm(order: Order, *, cause: str, actor: str = "", **columns: Any) -> bool:
    """Move the locked order to confirmed and allocate its stock; False when it was confirmed before."""
    held = order.held_until is not None
    # The delivery promise counts from now, which may be days after the order was placed.
    columns |= {"estimated_delivery": promised_delivery(), "held_until": None, "held_since": None}
    if not order.move(OrderStatus.CONFIRMED, **columns):
        return False
    quantities = order.quantities()
    products = stock.lock_products(quantities)
    stock.allocate_all(products, quantities, held=held, reference=order.order_id, actor=actor, cause=cause)
    return True


def update_payment_status(order: Order, *, failed: bool, cause: str) -> None:
    """Set the unpaid, locked order's payment status by its newest attempt: failed or pending."""
    if order.payment_status not in (OrderPaymentStatus.PENDING, OrderPaymentStatus.FAILED):
        return
    new = OrderPaymentStatus.FAILED if failed else OrderPaymentStatus.PENDING
    if order.payment_status == new:
        return
    order.bump(payment_status=new)
    record(order, "order.payment_failed" if failed else "order.payment_started", cause=cause)


def orders_with_expired_holds(limit: int = 100) -> Sequence[str]:
    """Return the ids of unpaid orders whose hold has expired."""
    due = Order.objects.filter(held_until__lte=timezone.now()).order_by("held_until")
    return list(due.values_list("order_id", flat=True)[:limit])


@transaction.atomic
def end_hold(order_id: str, *, cause: str) -> bool:
    """Release the stock of an unpaid order whose hold has expired; idempotent.

    The order stays pending: a late payment can still confirm it.
    """
    order = lock_order(order_id)
    if order is None or order.held_until is None or order.held_until > timezone.now():
        return False
    holds.release_hold(order, cause=cause)
    return True


def shorten_hold(order: Order, *, cause: str) -> None:
    """End the hold of the locked, unpaid order RETRY_HOLD from now; a no-op when it ends sooner.

    A new payment extends it again.
    """
    until = timezone.now() + RETRY_HOLD
    if order.held_until is None or order.held_until <= until:
        return
    for product in stock.lock_products(order.quantities()).values():
        stock.hold_end_changed(product, cause=cause)
    order.bump(held_until=until)


@transaction.atomic
def cancel_unpaid(order_id: str, *, cause: str) -> bool:
    """Cancel a pending order and release its stock; False when it is no longer pending."""
    order = lock_order(order_id)
    if order is None or order.status != OrderStatus.PENDING:
        return False
    return cancel_locked(order, cause=cause)


@transaction.atomic
def cancel(order_id: str, *, actor: str) -> Order:
    """Cancel the order for its customer, as long as it is not packed; idempotent.

    Raises OrderNotFound, ORDER_NOT_CANCELLABLE.
    """
    order = get_locked(order_id)
    if order.status not in (*CANCELLABLE, OrderStatus.CANCELLED):
        raise Conflict(f"{order} is {order.status}", code=ErrorCode.ORDER_NOT_CANCELLABLE)
    cancel_locked(order, cause="customer", actor=actor)
    return order


def check_pending_payments(order: Order) -> None:
    """Check at the provider, outside any transaction, whether the unpaid order has been paid meanwhile."""
    if order.is_payable:
        OrderEvents.bound().before_cancel(order)


@transaction.atomic
def cancel_before_payment(order_id: str, *, actor: str = "") -> Order:
    """Cancel the order for its buyer unless it has been paid; idempotent.

    Raises OrderNotFound, OrderNotPayable when it has gone on.
    """
    order = get_locked(order_id)
    if order.status not in (OrderStatus.PENDING, OrderStatus.CANCELLED):
        raise OrderNotPayable(f"{order} is {order.status}")
    cancel_locked(order, cause="customer", actor=actor)
    return order


def mark_returned(order: Order, *, cause: str, actor: str = "") -> bool:
    """Set the locked order to returned; idempotent, False when it was returned before."""
    if not order.move(OrderStatus.RETURNED):
        return False
    record(order, "order.returned", cause=cause, actor=actor)
    return True


def record_refund(order: Order, step: RefundStep, *, amount_paise: int, cause: str) -> None:
    """Record a refund event of the locked order, which updates the pages that show it."""
    order.bump()
    record(order, f"order.refund_{step}", cause=cause, payload={"amount": rupees(amount_paise)})


def mark_refunded(order: Order, *, cause: str) -> None:
    """Set the locked order to refunded, after all of its payments were refunded.

    A pending order is cancelled first, which releases its stock.
    """
    if order.payment_status != OrderPaymentStatus.REFUNDED:
        order.bump(payment_status=OrderPaymentStatus.REFUNDED)
    if order.status == OrderStatus.PENDING:
        # Its payment was refunded before it confirmed the order; the customer is not asked to pay again.
        cancel_locked(order, cause="money_back")
    if order.status in (OrderStatus.CANCELLED, OrderStatus.RETURNED):
        order.move(OrderStatus.REFUNDED)
        record(order, "order.refunded", cause=cause)


def mark_paid_again(order: Order) -> None:
    """Set the payment status of the locked order from refunded back to paid, after a lost dispute was won.

    An order whose own status is refunded stays so: the money is owed to its customer.
    """
    is_refunded = order.payment_status == OrderPaymentStatus.REFUNDED
    if not is_refunded or order.status == OrderStatus.REFUNDED or order.paid_at is None:
        return
    order.bump(payment_status=OrderPaymentStatus.PAID)


@transaction.atomic
def adopt(order: Order, *, user: User) -> Order:
    """Assign a guest order to an account; the caller has verified the ownership.

    Raises OrderNotFound when it belongs to another account.
    """
    locked = get_locked(order.order_id)
    if locked.user_id == user.pk:
        return locked
    if locked.user_id is not None:
        raise OrderNotFound(f"{order} has an owner")
    locked.bump(user=user, proven_at=timezone.now())
    record(locked, "order.adopted", cause="customer", actor=user.subject)
    if user.email != locked.email:
        emails.order_adopted(locked)
    return locked


@transaction.atomic
def adopt_all(user: User) -> Sequence[str]:
    """Assign all guest orders of the account's e-mail address to it; return their ids. Idempotent.

    An account's address is always verified by a code. The account's row is locked first, so that the address
    is current.
    """
    user = account.lock(user)
    guests = Order.objects.select_for_update(of=("self",)).filter(email=user.email, user=None).order_by("pk")
    return [adopt(order, user=user).order_id for order in guests]


def record_mail_sent(mail: Mail) -> bool:
    """Record on the order that a mail about it was sent, in the transaction that records the sending.

    Support's screens are told as well. False for a mail about something else.
    """
    kind, _, order_id = mail.reference.partition(":")
    columns = "id, order_id, status, user_id, discount_code_id"
    order = lock_and_bump(order_id, columns) if kind == "order" else None
    if order is None:
        return False
    topics, minor = ["staff:support", f"support:{mail.reference}"], mail.kind != "payment_received"
    sent = {"mail": mail.kind}
    record(order, MAIL_SENT, cause="worker", payload=sent, topics=topics, minor=minor)
    return True


def get_locked(order_id: str) -> Order:
    """Return the order with its row locked. Raises OrderNotFound."""
    order = lock_order(order_id)
    if order is None:
        raise OrderNotFound(order_id)
    return order


def cancel_locked(order: Order, *, cause: str, actor: str = "", note: str = "") -> bool:
    """Cancel the locked order and release its stock; idempotent, False when it was cancelled before.

    Certificates of pieces that have not left are free again.

    Raises InvalidTransition.
    """
    at_the_shop = order.status in AT_THE_SHOP
    if not order.move(OrderStatus.CANCELLED, held_until=None, held_since=None):
        return False
    if at_the_shop:
        certificates.free_all(order, cause=cause, actor=actor)
    for product in stock.lock_products(order.quantities()).values():
        # Each is a no-op unless the order holds or was allocated stock; dispatched stock stays out.
        stock.release(product, reference=order.order_id, actor=actor, cause=cause)
        stock.deallocate(product, reference=order.order_id, actor=actor, cause=cause)
    record(order, "order.cancelled", cause=cause, actor=actor, payload={"note": note} if note else None)
    emails.order_cancelled(order, cause=cause, reason=note)
    OrderEvents.bound().after_cancel(order, by=actor if cause == "staff" else "")
    return True
