"""Random interleavings of all actions end with the ledger equal to the provider's, and nothing done twice.

The same interleavings each time, more of them with --nightly; INTERLEAVING_EXAMPLES makes a longer run of new
ones, each of STEPS steps. A failure prints the shortest series of steps that leads to it.
"""

import contextlib
import json
import os
from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any

import httpx
import pytest
from django.db import transaction
from django.utils import timezone
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test

from project.backoffice.provider_reconciliation import differences
from project.core.errors import DomainError
from project.invoices import actions as invoices
from project.orders import actions as orders
from project.payments import actions
from project.payments.actions import ledger_audit
from project.payments.models import Payment, Refund, RefundReason, WebhookMessage
from project.payments.providers import INSTALLED
from tests.buying import deliver, let_order_pass, message, place, razorpay_message, signed
from tests.factories import make_product, make_user
from tests.payments.refund_helpers import run_due
from tests.sandbox_process import SandboxProcess

# Every step is some calls of the provider over HTTP.
pytestmark = [pytest.mark.django_db, pytest.mark.timeout(3600), pytest.mark.production_stack]

STEPS = 60
EXAMPLES = int(os.environ.get("INTERLEAVING_EXAMPLES", "0"))
# One takes three seconds.
EXAMPLES_OF_A_RUN, EXAMPLES_OF_A_NIGHT = 6, 42
# Rounds in which everything that is due happens, until nothing is.
ROUNDS = 12

# Which of the rows there are; the remainder counts, so that every number names one.
WHICH = st.integers(min_value=0, max_value=59)
RAZORPAY_WORDS = {
    "PENDING": "pending",
    "CONFIRMED": "pending",
    "COMPLETED": "processed",
    "FAILED": "failed",
}
STATES = st.sampled_from(["COMPLETED", "FAILED", "PENDING"])


def step(**drawn: Any) -> Callable[[Callable[..., None]], Any]:
    """Make a rule of something that can happen; a refusal is an outcome like any other."""

    def decorate(does: Callable[..., None]) -> Any:
        @wraps(does)
        def happen(self: "World", **values: Any) -> None:
            with contextlib.suppress(DomainError):
                does(self, **values)

        return rule(**drawn)(happen)  # type: ignore[no-untyped-call]

    return decorate


class World(RuleBasedStateMachine):
    """A shop with scarce goods, its provider, and everything that can happen to them."""

    provider: SandboxProcess
    name: str

    def __init__(self) -> None:
        super().__init__()
        # Each series of steps begins with an empty shop.
        self.everything = transaction.atomic()
        self.everything.__enter__()
        self.provider.control("/reset")
        self.provider.control("/settings", refund_seconds=None)
        self.staff = make_user(role="admin")
        self.products = [make_product(stock=stock, price_paise=50_000) for stock in (1, 3, 50)]

    def teardown(self) -> None:
        """Let everything come to rest, compare the books, and forget it all."""
        try:
            self.come_to_rest()
            provider = self.provider.control("/books", "GET")
            assert list(differences(paid=provider["paid"], returned=provider["returned"])) == []
        finally:
            transaction.set_rollback(True)
            self.everything.__exit__(None, None, None)

    @rule()
    def our_own_books_agree(self) -> None:
        """At any moment, not only in the end; a step of its own, as it costs more than the others."""
        assert list(ledger_audit.differences()) == []
        for product in self.products:
            product.refresh_from_db()
            assert product.sellable >= 0

    def at_provider(self, path: str, **body: Any) -> None:
        """Do something at the provider, if it is possible there now."""
        with contextlib.suppress(AssertionError, httpx.HTTPError):
            self.provider.control(path, **body)

    def deliver(self, body: bytes) -> None:
        """Send a message of the provider's."""
        deliver(body, provider=self.name)

    def refund_message_of(self, row: dict[str, Any]) -> bytes:
        """Return the provider's message about a refund in its books."""
        if self.name == "razorpay":
            refund = {"id": row["refund_id"], "receipt": row["receipt"], "amount": row["amount"]}
            paid = {"notes": {"merchant_order_id": row["merchant_order_id"]}}
            word = RAZORPAY_WORDS[row["state"]]
            return razorpay_message(f"refund.{word}", refund=refund | {"status": word}, payment=paid)
        payload = {
            "merchantRefundId": row["merchant_refund_id"],
            "originalMerchantOrderId": row["merchant_order_id"],
            "refundId": row["refund_id"],
            "amount": row["amount"],
            "state": row["state"],
        }
        return json.dumps({"event": f"pg.refund.{row['state']}", "payload": payload}).encode()

    def payment(self, which: int) -> Payment | None:
        """Return one of the payments."""
        found = list(Payment.objects.select_related("order").order_by("pk"))
        return found[which % len(found)] if found else None

    def refund(self, which: int) -> Refund | None:
        """Return one of the refunds."""
        found = list(Refund.objects.select_related("payment").order_by("pk"))
        return found[which % len(found)] if found else None

    # -- What shoppers do --

    @step(which=WHICH)
    def buy(self, which: int) -> None:
        for product in self.products:
            product.refresh_from_db()
        left = [product for product in self.products if product.sellable > 0]
        actions.start_payment(place(left[which % len(left)]))

    @step(which=WHICH)
    def buy_and_pay(self, which: int) -> None:
        self.buy(which=which)
        if payment := Payment.objects.order_by("-pk").first():
            self.at_provider(f"/orders/{payment.transaction_id}/settle", outcome="success")

    @step(which=WHICH)
    def try_again(self, which: int) -> None:
        if payment := self.payment(which):
            Payment.objects.filter(pk=payment.pk).update(expires_at=timezone.now())
            actions.start_payment(payment.order)

    @step(which=WHICH)
    def cancel(self, which: int) -> None:
        if payment := self.payment(which):
            orders.cancel(payment.order.order_id, actor="")

    # -- What the bank and the provider do --

    @step(which=WHICH, outcome=st.sampled_from(["success", "failure", "pending", "cancel"]))
    def bank_answers(self, which: int, outcome: str) -> None:
        if payment := self.payment(which):
            self.at_provider(f"/orders/{payment.transaction_id}/settle", outcome=outcome)

    @step(which=WHICH)
    def bank_is_late(self, which: int) -> None:
        if payment := self.payment(which):
            self.at_provider(f"/orders/{payment.transaction_id}/settle", outcome="success", late=True)

    @step()
    def pages_expire(self) -> None:
        self.at_provider("/clock", advance=1000)

    @step(which=WHICH, outcome=st.sampled_from(["success", "confirmed", "failure"]))
    def refund_ends(self, which: int, outcome: str) -> None:
        if refund := self.refund(which):
            self.at_provider(f"/refunds/{refund.refund_id}/settle", outcome=outcome)

    @step(which=WHICH, paise=st.sampled_from([10_000, 25_000, 50_000]))
    def console_refund(self, which: int, paise: int) -> None:
        if payment := self.payment(which):
            number = len(self.provider.control("/state", "GET")["refunds"])
            body = {"merchantRefundId": f"CONSOLE{number}", "originalMerchantOrderId": payment.transaction_id}
            self.at_provider("/refunds", **body, amount=paise)

    @step(
        kind=st.sampled_from(["reply_lost", "too_many", "error_json", "error_html", "garbage"]),
        on=st.sampled_from(["pay", "refund"]),
    )
    def fault(self, kind: str, on: str) -> None:
        self.provider.fault(kind, on=on)

    # -- Messages --

    @step(which=WHICH, state=STATES, copies=st.integers(1, 3))
    def message(self, which: int, state: str, copies: int) -> None:
        if payment := self.payment(which):
            for _ in range(copies):
                self.deliver(message(payment, state=state))

    @step(which=WHICH)
    def forged_message(self, which: int) -> None:
        if payment := self.payment(which):
            (proof,) = signed(b"", self.name)
            deliver(message(payment), headers={proof: "0" * 64}, provider=self.name)

    @step(which=WHICH, state=STATES)
    def message_whose_process_dies(self, which: int, state: str) -> None:
        if payment := self.payment(which):
            body = message(payment, state=state, orderId=f"OMO{which}")
            actions.receive_webhook(provider=self.name, headers=signed(body, self.name), body=body)

    @step(which=WHICH)
    def refund_message(self, which: int) -> None:
        rows = self.provider.control("/state", "GET")["refunds"]
        if rows:
            self.deliver(self.refund_message_of(rows[which % len(rows)]))

    # -- What the shop and its staff do --

    @step(which=WHICH)
    def check(self, which: int) -> None:
        if payment := self.payment(which):
            actions.check(payment.pk, cause="clock")

    @step(which=WHICH)
    def hold_ends(self, which: int) -> None:
        if payment := self.payment(which):
            let_order_pass(payment.order, timedelta(hours=2))
            orders.end_hold(payment.order.order_id, cause="clock")

    @step(which=WHICH, paise=st.sampled_from([100, 10_000, 50_000]))
    def staff_refunds(self, which: int, paise: int) -> None:
        if payment := self.payment(which):
            actions.request_refund(payment.pk, amount_paise=paise, reason=RefundReason.OTHER, user=self.staff)

    @step(which=WHICH)
    def advance(self, which: int) -> None:
        if refund := self.refund(which):
            actions.advance_refund(refund.pk, cause="clock")

    @step(which=WHICH)
    def retry(self, which: int) -> None:
        if refund := self.refund(which):
            actions.retry_refund(refund.pk, user=self.staff)

    @step(which=WHICH, dry_run=st.booleans())
    def staff_replay_a_message(self, which: int, dry_run: bool) -> None:
        found = list(WebhookMessage.objects.order_by("pk").values_list("pk", flat=True))
        if found and dry_run:
            actions.preview_webhook(found[which % len(found)])
        elif found:
            actions.replay_webhook(found[which % len(found)], user=self.staff)

    @step()
    def job_that_dies(self) -> None:
        actions.take_due_refunds(limit=2)
        actions.take_due_payments(limit=2)

    @step()
    def documents(self) -> None:
        """Invoices and credit notes get their numbers whenever the worker comes to them."""
        invoices.issue_all()

    @step()
    def clock(self) -> None:
        run_due()

    def come_to_rest(self) -> None:
        """Let everything that is due happen: leases end, messages arrive, the provider finishes."""
        self.provider.control("/faults", "DELETE")
        for _ in range(ROUNDS):
            for payment in Payment.objects.order_by("pk"):
                actions.check(payment.pk, cause="clock")
            for row in self.provider.control("/state", "GET")["refunds"]:
                self.at_provider(f"/refunds/{row['merchant_refund_id']}/settle", outcome="success")
            for row in self.provider.control("/state", "GET")["refunds"]:
                self.deliver(self.refund_message_of(row))
            Refund.objects.exclude(next_check_at=None).update(next_check_at=timezone.now())
            WebhookMessage.objects.exclude(next_try_at=None).update(next_try_at=timezone.now())
            run_due()
            if not (
                Refund.objects.exclude(next_check_at=None).exists()
                or WebhookMessage.objects.exclude(next_try_at=None).exists()
            ):
                invoices.issue_all()
                return
        raise AssertionError("it does not come to rest")


@pytest.mark.parametrize("first_provider", INSTALLED, indirect=True)
def test_books_equal_the_providers_after_anything(
    provider: SandboxProcess, first_provider: str, pytestconfig: pytest.Config
) -> None:
    World.provider, World.name = provider, first_provider
    usual = EXAMPLES_OF_A_NIGHT if pytestconfig.getoption("--nightly") else EXAMPLES_OF_A_RUN

    run_state_machine_as_test(
        World,
        settings=settings(
            max_examples=EXAMPLES or usual,
            stateful_step_count=STEPS,
            # The same each time unless somebody asks for more.
            derandomize=not EXAMPLES,
            database=None,
            deadline=None,
            print_blob=True,
            suppress_health_check=list(HealthCheck),
        ),
    )
