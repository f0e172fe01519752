"""Effects of an order's events in other apps, in their order and in the transaction of the change."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from project.cod.models import CashOnDelivery
from project.invoices.actions.issuing import issue_all
from project.invoices.models import Document, DueDocument
from project.order_events import ShopEvents
from project.orders import actions as orders
from project.orders.models import Order
from project.payments.models import Payment, Refund
from tests.buying import pay, place, proof, start
from tests.cod.cash_helpers import choose, confirmed, offer_cash, sent
from tests.factories import make_product
from tests.http import Api
from tests.invoices.document_helpers import make_due
from tests.orders import order_helpers
from tests.orders.order_helpers import WAY, advance_order, staff
from tests.payments.refund_helpers import advance, finish
from tests.returns.return_helpers import asked, move
from tests.sandbox_process import SandboxProcess

pytestmark = pytest.mark.django_db(transaction=True)

ORDER = 'UPDATE "orders_order" SET "status" = '
# Statements that each effect makes, whether there is something to do for it or not.
REFUND = '"payments_payment"."refunded_paise"'
CASH = 'FROM "cod_cashondelivery"'
INVOICE = '"invoices_duedocument"'
EFFECTS = [REFUND, CASH, INVOICE]


def effects(act: Callable[[], object], change: str) -> list[str]:
    """Return the effects that follow the change in its transaction, in their order."""
    with CaptureQueriesContext(connection) as captured:
        act()
    transactions = "\n".join(query["sql"] for query in captured.captured_queries).split("BEGIN")
    [changed] = [each.partition("\nCOMMIT")[0] for each in transactions if change in each]
    after = changed.partition(change)[2]
    return sorted((effect for effect in EFFECTS if effect in after), key=after.index)


def test_order_that_is_confirmed_gets_its_invoice() -> None:
    order = place(make_product())

    assert effects(lambda: order_helpers.pay(order), f"{ORDER}'confirmed'") == [INVOICE]

    assert DueDocument.objects.get().order == order


def test_payment_that_has_arrived_is_found_before_the_buyer_cancels(provider: SandboxProcess) -> None:
    order = place(make_product())
    provider.settle(start(order).transaction_id, "success")

    Api().post(f"/orders/{order.order_id}/cancel", **proof(order))

    assert (Payment.objects.get().status, Refund.objects.get().status) == ("SUCCESS", "requested")


def test_cancelled_order_is_refunded_and_its_cash_ends_and_its_unpaid_invoice_is_taken_back() -> None:
    offer_cash()
    order = confirmed()
    issue_all()

    assert effects(lambda: advance_order(order, "cancelled"), f"{ORDER}'cancelled'") == [
        REFUND,
        CASH,
        INVOICE,
    ]

    assert CashOnDelivery.objects.get().status == "cancelled"
    assert DueDocument.objects.filter(order=order, is_cancellation=True).exists()


def test_order_that_staff_set_to_returned_is_refunded_once(provider: SandboxProcess) -> None:
    order = place(make_product())
    pay(order, provider)
    advance_order(order, *WAY)

    assert effects(lambda: advance_order(order, "returned"), f"{ORDER}'returned'") == EFFECTS
    advance_order(order, "returned")

    assert Refund.objects.get().amount_paise == order.total_paise


def test_cash_of_a_delivered_order_is_collected() -> None:
    offer_cash()
    order = sent(confirmed())

    assert CASH in effects(lambda: advance_order(order, "delivered"), f"{ORDER}'delivered'")

    assert CashOnDelivery.objects.get().status == "collected"


def test_received_return_is_refunded(provider: SandboxProcess) -> None:
    order = place(make_product(), 2)
    pay(order, provider)
    advance_order(order, *WAY)
    request, worker = asked(order), staff()
    move(request, "approved", api=worker)

    change = """UPDATE "returns_return" SET "status" = 'received'"""
    assert effects(lambda: move(request, "received", api=worker), change) == [REFUND]

    assert 0 < Refund.objects.get().amount_paise < order.total_paise


def test_fee_of_cash_on_delivery_is_taken_off_before_an_online_payment(provider: SandboxProcess) -> None:
    offer_cash()
    order = place(make_product())
    total = order.total_paise
    choose(order)

    payment = start(order)

    assert CashOnDelivery.objects.get().status == "withdrawn"
    assert (payment.amount_paise, Order.objects.get().total_paise) == (total, total)


def test_refund_that_is_done_gets_its_credit_note(provider: SandboxProcess) -> None:
    order = place(make_product())
    pay(order, provider)
    issue_all()
    orders.cancel(order.order_id, actor="")
    refund = advance(Refund.objects.get())

    change = """UPDATE "payments_refund" SET "status" = 'done'"""
    assert INVOICE in effects(lambda: finish(provider, refund), change)

    assert DueDocument.objects.filter(refund=refund).exists()


def test_other_apps_fill_fields_of_an_order_and_of_its_row() -> None:
    offer_cash()
    order = confirmed()
    make_due()

    fields = ShopEvents().order_fields(order)
    row = vars(Order.objects.annotate(**ShopEvents().row_columns()).get())
    risks = ShopEvents().cash_risks([order])

    assert list(fields) == [
        "can_return",
        "returns",
        "payments",
        "cash_on_delivery",
        "invoice",
        "can_claim",
        "claims",
    ]
    number = Document.objects.get().number
    assert row.items() >= {"open_returns": 0, "open_claims": 0, "invoice_number": number}.items()
    assert list(risks) == [order.pk]
