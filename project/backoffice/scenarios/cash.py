"""Scenarios of cash on delivery: what customers, couriers and their remittances do, and how it must end.

No provider takes part: the courier's file is written here, by what each step says it collected.
"""

import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from itertools import count
from typing import Final, Literal

from django.utils import timezone

from project.accounts import codes
from project.accounts.models import CodePurpose, Role, User
from project.backoffice.scenarios.purchases import make_product, place_order
from project.backoffice.scenarios.runner import Result
from project.cod import actions as cod
from project.cod import transfers
from project.core.errors import DomainError
from project.core.models import Mail
from project.core.shop_settings import CashOnDelivery as Rules
from project.invoices.actions.issuing import issue_all
from project.orders import actions as orders
from project.orders.models import Order, OrderStatus
from project.orders.order_status import UNKNOWN, Shipment, change_order_status
from project.payments.audit.ledger import audit_ledger
from project.payments.models import CASH_ON_DELIVERY, Account, Case, Payment, Refund
from project.payments.providers.cash_on_delivery.remittance import COLUMNS
from project.payments.refunds.processing import advance_refund
from project.payments.refunds.requests import approve_refund
from project.payments.settlement.statements import (
    import_statement,
    provider_of_statement,
    receive_statement,
    take_due_statements,
)
from project.payments.shared.ledger import balances

RULES: Final = Rules(enabled=True, fee_paise=4_900)
# How an order ends: the courier collected and remitted its total; nothing was paid; all of it went back.
End = Literal["paid", "unpaid", "returned"]
CHARGES_PAISE = 3_540

_numbers = count(1)


@dataclass(frozen=True)
class CashScenario:
    """Steps of one order, the names of methods of `CashScenarioRun`, and its expected end."""

    title: str
    steps: str
    end: End


SCENARIOS: Final[dict[str, CashScenario]] = {
    "cash_collected": CashScenario("confirmed, delivered and remitted", "confirm deliver remit", "paid"),
    "cash_code_twice": CashScenario("the code is typed twice", "confirm confirm deliver remit", "paid"),
    "cash_code_after_hold": CashScenario(
        "the hold ends while the code is typed", "choose hold_ends type_code deliver remit", "paid"
    ),
    "cash_never_confirmed": CashScenario("nobody types the code", "choose hold_ends cancel", "unpaid"),
    "cash_short": CashScenario(
        "remitted short, the rest later", "confirm deliver remit_part remit_rest", "paid"
    ),
    "cash_doubled": CashScenario(
        "remitted twice, then taken back", "confirm deliver remit remit_again take_back", "paid"
    ),
    "cash_same_file_twice": CashScenario(
        "the same file arrives twice", "confirm deliver remit same_file", "paid"
    ),
    "cash_remitted_early": CashScenario(
        "remitted before the delivery is recorded", "confirm send remit hand_over", "paid"
    ),
    "cash_refused": CashScenario("refused at the door", "confirm send refuse count_back", "unpaid"),
    "cash_of_a_cancelled_order": CashScenario(
        "remitted for a cancelled order, then taken back", "confirm cancel remit take_back", "unpaid"
    ),
    "cash_returned": CashScenario(
        "returned, refunded by transfer", "confirm deliver remit return transfer", "returned"
    ),
}


class CashScenarioRun:
    """One scenario in a shop that nobody else uses meanwhile."""

    def __init__(self) -> None:
        number = next(_numbers)
        self._staff, self._other = (
            User.objects.create(
                email=f"cash-{number}-{each}@akshamala.example", name="Scenario", role=Role.ADMIN
            )
            for each in ("first", "second")
        )
        self._actor = self._staff.subject
        self._product = make_product(stock=10, actor=self._actor)
        self._order = place_order(self._product, buyer=number)
        self._code = ""
        self._file = b""
        # By the courier's own count.
        self._remitted_paise = 0

    def play(self, name: str) -> Result:
        """Play the scenario of this name to its end."""
        scenario, started = SCENARIOS[name], time.monotonic()
        problems: list[str] = []
        try:
            for step in scenario.steps.split():
                getattr(self, f"_{step}")()
            issue_all()
        except DomainError as error:
            problems.append(f"{type(error).__name__}: {error}")
        problems += audit_ledger()
        problems += self._unlike(scenario.end)
        return Result(
            name=name,
            title=scenario.title,
            ends=(self._end(),),
            problems=tuple(problems),
            seconds=time.monotonic() - started,
        )

    # -- How it ended --

    def _unlike(self, end: End) -> Iterator[str]:
        if self._end() != end:
            yield f"ended {self._end()}; must end {end}"
        for case in Case.objects.filter(closed_at=None):
            yield f"left open: {case}"
        collected = sum(
            Payment.objects.filter(provider=CASH_ON_DELIVERY).values_list("captured_paise", flat=True)
        )
        if collected != self._remitted_paise:
            yield f"collected {collected} paise here, remitted {self._remitted_paise} by the courier"
        if owed := balances()[Account.COURIER]:
            yield f"the courier still owes {owed} paise"
        self._product.refresh_from_db()
        stock = (self._product.on_hand, self._product.allocated, self._product.held)
        if stock != ((10, 0, 0) if end == "unpaid" else (9, 0, 0)):
            yield f"stock ended {stock}"

    def _end(self) -> str:
        order = self._fresh()
        payments = Payment.objects.filter(order=order)
        captured = sum(payment.captured_paise for payment in payments)
        refunded = sum(payment.refunded_paise for payment in payments)
        if (order.payment_status, captured, refunded) == ("paid", order.total_paise, 0):
            return "paid"
        if not captured and order.paid_at is None and order.status == OrderStatus.CANCELLED:
            return "unpaid"
        if captured and captured == refunded and order.status == OrderStatus.REFUNDED:
            return "returned"
        return f"{order.status}/{order.payment_status} ({captured} in, {refunded} back)"

    # -- What customer, staff and courier do --

    def _choose(self) -> None:
        total = self._order.total_paise + RULES.fee_paise
        cod.choose(self._order.order_id, rules=RULES, agreed_paise=total, network="")
        codes.send(purpose=CodePurpose.CASH, email=self._order.email, language="en")
        mail = Mail.objects.filter(kind="cash_code", to=self._order.email).latest("pk")
        self._code = mail.context["code"]

    def _type_code(self) -> None:
        cod.confirm(self._order.order_id, rules=RULES, code=self._code)

    def _confirm(self) -> None:
        if not self._code:
            self._choose()
        self._type_code()

    def _hold_ends(self) -> None:
        past = timezone.now() - timedelta(seconds=1)
        Order.objects.filter(pk=self._order.pk).exclude(held_until=None).update(held_until=past)
        orders.end_hold(self._order.order_id, cause="clock")

    def _cancel(self) -> None:
        orders.cancel(self._order.order_id, actor="")

    def _send(self) -> None:
        for status in (OrderStatus.PROCESSING, OrderStatus.PACKAGING, OrderStatus.DISPATCHED):
            parcel = Shipment(tracking_number="AB1234") if status == OrderStatus.DISPATCHED else UNKNOWN
            change_order_status(self._order.order_id, to=status, actor=self._actor, shipment=parcel)
        self._move(OrderStatus.OUT_FOR_DELIVERY)

    def _hand_over(self) -> None:
        self._move(OrderStatus.DELIVERED)

    def _deliver(self) -> None:
        self._send()
        self._hand_over()

    def _refuse(self) -> None:
        cod.refuse(self._order.order_id, note="", actor=self._actor)

    def _count_back(self) -> None:
        cod.count_back(self._order.order_id, sellable={1: 1}, actor=self._actor)

    def _return(self) -> None:
        self._move(OrderStatus.RETURNED)

    def _transfer(self) -> None:
        for refund in Refund.objects.filter(payment__order=self._order):
            with suppress(DomainError):
                # Small ones need no second person.
                approve_refund(refund.pk, user=self._other)
            advance_refund(refund.pk, cause="clock")
            transfers.record_transfer(refund.refund_id, bank_reference="UTR612345", user=self._staff)

    def _remit(self, share: Sequence[int] = (1, 1), utr: str = "UTR0000001") -> None:
        part, whole = share
        paise = self._fresh().total_paise * part // whole
        kept = CHARGES_PAISE if paise > CHARGES_PAISE else 0
        cells = {
            "Order ID": self._order.order_id,
            "Collected Amount": f"{paise / 100:.2f}",
            "Charges": f"{kept / 100:.2f}",
            "Tax": "0",
            "Remitted Amount": f"{(paise - kept) / 100:.2f}",
            "UTR": utr,
            "Remittance Date": f"{timezone.localdate():%d-%m-%Y}",
        }
        line = ",".join(cells.get(name, "") for name in COLUMNS)
        self._file = "\r\n".join([",".join(COLUMNS), line, ""]).encode()
        self._remitted_paise += paise
        self._enter()

    def _enter(self) -> None:
        provider = provider_of_statement(self._file)
        receive_statement(provider=provider, name="remittance.csv", body=self._file)
        for pk in take_due_statements(limit=10):
            import_statement(pk)

    def _same_file(self) -> None:
        self._enter()

    def _remit_part(self) -> None:
        self._remit((1, 3))

    def _remit_rest(self) -> None:
        self._remit((2, 3), "UTR0000002")

    def _remit_again(self) -> None:
        self._remit(utr="UTR0000002")

    def _take_back(self) -> None:
        self._remit((-1, 1), "UTR0000003")

    def _move(self, to: OrderStatus) -> None:
        change_order_status(self._order.order_id, to=to, actor=self._actor)

    def _fresh(self) -> Order:
        return Order.objects.get(pk=self._order.pk)
