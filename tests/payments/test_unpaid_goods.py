"""Goods move only while money covers them; a full refund may cancel its order with it."""

from itertools import product as pairs
from typing import Any

import pytest
from django.utils import timezone

from project.catalog.models import Product
from project.core.errors import DomainError
from project.core.models import Mail
from project.events.models import AuditEntry, Event
from project.orders.models import UNPAID_LIFETIME, Order, OrderStatus
from project.orders.order_status import TOWARDS_CUSTOMER, Shipment, change_order_status
from project.payments.cases.resolution import act_on_case
from project.payments.models import Case, Payment, Refund
from project.payments.refunds.processing import begin_refund
from project.payments.refunds.requests import approve_refund, decline_refund, retry_refund
from tests.buying import check, new_key, pay, place, start
from tests.factories import log_in, make_product, make_user
from tests.http import Answer, Api
from tests.orders.order_helpers import WAY, move, order_status, staff
from tests.payments.refund_helpers import advance, ask, console_refund, finish, run_due
from tests.returns import return_helpers as returns
from tests.sandbox_process import SandboxProcess
from tests.shop_settings import change_shop
from tests.threads import at_once
from worker.tasks import close_abandoned_orders

pytestmark = pytest.mark.django_db

TOTAL = 50_000
# What became of the order's money, and whether it still covers the goods.
MONEY: dict[str, tuple[dict[str, Any], bool]] = {
    "paid": ({}, True),
    "partly promised back": ({"refund_pending_paise": 20_000}, True),
    "partly back": ({"refunded_paise": 20_000}, True),
    "all promised back": ({"refund_pending_paise": TOTAL}, False),
    "partly back, the rest promised": ({"refunded_paise": 20_000, "refund_pending_paise": 30_000}, False),
    "all back": ({"refunded_paise": TOTAL, "status": "REFUNDED"}, False),
    "taken back by the provider": ({"reversed_paise": TOTAL}, False),
    "partly taken back": ({"reversed_paise": 1}, True),
}


def paid(**money: Any) -> Order:
    """Return an order of 500 rupees with its money in, and what became of that."""
    order = place(make_product(price_paise=TOTAL))
    fields = {"status": "SUCCESS", "captured_paise": TOTAL, "fulfils": True, "is_open": False} | money
    Payment.objects.create(
        order=order, provider="phonepe", amount_paise=TOTAL, settled_at=timezone.now(), **fields
    )
    if fields["status"] == "REFUNDED":
        Order.objects.filter(pk=order.pk).update(payment_status="refunded")
    return order


@pytest.mark.parametrize("state", MONEY)
def test_every_step_towards_the_customer_needs_the_money(state: str) -> None:
    money, covered = MONEY[state]
    order = paid(**money)

    for old, new in pairs(Order.TRANSITIONS, TOWARDS_CUSTOMER):
        Order.objects.filter(pk=order.pk).update(status=old)
        try:
            parcel = Shipment(tracking_number="AB1")
            outcome = change_order_status(
                order.order_id, to=OrderStatus(new), actor="", shipment=parcel
            ).status
        except DomainError as refusal:
            outcome = refusal.code

        if old != new and new not in Order.TRANSITIONS[old]:
            assert outcome == "INVALID_TRANSITION"
        elif old != new and not covered:
            assert outcome == "GOODS_NOT_PAID"
        else:
            assert outcome == new
        assert order_status(order) == (new if outcome == new else old)


def test_goods_without_money_move_for_a_logged_reason_alone(
    provider: SandboxProcess, payment: Payment
) -> None:
    ask(payment, TOTAL)

    refused = move(payment.order, "processing")
    moved = move(payment.order, "processing", unpaidReason="The customer pays on the phone")

    assert refused.refusal == (409, "GOODS_NOT_PAID")
    assert list(refused.body["errors"]) == ["unpaidReason"]
    assert moved.data["order"]["status"] == "processing"
    entry = AuditEntry.objects.get(action="order.moved_unpaid")
    assert (entry.subject, entry.note) == (payment.order.topic, "The customer pays on the phone")
    assert entry.actor.startswith("user:")


def test_delivery_charge_that_stays_pays_for_no_goods(provider: SandboxProcess) -> None:
    change_shop(shipping={"flat_paise": 4_900, "free_above_paise": 10_000_000})
    payment = pay(place(make_product(price_paise=TOTAL)), provider)

    ask(payment, TOTAL)

    assert move(payment.order, "processing").refusal == (409, "GOODS_NOT_PAID")


def test_failed_refund_lets_the_goods_go_again(provider: SandboxProcess, payment: Payment) -> None:
    refund = advance(ask(payment, TOTAL))
    assert move(payment.order, "processing").refusal == (409, "GOODS_NOT_PAID")

    finish(provider, refund, "failure")

    assert move(payment.order, "processing").data["order"]["status"] == "processing"


def test_bulk_move_leaves_the_unpaid_one_and_says_why(provider: SandboxProcess, payment: Payment) -> None:
    other = pay(place(make_product()), provider)
    ask(payment, TOTAL)
    wanted = [{"orderId": each.order.order_id} for each in (payment, other)]

    answer = staff().post("/admin-orders/bulk-status", {"status": "processing", "orders": wanted})

    first, second = answer.data["results"]
    assert (first["ok"], first["code"], first["status"]) == (False, "GOODS_NOT_PAID", "confirmed")
    assert (second["ok"], second["status"], answer.data["moved"]) == (True, "processing", 1)


@pytest.mark.django_db(transaction=True)
def test_of_shipping_and_refunding_at_once_goods_never_leave_after_their_money(
    provider: SandboxProcess,
) -> None:
    worker, boss = staff(), make_user(role="admin")
    for _ in range(4):
        payment = pay(place(make_product(price_paise=TOTAL)), provider)
        for status in ("processing", "packaging"):
            move(payment.order, status, api=worker)

        def step(number: int, payment: Payment = payment) -> Any:
            if number == 0:
                return move(payment.order, "dispatched", api=worker).status
            return ask(payment, TOTAL, user=boss)

        shipped = at_once(2, step)[0] == 200

        names = list(
            Event.objects.filter(name__in=("order.dispatched", "refund.requested"))
            .filter(subject__in=(payment.order.topic, payment.topic))
            .order_by("pk")
            .values_list("name", flat=True)
        )
        assert names == (["order.dispatched"] if shipped else []) + ["refund.requested"]


@pytest.mark.parametrize("part", ["requested", "done"])
def test_replacement_needs_the_money_or_a_logged_reason(
    provider: SandboxProcess, payment: Payment, part: str
) -> None:
    for status in WAY:
        move(payment.order, status)
    payment.order.refresh_from_db()
    request = returns.asked(payment.order, kind="replacement")
    for status in ("approved", "received"):
        assert returns.move(request, status).status == 200
    refund = ask(payment, TOTAL)
    if part == "done":
        finish(provider, advance(refund))
    stock = Product.objects.get().on_hand

    refused = returns.move(request, "replaced")

    assert refused.refusal == (409, "GOODS_NOT_PAID")
    assert list(refused.body["errors"]) == ["unpaidReason"]
    request.refresh_from_db()
    assert (request.status, Product.objects.get().on_hand) == ("received", stock)
    moved = returns.move(request, "replaced", unpaidReason="Paid by bank transfer")
    assert (moved.data["request"]["status"], Product.objects.get().on_hand) == ("replaced", stock - 1)
    entry = AuditEntry.objects.get(action="order.moved_unpaid")
    assert (entry.subject, entry.note) == (payment.order.topic, "Paid by bank transfer")
    assert entry.after == {"status": "replaced"}


# -- Refund and cancel -----------------------------------------------------------------------------


def refund_all(payment: Payment, **more: Any) -> Answer:
    """Ask over the API for all of the payment and the order's end."""
    body = {"amount": TOTAL / 100, "reason": "customer_request", "cancelOrder": True} | more
    path = f"/transactions/{payment.transaction_id}/refund"
    return Api(token=log_in(make_user(role="admin"))).post(path, body, key=new_key())


def is_restocked() -> bool:
    product = Product.objects.get()
    return product.allocated == 0 and product.sellable == product.on_hand


def test_full_refund_cancels_the_order_and_restocks_once_the_provider_has_accepted_it(
    provider: SandboxProcess, payment: Payment
) -> None:
    answer = refund_all(payment)

    assert (answer.status, answer.data["refund"]["cancelsOrder"]) == (200, True)
    refund = Refund.objects.get()
    assert (order_status(payment.order), is_restocked()) == ("cancelled", True)
    entry = AuditEntry.objects.get(action="order.moved")
    assert refund.requested_by is not None
    assert entry.actor == f"user:{refund.requested_by.public_id}"
    refund = finish(provider, refund)
    assert (refund.amount_paise, refund.payment.order.status) == (TOTAL, "refunded")
    assert Event.objects.filter(subject=payment.order.topic, name="order.cancelled").count() == 1


def test_refund_and_cancellation_that_a_colleague_declines_leaves_the_order(payment: Payment) -> None:
    change_shop(returns={"approval_above_paise": 0})
    refund_all(payment)
    refund = Refund.objects.get()
    assert (refund.status, order_status(payment.order)) == ("approval", "confirmed")
    assert move(payment.order, "processing").refusal == (409, "GOODS_NOT_PAID")

    decline_refund(refund.pk, user=make_user(role="finance"), notes="Not owed")

    assert (order_status(payment.order), is_restocked()) == ("confirmed", False)
    assert move(payment.order, "processing").status == 200
    assert not Mail.objects.filter(kind="order_cancelled").exists()


def test_approved_refund_cancels_the_order_though_the_process_dies_before_it_is_sent(
    provider: SandboxProcess, payment: Payment
) -> None:
    change_shop(returns={"approval_above_paise": 0})
    refund_all(payment)
    refund = Refund.objects.get()
    approve_refund(refund.pk, user=make_user(role="finance"))
    begin_refund(refund.pk, cause="staff")
    assert order_status(payment.order) == "confirmed"

    # What a dead process leaves behind is due when its lease is over.
    Refund.objects.update(next_check_at=timezone.now())
    run_due()

    assert (order_status(payment.order), is_restocked()) == ("cancelled", True)


def test_refund_and_cancellation_that_the_provider_refuses_leaves_the_order(
    provider: SandboxProcess, payment: Payment
) -> None:
    # More than the provider's own books have left of the payment.
    console_refund(provider, payment, "CONSOLE1", 20_000)

    refund = advance(ask(payment, TOTAL, cancels_order=True))

    assert (refund.status, order_status(payment.order), is_restocked()) == ("failed", "confirmed", False)
    assert Case.objects.get().kind == "refund_failed"
    assert retry_refund(refund.pk, user=make_user(role="admin")).cancels_order


def test_refund_that_fails_after_it_was_accepted_is_a_case_of_the_cancelled_order(
    provider: SandboxProcess, payment: Payment
) -> None:
    refund_all(payment)

    finish(provider, advance(Refund.objects.get()), "failure")

    assert order_status(payment.order) == "cancelled"
    case = Case.objects.get()
    assert (case.kind, case.proposal, case.closed_at) == ("refund_failed", "refund_again", None)


def test_refund_does_not_cancel_an_order_that_was_moved_on_for_a_logged_reason(
    provider: SandboxProcess, payment: Payment
) -> None:
    refund = ask(payment, TOTAL, cancels_order=True)
    for status in WAY:
        assert move(payment.order, status, unpaidReason="A gift").status == 200

    advance(refund)

    assert order_status(payment.order) == "delivered"


def test_same_refund_and_cancellation_asked_for_again_is_the_same_refund(
    provider: SandboxProcess, payment: Payment
) -> None:
    user = make_user(role="admin")

    def again() -> Refund:
        return ask(payment, TOTAL, user=user, request_key="K1", cancels_order=True)

    refund = again()
    advance(refund)

    assert again() == refund


def test_part_refund_cannot_cancel_the_order(provider: SandboxProcess, payment: Payment) -> None:
    answer = refund_all(payment, amount=100)

    assert answer.refusal == (409, "REFUND_NOT_POSSIBLE")
    assert answer.body["data"] == {"refundable": 500}
    assert (order_status(payment.order), Refund.objects.count()) == ("confirmed", 0)


def test_refund_of_a_delivered_order_is_not_made_when_it_cannot_be_cancelled(
    provider: SandboxProcess, payment: Payment
) -> None:
    Order.objects.update(status="delivered")
    detail = staff("admin").get(f"/transactions/{payment.transaction_id}").data["transaction"]
    assert detail["canCancelOrder"] is False

    assert refund_all(payment).refusal == (409, "INVALID_TRANSITION")

    assert Refund.objects.count() == 0


# -- Money that came and went ----------------------------------------------------------------------


def test_order_whose_only_money_went_back_is_cancelled_and_restocked(provider: SandboxProcess) -> None:
    provider.control("/settings", refund_seconds=None)
    product = make_product(price_paise=TOTAL, stock=1)
    payment = start(place(product))
    provider.fault("alter", on="status", value={"amount": 40_000}, times=None)
    provider.settle(payment.transaction_id, "success")
    check(payment)
    act_on_case(Case.objects.get().pk, user=make_user(role="finance"))

    refund = finish(provider, advance(Refund.objects.get()))

    order = refund.payment.order
    assert (order.status, order.payment_status, order.held_until) == ("refunded", "refunded", None)
    product.refresh_from_db()
    assert (product.held, product.sellable) == (0, 1)
    assert Event.objects.get(subject=order.topic, name="order.cancelled").cause == "money_back"
    mail = Mail.objects.get(kind="order_cancelled")
    assert "has gone back" in mail.text and "Nothing was paid" not in mail.text


def test_sweep_ends_an_order_that_was_left_pending_after_its_refund(provider: SandboxProcess) -> None:
    order = paid(status="REFUNDED", refunded_paise=TOTAL, fulfils=False)
    Order.objects.filter(pk=order.pk).update(held_until=None, created_at=timezone.now() - UNPAID_LIFETIME)

    close_abandoned_orders()

    assert order_status(order) == "refunded"
