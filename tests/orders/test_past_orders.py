"""Orders of the shop that was here before: their customers and staff read them, nobody else does."""

import pytest
from django.utils import timezone

from project.accounts.models import User
from project.orders.models import Order, PastOrder
from tests.accounts.login_helpers import proof, signed_in
from tests.factories import log_in, make_user
from tests.http import Api

pytestmark = pytest.mark.django_db


def make_past(email: str, number: str = "#1001", user: User | None = None) -> PastOrder:
    return PastOrder.objects.create(
        source="shopify",
        number=number,
        email=email,
        user=user,
        placed_at=timezone.now(),
        status="paid",
        total_paise=149_900,
        lines=[{"title": "Onyx mala", "quantity": 2, "pricePaise": 74_950}],
    )


def numbers(api: Api) -> list[str]:
    return [order["number"] for order in api.get("/auth/past-orders").data["orders"]]


def test_customer_reads_the_own_earlier_orders_page_by_page() -> None:
    asha, api = signed_in(email="asha@example.com")
    for number in range(12):
        make_past("asha@example.com", f"#{number}", asha if number % 2 else None)
    make_past("ben@example.com", "#of-ben")
    make_past("asha@example.com", "#of-another-account", make_user(email="new@example.com"))

    page = api.get("/auth/past-orders").data

    assert [order["number"] for order in page["orders"]] == [f"#{number}" for number in range(11, 1, -1)]
    assert (page["pagination"]["total"], page["pagination"]["totalPages"]) == (12, 2)
    assert page["orders"][0] | {"placedAt": ""} == {
        "number": "#11",
        "placedAt": "",
        "status": "paid",
        "totalAmount": 1499,
        "items": [{"title": "Onyx mala", "quantity": 2, "price": 749.5}],
    }
    assert [each["number"] for each in api.get("/auth/past-orders?page=2").data["orders"]] == ["#1", "#0"]
    assert api.get("/auth/past-orders?limit=1000").status == 422


def test_others_see_nothing() -> None:
    make_past("asha@example.com")

    assert numbers(signed_in(email="ben@example.com")[1]) == []
    assert numbers(Api(token=log_in(make_user(role="admin")))) == []
    assert Api().get("/auth/past-orders").status == 401


def test_they_follow_the_account_to_a_new_address_and_stay_out_of_another_ones() -> None:
    asha, api = signed_in(email="asha@example.com")
    make_past("asha@example.com", user=asha)
    User.objects.filter(pk=asha.pk).update(email="asha@new.example.com")

    assert numbers(api) == ["#1001"]
    assert numbers(signed_in(email="asha@example.com")[1]) == []


def test_support_sees_them_in_the_story_of_the_account_and_no_money_counts_them() -> None:
    asha, _ = signed_in(email="asha@example.com")
    make_past("asha@example.com")
    support = Api(token=log_in(make_user(role="support")))

    story = support.get("/admin/support/timeline", {"subject": asha.subject}).data
    entry = next(each for each in story["entries"] if each["event"] == "past_order.placed")

    assert entry["facts"] == {"number": "#1001", "amount": "₹1,499"}
    assert entry["text"] == "2 × Onyx mala\npaid"
    assert Order.objects.count() == 0
    dashboard = Api(token=log_in(make_user(role="admin"))).get("/admin/dashboard").data
    assert "149900" not in str(dashboard) and "1499" not in str(dashboard)


def test_they_are_in_the_download_and_go_with_the_account() -> None:
    _, api = signed_in(email="asha@example.com")
    make_past("asha@example.com")
    make_past("ben@example.com", "#1002")
    assert [each["number"] for each in api.get("/auth/data").data["pastOrders"]] == ["#1001"]

    assert api.post("/auth/account/delete", {"proof": proof(api, "delete")}).status == 200

    assert [order.number for order in PastOrder.objects.all()] == ["#1002"]
