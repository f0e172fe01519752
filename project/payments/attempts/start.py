"""Start a payment: open the provider's pay page for an order; list the abandoned orders."""

import logging
import time
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from project.core.connections import lock_connections
from project.core.language import current_language
from project.core.mail import withdraw_mails
from project.core.request_log import current_request_id
from project.core.site_address import site_url
from project.orders import actions as orders
from project.orders.errors import OrderNotPayable
from project.orders.models import UNPAID_LIFETIME, Order, OrderStatus
from project.payments.attempts.provider_choice import (
    choose_provider,
    has_other_provider,
    note_failure,
    note_success,
)
from project.payments.attempts.schedule import next_check
from project.payments.attempts.status_check import apply_provider_answer, fail
from project.payments.attempts.trial_keys import tries_former_keys
from project.payments.errors import AlreadyPaid, PaymentProviderDown
from project.payments.models import CAPTURED, Payment, PaymentStatus
from project.payments.providers.base import (
    AccountRefused,
    PaymentExists,
    ProviderError,
    ProviderRefused,
)
from project.payments.providers.registry import get_provider, provider_names
from project.payments.shared.history import record
from project.payments.shared.row_locks import lock_payment
from project.payments.upward_calls import PaymentEvents

logger = logging.getLogger(__name__)

# Longer than the provider client's timeout, so a lease never expires during a call.
OPENING_LEASE = timedelta(seconds=45)
# Single flight: how long a concurrent caller waits for the pay page of the first one.
OPENING_WAIT_SECONDS = 12.0
# A pay page that expires sooner is not reused.
MIN_PAGE_LIFETIME = timedelta(seconds=60)


def start_payment(order: Order, *, network: str = "", proven: bool = False) -> Payment:
    """Return the order's open payment with its pay page, creating one if there is none. Idempotent.

    1. Under the order's lock: refuse a paid order, take or extend the stock hold, find or create the payment
       and lease it. Its row and id are committed before the provider is called.
    2. Outside any transaction: create the payment at the provider.
    3. Under the lock again: save the pay page's URL, unless the payment has succeeded meanwhile.
    A payment whose URL was lost is still checked for late money; the customer gets a new payment, and so does
    one whose provider does not open it, at another provider where there is one.

    `network` is the client's network, whose unpaid orders may hold a limited quantity; `proven`: the caller
    has proven to be the order's buyer.

    Raises AlreadyPaid, OrderNotPayable, OutOfStock, HoldLimit, ProofRequired, or PaymentProviderDown without
    a usable answer: the next call then retries with the same payment.
    """
    if not provider_names():
        raise PaymentProviderDown("payments are not set up")
    tried: set[str] = set()
    for _ in range(max(2, len(provider_names()))):
        payment, page = lease_open_payment(order.pk, network, avoid=tried, proven=proven)
        if page is None:
            payment = _wait_for_page(payment)
            if payment.pay_url:
                return payment
            continue
        try:
            created = get_provider(payment.provider).create_payment(
                merchant_order_id=payment.transaction_id,
                amount_paise=payment.amount_paise,
                expire_after=round(page.total_seconds()),
                redirect_url=_return_address(payment),
            )
        except PaymentExists as exists:
            note_success(payment.provider)
            _close_lost_attempt(payment.pk)
            apply_provider_answer(payment.pk, exists.answer, cause="start")
            continue
        except ProviderRefused as refusal:
            logger.error("%s: the provider refuses to open it: %s", payment, refusal)
            if isinstance(refusal, AccountRefused):
                note_failure(payment.provider)
            _fail_refused(payment.pk, refusal)
            tried.add(payment.provider)
            if has_other_provider(order, tried):
                continue
            raise PaymentProviderDown(str(refusal)) from None
        except ProviderError as error:
            logger.warning("%s: not known whether it is open: %s", payment, error)
            note_failure(payment.provider)
            tried.add(payment.provider)
            if has_other_provider(order, tried):
                # Nobody was told the address of its page, so nobody can pay it; money would still count.
                _close_lost_attempt(payment.pk)
                continue
            Payment.objects.filter(pk=payment.pk).update(opening_until=None)
            raise PaymentProviderDown(str(error)) from None
        note_success(payment.provider)
        return save_pay_page(payment.pk, created.provider_order_id, created.redirect_url, created.expires_at)
    raise PaymentProviderDown(f"{order}: no pay page")


def _return_address(payment: Payment) -> str:
    """Return where the shopper's browser comes back to, in the language the shop was read in.

    It may be another browser, such as a UPI app's, in which no language was chosen. The sandbox's pay page
    uses this language, too.
    """
    return f"{site_url()}/order-confirmation/{payment.transaction_id}?lang={current_language()}"


@transaction.atomic
def lease_open_payment(
    order_pk: int, network: str, *, avoid: Collection[str] = (), proven: bool = False
) -> tuple[Payment, timedelta | None]:
    """Hold the order's stock, and find or create its open payment, not at the providers to `avoid`.

    Returns the payment, and how long its page stays open if the caller has the lease to create it at the
    provider.
    """
    now = timezone.now()
    order = Order.objects.select_for_update(of=("self",)).get(pk=order_pk)
    # Includes captured payments without stock: nobody is asked to pay twice.
    payments = list(order.payments.select_for_update().order_by("pk"))
    if any(payment.status in CAPTURED for payment in payments):
        raise AlreadyPaid(str(order))
    if any(payment.in_review for payment in payments):
        raise OrderNotPayable(f"{order}: money in review")
    PaymentEvents.bound().before_payment(order)
    payment = next((payment for payment in payments if payment.is_open), None)
    if payment is not None and _is_over(payment, now):
        payment.is_open = False
        payment.save(update_fields=["is_open"])
        payment = None
    if (payment is None or not payment.pay_url) and tries_former_keys(order):
        raise OrderNotPayable(f"{order}: its keys were changed")
    # An open page keeps its expiry: repeated calls do not extend the stock hold.
    page = orders.prepare_payment(
        order, page_closes=payment.expires_at if payment else None, network=network, proven=proven
    )
    if payment is None:
        if settings.PROVIDERS_ON_SCREEN:
            # The keys stay until this payment is committed, which then holds them back itself.
            lock_connections(shared=True)
        if not provider_names():
            raise PaymentProviderDown("payments are not set up")
        payment = Payment.objects.create(
            order=order,
            provider=choose_provider(order, now=now, avoid=avoid),
            amount_paise=order.total_paise,
            initiated_at=now,
            request_id=current_request_id(),
            opening_until=now + OPENING_LEASE,
            next_check_at=now + OPENING_LEASE,
        )
        record(payment, "payment.initiated", cause="shopper")
        orders.update_payment_status(order, failed=False, cause="shopper")
        if payments:
            withdraw_mails(reference=order.topic, kind="payment_failed")
        return payment, page
    if payment.pay_url or (payment.opening_until and payment.opening_until > now):
        return payment, None
    payment.opening_until = now + OPENING_LEASE
    payment.save(update_fields=["opening_until"])
    return payment, page


def _is_over(payment: Payment, now: datetime) -> bool:
    if payment.status != PaymentStatus.PENDING:
        return True
    return payment.expires_at is not None and payment.expires_at < now + MIN_PAGE_LIFETIME


def _wait_for_page(payment: Payment) -> Payment:
    """Wait for the pay page that a concurrent request is opening (single flight)."""
    deadline = time.monotonic() + OPENING_WAIT_SECONDS
    while not payment.pay_url and time.monotonic() < deadline:
        time.sleep(0.15)
        payment.refresh_from_db()
        if not payment.pay_url and (payment.opening_until is None or not payment.is_open):
            break  # the other request gave up, or the payment ended before its page came
    return payment


@transaction.atomic
def save_pay_page(payment_pk: int, provider_order_id: str, pay_url: str, expires_at: datetime) -> Payment:
    """Save the pay page that the provider has opened; stock is held as long as it is open.

    Raises AlreadyPaid when the payment has succeeded meanwhile.
    """
    payment = lock_payment(payment_pk)
    now = timezone.now()
    if payment.status == PaymentStatus.PENDING:
        payment.next_check_at = next_check(initiated_at=payment.initiated_at, expires_at=expires_at, now=now)
    payment.bump(
        provider_order_id=payment.provider_order_id or provider_order_id,
        pay_url=pay_url,
        expires_at=expires_at,
        opening_until=None,
        next_check_at=payment.next_check_at,
    )
    record(payment, "payment.opened", cause="shopper")
    if payment.status == PaymentStatus.PENDING:
        orders.prepare_payment(payment.order, page_closes=expires_at, network=payment.order.hold_network)
    if payment.status in CAPTURED:
        # The webhook arrived before the answer to our call.
        raise AlreadyPaid(str(payment))
    return payment


@transaction.atomic
def _close_lost_attempt(payment_pk: int) -> None:
    payment = lock_payment(payment_pk)
    payment.is_open = False
    payment.opening_until = None
    payment.next_check_at = timezone.now() + timedelta(seconds=20)
    payment.save(update_fields=["is_open", "opening_until", "next_check_at"])


@transaction.atomic
def _fail_refused(payment_pk: int, refusal: ProviderRefused) -> None:
    payment = lock_payment(payment_pk)
    payment.opening_until = None
    payment.error_code = refusal.code[:100]
    payment.next_check_at = None
    fail(payment, PaymentStatus.FAILED, now=timezone.now(), cause="provider refused to open", actor="")
    payment.save()


def abandoned_orders(limit: int = 1000) -> Sequence[str]:
    """Return the ids of unpaid orders whose payments are not checked any more, so no late one can pay them.

    A fully refunded payment does not count.
    """
    old = Order.objects.filter(
        status=OrderStatus.PENDING, held_until=None, created_at__lte=timezone.now() - UNPAID_LIFETIME
    )
    watched = (
        Q(next_check_at__isnull=False)
        | Q(in_review=True)
        | Q(status__in=[PaymentStatus.PENDING, PaymentStatus.SUCCESS])
    )
    waiting = Payment.objects.filter(watched, order=OuterRef("pk"))
    return list(old.exclude(Exists(waiting)).values_list("order_id", flat=True)[:limit])
