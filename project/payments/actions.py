"""The verbs of a payment: start, check, settle, receive a provider's message.

Shopper's return, webhook, clock and staff click all end in `check`, and `settle` is the one place where a
provider's answer becomes a status.
"""

import hashlib
import logging
import time
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Exists, F, OuterRef, Q
from django.utils import timezone

from project.core.errors import (
    AlreadyPaid,
    InvalidTransition,
    OrderNotPayable,
    OutOfStock,
    PaymentProviderDown,
    SignatureInvalid,
)
from project.events.publish import publish, touch
from project.orders import actions as orders
from project.orders.models import Order, OrderPaymentStatus, OrderStatus
from project.payments.models import (
    CAPTURED,
    Case,
    CaseKind,
    Payment,
    PaymentStatus,
    WebhookMessage,
)
from project.payments.providers import get_provider
from project.payments.providers.base import (
    OrderAnswer,
    PaymentExists,
    ProviderError,
    ProviderRefused,
    ProviderUnreadable,
    WebhookFacts,
)
from project.payments.schedule import next_check

logger = logging.getLogger(__name__)

# Longer than the provider client's own limit for one call, so a lease never ends under a living one.
OPENING_LEASE = timedelta(seconds=45)
CHECK_LEASE = timedelta(seconds=30)
# How long a second caller waits for the first one's pay page.
OPENING_WAIT_SECONDS = 12.0
# A page that closes in less than this is not worth sending anybody to.
WORTH_OPENING = timedelta(seconds=60)
# An order that was never paid is closed after this; the provider is asked for 72 hours about each attempt.
UNPAID_ORDER_LIFETIME = timedelta(hours=73)
# Pauses between tries of a message whose payment could not be checked.
WEBHOOK_PAUSES = (2, 5, 15, 60, 300, 900, 3600)

_FINAL = {
    "failed": PaymentStatus.FAILED,
    "cancelled": PaymentStatus.CANCELLED,
    "expired": PaymentStatus.EXPIRED,
}


# -- Start ---------------------------------------------------------------------------------------


def start_payment(order: Order) -> Payment:
    """Return the order's open attempt with its pay page, opening one where there is none.

    1. Under the order's lock: refuse a paid order, prolong the hold, find or create the attempt and lease
       it. The row and its id exist before the provider hears of them.
    2. Without any transaction: ask the provider to open it.
    3. Under the lock again: keep the page's address, unless the money came first.
    An attempt whose page's address was lost on the way stays watched; the shopper gets a new one.

    Raises AlreadyPaid, OrderNotPayable, OutOfStock, or PaymentProviderDown when nothing is known: the
    attempt stays and the next call goes on with it.
    """
    for _ in range(2):
        payment, leased = _find_or_create(order.pk)
        if not leased:
            payment = _wait_for_page(payment)
            if payment.pay_url:
                return payment
            continue
        try:
            created = get_provider(payment.provider).create_payment(
                merchant_order_id=payment.transaction_id,
                amount_paise=payment.amount_paise,
                expire_after=settings.PAYMENT_EXPIRES_AFTER,
                redirect_url=f"{settings.SITE_URL}/order-confirmation/{payment.transaction_id}",
            )
        except PaymentExists as exists:
            _page_lost(payment.pk)
            settle(payment.pk, exists.answer, cause="start")
            continue
        except ProviderRefused as refusal:
            logger.error("%s: the provider refuses to open it: %s", payment, refusal)
            _refused(payment.pk, refusal)
            raise PaymentProviderDown(str(refusal)) from None
        except ProviderError as error:
            logger.warning("%s: not known whether it is open: %s", payment, error)
            Payment.objects.filter(pk=payment.pk).update(opening_until=None)
            raise PaymentProviderDown(str(error)) from None
        return _opened(payment.pk, created.provider_order_id, created.redirect_url, created.expires_at)
    raise PaymentProviderDown(f"{order}: no pay page")


@transaction.atomic
def _find_or_create(order_pk: int) -> tuple[Payment, bool]:
    """Return the order's open attempt, and whether we are the one to open it at the provider."""
    now = timezone.now()
    order = Order.objects.select_for_update(of=("self",)).get(pk=order_pk)
    # Also money that found no stock: it is there, and nobody is asked for it twice.
    if order.payments.filter(status__in=CAPTURED).exists():
        raise AlreadyPaid(str(order))
    if order.payments.filter(in_review=True).exists():
        raise OrderNotPayable(f"{order}: money in review")
    payment = order.payments.select_for_update().filter(is_open=True).first()
    if payment is not None and _is_over(payment, now):
        payment.is_open = False
        payment.save(update_fields=["is_open"])
        payment = None
    # A page that is open keeps its end: asking again and again does not keep pieces from others.
    closes_at = payment.expires_at if payment is not None else None
    closes_at = closes_at or now + timedelta(seconds=settings.PAYMENT_EXPIRES_AFTER)
    orders.prepare_payment(order, until=closes_at + timedelta(seconds=settings.HOLD_MARGIN))
    if payment is None:
        payment = Payment.objects.create(
            order=order,
            amount_paise=order.total_paise,
            initiated_at=now,
            opening_until=now + OPENING_LEASE,
            next_check_at=now + OPENING_LEASE,
        )
        _record(payment, "payment.initiated", cause="shopper")
        orders.note_payment_state(order, failed=False, cause="shopper")
        return payment, True
    if payment.pay_url or (payment.opening_until and payment.opening_until > now):
        return payment, False
    payment.opening_until = now + OPENING_LEASE
    payment.save(update_fields=["opening_until"])
    return payment, True


def _is_over(payment: Payment, now: datetime) -> bool:
    if payment.status != PaymentStatus.PENDING:
        return True
    return payment.expires_at is not None and payment.expires_at < now + WORTH_OPENING


def _wait_for_page(payment: Payment) -> Payment:
    """Wait for the page another request is opening right now."""
    deadline = time.monotonic() + OPENING_WAIT_SECONDS
    while not payment.pay_url and time.monotonic() < deadline:
        time.sleep(0.15)
        payment.refresh_from_db()
        if not payment.pay_url and (payment.opening_until is None or not payment.is_open):
            break  # the other one gave up, or the money was faster than the page
    return payment


@transaction.atomic
def _opened(payment_pk: int, provider_order_id: str, pay_url: str, expires_at: datetime) -> Payment:
    payment = _lock(payment_pk)
    now = timezone.now()
    payment.provider_order_id = payment.provider_order_id or provider_order_id
    payment.pay_url = pay_url
    payment.expires_at = expires_at
    payment.opening_until = None
    fields = ["provider_order_id", "pay_url", "expires_at", "opening_until"]
    if payment.status == PaymentStatus.PENDING:
        payment.next_check_at = next_check(initiated_at=payment.initiated_at, expires_at=expires_at, now=now)
        fields.append("next_check_at")
    payment.save(update_fields=fields)
    payment.bump()
    _record(payment, "payment.opened", cause="shopper")
    if payment.status == PaymentStatus.PENDING:
        until = expires_at + timedelta(seconds=settings.HOLD_MARGIN)
        orders.prepare_payment(payment.order, until=until)
    if payment.status in CAPTURED:
        # Its message overtook the answer to our own call.
        raise AlreadyPaid(str(payment))
    return payment


@transaction.atomic
def _page_lost(payment_pk: int) -> None:
    payment = _lock(payment_pk)
    payment.is_open = False
    payment.opening_until = None
    payment.next_check_at = timezone.now() + timedelta(seconds=20)
    payment.save(update_fields=["is_open", "opening_until", "next_check_at"])


@transaction.atomic
def _refused(payment_pk: int, refusal: ProviderRefused) -> None:
    payment = _lock(payment_pk)
    payment.opening_until = None
    payment.error_code = refusal.code[:100]
    payment.next_check_at = None
    _fail(payment, PaymentStatus.FAILED, now=timezone.now(), cause="provider refused to open", actor="")
    payment.save()


# -- Check and settle ----------------------------------------------------------------------------


def take_due_payments(limit: int = 100) -> list[int]:
    """Claim the payments whose check is due and return their keys; each is claimed by one caller only.

    The claim is a lease: a check that dies is due again when it ends.
    """
    now = timezone.now()
    due = Payment.objects.filter(next_check_at__lte=now).order_by("next_check_at")
    return [
        pk
        for pk, seen in due.values_list("pk", "next_check_at")[:limit]
        if Payment.objects.filter(pk=pk, next_check_at=seen).update(next_check_at=now + CHECK_LEASE)
    ]


def check(payment_pk: int, *, cause: str, actor: str = "") -> Payment:
    """Ask the provider about the payment, outside any transaction, and settle what it says.

    A look-up that fails changes nothing but the time of the next one.

    Raises PaymentProviderDown when the provider gave no usable answer.
    """
    payment = Payment.objects.get(pk=payment_pk)
    try:
        answer = get_provider(payment.provider).order_status(payment.transaction_id)
    except ProviderError as error:
        logger.warning("%s: not checked: %s", payment, error)
        _postpone(payment)
        raise PaymentProviderDown(str(error)) from None
    if answer is None:
        return _unknown_to_provider(payment_pk, cause=cause)
    return settle(payment_pk, answer, cause=cause, actor=actor)


@transaction.atomic
def settle(payment_pk: int, answer: OrderAnswer, *, cause: str, actor: str = "") -> Payment:
    """Turn the provider's answer into payment and order state; the same answer twice changes nothing.

    Locks the order, then the payment, then decides. Success needs our id, amount and currency; anything
    else opens a case. A late failure never undoes success.
    """
    payment = _lock(payment_pk)
    now = timezone.now()
    payment.checked_at = now
    payment.expires_at = answer.expires_at or payment.expires_at
    moved = False
    if not _is_stale(payment, answer):
        before = _picture(payment)
        payment.instrument = answer.instrument or payment.instrument
        payment.provider_state = answer.state[:64]
        payment.error_code = answer.error_code[:100]
        payment.detailed_error_code = answer.detailed_error_code[:100]
        moved = _act_on(payment, answer, now=now, cause=cause, actor=actor)
        if not moved and before != _picture(payment):
            moved = True
            payment.bump()
            _record(payment, "payment.checked", cause=cause, actor=actor)
    payment.next_check_at = _next_check(payment, now)
    if not moved and payment.status == PaymentStatus.PENDING:
        # Watchers see when we asked last and ask next; nothing happened that history should keep.
        payment.bump()
        touch([payment.topic])
    payment.save()
    return payment


def _picture(payment: Payment) -> tuple[str, ...]:
    return (payment.instrument, payment.error_code, payment.detailed_error_code, payment.provider_state)


def _is_stale(payment: Payment, answer: OrderAnswer) -> bool:
    """Return whether we know more than this answer, which was given before another that overtook it."""
    if payment.status in CAPTURED:
        return answer.outcome != "success"
    return payment.status != PaymentStatus.PENDING and answer.outcome in ("pending", "unknown")


def _act_on(payment: Payment, answer: OrderAnswer, *, now: datetime, cause: str, actor: str) -> bool:
    """Do what the answer calls for; True when anything changed."""
    if fault := _mismatch(payment, answer):
        payment.in_review = True
        payment.is_open = False
        return _open_case(payment, fault, answer)
    payment.provider_order_id = payment.provider_order_id or answer.provider_order_id[:80]
    if answer.outcome == "success":
        return _succeed(payment, answer, now=now, cause=cause, actor=actor)
    if answer.outcome in _FINAL:
        return _fail(payment, _FINAL[answer.outcome], now=now, cause=cause, actor=actor)
    if answer.outcome == "unknown":
        logger.error("%s: the provider says %r, which we do not know", payment, answer.state)
    return False


def _mismatch(payment: Payment, answer: OrderAnswer) -> CaseKind | None:
    """Return what does not fit, once money is said to have moved; an amount only counts when it is ours."""
    if answer.outcome != "success":
        return None
    if answer.merchant_order_id and answer.merchant_order_id != payment.transaction_id:
        return CaseKind.ID_DIFFERS
    known = payment.provider_order_id
    if known and answer.provider_order_id and answer.provider_order_id != known:
        return CaseKind.ID_DIFFERS
    if (
        answer.amount_paise != payment.amount_paise
        or (answer.currency or payment.currency) != payment.currency
    ):
        return CaseKind.AMOUNT_DIFFERS
    return None


def _succeed(payment: Payment, answer: OrderAnswer, *, now: datetime, cause: str, actor: str) -> bool:
    if payment.status in CAPTURED:
        return False
    payment.transition_to(PaymentStatus.SUCCESS)
    payment.captured_paise = payment.amount_paise
    payment.settled_at = now
    payment.is_open = False
    payment.in_review = False
    order = payment.order
    if order.payment_status in (OrderPaymentStatus.PAID, OrderPaymentStatus.REFUNDED):
        _open_case(payment, CaseKind.PAID_TWICE, answer)
    else:
        try:
            with transaction.atomic():
                orders.confirm(
                    order, payment_id=payment.transaction_id, paid_at=now, cause=cause, actor=actor
                )
            payment.fulfils = True
        except OutOfStock:
            order.refresh_from_db()
            _open_case(payment, CaseKind.PAID_WITHOUT_STOCK, answer)
        except InvalidTransition:
            order.refresh_from_db()
            _open_case(payment, CaseKind.PAID_AFTER_CANCEL, answer)
    _record(payment, "payment.succeeded", cause=cause, actor=actor)
    return True


def _fail(payment: Payment, status: PaymentStatus, *, now: datetime, cause: str, actor: str) -> bool:
    if payment.status != PaymentStatus.PENDING:
        return False
    payment.transition_to(status)
    payment.settled_at = now
    payment.is_open = False
    _record(payment, f"payment.{status.lower()}", cause=cause, actor=actor)
    others = payment.order.payments.exclude(pk=payment.pk)
    if not others.filter(status=PaymentStatus.PENDING).exists():
        orders.note_payment_state(payment.order, failed=True, cause=cause)
    return True


def _unknown_to_provider(payment_pk: int, *, cause: str) -> Payment:
    """The provider has never heard of the id: no money moved. Over once it can no longer be opened."""
    with transaction.atomic():
        payment = _lock(payment_pk)
        now = timezone.now()
        payment.checked_at = now
        lifetime = timedelta(seconds=settings.PAYMENT_EXPIRES_AFTER)
        never_opened = not payment.provider_order_id
        if never_opened and payment.status == PaymentStatus.PENDING and now > payment.initiated_at + lifetime:
            _fail(payment, PaymentStatus.EXPIRED, now=now, cause=cause, actor="")
        elif not never_opened:
            logger.error("%s: the provider opened it and no longer knows it", payment)
        payment.next_check_at = _next_check(payment, now)
        payment.save()
        return payment


def _next_check(payment: Payment, now: datetime) -> datetime | None:
    if payment.status in CAPTURED or payment.in_review:
        return None
    expires_at = payment.expires_at or payment.initiated_at + timedelta(
        seconds=settings.PAYMENT_EXPIRES_AFTER
    )
    if payment.status != PaymentStatus.PENDING:
        # Said to be over; late money is looked for at the slow pace of the tail.
        expires_at = min(expires_at, payment.settled_at or now)
    due = next_check(initiated_at=payment.initiated_at, expires_at=expires_at, now=now)
    if due is None and payment.status == PaymentStatus.PENDING:
        _open_case(payment, CaseKind.NEVER_SETTLED, None)
    return due


def _postpone(payment: Payment) -> None:
    """Set the next check after one that brought no answer; statuses stay as they are."""
    with transaction.atomic():
        locked = _lock(payment.pk)
        locked.next_check_at = _next_check(locked, timezone.now())
        locked.save(update_fields=["next_check_at"])


def _lock(payment_pk: int) -> Payment:
    """Lock the payment's order, then the payment; always in this order."""
    order_pk = Payment.objects.values_list("order_id", flat=True).get(pk=payment_pk)
    order = Order.objects.select_for_update(of=("self",)).get(pk=order_pk)
    payment = Payment.objects.select_for_update(of=("self",)).get(pk=payment_pk)
    payment.order = order
    return payment


def _open_case(payment: Payment, kind: CaseKind, answer: OrderAnswer | None) -> bool:
    """Open a case, once; True when it is new."""
    facts: dict[str, Any] = {"expectedPaise": payment.amount_paise}
    if answer is not None:
        facts |= {
            "state": answer.state,
            "amountPaise": answer.amount_paise,
            "currency": answer.currency,
            "providerOrderId": answer.provider_order_id,
        }
    proposal = "ask_provider" if kind == CaseKind.NEVER_SETTLED else "refund"
    _, created = Case.objects.get_or_create(
        payment=payment, kind=kind, defaults={"proposal": proposal, "facts": facts}
    )
    if created:
        logger.error("case %s for %s: %s", kind, payment, facts)
        payment.bump()
        _record(payment, "case.opened", cause=kind, payload={"kind": kind, "proposal": proposal})
    return created


def _record(
    payment: Payment, name: str, *, cause: str, actor: str = "", payload: Mapping[str, Any] | None = None
) -> None:
    publish(
        name,
        subject=payment.topic,
        topics=[
            payment.topic,
            payment.order.topic,
            f"staff:transactions#{payment.transaction_id}",
            "staff:dashboard",
        ],
        payload={"status": payment.status, "order": payment.order.order_id, **(payload or {})},
        actor=actor,
        cause=cause,
    )


# -- The provider's messages ---------------------------------------------------------------------


def receive_webhook(*, provider: str, headers: Mapping[str, str], body: bytes) -> WebhookMessage:
    """Store a message of the provider; what it claims is only a hint to look.

    The unique key decides whether it is new: a hundred copies at once make one row.

    Raises SignatureInvalid, and nothing is kept.
    """
    adapter = get_provider(provider)
    if not adapter.verify_webhook(headers, body):
        raise SignatureInvalid(provider)
    try:
        facts = adapter.parse_webhook(body)
    except ProviderUnreadable:
        # Signed, so it is theirs: kept for a person to read, there is nothing to look up.
        facts = WebhookFacts(
            event="unreadable",
            merchant_order_id="",
            provider_order_id="",
            merchant_refund_id="",
            provider_refund_id="",
            state="",
            amount_paise=None,
            dedupe_key=f"unreadable:{hashlib.sha256(body).hexdigest()}",
            raw={},
        )
    kept = {name: value for name, value in headers.items() if name.lower() in _KEPT_HEADERS}
    try:
        with transaction.atomic():
            return _store(provider, facts, kept, body)
    except IntegrityError:
        message = WebhookMessage.objects.get(provider=provider, dedupe_key=facts.dedupe_key)
        WebhookMessage.objects.filter(pk=message.pk).update(copies=F("copies") + 1)
        return message


# Never the Authorization header: it is a constant secret.
_KEPT_HEADERS = frozenset({"content-type", "user-agent", "x-phonepe-checksum-key-id", "x-request-id"})


def _store(provider: str, facts: WebhookFacts, headers: Mapping[str, str], body: bytes) -> WebhookMessage:
    payment = Payment.objects.filter(transaction_id=facts.merchant_order_id).first()
    return WebhookMessage.objects.create(
        provider=provider,
        dedupe_key=facts.dedupe_key,
        event=facts.event[:100],
        merchant_order_id=facts.merchant_order_id[:100],
        state=facts.state[:64],
        headers=dict(headers),
        body=body,
        payment=payment,
    )


def take_due_webhooks(limit: int = 100) -> list[int]:
    """Claim the messages that are still to be handled and return their keys."""
    now = timezone.now()
    due = WebhookMessage.objects.filter(next_try_at__lte=now).order_by("next_try_at")
    return [
        pk
        for pk, seen in due.values_list("pk", "next_try_at")[:limit]
        if WebhookMessage.objects.filter(pk=pk, next_try_at=seen).update(next_try_at=now + CHECK_LEASE)
    ]


def handle_webhook(message_pk: int) -> None:
    """Do what a stored message hints at: ask the provider about its payment. Safe to repeat.

    One about an order we do not know is kept and needs nothing more.
    """
    message = WebhookMessage.objects.select_related("payment").get(pk=message_pk)
    if message.handled_at is not None:
        return
    payment = message.payment or Payment.objects.filter(transaction_id=message.merchant_order_id).first()
    before = after = ""
    if payment is not None:
        before = payment.status
        try:
            after = check(payment.pk, cause="webhook").status
        except PaymentProviderDown:
            pause = WEBHOOK_PAUSES[min(message.attempts, len(WEBHOOK_PAUSES) - 1)]
            WebhookMessage.objects.filter(pk=message_pk, handled_at=None).update(
                attempts=F("attempts") + 1, next_try_at=timezone.now() + timedelta(seconds=pause)
            )
            return
    WebhookMessage.objects.filter(pk=message_pk, handled_at=None).update(
        payment=payment,
        status_before=before,
        status_after=after,
        handled_at=timezone.now(),
        next_try_at=None,
    )


# -- Orders nobody pays --------------------------------------------------------------------------


def abandoned_orders(limit: int = 1000) -> Sequence[str]:
    """Return unpaid orders for which no late money can come any more: nothing is asked about them again."""
    old = Order.objects.filter(
        status=OrderStatus.PENDING, held_until=None, created_at__lte=timezone.now() - UNPAID_ORDER_LIFETIME
    )
    watched = (
        Q(next_check_at__isnull=False) | Q(in_review=True) | Q(status__in=[PaymentStatus.PENDING, *CAPTURED])
    )
    waiting = Payment.objects.filter(watched, order=OuterRef("pk"))
    return list(old.exclude(Exists(waiting)).values_list("order_id", flat=True)[:limit])
