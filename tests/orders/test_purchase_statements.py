"""The number of database statements of each step of a purchase, BEGIN and COMMIT included.

A step that needs more than its ceiling has become slower for every buyer; one that needs fewer gets a lower
ceiling. `tests/benchmarks/purchase.py` counts the same in the production set-up.
"""

from collections.abc import Callable
from functools import partial
from typing import TypeVar

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from project.core.mail import send_mail_row, take_due_mails
from project.core.shop import one_reading
from project.events.topics import Caller, StaffListTopic
from project.invoices.actions.printing import make_document
from project.invoices.actions.queueing import take_due_documents
from project.live_topics import find
from project.orders.models import Order
from project.payments.models import Payment
from realtime.authorized_reads import read_answers
from tests.buying import guest, guest_body, item, message, new_key, signed
from tests.factories import make_product
from tests.http import Api
from tests.sandbox_process import SandboxProcess

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.production_stack]

R = TypeVar("R")

WEBHOOK = "/payments/webhooks/phonepe"
CEILINGS = {
    "first line into the cart": 7,
    "second line into the cart": 8,
    "cart": 5,
    "quote": 3,
    "order": 14,
    "ordered lines out of the cart": 8,
    "payment opened": 25,
    "webhook stored, payment settled": 25,
    "return": 3,
    "page": 9,
    "status": 3,
    "documents claimed": 1,
    "invoice": 18,
    "mails claimed": 1,
    # Each asks for the mail server that was entered on screen; one of the environment needs no statement.
    "mail 1": 9,
    "mail 2": 10,
    "mail 3": 9,
}
# Of one push, whoever and however many watch.
PUSH_CEILINGS = {
    "order": 6,
    "payment": 3,
    "product": 2,
    "staff:dashboard": 8,
    "staff:payment-health": 4,
    "staff:orders": 3,
    "staff:transactions": 2,
}


class Statements:
    """The statements of each step, by its name."""

    def __init__(self) -> None:
        self.of: dict[str, list[str]] = {}

    def count(self, step: str, act: Callable[[], R]) -> R:
        """Take the step."""
        with CaptureQueriesContext(connection) as captured:
            answer = act()
        self.of[step] = [query["sql"] for query in captured.captured_queries]
        return answer

    def above(self, ceilings: dict[str, int]) -> dict[str, list[str]]:
        """Return the steps that need more statements, with these."""
        assert ceilings.keys() == self.of.keys()
        return {step: found for step, found in self.of.items() if len(found) > ceilings[step]}


def buy(provider: SandboxProcess, statements: Statements) -> tuple[Payment, str]:
    """Buy two products as a guest, with all that the worker does; return the payment and the order's key."""
    api, count = Api(), statements.count
    items = [item(make_product()), item(make_product())]

    first = count("first line into the cart", lambda: api.post("/cart/lines", items[0]))
    cart = {"X_Cart_Token": first.data["cartToken"]}
    count("second line into the cart", lambda: api.post("/cart/lines", items[1], **cart))
    assert len(count("cart", lambda: api.get("/cart", **cart)).data["cart"]["lines"]) == 2
    count("quote", lambda: api.post("/orders/quote", {"items": items}))
    body = guest_body(*items, customerInfo=guest(Order.objects.count()))
    order = count("order", lambda: api.post("/orders/create-guest-order", body, key=new_key())).data
    body, keyed = {"orderId": order["orderId"]}, cart | {"X_Order_Key": order["orderKey"]}
    emptied = count("ordered lines out of the cart", lambda: api.post("/cart/lines/ordered", body, **keyed))
    assert emptied.data["cart"]["lines"] == []

    body["key"] = order["orderKey"]
    opened = count("payment opened", lambda: api.post("/phonepe/create-order", body, key=new_key())).data
    payment = Payment.objects.select_related("order").get(transaction_id=opened["transactionId"])
    provider.settle(payment.transaction_id, "success")
    told = message(payment)
    # Jobs that are queued run at once.
    count("webhook stored, payment settled", lambda: api.post(WEBHOOK, told, **signed(told)))
    body = {"merchantTransactionId": payment.transaction_id}
    back = count("return", lambda: api.post("/payments/verify-phonepe", body))
    assert back.data["status"] == "SUCCESS"
    address = f"/order-confirmation/{payment.transaction_id}"
    assert count("page", lambda: Client().get(address)).status_code == 200
    count("status", lambda: api.get(f"/phonepe/status-check/{payment.transaction_id}"))

    [due] = count("documents claimed", take_due_documents)
    assert count("invoice", lambda: make_document(due)) is not None
    mails = iter(count("mails claimed", take_due_mails))
    for number in (1, 2, 3):
        assert count(f"mail {number}", lambda: send_mail_row(next(mails)))
    return payment, order["orderKey"]


def test_steps_of_a_purchase_need_no_more_statements(provider: SandboxProcess) -> None:
    statements = Statements()
    # The first invoice of the year begins its series.
    buy(provider, Statements())

    buy(provider, statements)

    assert statements.above(CEILINGS) == {}


def test_pushes_of_a_purchase_need_no_more_statements(provider: SandboxProcess) -> None:
    payment, key = buy(provider, Statements())
    order, statements = payment.order, Statements()
    slug = order.lines.all()[0].product.slug
    rows = {"staff:orders": order.order_id, "staff:transactions": payment.transaction_id}

    for name in (order.topic, payment.topic, f"product:{slug}"):
        kind = name.partition(":")[0]
        assert statements.count(kind, partial(push, name, Caller(key=key)))
    for name in ("staff:dashboard", "staff:payment-health", *rows):
        assert statements.count(name, partial(push, name, Caller(user_id=1, role="admin"), rows.get(name)))

    assert statements.above(PUSH_CEILINGS) == {}


def push(name: str, caller: Caller, row: str | None = None) -> object:
    """Read what the hub pushes when this topic, or this row of a list, has changed."""
    topic = find(name)
    assert topic is not None
    with one_reading():
        if isinstance(topic, StaffListTopic) and row is not None:
            return topic.read_rows([row]) and topic.read_statistics()
        return read_answers(topic, name, [caller])
