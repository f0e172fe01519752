"""Every search of staff finds a phone number, and an id, however it is typed."""

import json

import pytest

from deploy.environment import FRONTEND
from project.payments.models import Payment
from tests.buying import GUEST, place, start
from tests.factories import log_in, make_product, make_user
from tests.http import Api
from tests.sandbox_process import SandboxProcess
from tests.support.test_contact import send

pytestmark = pytest.mark.django_db

WHOLE: list[str] = json.loads((FRONTEND / "src/lib/phone-numbers.test.json").read_text())["taken"]
PARTS = ["43210", "४३२१०", "98765 43", "+91 98765", "３２１０"]
FULL_WIDTH = {ord("0") + n: ord("\uff10") + n for n in range(10)} | {
    ord("A") + n: ord("\uff21") + n for n in range(26)
}
DEVANAGARI = str.maketrans("0123456789", "०१२३४५६७८९")


@pytest.fixture
def staff() -> Api:
    return Api(token=log_in(make_user(role="admin")))


@pytest.fixture
def payment(provider: SandboxProcess) -> Payment:
    """A payment beside the order, payment, account and message of somebody else."""
    other = {"firstName": "Vikram", "lastName": "Iyer", "email": "v@example.com", "phone": "9000000001"}
    start(place(make_product(), customerInfo=GUEST | other))
    make_user(phone="9000000001")
    send(Api(), name="Vikram Iyer", email="v@example.com", phone="9000000001")
    make_user(name="Asha Rao", phone="9876543210")
    send(Api(), phone="9876543210")
    return start(place(make_product()))


def phones(staff: Api, typed: str) -> dict[str, list[str]]:
    """Return the customers' numbers that each search finds."""
    orders = staff.get("/admin-orders/orders", {"search": typed}).data["orders"]
    transactions = staff.get("/transactions", {"search": typed}).data["transactions"]
    return {
        "orders": [row["user"]["phone"] for row in orders],
        "transactions": [
            Payment.objects.get(transaction_id=row["transactionId"]).order.phone for row in transactions
        ],
        "users": [row["phone"] for row in staff.get("/admin/users", {"search": typed}).data["users"]],
        "messages": [row["phone"] for row in staff.get("/admin/contact", {"search": typed}).data["tickets"]],
    }


def test_every_list_finds_the_number(staff: Api, payment: Payment) -> None:
    lists = ("orders", "transactions", "users", "messages")

    found = {typed: phones(staff, typed) for typed in (*WHOLE, *PARTS)}

    assert found == dict.fromkeys(found, dict.fromkeys(lists, ["9876543210"]))


def test_support_search_finds_the_number(staff: Api, payment: Payment) -> None:
    found = {
        typed: [row["phone"] for row in staff.get("/admin/support/search", {"q": typed}).data["found"]]
        for typed in (*WHOLE, "43210", "४३२१०")
    }

    # The order, the account and the message.
    assert found == dict.fromkeys(found, ["9876543210"] * 3)


@pytest.mark.parametrize("script", [DEVANAGARI, FULL_WIDTH])
def test_every_search_knows_ids_in_other_digits(staff: Api, payment: Payment, script: dict[int, int]) -> None:
    order = payment.order
    Payment.objects.filter(pk=payment.pk).update(bank_reference="412345678901")

    for number in (order.order_id, payment.transaction_id, "412345678901"):
        typed = number.translate(script)
        orders = staff.get("/admin-orders/orders", {"search": typed}).data["orders"]
        transactions = staff.get("/transactions", {"search": typed}).data["transactions"]
        support = staff.get("/admin/support/search", {"q": typed}).data
        assert [row["orderId"] for row in orders] == [order.order_id], number
        assert [row["transactionId"] for row in transactions] == [payment.transaction_id], number
        assert ([row["subject"] for row in support["found"]], support["exact"]) == ([order.topic], True)
