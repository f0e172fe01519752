"""Net revenue is defined once: every screen and file that shows it agrees with the ledger."""

from decimal import Decimal

import pytest

from project.cod import actions as cod
from project.cod import transfers
from project.core.rollups import repair_rollup
from project.discounts.models import DISCOUNTS
from project.events.models import Event
from project.orders.models import ORDERS, DiscountCode, Order
from project.payments.audit.ledger import audit_ledger
from project.payments.disputes.actions import NewDispute, change_dispute, lock_dispute, open_dispute
from project.payments.models import PAYMENTS, Dispute, DisputeStatus, Movement, Payment, Refund
from project.payments.shared.ledger import balances
from tests.buying import check, deliver, guest, message, pay, place, start
from tests.cod.cash_helpers import confirmed, delivered, offer_cash, payment_of, sent
from tests.exports.export_helpers import make, rows_of
from tests.factories import log_in, make_product, make_user
from tests.http import Api
from tests.payments.dispute_helpers import balanced
from tests.payments.refund_helpers import advance, ask, finish
from tests.returns.claims.claim_helpers import claimed, decide
from tests.returns.claims.claim_helpers import deliver as hand_over
from tests.returns.claims.claim_helpers import paid as paid_out
from tests.sandbox_process import SandboxProcess
from tests.shop_settings import change_shop

pytestmark = pytest.mark.django_db

CODE = "DIWALI"
# Of each order that is paid at the provider, and of each that the courier collects with a fee.
PAID, CASH = 45_000, 49_900


def dispute(payment: Payment, paise: int, *ends: DisputeStatus) -> Dispute:
    """Open a dispute and let the bank decide it, once or again."""
    opened = open_dispute(payment.pk, NewDispute(paise), user=make_user(role="finance"))
    for end in ends:
        change_dispute(lock_dispute(opened.pk), end, cause="test")
    return opened


def busy_shop(provider: SandboxProcess) -> int:
    """Let money come and go in every way there is; return the net revenue, counted by hand."""
    offer_cash()
    DiscountCode.objects.create(code=CODE, percent=10)
    product = make_product(price_paise=50_000, stock=50)
    numbers = iter(range(1, 50))

    def placed(code: str = CODE) -> Order:
        return place(product, customerInfo=guest(next(numbers)), discountCode=code)

    def bought() -> Payment:
        return pay(placed(), provider)

    def refund(payment: Payment, paise: int) -> Payment:
        finish(provider, advance(ask(payment, paise)))
        return payment

    def cash() -> Order:
        return confirmed(product, customerInfo=guest(next(numbers)), discountCode=CODE)

    net = 0
    bought()
    net += PAID
    refund(bought(), 10_000)
    net += PAID - 10_000
    refund(bought(), PAID)
    # Asked for and not sent back yet; claimed and not lost yet; won after it was lost.
    ask(bought(), 5_000)
    dispute(bought(), 20_000)
    dispute(bought(), PAID, DisputeStatus.LOST, DisputeStatus.WON)
    net += 3 * PAID
    dispute(bought(), 30_000, DisputeStatus.LOST)
    net += PAID - 30_000
    dispute(refund(bought(), 10_000), PAID, DisputeStatus.LOST)
    net -= 10_000
    # By the courier: kept, sent back by transfer, refused at the door.
    delivered(cash())
    net += CASH
    returned = delivered(cash())
    back = advance(ask(payment_of(returned), 9_900))
    transfers.record_transfer(back.refund_id, bank_reference="UTR612345", user=make_user(role="finance"))
    net += CASH - 9_900
    refused = sent(cash())
    cod.refuse(refused.order_id, note="", actor="")
    # A proven fake: its price is refunded, and as much again is a cost.
    fake = claimed(hand_over(bought().order))
    decide(fake)
    for owed in Refund.objects.filter(payment__order=fake.order):
        finish(provider, advance(owed))
    assert paid_out(fake).status == 200
    # Nothing was paid.
    DiscountCode.objects.create(code="GIFT", percent=100)
    placed("GIFT")
    start(placed())
    failed = start(placed())
    provider.settle(failed.transaction_id, "failure")
    check(failed)
    reversed_payment = bought()
    provider.fault("alter", on="status", value={"state": "FAILED"}, times=None)
    deliver(message(reversed_payment, state="FAILED"))
    provider.control("/faults", "DELETE")
    return net


def test_every_screen_and_file_says_the_net_revenue_of_the_ledger(provider: SandboxProcess) -> None:
    change_shop(returns={"approval_above_paise": 10**9})
    net = busy_shop(provider)
    admin = Api(token=log_in(make_user(role="admin")))

    lost = Event.objects.filter(name="dispute.lost").latest("pk")
    assert {"staff:dashboard", "staff:discounts"} <= set(lost.topics)
    assert any(topic.startswith("staff:orders#") for topic in lost.topics)
    compensation = sum(row.amount_paise for row in Movement.objects.filter(kind="paid_out"))
    assert compensation > 0 and balanced()
    assert -balances()["customers"] + compensation == net

    def column(kind: str, name: str = "Net") -> Decimal:
        return sum((Decimal(row[name]) for row in rows_of(make(admin, kind))), Decimal(0))

    dashboard = admin.get("/admin/dashboard").data
    transactions = admin.get("/transactions").data["statistics"]
    found = {
        "dashboard": dashboard["totalRevenue"],
        "chart": sum(point["revenue"] for point in dashboard["chart"]),
        "transactions": transactions["netAmount"],
        "transactions, found": admin.get("/transactions", {"minAmount": 1}).data["statistics"]["netAmount"],
        "orders": admin.get("/admin-orders/orders").data["summary"]["totalRevenue"],
        "orders, found": admin.get("/admin-orders/orders", {"search": "example.com"}).data["summary"][
            "totalRevenue"
        ],
        "live view": admin.get("/admin/live").data["total"],
        "code": admin.get(f"/admin/discounts/{CODE}").data["discount"]["revenue"],
        "code, by day": sum(day["revenue"] for day in admin.get(f"/admin/discounts/{CODE}").data["chart"]),
        "export of transactions": column("transactions"),
        "export of orders": column("orders"),
        "export of codes": column("discounts", "Net revenue"),
    }
    assert {name: round(value * 100) for name, value in found.items()} == dict.fromkeys(found, net)
    assert transactions["successfulAmount"] * 100 == column("transactions", "Received") * 100
    assert [repair_rollup(source) for source in (ORDERS, PAYMENTS, DISCOUNTS)] == [0, 0, 0]


def test_a_customer_has_spent_what_the_shop_kept(provider: SandboxProcess) -> None:
    customer = make_user(role="customer")
    api = Api(token=log_in(customer))
    payment = pay(place(make_product(price_paise=50_000), api=api), provider)
    Order.objects.filter(pk=payment.order_id).update(user=customer)
    finish(provider, advance(ask(payment, 10_000)))
    dispute(payment, 15_000, DisputeStatus.LOST)

    shown = Api(token=log_in(make_user(role="admin"))).get(f"/admin/users/{customer.public_id}").data

    assert shown["spent"] == 250.0


def test_audit_names_an_order_whose_sum_is_not_that_of_its_payments(payment: Payment) -> None:
    Order.objects.filter(pk=payment.order_id).update(net_paise=1)

    assert any(found.startswith(payment.order.order_id) for found in audit_ledger())


def test_an_order_follows_its_payments_whatever_writes_to_them(payment: Payment) -> None:
    def net() -> int:
        return Order.objects.get(pk=payment.order_id).net_paise

    second = {"order": payment.order, "provider": "phonepe", "amount_paise": 70_000, "is_open": False}
    Payment.objects.create(**second, captured_paise=70_000, status="SUCCESS")
    assert net() == 120_000
    Payment.objects.filter(amount_paise=70_000).update(dispute_lost_paise=70_000, reversed_paise=1_000)
    assert net() == 49_000
    Payment.objects.filter(amount_paise=70_000).delete()
    assert net() == 50_000
