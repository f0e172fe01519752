"""Ordering with cash on delivery: the fee, the code, what is held, sold, invoiced and mailed."""

from datetime import timedelta

import pytest
from django.utils import timezone

from project.catalog.models import Product
from project.cod.models import CashOnDelivery
from project.core.models import Mail
from project.invoices.actions.issuing import issue_all
from project.invoices.actions.queueing import queue_missing
from project.invoices.contents import Contents
from project.invoices.emails import document_issued
from project.invoices.models import Document, DueDocument
from project.orders import actions as orders
from project.orders.models import Order
from project.payments.audit.ledger import audit_ledger
from project.payments.models import Payment
from project.payments.refunds.processing import advance_refund
from tests.accounts.login_helpers import let_code_pass
from tests.buying import check, place, start
from tests.cod.cash_helpers import (
    FEE_PAISE,
    PRICE_PAISE,
    TOTAL_PAISE,
    choose,
    code_of,
    confirm,
    confirmed,
    fresh,
    guest,
    key,
    offer_cash,
    path,
    payment_of,
)
from tests.factories import log_in, make_product, make_user
from tests.http import Api
from tests.orders.order_helpers import WAY, advance_order
from tests.sandbox_process import SandboxProcess
from tests.shop_settings import change_shop
from tests.threads import at_once

pytestmark = pytest.mark.django_db


@pytest.fixture
def product() -> Product:
    """A bead of 500 rupees."""
    offer_cash()
    return make_product(price_paise=PRICE_PAISE, stock=3)


def stock_of(product: Product) -> tuple[int, int, int]:
    """Return on hand, allocated and held."""
    product.refresh_from_db()
    return product.on_hand, product.allocated, product.held


def test_order_is_placed_by_the_code_and_nothing_counts_as_paid(product: Product) -> None:
    order, api = place(product), Api()

    chosen = choose(order, api=api).data
    assert chosen == {
        "orderId": order.order_id,
        "totalAmount": TOTAL_PAISE / 100,
        "fee": FEE_PAISE / 100,
        "sentTo": "a•••@example.com",
    }
    assert stock_of(product) == (3, 0, 1)
    assert fresh(order).status == "pending"
    code = code_of(order)
    done = confirm(order, code, api=api).data
    assert (done["status"], done["toCollect"]) == ("confirmed", TOTAL_PAISE / 100)
    shown = api.get(f"/auth/orders/{order.order_id}", X_Order_Access=done["accessToken"]).data["order"]
    assert shown["cashOnDelivery"]["toCollect"] == TOTAL_PAISE / 100
    # Whoever types anything later proves nothing.
    assert confirm(order, "000000", api=Api()).data["accessToken"] is None

    order = fresh(order)
    assert (order.status, order.payment_status, order.paid_at) == ("confirmed", "pending", None)
    assert stock_of(product) == (3, 1, 0)
    payment = payment_of(order)
    assert (payment.status, payment.amount_paise, payment.captured_paise) == ("PENDING", TOTAL_PAISE, 0)
    assert Mail.objects.filter(kind="cash_order_confirmed", reference=order.topic).count() == 1
    assert not Mail.objects.filter(kind="payment_received").exists()
    board = Api(token=log_in(make_user(role="admin")))
    listed = board.get("/transactions", {"paymentMethod": "Cash"}).data
    assert [row["status"] for row in listed["transactions"]] == ["PENDING"]
    assert listed["statistics"]["successfulAmount"] == 0
    assert board.get("/admin-orders/orders").data["summary"]["totalRevenue"] == 0
    issue_all()
    says = Contents.from_json(Document.objects.get(order=order).contents)
    assert (says.total, says.to_collect, says.paid_on) == (TOTAL_PAISE, TOTAL_PAISE, "")
    assert [(row.total, row.cash_fee) for row in says.rows] == [(PRICE_PAISE, False), (FEE_PAISE, True)]
    assert audit_ledger() == []

    order.cash_on_delivery.fee_paise += 100
    order.cash_on_delivery.save(update_fields=["fee_paise"])
    assert any(each.startswith(f"{order.cash_on_delivery}: fee") for each in audit_ledger())


@pytest.mark.parametrize(("includes_tax", "tax"), [(True, 142), (False, 143)])
def test_fee_is_added_once_as_offered_and_taken_off_again_to_the_paisa(
    product: Product, includes_tax: bool, tax: int
) -> None:
    change_shop(tax={"prices_include_tax": includes_tax})
    Product.objects.update(tax_rate_basis_points=300)
    order, api = place(product), Api()
    before = fresh(order)
    query = {"amount": before.total_paise / 100, "pincode": "411001"}
    offered = api.get("/cash-on-delivery", query).data["fee"]
    total = before.total_paise + round(offered * 100)

    assert choose(order, api=api, amount=1).body["data"]["totalAmount"] == total / 100
    for _ in range(2):
        assert choose(order, api=api, amount=total / 100).data["fee"] == offered
        assert (fresh(order).total_paise, fresh(order).tax_paise) == (total, before.tax_paise + tax)
    assert api.other("DELETE", path(order), **key(order)).status == 200
    assert api.other("DELETE", path(order), **key(order)).status == 200

    names = ("total_paise", "tax_paise", "shipping_paise", "shipping_tax_paise")
    assert [getattr(fresh(order), name) for name in names] == [getattr(before, name) for name in names]
    assert audit_ledger() == []


def test_wrong_codes_are_counted_and_place_nothing(product: Product) -> None:
    order, api = place(product), Api()
    choose(order, api=api)
    right = code_of(order)
    wrong = "000000" if right != "000000" else "111111"

    refusals = [confirm(order, wrong, api=api).refusal[1] for _ in range(5)]

    assert refusals == ["CODE_WRONG"] * 4 + ["CODE_TOO_MANY"]
    assert confirm(order, right, api=api).refusal == (400, "CODE_EXPIRED")
    let_code_pass(order.email, timedelta(minutes=1))
    assert api.post(path(order, "/code"), **key(order)).status == 200
    assert confirm(order, code_of(order), api=api).status == 200


@pytest.mark.parametrize(
    ("rules", "reason"),
    [
        ({"enabled": False}, "off"),
        ({"minimum_paise": 50_001}, "too_little"),
        ({"maximum_paise": 49_999}, "too_much"),
        ({"served_pincodes": ["56", "411002"]}, "pincode"),
        ({"refused_pincodes": ["4110"]}, "pincode"),
        ({"served_pincodes": ["411001"], "refused_pincodes": ["411002"]}, None),
        ({"minimum_paise": 50_000, "maximum_paise": 50_000}, None),
    ],
)
def test_rules_decide_where_it_is_offered(
    product: Product, rules: dict[str, object], reason: str | None
) -> None:
    offer_cash(**rules)
    order = place(product)

    offer = Api().get("/cash-on-delivery", {"amount": 500, "pincode": "411001"}).data

    assert offer["refusal"] == reason
    assert bool(offer["reason"]) == (reason not in (None, "off"))
    answer = choose(order)
    assert answer.status == 200 if reason is None else answer.refusal == (409, "CASH_REFUSED")
    assert CashOnDelivery.objects.count() == (reason is None)


def test_only_the_customer_and_the_links_holder_choose(product: Product) -> None:
    order = place(product)
    body = {"amount": TOTAL_PAISE / 100}
    staff = Api(token=log_in(make_user(role="admin")))

    for api, headers in ((Api(), {}), (Api(), {"X_Order_Key": "x"}), (staff, {})):
        for step in ("", "/confirm", "/code"):
            answer = api.post(path(order, step), body | {"code": "123456"}, **headers)
            assert answer.refusal == (404, "NOT_FOUND")
        assert api.other("DELETE", path(order), **headers).refusal == (404, "NOT_FOUND")


def test_code_after_the_hold_takes_what_is_left_or_says_that_nothing_is() -> None:
    offer_cash()
    product = make_product(price_paise=PRICE_PAISE, stock=1)
    order, other = place(product), place(product, customerInfo=guest(1))
    api = Api()
    choose(order, api=api)
    Order.objects.filter(pk=order.pk).update(held_until=timezone.now() - timedelta(seconds=1))
    orders.end_hold(order.order_id, cause="clock")
    browser = Api()
    choose(other, api=browser)
    assert confirm(other, code_of(other), api=browser).status == 200

    assert confirm(order, code_of(order), api=api).refusal == (409, "OUT_OF_STOCK")

    assert fresh(order).status == "pending"
    assert stock_of(product) == (1, 1, 0)
    assert Payment.objects.filter(order=order).count() == 0
    assert audit_ledger() == []


@pytest.mark.django_db(transaction=True)
def test_code_typed_twice_at_once_places_one_order(product: Product) -> None:
    order, api = place(product), Api()
    choose(order, api=api)
    code = code_of(order)

    answers = at_once(4, lambda _: confirm(order, code, api=Api(address=api.address)).status)

    assert answers == [200] * 4
    assert stock_of(product) == (3, 1, 0)
    assert Payment.objects.filter(order=order).count() == 1
    assert audit_ledger() == []


@pytest.mark.django_db(transaction=True)
def test_order_cancelled_while_the_code_is_typed_is_one_of_both(product: Product) -> None:
    order, api = place(product), Api()
    choose(order, api=api)
    code = code_of(order)

    def act(number: int) -> int:
        if number:
            orders.cancel(order.order_id, actor="")
            return 200
        return confirm(order, code, api=Api(address=api.address)).status

    typed, _ = at_once(2, act)

    order = fresh(order)
    assert order.status == "cancelled"
    assert stock_of(product) == (3, 0, 0)
    assert order.cash_on_delivery_at is None or typed == 200
    assert audit_ledger() == []


def test_cancelled_order_takes_its_invoice_back_and_nothing_is_due(product: Product) -> None:
    order, since = confirmed(product), timezone.now() - timedelta(hours=1)
    # What is not queued, the worker finds.
    DueDocument.objects.all().delete()
    assert queue_missing(since=since) == 1
    issue_all()

    orders.cancel(order.order_id, actor="")
    DueDocument.objects.filter(is_cancellation=True).delete()
    assert queue_missing(since=since) == 1

    order = fresh(order)
    assert (order.status, order.payment_status) == ("cancelled", "pending")
    assert payment_of(order).status == "CANCELLED"
    assert stock_of(product) == (3, 0, 0)
    issue_all()
    invoice, note = Document.objects.filter(order=order).order_by("pk")
    says = Contents.from_json(note.contents)
    assert (note.kind, says.total, says.invoice_number) == ("credit_note", TOTAL_PAISE, invoice.number)
    document_issued(order, note)
    mail = Mail.objects.get(kind="credit_note")
    assert "refund" not in mail.text and "takes back its invoice" in mail.text
    assert queue_missing() == 0
    assert audit_ledger() == []


def test_cancellation_is_mailed_to_the_proven_address_whatever_else_was_that_day(product: Product) -> None:
    for _ in range(3):
        place(product)
    order = confirmed(product)

    orders.cancel(order.order_id, actor="")

    assert Mail.objects.filter(kind="order_cancelled", reference=order.topic).exists()


def test_online_payment_after_all_is_without_the_fee(product: Product, provider: SandboxProcess) -> None:
    order = place(product)
    choose(order)

    payment = start(order)

    assert (payment.amount_paise, fresh(order).total_paise) == (PRICE_PAISE, PRICE_PAISE)
    provider.settle(payment.transaction_id, "success")
    check(payment)
    assert fresh(order).payment_status == "paid"
    assert audit_ledger() == []


def test_page_paid_while_the_code_is_awaited_pays_the_order_without_the_fee(
    product: Product, provider: SandboxProcess
) -> None:
    order = place(product)
    payment = start(order)
    choose(order)

    provider.settle(payment.transaction_id, "success")
    check(payment)

    order = fresh(order)
    assert (order.status, order.payment_status, order.total_paise) == ("confirmed", "paid", PRICE_PAISE)
    assert confirm(order, code_of(order), api=Api()).refusal[1] == "ORDER_NOT_PAYABLE"
    assert audit_ledger() == []


def test_page_paid_after_the_code_goes_back_and_the_courier_still_collects(
    product: Product, provider: SandboxProcess
) -> None:
    provider.control("/settings", refund_seconds=0)
    order, api = place(product), Api()
    payment = start(order)
    choose(order, api=api)
    confirm(order, code_of(order), api=api)

    provider.settle(payment.transaction_id, "success")
    payment = check(payment)

    for refund in payment.refunds.all():
        advance_refund(refund.pk, cause="clock")
        advance_refund(refund.pk, cause="clock")
    payment.refresh_from_db()
    assert (payment.status, payment.fulfils) == ("REFUNDED", False)
    order = fresh(order)
    assert (order.status, order.payment_status) == ("confirmed", "pending")
    advance_order(order, *WAY)
    assert fresh(order).payment_status == "paid"
    assert audit_ledger() == []
