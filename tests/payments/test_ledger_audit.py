"""The nightly ledger audit compares rows, ledger and stock movements; a difference opens a case."""

from collections.abc import Callable

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F

from project.catalog.models import Product, StockMovement
from project.orders.models import Order, OrderLine
from project.payments.audit.ledger import audit_ledger
from project.payments.models import Case, Movement, Payment, Refund, RefundReason
from project.payments.refunds.processing import advance_refund
from project.payments.refunds.requests import request_refund
from tests.buying import pay, place
from tests.disabled_triggers import disable_triggers
from tests.factories import make_product, make_user
from tests.sandbox_process import SandboxProcess

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def refunded(shared_provider: SandboxProcess) -> Payment:
    """A paid order with one refund done, one under way and one that waits."""
    payment = pay(place(make_product(price_paise=50_000)), shared_provider)
    for amount, ends in ((10_000, True), (5_000, False), (1_000, False)):
        refund = request_refund(
            payment.pk, amount_paise=amount, reason=RefundReason.OTHER, user=make_user(role="admin")
        )
        advance_refund(refund.pk, cause="test")
        if ends:
            shared_provider.control(f"/refunds/{refund.refund_id}/settle", outcome="success")
            advance_refund(refund.pk, cause="test")
    assert sorted(Refund.objects.values_list("status", flat=True)) == ["done", "requested", "under_way"]
    return payment


@pytest.fixture
def payment(refunded: Payment) -> Payment:
    """That order's payment, and a ledger that can be changed."""
    disable_triggers("payments_movement")
    return Payment.objects.get(pk=refunded.pk)


@pytest.mark.both_stacks
def test_audit_of_consistent_rows_finds_nothing(payment: Payment) -> None:
    place(make_product())

    assert audit_ledger() == []
    assert not Case.objects.exists()
    call_command("audit_ledger")


TAMPERINGS: dict[str, Callable[[], object]] = {
    "a capture without its entry": lambda: Movement.objects.filter(kind="captured").delete(),
    "a refund entered twice": lambda: Movement.objects.filter(kind="refund_done").update(
        amount_paise=F("amount_paise") * 2
    ),
    "a refund in transit that nobody sent": lambda: Movement.objects.filter(kind="refund_started").update(
        amount_paise=F("amount_paise") + 1
    ),
    "a refunded sum without its refund": lambda: Payment.objects.update(refunded_paise=10_001),
    "a promise without its refund": lambda: Payment.objects.update(refund_pending_paise=0),
    "money of a failed payment": lambda: Payment.objects.update(status="FAILED", fulfils=False),
    "a paid order whose total is another": lambda: Order.objects.update(
        total_paise=F("total_paise") + 1, subtotal_paise=F("subtotal_paise") + 1
    ),
    "a paid order without its payment": lambda: Payment.objects.update(fulfils=False),
    "a payment whose order is unpaid": lambda: Order.objects.update(payment_status="pending"),
    "a refunded order with money left": lambda: Order.objects.update(payment_status="refunded"),
    "a piece nobody counted": lambda: Product.objects.update(on_hand=F("on_hand") + 1),
    "a line's discount": lambda: OrderLine.objects.update(discount_paise=1),
    "a line's tax": lambda: OrderLine.objects.update(tax_paise=F("tax_paise") + 1),
    "an extra piece on a paid line": lambda: OrderLine.objects.update(
        quantity=2, total_paise=F("total_paise") * 2
    ),
    "a paid order cancelled with its money and stock": lambda: Order.objects.update(status="cancelled"),
    "a status that nobody set": lambda: Order.objects.update(status="processing"),
    "a delivered order that has left nobody": lambda: Order.objects.update(status="delivered"),
    "a payment's status": lambda: Payment.objects.update(status="REFUNDED"),
    "a refund that waits for nobody": lambda: Refund.objects.filter(status="requested").update(
        status="approval"
    ),
    "a movement of stock": lambda: StockMovement.objects.filter(kind="allocate_held").update(
        allocated_delta=2
    ),
    "a hold of no order": lambda: hold_for_nobody(Product.objects.get()),
}


def hold_for_nobody(product: Product) -> None:
    StockMovement.objects.create(product=product, kind="hold", quantity=1, held_delta=1, reference="AKS-NONE")
    Product.objects.update(held=F("held") + 1)


@pytest.mark.both_stacks
@pytest.mark.parametrize("tampering", TAMPERINGS)
def test_difference_opens_a_case_that_names_it(payment: Payment, tampering: str) -> None:
    TAMPERINGS[tampering]()

    with pytest.raises(CommandError, match="the ledger audit found differences"):
        call_command("audit_ledger")

    case = Case.objects.get()
    assert (case.kind, case.proposal, case.payment) == ("books_differ", "look", None)
    names = {*Refund.objects.values_list("refund_id", flat=True)}
    names |= {payment.transaction_id, payment.order.order_id, payment.order.lines.get().product.public_id}
    assert any(name in line for line in case.facts["details"] for name in names)


@pytest.mark.both_stacks
def test_case_closes_when_the_audit_finds_nothing(payment: Payment) -> None:
    Product.objects.update(on_hand=F("on_hand") + 1)
    audit_ledger()
    Product.objects.update(on_hand=F("on_hand") - 1)

    assert audit_ledger() == []

    assert Case.objects.get().closed_rule == "balanced"
