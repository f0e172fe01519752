"""Whatever happens in whatever order, the books end equal to the provider's, and nothing happened twice.

INTERLEAVING_STEPS and INTERLEAVING_SEEDS make a longer run; a failure names the seed that repeats it.
"""

import contextlib
import json
import os
import random
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import httpx
import pytest
from django.utils import timezone

from project.core.errors import DomainError
from project.core.models import Mail
from project.events.models import Event
from project.orders import actions as orders
from project.orders.models import Order
from project.payments import actions
from project.payments.models import CAPTURED, Case, Payment, Refund, RefundReason, WebhookMessage
from tests.buying import deliver, let_order_pass, message, place, signed
from tests.factories import make_product, make_user
from tests.payments.refunding import run_due
from tests.sandbox_process import SandboxProcess

# Every step is some calls of the provider over HTTP.
pytestmark = [pytest.mark.django_db, pytest.mark.timeout(600)]

STEPS = int(os.environ.get("INTERLEAVING_STEPS", "50"))
SEEDS = range(int(os.environ.get("INTERLEAVING_SEEDS", "4")))
# Rounds in which everything that is due happens, until nothing is.
ROUNDS = 12


class World:
    """A shop with scarce goods, its provider, and everything that can happen to them."""

    def __init__(self, provider: SandboxProcess, seed: int) -> None:
        self.provider = provider
        self.chance = random.Random(seed)
        self.staff = make_user(role="admin")
        self.products = [make_product(stock=stock, price_paise=50_000) for stock in (1, 3, 50)]
        provider.control("/settings", refund_seconds=None)

    def step(self) -> None:
        """Let one thing happen; a refusal is an outcome like any other."""
        does = self.chance.choice(self.everything)
        with contextlib.suppress(DomainError):
            does(self)

    def at_provider(self, path: str, **body: Any) -> None:
        """Do something at the provider, if it is possible there now."""
        with contextlib.suppress(AssertionError, httpx.HTTPError):
            self.provider.control(path, **body)

    def payment(self) -> Payment | None:
        """Return any payment."""
        found = list(Payment.objects.select_related("order").order_by("pk"))
        return self.chance.choice(found) if found else None

    def refund(self) -> Refund | None:
        """Return any refund."""
        found = list(Refund.objects.select_related("payment").order_by("pk"))
        return self.chance.choice(found) if found else None

    # -- What shoppers do --

    def buy(self) -> None:
        for product in self.products:
            product.refresh_from_db()
        left = [product for product in self.products if product.sellable > 0]
        actions.start_payment(place(self.chance.choice(left)))

    def try_again(self) -> None:
        if payment := self.payment():
            Payment.objects.filter(pk=payment.pk).update(expires_at=timezone.now())
            actions.start_payment(payment.order)

    def cancel(self) -> None:
        if payment := self.payment():
            orders.cancel(payment.order.order_id, actor="")

    # -- What the bank and the provider do --

    def bank_answers(self) -> None:
        if payment := self.payment():
            outcome = self.chance.choice(["success", "success", "success", "failure", "pending", "cancel"])
            self.at_provider(f"/orders/{payment.transaction_id}/settle", outcome=outcome)

    def bank_is_late(self) -> None:
        if payment := self.payment():
            self.at_provider(f"/orders/{payment.transaction_id}/settle", outcome="success", late=True)

    def refund_ends(self) -> None:
        if refund := self.refund():
            outcome = self.chance.choice(["success", "success", "confirmed", "failure"])
            self.at_provider(f"/refunds/{refund.refund_id}/settle", outcome=outcome)

    def console_refund(self) -> None:
        if payment := self.payment():
            name = f"CONSOLE{self.chance.randrange(10**9)}"
            amount = self.chance.choice([10_000, 25_000, 50_000])
            body = {"merchantRefundId": name, "originalMerchantOrderId": payment.transaction_id}
            self.at_provider("/refunds", **body, amount=amount)

    def fault(self) -> None:
        kind = self.chance.choice(["reply_lost", "too_many", "error_json"])
        self.provider.fault(kind, on=self.chance.choice(["pay", "refund"]))

    # -- Messages --

    def message(self) -> None:
        if payment := self.payment():
            deliver(message(payment, state=self.chance.choice(["COMPLETED", "FAILED", "PENDING"])))

    def forged_message(self) -> None:
        if payment := self.payment():
            deliver(message(payment), headers={"x-phonepe-checksum-signature": "0" * 64})

    def message_whose_process_dies(self) -> None:
        if payment := self.payment():
            body = message(payment, state="COMPLETED", orderId=str(self.chance.random()))
            actions.receive_webhook(provider="phonepe", headers=signed(body), body=body)

    def refund_message(self) -> None:
        rows = self.provider.control("/state", "GET")["refunds"]
        if rows:
            deliver(refund_message_of(self.chance.choice(rows)))

    # -- What the shop and its staff do --

    def check(self) -> None:
        if payment := self.payment():
            actions.check(payment.pk, cause="clock")

    def hold_ends(self) -> None:
        if payment := self.payment():
            let_order_pass(payment.order, timedelta(hours=2))
            orders.end_hold(payment.order.order_id, cause="clock")

    def staff_refunds(self) -> None:
        if payment := self.payment():
            amount = self.chance.choice([100, 10_000, 50_000])
            actions.request_refund(
                payment.pk, amount_paise=amount, reason=RefundReason.OTHER, user=self.staff
            )

    def advance(self) -> None:
        if refund := self.refund():
            actions.advance_refund(refund.pk, cause="clock")

    def retry(self) -> None:
        if refund := self.refund():
            actions.retry_refund(refund.pk, user=self.staff)

    def job_that_dies(self) -> None:
        actions.take_due_refunds(limit=2)
        actions.take_due_payments(limit=2)

    def clock(self) -> None:
        run_due()

    everything: tuple[Callable[["World"], None], ...] = (
        *(buy, bank_answers) * 3,
        *(check, message, advance, refund_ends, clock) * 2,
        *(try_again, cancel, bank_is_late, console_refund, fault, forged_message),
        *(message_whose_process_dies, refund_message, hold_ends, staff_refunds, retry, job_that_dies),
    )

    def come_to_rest(self) -> None:
        """Let everything that is due happen: leases end, messages arrive, the provider finishes."""
        self.provider.control("/faults", "DELETE")
        for _ in range(ROUNDS):
            for payment in Payment.objects.order_by("pk"):
                actions.check(payment.pk, cause="clock")
            for row in self.provider.control("/state", "GET")["refunds"]:
                self.at_provider(f"/refunds/{row['merchant_refund_id']}/settle", outcome="success")
            for row in self.provider.control("/state", "GET")["refunds"]:
                deliver(refund_message_of(row))
            Refund.objects.exclude(next_check_at=None).update(next_check_at=timezone.now())
            WebhookMessage.objects.exclude(next_try_at=None).update(next_try_at=timezone.now())
            run_due()
            if not (
                Refund.objects.exclude(next_check_at=None).exists()
                or WebhookMessage.objects.exclude(next_try_at=None).exists()
            ):
                return
        raise AssertionError("it does not come to rest")


def refund_message_of(row: dict[str, object]) -> bytes:
    """Return the provider's message about a refund in its books."""
    payload = {
        "merchantRefundId": row["merchant_refund_id"],
        "originalMerchantOrderId": row["merchant_order_id"],
        "refundId": row["refund_id"],
        "amount": row["amount"],
        "state": row["state"],
    }
    return json.dumps({"event": f"pg.refund.{row['state']}", "payload": payload}).encode()


@pytest.mark.parametrize("seed", SEEDS)
def test_books_equal_the_providers_after_anything(provider: SandboxProcess, seed: int) -> None:
    world = World(provider, seed)
    for _ in range(STEPS):
        world.step()

    world.come_to_rest()

    books = provider.control("/state", "GET")
    assert actions.prove_books() == []
    # Money in: exactly the orders that the provider has as paid.
    paid = {row["merchant_order_id"] for row in books["orders"] if row["state"] == "COMPLETED"}
    payments = Payment.objects.select_related("order")
    assert {payment.transaction_id for payment in payments.filter(status__in=CAPTURED)} == paid
    # Money out: exactly the refunds that the provider has made.
    made = {
        row["merchant_refund_id"]: row["amount"] for row in books["refunds"] if row["state"] == "COMPLETED"
    }
    assert dict(Refund.objects.filter(status="done").values_list("refund_id", "amount_paise")) == made
    # Money without a valid order is on its way back, or somebody is shown it.
    for payment in payments.filter(status__in=CAPTURED):
        valid = payment.fulfils and payment.order.status not in ("cancelled", "returned")
        # A case that only waits for a refund is no answer where no refund is promised.
        shown = Case.objects.filter(payment=payment, closed_at=None).exclude(proposal="wait")
        assert valid or payment.refundable_paise == 0 or shown.exists(), payment
    # Nothing happened twice.
    for order in Order.objects.all():
        assert Event.objects.filter(subject=order.topic, name="order.confirmed").count() <= 1
        assert Mail.objects.filter(reference=order.topic, kind="payment_received").count() <= 1
    # Nothing was sold that is not there.
    for product in world.products:
        product.refresh_from_db()
        assert product.sellable >= 0
