"""Run a scenario: the provider's steps at its double over HTTP, the shop's by its actions."""

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from itertools import count
from typing import Any, Protocol

from django.db import connections
from django.utils import timezone

from project.accounts.models import Role, User
from project.backoffice.provider_reconciliation import differences
from project.backoffice.scenarios.purchases import make_product, place_order
from project.catalog.models import Product
from project.core.errors import DomainError
from project.invoices.actions.issuing import issue_all
from project.orders import actions as orders
from project.orders.models import Order, OrderPaymentStatus
from project.payments.attempts import status_check
from project.payments.attempts.start import start_payment
from project.payments.cases.resolution import dismiss_case
from project.payments.disputes.actions import NewDispute, check_dispute, decide_dispute, open_dispute
from project.payments.errors import AlreadyPaid, PaymentProviderDown
from project.payments.models import (
    ACTIVE,
    Case,
    CaseKind,
    DisputePhase,
    DisputeStatus,
    Payment,
    Refund,
    RefundReason,
    RefundStatus,
    WebhookMessage,
)
from project.payments.providers.registry import adapter_of, get_provider, provider_names
from project.payments.refunds.processing import advance_refund
from project.payments.refunds.requests import request_refund, retry_refund
from project.payments.webhooks.processing import handle_webhook

# Rounds in which everything that is due happens, until nothing is.
ROUNDS = 12
# The longest the double may take for what it has to send; its longest delay is some seconds.
SENT_WITHIN_SECONDS = 30.0
PART_PAISE = 10_000

_numbers = count(1)


class Double(Protocol):
    """A provider's double that can be told what to do: see project/sandbox/README.md for its commands."""

    def control(self, path: str, method: str = "POST", **body: Any) -> dict[str, Any]:
        """Send one command and return its answer."""
        ...


@dataclass(frozen=True)
class Result:
    """Result of a scenario; without problems all books agree and each purchase ended as expected."""

    name: str
    title: str
    ends: tuple[str, ...]
    problems: tuple[str, ...]
    seconds: float


def follow_dispute(told: Mapping[str, Any], *, user: User) -> None:
    """Follow a dispute of the double's books, by hand where the provider does not report it."""
    payment = Payment.objects.get(transaction_id=told["merchant_order_id"])
    name, status = told["dispute_id"], told["status"]
    dispute = payment.disputes.filter(provider_dispute_id=name).first()
    if dispute is None:
        wanted = NewDispute(told["amount"], DisputePhase(told["phase"]), name)
        dispute = open_dispute(payment.pk, wanted, user=user)
    if adapter_of(payment.provider).reports_disputes:
        check_dispute(dispute.pk, cause="clock")
    elif dispute.is_active and status not in ACTIVE:
        decide_dispute(dispute.pk, DisputeStatus(status), user=user)


class ScenarioRun:
    """One scenario in a shop and at a provider that nobody else uses meanwhile."""

    def __init__(self, double: Double, *, webhook_url: str) -> None:
        self._double = double
        self._before = Order.objects.values_list("pk", flat=True).order_by("-pk").first() or 0
        self._staff = User.objects.create(
            email=f"scenario-{next(_numbers)}@akshamala.example", name="Scenario", role=Role.ADMIN
        )
        self._plenty, self._last = (
            make_product(stock=stock, actor=self._staff.subject) for stock in (100, 1)
        )
        self._buying: list[threading.Thread] = []
        double.control("/reset")
        double.control("/settings", webhook_url=webhook_url, refund_seconds=None, webhook_retry_seconds=[0.1])
        # Log in now: a token that is refused first would use up bad luck that was meant for later.
        get_provider(provider_names()[0]).order_status("TXN0")

    def play(self, name: str) -> Result:
        """Play the scenario of this name to its end."""
        started = time.monotonic()
        everything = self._double.control("/scenarios", "GET")["scenarios"]
        scenario = next(each for each in everything if each["name"] == name)
        problems: list[str] = []
        try:
            for number, step in enumerate(scenario["steps"]):
                if step["who"] == "shop":
                    getattr(self, f"_{step['name']}")()
                else:
                    placed = self._double.control("/books", "GET")["orders"]
                    self._double.control(f"/scenarios/{name}/steps/{number}", orders=placed)
            self._come_to_rest()
        except (DomainError, TimeoutError) as error:
            problems.append(f"{type(error).__name__}: {error}")
        books = self._double.control("/books", "GET")
        problems += differences(paid=books["paid"], returned=books["returned"])
        problems += self._unlike(scenario["ends"])
        return Result(
            name=name,
            title=scenario["title"],
            ends=tuple(self._end(order) for order in self._orders()),
            problems=tuple(problems),
            seconds=time.monotonic() - started,
        )

    # -- How it ended --

    def _orders(self) -> list[Order]:
        return list(Order.objects.filter(pk__gt=self._before).order_by("pk"))

    def _unlike(self, ends: Sequence[str]) -> Iterator[str]:
        ended = [self._end(order) for order in self._orders()]
        if ended != list(ends):
            yield f"ended {', '.join(ended)}; must end {', '.join(ends)}"
        for case in Case.objects.filter(closed_at=None, payment__order__pk__gt=self._before):
            yield f"left open: {case}"

    def _end(self, order: Order) -> str:
        payments = list(order.payments.all())
        captured = sum(payment.captured_paise for payment in payments)
        refunded = sum(payment.refunded_paise for payment in payments)
        others = [payment for payment in payments if not payment.fulfils]
        settled = all(payment.captured_paise == payment.refunded_paise for payment in others)
        stands = (order.status, order.payment_status)
        if captured and captured == sum(payment.dispute_lost_paise for payment in payments):
            return "lost"
        if stands == ("confirmed", OrderPaymentStatus.PAID) and settled:
            return "paid"
        if not captured and order.paid_at is None and order.status in ("pending", "cancelled"):
            return "unpaid"
        if captured and captured == refunded and order.payment_status == OrderPaymentStatus.REFUNDED:
            return "returned"
        return f"{order.status}/{order.payment_status} ({captured} in, {refunded} back)"

    # -- What the shop does, a method for each ShopStep of project/sandbox/scenarios.py --

    def _buy(self) -> None:
        start_payment(self._place(self._plenty))

    def _buy_last(self) -> None:
        start_payment(self._place(self._last))

    def _buy_slowly(self) -> None:
        order = self._place(self._plenty)
        known = len(self._double.control("/books", "GET")["orders"])

        def pay() -> None:
            try:
                # Its message may overtake the answer: then it is paid, which is what everybody wants.
                with suppress(AlreadyPaid):
                    start_payment(order)
            finally:
                connections.close_all()

        self._buying.append(threading.Thread(target=pay))
        self._buying[-1].start()
        self._wait(lambda: len(self._double.control("/books", "GET")["orders"]) > known, "the pay call")

    def _look(self) -> None:
        for payment_pk in Payment.objects.filter(order__pk__gt=self._before).values_list("pk", flat=True):
            with suppress(PaymentProviderDown):
                status_check.check(payment_pk, cause="clock")

    def _messages(self) -> None:
        def sent() -> bool:
            return not self._double.control("/books", "GET")["messagesWaiting"]

        self._wait(sent, "the provider's messages")

    def _cancel(self) -> None:
        orders.cancel(self._orders()[-1].order_id, actor="")

    def _hold_ends(self) -> None:
        for order in self._orders():
            Order.objects.filter(pk=order.pk).exclude(held_until=None).update(
                held_until=timezone.now() - timedelta(seconds=1)
            )
            orders.end_hold(order.order_id, cause="clock")

    def _refund(self, paise: int | None = None) -> None:
        payment = Payment.objects.get(order=self._orders()[-1], fulfils=True)
        amount = paise or payment.refundable_paise
        request_refund(
            payment.pk, amount_paise=amount, reason=RefundReason.CUSTOMER_REQUEST, user=self._staff
        )

    def _refund_part(self) -> None:
        self._refund(PART_PAISE)

    def _refunds(self) -> None:
        waiting = Refund.objects.filter(payment__order__pk__gt=self._before).exclude(next_check_at=None)
        for refund_pk in list(waiting.values_list("pk", flat=True)):
            with suppress(PaymentProviderDown):
                advance_refund(refund_pk, cause="clock")

    def _refund_again(self) -> None:
        for refund in Refund.objects.filter(status=RefundStatus.FAILED, payment__order__pk__gt=self._before):
            retry_refund(refund.pk, user=self._staff)

    def _disputes(self) -> None:
        for told in self._double.control("/state", "GET")["disputes"]:
            follow_dispute(told, user=self._staff)
        # Somebody has looked at what the provider could only hint at.
        for case in Case.objects.filter(kind=CaseKind.DISPUTE_UNKNOWN, closed_at=None):
            dismiss_case(case.pk, user=self._staff, notes="entered by hand")

    def _place(self, product: Product) -> Order:
        # A buyer of each scenario's own.
        return place_order(product, buyer=self._staff.pk)

    def _come_to_rest(self) -> None:
        """Let everything that is due happen: bad luck ends, messages arrive, the provider finishes."""
        for thread in self._buying:
            thread.join()
        self._double.control("/faults", "DELETE")
        self._double.control("/settings", refund_seconds=0)
        ours = {"payment__order__pk__gt": self._before}
        refunds = Refund.objects.filter(**ours).exclude(next_check_at=None)
        messages = WebhookMessage.objects.exclude(next_try_at=None)
        for _ in range(ROUNDS):
            self._messages()
            self._look()
            for message_pk in list(messages.values_list("pk", flat=True)):
                handle_webhook(message_pk)
            self._refunds()
            if not refunds.exists() and not messages.exists():
                issue_all()
                return
        raise TimeoutError("it does not come to rest")

    def _wait(self, done: Callable[[], bool], what: str) -> None:
        deadline = time.monotonic() + SENT_WITHIN_SECONDS
        while not done():
            if time.monotonic() > deadline:
                raise TimeoutError(f"{what}: not within {SENT_WITHIN_SECONDS:.0f} s")
            time.sleep(0.02)
