"""The amounts of each exported order add up, to the paisa."""

import random
from decimal import Decimal

import pytest

from project.orders.models import DiscountCode, Order
from project.payments.models import RefundReason
from project.payments.refunds.processing import advance_refund
from project.payments.refunds.requests import request_refund
from tests.buying import GUEST, guest_body, item, new_key, pay, place
from tests.cod.cash_helpers import choose, offer_cash
from tests.exports.export_helpers import make, rows_of
from tests.factories import log_in, make_product, make_user
from tests.http import Api
from tests.orders.order_helpers import staff
from tests.sandbox_process import SandboxProcess
from tests.shop_settings import change_shop

pytestmark = pytest.mark.django_db

RATES = (0, 25, 300, 500, 1200, 1800, 2800)


def exported() -> dict[str, dict[str, str]]:
    """Return the rows of the export of all orders, by order."""
    return {row["Order"]: row for row in rows_of(make(staff("finance"), "orders"))}


def paise(row: dict[str, str], name: str) -> int:
    return int(Decimal(row[name]) * 100)


@pytest.mark.parametrize("includes", [True, False], ids=["prices with tax", "prices without tax"])
@pytest.mark.parametrize("seed", range(3))
def test_columns_of_any_order_add_up_to_its_total(seed: int, includes: bool) -> None:
    chance = random.Random(seed)
    offer_cash()
    change_shop(
        tax={"prices_include_tax": includes, "state": "Maharashtra"},
        shipping={"flat_paise": 9_950, "free_above_paise": 300_000},
    )
    DiscountCode.objects.create(code="PART", percent=13)
    DiscountCode.objects.create(code="SUM", amount_paise=33_333)
    DiscountCode.objects.create(code="ALL", percent=100)
    products = [
        make_product(price_paise=chance.randrange(100, 200_000), tax_rate_basis_points=rate, stock=90)
        for rate in RATES
    ]
    for number in range(12):
        chosen = [
            item(each, chance.randint(1, 3)) for each in chance.sample(products, k=chance.randint(1, 4))
        ]
        state, pincode = chance.choice((("Maharashtra", "411001"), ("Kerala", "682001")))
        person = GUEST | {
            "email": f"buyer{number}@example.com",
            "phone": f"9000000{number:03}",
            "address": GUEST["address"] | {"state": state, "pincode": pincode},
        }
        code = chance.choice(("", "PART", "SUM", "ALL"))
        body = guest_body(*chosen, discountCode=code, customerInfo=person)
        answer = Api().post("/orders/create-guest-order", body, key=new_key())
        order = Order.objects.get(order_id=answer.data["orderId"])
        if order.total_paise and chance.random() < 0.4:
            choose(order)

    rows = exported()

    orders = Order.objects.prefetch_related("lines")
    assert len(rows) == len(orders) == 12
    for order in orders:
        row = rows[order.order_id]
        parts = ("Delivery", "Cash on delivery fee", "Tax added")
        added = sum(paise(row, name) for name in parts) - paise(row, "Discount")
        assert paise(row, "Goods at list price") == sum(line.total_paise for line in order.lines.all())
        assert paise(row, "Goods at list price") + added == paise(row, "Total") == order.total_paise, row
        assert paise(row, "Tax in total") == order.tax_paise
        assert paise(row, "Tax added") == (0 if includes else order.tax_paise)
        assert paise(row, "Received") - paise(row, "Refunded") == paise(row, "Net") == 0


def test_net_is_what_was_received_less_what_went_back(provider: SandboxProcess) -> None:
    payment = pay(place(make_product(price_paise=50_000)), provider)
    admin = make_user(role="admin")
    refund = request_refund(payment.pk, amount_paise=12_345, reason=RefundReason.CUSTOMER_REQUEST, user=admin)
    advance_refund(refund.pk, cause="clock")
    provider.control(f"/refunds/{refund.refund_id}/settle", outcome="success")
    advance_refund(refund.pk, cause="clock")

    (row,) = rows_of(make(Api(token=log_in(admin)), "orders"))

    assert (row["Total"], row["Received"], row["Refunded"], row["Net"]) == (
        "500.00",
        "500.00",
        "123.45",
        "376.55",
    )
