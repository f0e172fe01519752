"""Late payments, double payments and payments of a wrong amount."""

from datetime import timedelta
from typing import Any

import pytest

from project.core.models import Mail
from project.events.models import Event
from project.orders import actions as orders
from project.orders.models import Order
from project.payments.models import Case
from tests.buying import check, guest_body, hold, item, let_pass, pay_call, place, start
from tests.factories import make_product
from tests.http import Api
from tests.sandbox_process import SandboxProcess
from worker.tasks import sweep

pytestmark = pytest.mark.django_db


def test_late_success_of_a_failed_attempt_revives_the_order(provider: SandboxProcess) -> None:
    product = make_product(stock=2)
    payment = start(place(product, 2))
    provider.control("/clock", advance=901)
    assert check(payment).status == "EXPIRED"
    let_pass(payment, timedelta(hours=2))
    sweep()
    product.refresh_from_db()
    assert product.held == 0

    provider.settle(payment.transaction_id, "success", late=True)
    payment = check(payment)

    assert (payment.status, payment.fulfils) == ("SUCCESS", True)
    assert (payment.order.status, payment.order.payment_status) == ("confirmed", "paid")
    product.refresh_from_db()
    assert (product.allocated, product.held, product.sellable) == (2, 0, 0)
    assert not Case.objects.exists()


def test_late_success_that_finds_the_pieces_gone_is_a_case(provider: SandboxProcess) -> None:
    product = make_product(stock=1)
    payment = start(place(product))
    provider.control("/clock", advance=901)
    check(payment)
    let_pass(payment, timedelta(hours=2))
    sweep()
    rival = hold(product)

    provider.settle(payment.transaction_id, "success", late=True)
    payment = check(payment)

    assert (payment.status, payment.captured_paise, payment.fulfils) == ("SUCCESS", 50_000, False)
    assert (payment.refund_pending_paise, payment.refundable_paise) == (50_000, 0)
    # What the provider said is kept: staff find the money at the bank by it.
    payment.refresh_from_db()
    assert (payment.provider_state, bool(payment.instrument), bool(payment.bank_reference)) == (
        "COMPLETED",
        True,
        True,
    )
    assert (payment.order.status, payment.order.payment_status) == ("cancelled", "failed")
    case = Case.objects.get()
    assert (case.kind, case.payment, case.proposal) == ("paid_without_stock", payment, "wait")
    product.refresh_from_db()
    assert (product.held, product.allocated) == (1, 0)
    rival.refresh_from_db()
    assert rival.status == "pending"
    shown = Api().get(f"/phonepe/status-check/{payment.transaction_id}").data
    assert (shown["outcome"], shown["orderStatus"]) == ("success", "cancelled")
    mail = Mail.objects.get(kind="order_cancelled", reference=payment.order.topic)
    assert "What you paid goes back" in mail.text and "Nothing was paid" not in mail.text


def test_part_of_an_order_is_never_taken_when_late_money_finds_the_rest_gone(
    provider: SandboxProcess,
) -> None:
    plenty, scarce = make_product(stock=9), make_product(stock=1)
    body = guest_body(item(plenty), item(scarce))
    order = Order.objects.get(order_id=Api().post("/orders/create-guest-order", body).data["orderId"])
    payment = start(order)
    let_pass(payment, timedelta(hours=2))
    sweep()
    hold(scarce)

    provider.settle(payment.transaction_id, "success")
    check(payment)

    plenty.refresh_from_db()
    assert (plenty.allocated, plenty.held) == (0, 0)
    assert Case.objects.get().kind == "paid_without_stock"


def test_money_for_a_cancelled_order_is_a_case(provider: SandboxProcess) -> None:
    payment = start(place(make_product()))
    orders.cancel_unpaid(payment.order.order_id, cause="staff")
    provider.settle(payment.transaction_id, "success")

    payment = check(payment)

    assert (payment.status, payment.order.status) == ("SUCCESS", "cancelled")
    assert Case.objects.get().kind == "paid_after_cancel"


def test_second_success_for_one_order_is_a_case_and_delivers_once(provider: SandboxProcess) -> None:
    product = make_product(stock=5)
    order = place(product)
    first = start(order)
    let_pass(first, timedelta(seconds=850))
    second = start(order)

    for payment in (first, second):
        provider.settle(payment.transaction_id, "success")
        check(payment)

    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.status, first.fulfils) == ("SUCCESS", True)
    assert (second.status, second.fulfils) == ("SUCCESS", False)
    case = Case.objects.get()
    assert (case.kind, case.payment) == ("paid_twice", second)
    product.refresh_from_db()
    assert product.allocated == 1
    assert Mail.objects.filter(kind="payment_received").count() == 1


@pytest.mark.parametrize("amount", [1, 49_999, 50_001, 5_000_000, None, "50000"])
def test_wrong_amount_opens_a_case_and_pays_nothing(provider: SandboxProcess, amount: Any) -> None:
    product = make_product(price_paise=50_000)
    payment = start(place(product))
    provider.fault("alter", on="status", value={"amount": amount}, times=None)
    provider.settle(payment.transaction_id, "success")

    payment = check(payment)

    assert (payment.status, payment.in_review, payment.captured_paise) == ("PENDING", True, 0)
    assert (payment.order.status, payment.order.payment_status) == ("pending", "pending")
    case = Case.objects.get()
    assert (case.kind, case.closed_at, case.facts["expectedPaise"]) == ("amount_differs", None, 50_000)
    assert not Mail.objects.filter(kind="payment_received").exists()
    shown = Api().get(f"/phonepe/status-check/{payment.transaction_id}").data
    assert (shown["outcome"], shown["inReview"], shown["mayHaveBeenDebited"]) == ("received", True, True)
    version = payment.version
    check(payment)
    assert Case.objects.count() == 1
    assert Event.objects.filter(subject=payment.topic, name="case.opened").count() == 1
    assert version <= check(payment).version


@pytest.mark.parametrize(
    ("field", "value", "kind"),
    [
        ("currency", "USD", "amount_differs"),
        ("orderId", "OMO-of-somebody-else", "id_differs"),
        ("merchantOrderId", "TXN-of-somebody-else", "id_differs"),
    ],
)
def test_success_of_something_else_opens_a_case(
    provider: SandboxProcess, field: str, value: str, kind: str
) -> None:
    payment = start(place(make_product()))
    provider.fault("alter", on="status", value={field: value}, times=None)
    provider.settle(payment.transaction_id, "success")

    payment = check(payment)

    assert (payment.status, payment.order.payment_status) == ("PENDING", "pending")
    assert Case.objects.get().kind == kind


def test_order_in_review_is_not_paid_a_second_time(provider: SandboxProcess) -> None:
    payment = start(place(make_product()))
    provider.fault("alter", on="status", value={"amount": 1}, times=1)
    provider.settle(payment.transaction_id, "success")
    check(payment)

    refusal = pay_call(payment.order)

    assert refusal.refusal == (409, "ORDER_NOT_PAYABLE")
    # The right amount, once the provider tells it, settles the payment after all.
    assert check(payment).order.payment_status == "paid"
