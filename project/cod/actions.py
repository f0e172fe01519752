"""The verbs of cash on delivery: choose, confirm by a code, collect, refuse.

Lock order: the order first, which is also the lock of its cash on delivery, then its payments.
"""

from collections import Counter
from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from project.accounts import codes
from project.accounts.models import CodePurpose
from project.catalog.actions import stock
from project.catalog.errors import OutOfStock
from project.cod import emails
from project.cod.models import CashOnDelivery, CashStatus
from project.cod.rules import NOT_NOW, find_refusal, find_shared_limit, lock, refusal_text, tax_in_fee
from project.core.errors import Conflict, DomainError, ErrorCode, InvalidTransition
from project.core.money import rupees
from project.core.shop_settings import CashOnDelivery as Rules
from project.events.audit import record as audit
from project.orders import actions as orders
from project.orders import holds
from project.orders.certificates import free_returned
from project.orders.discounts import Buyer, DiscountRefused, remove_code, take_use, total_without_code
from project.orders.errors import OrderNotPayable, PriceChanged
from project.orders.history import record
from project.orders.models import Order, OrderPaymentStatus, OrderStatus
from project.orders.order_status import UNDER_WAY
from project.payments.attempts.status_check import record_capture
from project.payments.models import (
    CAPTURED,
    CASH_ON_DELIVERY,
    Instrument,
    Payment,
    PaymentStatus,
)
from project.payments.providers.cash_on_delivery.adapter import DUE
from project.payments.shared.history import record as record_of_payment


class CashRefused(Conflict):
    """Cash on delivery is not offered for the order; `text` says why, where the customer may know it."""

    code = ErrorCode.CASH_REFUSED


@transaction.atomic
def choose(
    order_id: str, *, rules: Rules, agreed_paise: int | None, network: str, proven: bool = False
) -> tuple[CashOnDelivery, int]:
    """Add the fee to the pending order and hold its stock while its customer types the code; idempotent.

    Returns the total that the code then confirms. `agreed_paise` is the total with the fee that the customer
    saw; `proven`: the caller has proven to be the order's buyer. A discount code without a use left is
    refused with the total without it; whoever agrees to that gets the code to confirm, without a hold.

    Raises OrderNotFound, OrderNotPayable; CashRefused by the rules; PriceChanged or DiscountRefused with the
    total that was not agreed to; what `prepare_payment` raises.
    """
    order = orders.get_locked(order_id)
    _require_payable(order)
    cash = CashOnDelivery.objects.filter(order=order).first()
    if cash is None or not cash.is_chosen:
        _require_offered(order, rules, network=network)
        cash = cash or CashOnDelivery(order=order)
        cash.fee_tax_paise = tax_in_fee(order, rules.fee_paise)
        cash.fee_paise = rules.fee_paise - (0 if order.prices_include_tax else cash.fee_tax_paise)
        _move(cash, CashStatus.CHOSEN)
        _charge(order, cash, sign=1)
        order.bump()
        fee = {"feePaise": cash.fee_paise, "feeTaxPaise": cash.fee_tax_paise}
        payload = {"amount": rupees(order.total_paise), **fee}
        record(order, "order.cash_chosen", cause="shopper", payload=payload)
    cash.order = order
    if agreed_paise not in (order.total_paise, total_without_code(order)):
        raise _price_changed(order, agreed_paise)
    try:
        with transaction.atomic():
            orders.prepare_payment(order, network=network, proven=proven)
            _check_share(order, rules, network=network)
    except DiscountRefused as refused:
        # Its pieces are not held: with a hold it would be a use of the code.
        order.refresh_from_db()
        return cash, _require_agreed_without_code(order, refused, agreed_paise)
    return cash, order.total_paise


def _check_share(order: Order, rules: Rules, *, network: str) -> None:
    quantities = order.quantities()
    products = stock.lock_products(quantities)
    holds.check_cash(order, quantities, products, percent=rules.stock_share_percent, network=network)


@transaction.atomic
def withdraw(order_id: str) -> Order:
    """Take the fee off again, as the customer pays in another way; idempotent.

    Raises OrderNotFound, OrderNotPayable once it is confirmed.
    """
    order = orders.get_locked(order_id)
    if order.status != OrderStatus.PENDING:
        raise OrderNotPayable(f"{order} is {order.status}")
    withdraw_locked(order)
    return order


def withdraw_locked(order: Order) -> None:
    """Take the fee off the locked order, which is about to be paid online; a no-op unless it was chosen."""
    cash = CashOnDelivery.objects.filter(order=order, status=CashStatus.CHOSEN).first()
    if cash is None or order.status != OrderStatus.PENDING:
        return
    cash.order = order
    _charge(order, cash, sign=-1)
    cash.fee_paise = cash.fee_tax_paise = 0
    _move(cash, CashStatus.WITHDRAWN)
    order.bump()
    record(order, "order.cash_withdrawn", cause="shopper", payload={"amount": rupees(order.total_paise)})


def awaits_code(order: Order) -> bool:
    """Return whether the order was to be paid to the courier, and waits for its code."""
    return CashOnDelivery.objects.filter(order=order, status=CashStatus.CHOSEN).exists()


def fee_of(order: Order) -> tuple[int, int]:
    """Return the part of the order's delivery that is its fee, and that part's tax."""
    fees = CashOnDelivery.objects.filter(order=order).values_list("fee_paise", "fee_tax_paise")
    return fees.first() or (0, 0)


def orders_changed(since: datetime) -> QuerySet[Order]:
    """Return the orders whose cash on delivery was confirmed, refused or cancelled from then on."""
    statuses = (CashStatus.CONFIRMED, CashStatus.REFUSED, CashStatus.CANCELLED)
    return Order.objects.filter(cash_on_delivery__status__in=statuses, cash_on_delivery__status_at__gte=since)


@codes.commits_refusals
def confirm(
    order_id: str, *, rules: Rules, code: str, agreed_paise: int | None = None, network: str = ""
) -> bool | DomainError:
    """Confirm by the code that was sent to the order's address; idempotent, False when it was before.

    From now on its stock is allocated, its invoice is due, and the courier collects the total. After the hold
    has expired its discount code needs a use again; without one the customer has to agree to the total
    without it. `agreed_paise` is the total that the customer saw, None for the one with the code; `network`
    is the client network of the caller, '' when unknown.

    Raises OrderNotFound, OrderNotPayable, CodeExpired, CodeWrong, CodeTooMany; CashRefused when a parcel was
    refused, or too much was confirmed, meanwhile; OutOfStock when the hold has expired and what is left does
    not suffice; HoldLimit; DiscountRefused or PriceChanged with the total that was not agreed to.
    """
    order = orders.get_locked(order_id)
    cash = CashOnDelivery.objects.filter(order=order).first()
    if cash is not None and cash.status in (CashStatus.CONFIRMED, CashStatus.COLLECTED):
        return False
    _require_payable(order)
    if cash is None or not cash.is_chosen:
        raise OrderNotPayable(f"{order}: cash on delivery is not chosen")
    cash.order = order
    try:
        with transaction.atomic():
            # A wrong try stays counted; a right code stays good if the order is not confirmed.
            if refusal := codes.spend(purpose=CodePurpose.CASH, email=order.email, code=code):
                return refusal
            _confirm(order, cash, rules, agreed_paise=agreed_paise, network=network)
    except (CashRefused, OutOfStock, holds.HoldLimit, DiscountRefused, PriceChanged) as refused:
        return refused
    return True


def _confirm(
    order: Order, cash: CashOnDelivery, rules: Rules, *, agreed_paise: int | None, network: str
) -> None:
    # In the lock order before the products: two orders of one buyer are judged one after the other.
    order.proven_at = timezone.now()  # the code was sent to its address
    lock(order, network=network)
    _check_share(order, rules, network=network)
    if order.held_until is None:
        try:
            take_use(order)
        except DiscountRefused as refused:
            _require_agreed_without_code(order, refused, agreed_paise)
            remove_code(order)
    if agreed_paise is not None and agreed_paise < order.total_paise:
        raise _price_changed(order, agreed_paise)
    _require_offered(order, rules, network=network, charge_paise=cash.charge_paise)
    # A page that is open elsewhere is not offered again; a payment made there is refunded.
    order.payments.filter(is_open=True).update(is_open=False)
    payment = Payment.objects.create(
        order=order,
        provider=CASH_ON_DELIVERY,
        # By which the courier's remittance names it.
        provider_order_id=order.order_id,
        provider_state=DUE,
        instrument=Instrument.CASH,
        amount_paise=order.total_paise,
        is_open=False,
    )
    orders.update_payment_status(order, failed=False, cause="shopper")
    cash.payment = payment
    cash.network = holds.network_prefix(network)
    _move(cash, CashStatus.CONFIRMED)
    orders.confirm_cash_on_delivery(order, cause="code")
    record_of_payment(payment, "payment.initiated", cause="shopper")
    emails.order_confirmed(order)


def collect(order: Order, actor: str) -> None:
    """Record that the courier collected the total of the locked order, which has just been delivered."""
    cash, payment = _lock_cash(order)
    if cash is None or payment is None or cash.status != CashStatus.CONFIRMED:
        return
    now = timezone.now()
    _move(cash, CashStatus.COLLECTED)
    payment.bump(provider_state="COLLECTED")
    record_capture(payment, payment.amount_paise, fulfils=True, now=now)
    paid = {"payment_status": OrderPaymentStatus.PAID, "payment_id": payment.transaction_id}
    order.store(**paid, paid_at=now)
    record_of_payment(payment, "payment.succeeded", cause="delivery", actor=actor)


def end(order: Order, actor: str) -> None:
    """End the cash on delivery of the locked order, which has just been cancelled: nothing is due."""
    cash, payment = _lock_cash(order)
    if cash is None or order.status != OrderStatus.CANCELLED:
        return
    if cash.status in (CashStatus.CHOSEN, CashStatus.CONFIRMED):
        _move(cash, CashStatus.CANCELLED)
    if payment is not None and payment.status == PaymentStatus.PENDING:
        state = {"provider_state": cash.status.upper(), "settled_at": timezone.now()}
        payment.transition_to(PaymentStatus.CANCELLED, **state)
        record_of_payment(payment, "payment.cancelled", cause="order", actor=actor)


@transaction.atomic
def refuse(order_id: str, *, note: str, actor: str) -> Order:
    """Record that the customer did not take the parcel: the order is cancelled, and counts for later ones.

    Its pieces are back in the stock once `count_back` says so. Idempotent.

    Raises OrderNotFound; InvalidTransition unless the courier has the parcel and is to collect its total.
    """
    order = orders.get_locked(order_id)
    cash, _payment = _lock_cash(order)
    if cash is not None and cash.status == CashStatus.REFUSED:
        return order
    if cash is None or cash.status != CashStatus.CONFIRMED or order.status not in UNDER_WAY:
        raise InvalidTransition(f"{order} is {order.status}: nothing to refuse")
    before = order.status
    _move(cash, CashStatus.REFUSED)
    orders.cancel_locked(order, cause="refused", actor=actor, note=note)
    audit(
        "order.refused",
        subject=order.topic,
        actor=actor,
        before={"status": before},
        after={"status": order.status},
        note=note,
    )
    return order


@transaction.atomic
def count_back(order_id: str, *, sellable: Mapping[int, int], actor: str) -> Order:
    """Record that a refused parcel is back, with how many pieces of each line (by position) go on sale again.

    Idempotent: the second call counts nothing.

    Raises OrderNotFound, InvalidTransition unless it was refused, Conflict.
    """
    order = orders.get_locked(order_id)
    cash, _payment = _lock_cash(order)
    if cash is None or cash.status != CashStatus.REFUSED:
        raise InvalidTransition(f"{order}: no parcel was refused")
    if cash.back_at is not None:
        return order
    lines = dict(enumerate(order.lines.all(), start=1))
    pieces: Counter[int] = Counter()
    for position, quantity in sellable.items():
        line = lines.get(position)
        if line is None or not 0 <= quantity <= line.sent:
            raise Conflict(
                f"{order}: {quantity} of line {position}", text=_("Not that many pieces were in the parcel")
            )
        pieces[line.product_id] += quantity
        free_returned(order, line, quantity=quantity, numbers=(), cause="refused", actor=actor)
    for pk, product in stock.lock_products(pieces).items():
        stock.set_on_hand(product, product.on_hand + pieces[pk], actor=actor, cause=f"refused {order}")
    cash.back_at = timezone.now()
    cash.save(update_fields=["back_at"])
    order.bump()
    record(order, "order.refused_back", cause="staff", actor=actor, payload={"pieces": pieces.total()})
    audit(
        "order.refused_back",
        subject=order.topic,
        actor=actor,
        after={str(position): quantity for position, quantity in sellable.items()},
    )
    return order


def _require_payable(order: Order) -> None:
    """Refuse an order that is closed, or whose money has arrived or is in review."""
    if order.status != OrderStatus.PENDING:
        raise OrderNotPayable(f"{order} is {order.status}")
    if order.payments.filter(status__in=CAPTURED).exists() or order.payments.filter(in_review=True).exists():
        raise OrderNotPayable(f"{order}: money has arrived")


def _require_offered(order: Order, rules: Rules, *, network: str, charge_paise: int = 0) -> None:
    refusal = find_refusal(
        rules,
        total_paise=order.total_paise - charge_paise,
        pincode=order.address.get("pincode", ""),
        buyer=Buyer(order.user_id, order.email, order.phone),
    )
    if refusal is not None:
        raise CashRefused(f"{order}: {refusal}", text=refusal_text(refusal, rules))
    if shared := find_shared_limit(rules, order, network=network):
        raise CashRefused(f"{order}: {shared}", text=NOT_NOW)


def _require_agreed_without_code(order: Order, refused: DiscountRefused, agreed_paise: int | None) -> int:
    """Return the total without the refused code, which the customer has agreed to; else raise the refusal."""
    total = total_without_code(order)
    if agreed_paise != total:
        refused.data = _total(order, total)
        raise refused
    return total


def _price_changed(order: Order, agreed_paise: int | None) -> PriceChanged:
    return PriceChanged(f"{order}: agreed to {agreed_paise} paise", data=_total(order, order.total_paise))


def _total(order: Order, paise: int) -> dict[str, object]:
    return {"orderId": order.order_id, "totalAmount": rupees(paise)}


def _charge(order: Order, cash: CashOnDelivery, *, sign: int) -> None:
    """Add the fee to the locked order's delivery, or take it off; saved in one statement."""
    order.store(
        shipping_paise=order.shipping_paise + sign * cash.fee_paise,
        shipping_tax_paise=order.shipping_tax_paise + sign * cash.fee_tax_paise,
        tax_paise=order.tax_paise + sign * cash.fee_tax_paise,
        total_paise=order.total_paise + sign * cash.charge_paise,
    )


def _lock_cash(order: Order) -> tuple[CashOnDelivery | None, Payment | None]:
    """Return the cash on delivery of the locked order, and its locked payment."""
    cash = CashOnDelivery.objects.filter(order=order).first()
    if cash is None:
        return None, None
    cash.order = order
    if cash.payment_id is None:
        return cash, None
    payment = Payment.objects.select_for_update(of=("self",)).get(pk=cash.payment_id)
    payment.order = order
    return cash, payment


def _move(cash: CashOnDelivery, to: CashStatus) -> None:
    """Save the row of a locked order and move it."""
    cash.status_at = timezone.now()
    if cash._state.adding:
        cash.save()
        return
    fields = ["status_at", "fee_paise", "fee_tax_paise", "payment", "network"]
    if to not in (CashStatus.CHOSEN, CashStatus.CONFIRMED):
        cash.network = ""
    cash.transition_to(to, **{name: getattr(cash, name) for name in fields})
