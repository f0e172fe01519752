"""Random interleavings of all actions end with the ledger equal to the provider's, and nothing done twice.

Orders paid online and to the courier, with and without codes, sent, returned, refunded by amounts and by
pieces, and disputed. The same interleavings each time, more of them with --nightly; INTERLEAVING_EXAMPLES
makes a longer run of new ones, each of STEPS steps; INTERLEAVING_SEEDS makes so many long walks, of
INTERLEAVING_STEPS steps each. A failure prints the shortest series of steps that leads to it.
"""

import contextlib
import json
import os
import random
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from functools import wraps
from typing import Any

import httpx
import pytest
from django.db import transaction
from django.db.models import Count, Sum
from django.utils import timezone
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test

from project.accounts import codes
from project.accounts.models import CodePurpose
from project.backoffice.provider_reconciliation import differences
from project.backoffice.scenarios.cash import RULES
from project.backoffice.scenarios.purchases import place_order
from project.backoffice.scenarios.runner import follow_dispute
from project.catalog.models import StockMovement, StockMovementKind
from project.cod import actions as cod
from project.cod import transfers
from project.cod.models import CashOnDelivery, CashStatus
from project.core.errors import DomainError, InvalidTransition
from project.core.photos import NewPhotos
from project.discounts import actions as discounts
from project.invoices.actions.issuing import issue_all
from project.orders import actions as orders
from project.orders.models import DiscountCode, Order, OrderStatus
from project.orders.order_status import UNKNOWN, Shipment, change_order_status
from project.payments.attempts import status_check
from project.payments.attempts.start import start_payment
from project.payments.attempts.status_check import take_due_payments
from project.payments.audit import ledger
from project.payments.audit.ledger import audit_ledger
from project.payments.models import Account, Payment, Refund, RefundReason, WebhookMessage
from project.payments.providers.registry import INSTALLED
from project.payments.refunds.lines import line_amounts, refunded_lines
from project.payments.refunds.processing import advance_refund, take_due_refunds
from project.payments.refunds.requests import approve_refund, decline_refund, request_refund, retry_refund
from project.payments.shared.ledger import balances
from project.payments.webhooks.receiving import receive_webhook
from project.payments.webhooks.replay import preview_webhook, replay_webhook
from project.returns import actions as returns
from project.returns.models import Return, ReturnKind, ReturnReason, ReturnStatus
from tests.accounts.login_helpers import code_to, let_code_pass
from tests.buying import deliver, let_order_pass, message, place, razorpay_message, signed
from tests.cod.cash_helpers import enter, line, remittance
from tests.factories import make_product, make_user
from tests.payments.refund_helpers import run_due
from tests.sandbox_process import SandboxProcess

# Every step is some calls of the provider over HTTP.
pytestmark = [pytest.mark.django_db, pytest.mark.timeout(3600), pytest.mark.production_stack]

STEPS = 60
EXAMPLES = int(os.environ.get("INTERLEAVING_EXAMPLES", "0"))
# Walks that are made, each of a seed of its own.
SEEDS = int(os.environ.get("INTERLEAVING_SEEDS", "1"))
WALK_STEPS = int(os.environ.get("INTERLEAVING_STEPS", "40"))
# One takes four seconds.
EXAMPLES_OF_A_RUN, EXAMPLES_OF_A_NIGHT = 4, 42
# Rounds in which everything that is due happens, until nothing is.
ROUNDS = 12

# Which of the rows there are; the remainder counts, so that every number names one.
WHICH = range(60)
RAZORPAY_WORDS = {
    "PENDING": "pending",
    "CONFIRMED": "pending",
    "COMPLETED": "processed",
    "FAILED": "failed",
}
CODES = {"ONCE": {"limit": 1}, "TWICE": {"limit": 2}, "EACH": {"limit_per_customer": 1}}
# What the shop's first buyers do: codes and how they pay.
BEGINNING = (
    ("ONCE", "choose cash"),
    ("TWICE", "paid"),
    ("EACH", "paid"),
    ("TWICE", "pay cash"),
    ("", "pay cash"),
)
WAY = (
    OrderStatus.PROCESSING,
    OrderStatus.PACKAGING,
    OrderStatus.DISPATCHED,
    OrderStatus.OUT_FOR_DELIVERY,
    OrderStatus.DELIVERED,
)
STATES = ["COMPLETED", "FAILED", "PENDING"]


# What can happen in a walk: the step's name and the values of its arguments.
CAN_HAPPEN: dict[str, Mapping[str, Sequence[Any]]] = {}


def step(**drawn: Sequence[Any]) -> Callable[[Callable[..., None]], Any]:
    """Make a rule of something that can happen; a refusal is an outcome like any other."""

    def decorate(does: Callable[..., None]) -> Any:
        @wraps(does)
        def happen(self: "World", **values: Any) -> None:
            with contextlib.suppress(DomainError):
                does(self, **values)

        CAN_HAPPEN[does.__name__] = drawn
        strategies: dict[str, Any] = {name: st.sampled_from(values) for name, values in drawn.items()}
        return rule(**strategies)(happen)  # type: ignore[no-untyped-call]

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
        self.actor = f"user:{self.staff.public_id}"
        self.remittances = 0
        self.other = make_user(role="admin")
        self.products = [make_product(stock=stock, price_paise=50_000) for stock in (1, 3, 50)]
        for code, limits in CODES.items():
            DiscountCode.objects.create(code=code, percent=10, **limits)
        for buyer, (code, then) in enumerate(BEGINNING):
            self.order(which=-1, buyer=buyer, pieces=2, code=code, then=then)

    def teardown(self) -> None:
        """Let everything come to rest, compare the books, and forget it all."""
        try:
            self.come_to_rest()
            provider = self.provider.control("/books", "GET")
            assert list(differences(paid=provider["paid"], returned=provider["returned"])) == []
            assert audit_ledger() == []
            self.our_own_books_agree()
        finally:
            transaction.set_rollback(True)
            self.everything.__exit__(None, None, None)

    @rule()
    def our_own_books_agree(self) -> None:
        """At any moment, not only in the end; a step of its own, as it costs more than the others."""
        assert list(ledger.differences()) == []
        for product in self.products:
            product.refresh_from_db()
            assert product.sellable >= 0
        net = Order.objects.aggregate(net=Sum("net_paise", default=0))["net"]
        assert net == -balances()[Account.CUSTOMERS]
        for code in DiscountCode.objects.all():
            uses = Order.objects.with_code(code)
            assert code.limit is None or uses.count() <= code.limit, f"{code}: {uses.count()} uses"
            of_buyer = uses.values("email").annotate(uses=Count("pk")).order_by("-uses").first()
            if code.limit_per_customer is not None and of_buyer is not None:
                assert of_buyer["uses"] <= code.limit_per_customer, f"{code}: {of_buyer}"

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

    def payment(self, which: int, **known: Any) -> Payment | None:
        """Return one of the payments of which this is known."""
        found = list(Payment.objects.select_related("order").filter(**known).order_by("pk"))
        return found[which % len(found)] if found else None

    def an_order(self, which: int, **known: Any) -> Order | None:
        """Return one of the orders of which this is known."""
        found = list(Order.objects.filter(**known).order_by("pk"))
        return found[which % len(found)] if found else None

    def refund(self, which: int, **known: Any) -> Refund | None:
        """Return one of the refunds of which this is known."""
        found = list(Refund.objects.select_related("payment").filter(**known).order_by("pk"))
        return found[which % len(found)] if found else None

    # -- What shoppers do --

    @step(which=WHICH)
    def buy(self, which: int) -> None:
        for product in self.products:
            product.refresh_from_db()
        left = [product for product in self.products if product.sellable > 0]
        start_payment(place(left[which % len(left)]))

    @step(which=WHICH)
    def buy_and_pay(self, which: int) -> None:
        self.buy(which=which)
        if payment := Payment.objects.order_by("-pk").first():
            self.at_provider(f"/orders/{payment.transaction_id}/settle", outcome="success")

    @step(which=WHICH)
    def try_again(self, which: int) -> None:
        if payment := self.payment(which):
            Payment.objects.filter(pk=payment.pk).update(expires_at=timezone.now())
            start_payment(payment.order)

    @step(which=WHICH)
    def cancel(self, which: int) -> None:
        if payment := self.payment(which):
            orders.cancel(payment.order.order_id, actor="")

    @step(
        which=WHICH,
        buyer=range(0, 4),
        pieces=range(1, 4),
        code=["", *CODES],
        then=["", "pay", "paid", "choose cash", "pay cash"],
    )
    def order(self, which: int, buyer: int, pieces: int, code: str, then: str) -> None:
        product = self.products[which % len(self.products)]
        # Its transaction is the request's.
        with transaction.atomic():
            order = place_order(product, buyer=buyer, quantity=pieces, code=code)
        if then in ("pay", "paid"):
            payment = start_payment(order)
            if then == "paid":
                self.at_provider(f"/orders/{payment.transaction_id}/settle", outcome="success")
                status_check.check(payment.pk, cause="clock")
        elif then:
            self.choose_cash(which=-1)
            if then == "pay cash":
                self.type_code(which=-1)

    @step(which=WHICH)
    def pay(self, which: int) -> None:
        if order := self.an_order(which, status="pending"):
            start_payment(order)

    @step(which=WHICH)
    def choose_cash(self, which: int) -> None:
        if order := self.an_order(which, status="pending"):
            chosen = CashOnDelivery.objects.filter(order=order, status=CashStatus.CHOSEN).exists()
            total = order.total_paise + (0 if chosen else RULES.fee_paise)
            cod.choose(order.order_id, rules=RULES, agreed_paise=total, network="")

    @step(which=WHICH)
    def type_code(self, which: int) -> None:
        if order := self.an_order(which, status="pending", cash_on_delivery__status=CashStatus.CHOSEN):
            let_code_pass(order.email, timedelta(minutes=1))
            codes.send(purpose=CodePurpose.CASH, email=order.email, language="en")
            cod.confirm(order.order_id, rules=RULES, code=code_to(order.email, "cash"))

    @step(which=WHICH)
    def withdraw_cash(self, which: int) -> None:
        if order := self.an_order(which, cash_on_delivery__isnull=False):
            cod.withdraw(order.order_id)

    @step(which=WHICH, pieces=range(1, 4))
    def ask_to_return(self, which: int, pieces: int) -> None:
        if order := self.an_order(which, status=OrderStatus.DELIVERED):
            returns.request_return(
                order,
                kind=ReturnKind.RETURN,
                reason=ReturnReason.DEFECTIVE,
                text="",
                pieces={1: pieces},
                photos=NewPhotos(),
                actor="",
            )

    # -- What the bank and the provider do --

    @step(which=WHICH, paise=[10_000, 45_000, 50_000])
    def bank_claims(self, which: int, paise: int) -> None:
        if payment := self.payment(which, status="SUCCESS"):
            self.at_provider(f"/orders/{payment.transaction_id}/dispute", amount=paise)

    @step(which=WHICH, to=["won", "lost", "under_review"])
    def bank_decides(self, which: int, to: str) -> None:
        if told := self.provider.control("/state", "GET")["disputes"]:
            self.at_provider(f"/disputes/{told[which % len(told)]['dispute_id']}/move", to=to)

    @step()
    def follow_disputes(self) -> None:
        for told in self.provider.control("/state", "GET")["disputes"]:
            with contextlib.suppress(DomainError):
                follow_dispute(told, user=self.staff)

    @step(which=WHICH, part=[1, 2])
    def courier_remits(self, which: int, part: int) -> None:
        collected = list(CashOnDelivery.objects.filter(status=CashStatus.COLLECTED).select_related("order"))
        if collected:
            order = collected[which % len(collected)].order
            self.remittances += 1
            utr = f"UTR{self.remittances:07}"
            enter(remittance(line(order, f"{order.total_paise / part / 100:.2f}", UTR=utr)))

    @step(which=WHICH, outcome=["success", "failure", "pending", "cancel"])
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

    @step(which=WHICH, outcome=["success", "confirmed", "failure"])
    def refund_ends(self, which: int, outcome: str) -> None:
        if refund := self.refund(which):
            self.at_provider(f"/refunds/{refund.refund_id}/settle", outcome=outcome)

    @step(which=WHICH, paise=[10_000, 25_000, 50_000])
    def console_refund(self, which: int, paise: int) -> None:
        if payment := self.payment(which):
            number = len(self.provider.control("/state", "GET")["refunds"])
            body = {"merchantRefundId": f"CONSOLE{number}", "originalMerchantOrderId": payment.transaction_id}
            # A provider gives back no more than was paid, which a discount made less.
            self.at_provider("/refunds", **body, amount=min(paise, payment.amount_paise))

    @step(
        kind=["reply_lost", "too_many", "error_json", "error_html", "garbage"],
        on=["pay", "refund"],
    )
    def fault(self, kind: str, on: str) -> None:
        self.provider.fault(kind, on=on)

    # -- Messages --

    @step(which=WHICH, state=STATES, copies=range(1, 4))
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
            receive_webhook(provider=self.name, headers=signed(body, self.name), body=body)

    @step(which=WHICH)
    def refund_message(self, which: int) -> None:
        rows = self.provider.control("/state", "GET")["refunds"]
        if rows:
            self.deliver(self.refund_message_of(rows[which % len(rows)]))

    # -- What the shop and its staff do --

    @step(which=WHICH)
    def check(self, which: int) -> None:
        if payment := self.payment(which):
            status_check.check(payment.pk, cause="clock")

    @step(which=WHICH)
    def hold_ends(self, which: int) -> None:
        if payment := self.payment(which):
            let_order_pass(payment.order, timedelta(hours=2))
            orders.end_hold(payment.order.order_id, cause="clock")

    @step(which=WHICH, paise=[100, 10_000, 50_000])
    def staff_refunds(self, which: int, paise: int) -> None:
        if payment := self.payment(which):
            request_refund(payment.pk, amount_paise=paise, reason=RefundReason.OTHER, user=self.staff)

    @step(which=WHICH, pieces=range(1, 4))
    def staff_refund_pieces(self, which: int, pieces: int) -> None:
        if payment := self.payment(which, status="SUCCESS"):
            (row,) = line_amounts(payment.order, {1: pieces})
            request_refund(
                payment.pk,
                amount_paise=row["amountPaise"],
                reason=RefundReason.OTHER,
                user=self.staff,
                pieces={1: pieces},
            )

    @step(which=WHICH, approve=(False, True))
    def second_person(self, which: int, approve: bool) -> None:
        if (refund := self.refund(which)) and approve:
            approve_refund(refund.pk, user=self.other)
        elif refund:
            decline_refund(refund.pk, user=self.other, notes="no")

    @step(which=WHICH)
    def transfer(self, which: int) -> None:
        if refund := self.refund(which, payment__provider="cash_on_delivery", status="under_way"):
            transfers.record_transfer(refund.refund_id, bank_reference="UTR612345", user=self.staff)

    @step(which=WHICH, to=WAY)
    def send(self, which: int, to: OrderStatus) -> None:
        """Send a parcel as far as that; no more pieces leave than are still paid for."""
        order = self.an_order(which, status__in=(OrderStatus.CONFIRMED, *WAY[:-1]))
        if order is None:
            return
        for status in WAY[: WAY.index(to) + 1]:
            parcel = Shipment(tracking_number="AB1234") if status == OrderStatus.DISPATCHED else UNKNOWN
            with contextlib.suppress(InvalidTransition):
                change_order_status(order.order_id, to=status, actor=self.actor, shipment=parcel)
                if status == OrderStatus.DISPATCHED:
                    self.check_parcel(order)

    def check_parcel(self, order: Order) -> None:
        left = StockMovement.objects.filter(kind=StockMovementKind.DISPATCH, reference=order.order_id)
        sent = -left.aggregate(pieces=Sum("on_hand_delta"))["pieces"]
        ordered = sum(order.quantities().values())
        refunded = sum(refunded_lines(order).pieces.values())
        assert sent <= ordered - refunded, f"{sent} of {ordered} pieces sent, {refunded} refunded"

    @step(which=WHICH, to=[OrderStatus.CANCELLED, OrderStatus.RETURNED])
    def staff_end(self, which: int, to: OrderStatus) -> None:
        if order := self.an_order(which):
            change_order_status(order.order_id, to=to, actor=self.actor)

    @step(which=WHICH)
    def refuse(self, which: int) -> None:
        if order := self.an_order(which, cash_on_delivery__status=CashStatus.CONFIRMED):
            cod.refuse(order.order_id, note="", actor=self.actor)

    @step(which=WHICH, sellable=range(0, 4))
    def count_back(self, which: int, sellable: int) -> None:
        if order := self.an_order(which, cash_on_delivery__status=CashStatus.REFUSED):
            cod.count_back(order.order_id, sellable={1: sellable}, actor=self.actor)

    @step(which=WHICH, to=[*ReturnStatus], sellable=range(0, 4))
    def move_return(self, which: int, to: ReturnStatus, sellable: int) -> None:
        if found := list(Return.objects.order_by("pk")):
            name = found[which % len(found)].return_id
            returns.move_return(name, to=to, note="", actor=self.actor, sellable={1: sellable})

    @step(code=[*CODES], active=(False, True), percent=[5, 20])
    def staff_edit_a_code(self, code: str, active: bool, percent: int) -> None:
        discounts.change_code(code, {"is_active": active, "percent": percent}, version=None, actor=self.actor)

    @step(which=WHICH)
    def advance(self, which: int) -> None:
        if refund := self.refund(which):
            advance_refund(refund.pk, cause="clock")

    @step(which=WHICH)
    def retry(self, which: int) -> None:
        if refund := self.refund(which):
            retry_refund(refund.pk, user=self.staff)

    @step(which=WHICH, dry_run=(False, True))
    def staff_replay_a_message(self, which: int, dry_run: bool) -> None:
        found = list(WebhookMessage.objects.order_by("pk").values_list("pk", flat=True))
        if found and dry_run:
            preview_webhook(found[which % len(found)])
        elif found:
            replay_webhook(found[which % len(found)], user=self.staff)

    @step()
    def job_that_dies(self) -> None:
        take_due_refunds(limit=2)
        take_due_payments(limit=2)

    @step()
    def documents(self) -> None:
        """Invoices and credit notes get their numbers whenever the worker comes to them."""
        issue_all()

    @step()
    def clock(self) -> None:
        run_due()

    def come_to_rest(self) -> None:
        """Let everything that is due happen: leases end, messages arrive, the provider finishes."""
        self.provider.control("/faults", "DELETE")
        for _ in range(ROUNDS):
            for payment in Payment.objects.order_by("pk"):
                status_check.check(payment.pk, cause="clock")
            for row in self.provider.control("/state", "GET")["refunds"]:
                self.at_provider(f"/refunds/{row['merchant_refund_id']}/settle", outcome="success")
            for row in self.provider.control("/state", "GET")["refunds"]:
                self.deliver(self.refund_message_of(row))
            # Cash goes back by a transfer, which somebody records.
            for refund in Refund.objects.filter(payment__provider="cash_on_delivery", status="under_way"):
                transfers.record_transfer(refund.refund_id, bank_reference="UTR612345", user=self.staff)
            self.follow_disputes()
            Refund.objects.exclude(next_check_at=None).update(next_check_at=timezone.now())
            WebhookMessage.objects.exclude(next_try_at=None).update(next_try_at=timezone.now())
            run_due()
            if not (
                Refund.objects.exclude(next_check_at=None).exists()
                or WebhookMessage.objects.exclude(next_try_at=None).exists()
            ):
                issue_all()
                return
        raise AssertionError("it does not come to rest")


Walk = list[tuple[str, dict[str, Any]]]


def walked(walk: Walk) -> str:
    """Let these steps happen in an empty shop, and return what is wrong then."""
    world = World()
    try:
        try:
            for number, (name, values) in enumerate(walk, start=1):
                getattr(world, name)(**values)
                if number % 10 == 0:
                    world.our_own_books_agree()
        finally:
            world.teardown()
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""


def shortest(walk: Walk) -> Walk:
    """Leave out of a walk that goes wrong what it goes wrong without."""
    size = len(walk) // 2
    while size:
        for start in range(len(walk) - size, -1, -size):
            shorter = walk[:start] + walk[start + size :]
            if walked(shorter):
                walk = shorter
        size //= 2
    return walk


@pytest.mark.parametrize("seed", range(1, SEEDS + 1))
@pytest.mark.parametrize("first_provider", INSTALLED, indirect=True)
def test_books_agree_after_a_long_walk(provider: SandboxProcess, first_provider: str, seed: int) -> None:
    World.provider, World.name = provider, first_provider
    dice = random.Random(seed)
    names = dice.choices(list(CAN_HAPPEN), k=WALK_STEPS)
    walk = [(name, {key: dice.choice(values) for key, values in CAN_HAPPEN[name].items()}) for name in names]

    if problem := walked(walk):
        steps = "\n".join(f"{name}({values})" for name, values in shortest(walk))
        pytest.fail(f"{problem}\n{steps}")


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
