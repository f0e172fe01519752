"""Amounts of claims: the parts of a line add up, and nothing is refunded twice."""

import pytest

from project.orders.models import Order
from project.payments.audit.ledger import audit_ledger
from project.payments.models import Payment, Refund
from project.payments.shared.ledger import balances
from project.returns.models.claim import Claim
from tests.buying import guest_body, item, new_key, pay
from tests.factories import make_product
from tests.http import Api
from tests.orders.order_helpers import staff
from tests.payments.refund_helpers import advance, ask, finish
from tests.returns import return_helpers as returns
from tests.returns.claims.claim_helpers import bought, claimed, decide, deliver, paid, shown
from tests.sandbox_process import SandboxProcess
from tests.shop_settings import change_shop

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _one_person() -> None:
    change_shop(returns={"approval_above_paise": 10**9})


@pytest.mark.parametrize(
    ("price_paise", "quantity", "factor"),
    [(33_333, 3, 5), (10_001, 7, 5), (99_999, 3, 2), (12_347, 4, 3), (50_000, 3, 1)],
)
def test_pieces_claimed_one_by_one_add_up_to_the_line(
    provider: SandboxProcess, price_paise: int, quantity: int, factor: int
) -> None:
    change_shop(promises={"money_back_factor": factor}, tax={"prices_include_tax": False})
    order = bought(provider, price_paise=price_paise, quantity=quantity)
    line_paise = order.lines.get().paid_paise

    for _ in range(quantity):
        opened = claimed(order)
        assert decide(opened).status == 200
        opened.refresh_from_db()
        if opened.status == "approved":
            assert paid(opened).status == 200
        refund = Refund.objects.filter(claim=opened).first()
        if refund is not None:
            finish(provider, advance(refund))

    rows = list(Claim.objects.all())
    assert sum(row.due_paise or 0 for row in rows) == factor * line_paise
    refunds = sum(refund.amount_paise for refund in Refund.objects.all())
    transfers = sum(row.transfer_paise or 0 for row in rows)
    assert refunds + transfers == factor * line_paise
    assert {row.status for row in rows} == {"paid"}
    assert (balances()["payable"], sum(balances().values())) == (0, 0)
    assert audit_ledger() == []


def test_factor_of_one_is_paid_by_the_refund_alone(provider: SandboxProcess) -> None:
    change_shop(promises={"money_back_factor": 1})
    order = bought(provider)

    row = decide(claimed(order)).data["claim"]

    assert (row["status"], row["due"], row["refund"], row["transfer"]) == ("paid", 500, 500, 0)
    assert (row["next"], balances()["payable"], audit_ledger()) == ([], 0, [])


def test_claim_of_a_line_pays_back_what_was_paid_for_that_line(provider: SandboxProcess) -> None:
    body = guest_body(item(make_product(price_paise=30_000)), item(make_product(price_paise=7_000), 2))
    order_id = Api().post("/orders/create-guest-order", body, key=new_key()).data["orderId"]
    order = deliver(pay(Order.objects.get(order_id=order_id), provider).order)

    row = decide(claimed(order, item="2:2")).data["claim"]

    assert (row["paid"], row["due"], row["refund"], row["transfer"]) == (140, 700, 140, 560)


def test_money_that_is_back_already_is_not_given_back_again(provider: SandboxProcess) -> None:
    order = bought(provider)
    payment = Payment.objects.get()
    finish(provider, advance(ask(payment, 50_000, pieces={1: 1})))

    row = decide(claimed(order)).data["claim"]

    assert (row["due"], row["refund"], row["transfer"]) == (2500, 0, 2000)
    assert Refund.objects.count() == 1
    payment.refresh_from_db()
    assert (payment.status, audit_ledger()) == ("REFUNDED", [])


def test_no_more_goes_back_than_is_left_of_the_payment(provider: SandboxProcess) -> None:
    order = bought(provider)
    finish(provider, advance(ask(Payment.objects.get(), 20_000)))

    row = decide(claimed(order)).data["claim"]

    assert (row["refund"], row["transfer"]) == (300, 2000)
    assert Payment.objects.get().refundable_paise == 0


def test_rest_that_the_provider_would_not_move_is_left_and_sent_by_transfer(provider: SandboxProcess) -> None:
    """500.00 for the bead; 0.50 more stays of the payment: too little, so that 0.50 goes the other way."""
    body = guest_body(item(make_product(price_paise=50_000)), item(make_product(price_paise=10_000)))
    order_id = Api().post("/orders/create-guest-order", body, key=new_key()).data["orderId"]
    order = deliver(pay(Order.objects.get(order_id=order_id), provider).order)
    payment = Payment.objects.get()
    finish(provider, advance(ask(payment, payment.captured_paise - 50_050)))

    row = decide(claimed(order)).data["claim"]

    assert (row["due"], row["refund"], row["transfer"]) == (2500, 499.5, 2000.5)
    payment.refresh_from_db()
    assert payment.refundable_paise == 100
    assert audit_ledger() == []


def test_price_that_is_too_little_for_the_provider_goes_by_transfer(provider: SandboxProcess) -> None:
    change_shop(promises={"money_back_factor": 1})
    order = bought(provider, price_paise=60, quantity=3)

    row = decide(claimed(order)).data["claim"]

    assert (row["status"], row["due"], row["refund"], row["transfer"]) == ("approved", 0.6, 0, 0.6)
    assert balances()["payable"] == 60
    assert audit_ledger() == []


def test_piece_that_was_sent_back_is_paid_for_beyond_its_price(provider: SandboxProcess) -> None:
    order = bought(provider, quantity=2)
    request = returns.asked(order, items=["1:1"])
    for step in ("approved", "received"):
        returns.move(request, step, api=staff("admin"))
    finish(provider, advance(Refund.objects.get()))

    row = decide(claimed(order, item="1:2")).data["claim"]

    assert (row["due"], row["refund"], row["transfer"]) == (5000, 500, 4000)
    assert Payment.objects.get().refundable_paise == 0
    assert audit_ledger() == []


def test_claim_that_was_declined_counts_for_nothing(provider: SandboxProcess) -> None:
    order = bought(provider, price_paise=33_333, quantity=2)
    decide(claimed(order), "decline")

    row = decide(claimed(order, item="1:2")).data["claim"]

    assert row["due"] == 3333.3
    assert [claim["status"] for claim in shown(order)["claims"]] == ["declined", "approved"]
