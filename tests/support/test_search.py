"""One box takes whatever a worried customer has at hand."""

import re

import pytest

from project.orders.models import Order
from project.payments.models import Refund, RefundReason
from tests.buying import GUEST, check, pay, place, start
from tests.factories import log_in, make_product, make_user
from tests.http import Api
from tests.sandbox_process import SandboxProcess

pytestmark = pytest.mark.django_db


@pytest.fixture
def support() -> Api:
    return Api(token=log_in(make_user(role="support")))


def found(api: Api, text: str) -> list[str]:
    return [row["subject"] for row in api.get("/admin/support/search", {"q": text}).data["found"]]


def order_of(**customer: str) -> Order:
    return place(make_product(), customerInfo=GUEST | customer)


@pytest.mark.parametrize(
    "typed",
    [
        "asha@example.com",
        "ASHA@EXAMPLE.COM",
        "Asha Rao",
        "rao",
        "9876543210",
        "+91 98765 43210",
        "098765-43210",
        "3210",
    ],
)
def test_a_person_is_found_by_name_address_or_number(support: Api, typed: str) -> None:
    order = order_of()
    order_of(firstName="Vikram", lastName="Iyer", email="v@example.com", phone="9000000001")

    assert found(support, typed) == [order.topic]


def test_ids_of_any_kind_lead_to_the_order_alone(support: Api, provider: SandboxProcess) -> None:
    order, _ = order_of(), order_of()
    payment = start(order)
    Order.objects.filter(pk=order.pk).update(tracking_number="1490812345")
    payment.refresh_from_db()

    for typed in (
        order.order_id,
        order.order_id.lower(),
        f"  {payment.transaction_id} ",
        payment.provider_order_id,
        "1490812345",
    ):
        assert found(support, typed) == [order.topic], typed


def test_a_banks_reference_leads_to_the_order(support: Api, provider: SandboxProcess) -> None:
    refunded, paid = order_of(), order_of()
    payment = start(refunded)
    provider.settle(payment.transaction_id, "success")
    payment = check(payment)
    refund = Refund.objects.create(
        payment=payment,
        amount_paise=100,
        origin="staff",
        reason=RefundReason.OTHER,
        bank_reference="987654321098",
        requested_by=make_user(role="admin"),
    )
    other = pay(paid, provider)

    assert re.fullmatch(r"\d{12}", other.bank_reference)
    assert found(support, refund.bank_reference) == [refunded.topic]
    assert found(support, other.bank_reference) == [paid.topic]
    assert found(support, other.bank_reference[:-1]) == []


def test_a_customer_without_an_order_is_found_too_staff_are_not(support: Api) -> None:
    customer = make_user(name="Meera Nair", email="meera@example.com")
    make_user(role="admin", name="Meera Boss")

    assert found(support, "meera") == [f"user:{customer.public_id}"]


@pytest.mark.parametrize("typed", ["", "   ", "%", "_", "'; drop table", "नमस्ते", "\\", "12"])
def test_what_matches_nobody_finds_nobody(support: Api, typed: str) -> None:
    order_of()

    assert found(support, typed) == []


@pytest.mark.parametrize("role", ["customer", "catalogue", "finance"])
def test_only_support_may_search(role: str) -> None:
    api = Api(token=log_in(make_user(role=role)))

    assert api.get("/admin/support/search", {"q": "asha"}).refusal == (403, "FORBIDDEN")


def test_search_says_whether_it_found_an_id_or_a_person(support: Api, provider: SandboxProcess) -> None:
    order = order_of()
    payment = start(order)

    def is_exact(text: str) -> bool:
        exact: bool = support.get("/admin/support/search", {"q": text}).data["exact"]
        return exact

    assert is_exact(make_user().public_id.lower())
    assert is_exact(order.order_id) and is_exact(f" {payment.transaction_id.lower()} ")
    assert [is_exact(text) for text in ("asha", "9876543210", "", "AKS-UNKNOWN")] == [False] * 4
