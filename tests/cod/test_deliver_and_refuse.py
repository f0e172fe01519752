"""A parcel's ends: delivered and collected, refused and returned, returned for a refund."""

import pytest

from project.cod import actions as cod
from project.cod import transfers
from project.cod.models import CashOnDelivery
from project.invoices.actions.issuing import issue_all
from project.invoices.models import Document
from project.orders.models import Order
from project.payments.audit.ledger import audit_ledger
from project.payments.models import Payment, Refund, RefundReason
from project.payments.refunds.processing import advance_refund
from project.payments.refunds.requests import approve_refund, request_refund
from project.payments.shared.ledger import balances
from tests.buying import place, proof
from tests.cod.cash_helpers import (
    PRICE_PAISE,
    TOTAL_PAISE,
    choose,
    confirmed,
    delivered,
    fresh,
    give_upi_id,
    guest,
    offer_cash,
    payment_of,
    sent,
)
from tests.factories import log_in, make_product, make_user
from tests.http import Api
from tests.orders.order_helpers import advance_order, move, staff
from tests.threads import at_once

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def offered() -> None:
    """Cash on delivery is offered to whoever refused one parcel at most."""
    offer_cash(refused_deliveries_allowed=1)


def admin_path(order: Order, step: str = "") -> str:
    """Return the address of the staff's card of the order, or of a step of it."""
    return f"/admin/orders/{order.order_id}/cash-on-delivery{step}"


def test_goods_move_although_nothing_is_paid_and_the_delivery_collects() -> None:
    order = sent(confirmed())
    card = staff().get(admin_path(order)).data["cash"]
    assert (card["status"], card["toCollect"], card["canRefuse"]) == ("confirmed", 549.0, True)

    assert move(order, "delivered").status == 200

    order = fresh(order)
    assert (order.payment_status, order.payment_id) == ("paid", payment_of(order).transaction_id)
    card = staff().get(admin_path(order)).data["cash"]
    assert (card["status"], card["toCollect"], card["canRefuse"]) == ("collected", 0.0, False)
    shown = Api().get(f"/auth/orders/{order.order_id}", **proof(order)).data["order"]
    assert shown["cashOnDelivery"]["status"] == "collected"
    assert shown["payments"] == []
    assert audit_ledger() == []


def test_refused_parcel_is_due_no_more_and_its_pieces_come_back_once() -> None:
    product = make_product(price_paise=PRICE_PAISE, stock=5)
    order = sent(confirmed(product, 2))
    issue_all()
    product.refresh_from_db()
    assert (product.on_hand, product.allocated) == (3, 0)

    for _ in range(2):
        answer = staff().post(admin_path(order, "/refused"), {"note": "Not at home"})
        assert answer.data["cash"]["status"] == "refused"
    product.refresh_from_db()
    assert product.on_hand == 3
    body = {"lines": [{"line": 1, "quantity": 3}]}
    assert staff().post(admin_path(order, "/back"), body).refusal == (409, "VALIDATION")
    for _ in range(2):
        answer = staff().post(admin_path(order, "/back"), {"lines": [{"line": 1, "quantity": 2}]})
        assert answer.data["cash"]["canCountBack"] is False

    product.refresh_from_db()
    assert product.on_hand == 5
    order = fresh(order)
    assert (order.status, order.payment_status, order.paid_at) == ("cancelled", "pending", None)
    assert payment_of(order).status == "CANCELLED"
    issue_all()
    assert Document.objects.filter(order=order, kind="credit_note").count() == 1
    assert set(balances().values()) == {0}
    assert audit_ledger() == []


def test_who_refused_more_than_is_allowed_pays_in_advance() -> None:
    # By the e-mail address, and by the phone number.
    persons = [guest(number) | {"phone": guest(1)["phone"]} for number in (1, 2, 3)]
    for person in persons[:2]:
        product = make_product(price_paise=PRICE_PAISE)
        assert choose(place(product, customerInfo=person)).status == 200
        cod.refuse(sent(confirmed(customerInfo=person)).order_id, note="", actor="")

    answer = choose(place(make_product(price_paise=PRICE_PAISE), customerInfo=persons[2]))

    assert answer.refusal == (409, "CASH_REFUSED")
    assert "refus" not in answer.body["message"].lower()
    assert choose(place(make_product(price_paise=PRICE_PAISE), customerInfo=guest(9))).status == 200


def test_orders_under_way_of_one_buyer_are_limited() -> None:
    offer_cash(unpaid_orders_per_buyer=1)
    confirmed(customerInfo=guest(1))

    answer = choose(place(make_product(price_paise=PRICE_PAISE), customerInfo=guest(1)))

    assert answer.refusal == (409, "CASH_REFUSED")


def test_what_cannot_be_refused_is_not() -> None:
    early, late = confirmed(), delivered(confirmed(customerInfo=guest(1)))
    online = place(make_product())

    for order in (early, late, online):
        answer = staff().post(admin_path(order, "/refused"), {})
        assert answer.refusal == (409, "INVALID_TRANSITION")
        assert staff().post(admin_path(order, "/back"), {"lines": []}).refusal[1] == "INVALID_TRANSITION"
    assert staff().get(admin_path(online)).data["cash"] is None
    assert Api().post(admin_path(early, "/refused"), {}).status == 401
    assert audit_ledger() == []


@pytest.mark.django_db(transaction=True)
def test_parcel_refused_and_delivered_at_once_is_one_of_both() -> None:
    order = sent(confirmed())

    def act(number: int) -> int:
        if number:
            return staff().post(admin_path(order, "/refused"), {}).status
        return move(order, "delivered").status

    statuses = at_once(2, act)

    assert sorted(statuses) == [200, 409]
    outcome = (fresh(order).status, CashOnDelivery.objects.get().status)
    assert outcome in {("delivered", "collected"), ("cancelled", "refused")}
    assert audit_ledger() == []


def repay(order: Order, amount_paise: int) -> Refund:
    """Ask for a refund as staff, and let the clock do what it can about it."""
    refund = request_refund(
        payment_of(order).pk,
        amount_paise=amount_paise,
        reason=RefundReason.CUSTOMER_REQUEST,
        user=make_user(role="finance"),
    )
    for _ in range(2):
        advance_refund(refund.pk, cause="clock")
    refund.refresh_from_db()
    return refund


def test_money_goes_back_by_a_transfer_that_staff_record() -> None:
    order = delivered()
    issue_all()
    refund = repay(order, 20_000)
    assert refund.status == "under_way"
    assert {name: paise for name, paise in balances().items() if paise} == {
        "customers": -TOTAL_PAISE,
        "courier": TOTAL_PAISE,
        "bank": -20_000,
        "payable": 20_000,
    }
    shown = Api().get(f"/auth/orders/{order.order_id}", **proof(order)).data["order"]["cashOnDelivery"]
    assert (shown["needsPayTo"], shown["payTo"]) == (True, "")
    assert give_upi_id(order, "no upi id").status == 422
    answer = give_upi_id(order, "asha.rao@okbank")
    assert answer.data["order"]["cashOnDelivery"]["payTo"] == "asha.rao@okbank"
    assert give_upi_id(place(make_product()), "asha.rao@okbank").refusal == (409, "INVALID_TRANSITION")
    assert staff().get(admin_path(order)).data["cash"]["payTo"] == ""
    finance = Api(token=log_in(make_user(role="finance")))
    assert finance.get(admin_path(order)).data["cash"]["payTo"] == "asha.rao@okbank"

    sent_by = f"/admin/refunds/{refund.refund_id}/transfer"
    assert staff().post(sent_by, {"bankReference": "UTR612345"}).status == 403
    assert finance.post(sent_by, {"bankReference": "no"}).status == 422
    for _ in range(2):
        assert finance.post(sent_by, {"bankReference": "UTR612345"}).data["status"] == "done"
    assert finance.post(sent_by, {"bankReference": "UTR999999"}).refusal == (409, "INVALID_TRANSITION")
    assert finance.post("/admin/refunds/RFD0/transfer", {"bankReference": "UTR612345"}).status == 404

    assert balances()["payable"] == 0
    assert Payment.objects.get(order=order).refunded_paise == 20_000
    issue_all()
    assert Document.objects.get(order=order, kind="credit_note").refund == refund
    assert audit_ledger() == []


def test_returned_order_is_refunded_whole_with_its_fee() -> None:
    order = delivered()
    advance_order(order, "returned")
    refund = Refund.objects.get()
    assert (refund.amount_paise, refund.is_owed) == (TOTAL_PAISE, True)
    approve_refund(refund.pk, user=make_user(role="finance"))
    advance_refund(refund.pk, cause="clock")

    transfers.record_transfer(refund.refund_id, bank_reference="UTR612345", user=make_user(role="finance"))

    order = fresh(order)
    assert (order.status, order.payment_status) == ("refunded", "refunded")
    assert audit_ledger() == []
