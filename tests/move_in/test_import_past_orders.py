"""Orders of another shop are brought in as history, and taken back."""

from datetime import UTC, datetime

import pytest

from project.orders.models import Order, PastOrder
from tests.factories import log_in, make_user
from tests.http import Api
from tests.move_in.import_helpers import carry, preview, rows, shown, upload

pytestmark = pytest.mark.django_db

SHOPIFY = b"""Name,Email,Financial Status,Paid at,Currency,Total,Created at,Lineitem quantity,Lineitem name,\
Lineitem price
#1001,Asha@Example.com,paid,2024-01-05 10:11:12 +0530,INR,"1,499.00",2024-01-05 10:11:12 +0530,2,Mala,500.00
#1001,Asha@Example.com,,,,,,1,Opal cube,499.00
#1002,asha@example.com,refunded,,INR,10,05/01/2024,1,Ring,10
#1003,,paid,,INR,10,,1,Ring,10
#1004,ben@example.com,paid,,USD,10,,1,Ring,10
#1005,ben@example.com,paid,,INR,ten,,some,Ring,10
"""


@pytest.fixture
def admin() -> Api:
    return Api(token=log_in(make_user(role="admin")))


def bring_in(api: Api, body: bytes = SHOPIFY) -> str:
    import_id = preview(api, body, kind="orders", name="orders.csv")
    carry(api, import_id, "run")
    return import_id


def test_orders_have_their_lines_and_bad_ones_are_named(admin: Api) -> None:
    asha = make_user(email="asha@example.com")

    import_id = bring_in(admin)

    first = PastOrder.objects.get(number="#1001")
    assert (first.user, first.email, first.status, first.total_paise) == (
        asha,
        "asha@example.com",
        "paid",
        149_900,
    )
    assert first.placed_at == datetime(2024, 1, 5, 4, 41, 12, tzinfo=UTC)
    assert first.lines == [
        {"title": "Mala", "quantity": 2, "pricePaise": 50_000},
        {"title": "Opal cube", "quantity": 1, "pricePaise": 49_900},
    ]
    found = {row["key"]: row for row in rows(admin, import_id)}
    assert [each["column"] for each in found["#1002"]["notes"]] == ["Date"]
    assert {key: [each["column"] for each in row["problems"]] for key, row in found.items()} == {
        "#1001": [],
        "#1002": [],
        "#1003": ["Email"],
        "#1004": ["Currency"],
        "#1005": ["Quantity", "Total"],
    }
    assert PastOrder.objects.count() == 2 and Order.objects.count() == 0


def test_woocommerce_s_usual_columns_are_read(admin: Api) -> None:
    bring_in(
        admin,
        b"Order Number,Order Status,Order Date,Email (Billing),Order Total Amount,Item Name,Quantity,"
        b"Item Cost\n"
        b"77,Completed,2023-05-01 09:30,a@example.com,120.50,Ring,1,120.50\n",
    )

    order = PastOrder.objects.get()
    assert (order.source, order.number, order.total_paise) == ("woocommerce", "77", 12_050)
    assert order.placed_at == datetime(2023, 5, 1, 4, 0, tzinfo=UTC)


def test_twice_changes_nothing_and_a_newer_file_updates_until_it_is_taken_back(admin: Api) -> None:
    bring_in(admin)
    assert [row["fate"] for row in rows(admin, bring_in(admin))][:2] == ["unchanged", "unchanged"]

    newer = bring_in(admin, SHOPIFY.replace(b"refunded", b"cancelled"))
    assert PastOrder.objects.get(number="#1002").status == "cancelled"
    carry(admin, newer, "take_back")

    assert PastOrder.objects.get(number="#1002").status == "refunded"
    assert PastOrder.objects.count() == 2


def test_taken_back_they_are_gone(admin: Api) -> None:
    carry(admin, bring_in(admin), "take_back")

    assert PastOrder.objects.count() == 0


def test_orders_are_no_customers_and_need_the_right(admin: Api, staff: Api) -> None:
    assert shown(admin, preview(admin, SHOPIFY, kind="customers"))["status"] == "unmapped"
    assert upload(staff, SHOPIFY, kind="orders").status == 403
