"""Staff find orders, read them, and move them one by one or many at once."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from project.events.models import AuditEntry, Event
from project.orders.models import Order
from tests.buying import pay as pay_at_provider
from tests.buying import place
from tests.factories import log_in, make_product, make_user
from tests.http import Answer, Api
from tests.live_lists import live_list
from tests.orders.order_helpers import bring, move, order_status, pay, refund, staff
from tests.sandbox_process import SandboxProcess

pytestmark = pytest.mark.django_db


def listed(query: dict[str, Any] | None = None, *, api: Api | None = None) -> dict[str, Any]:
    """Return staff's list of orders."""
    return (api or staff()).get("/admin-orders/orders", query).data


def ids(data: dict[str, Any]) -> list[str]:
    return [row["orderId"] for row in data["orders"]]


def bulk(status: str, *orders: dict[str, str], api: Api | None = None) -> Answer:
    return (api or staff()).post("/admin-orders/bulk-status", {"status": status, "orders": list(orders)})


def test_list_has_every_field_the_newest_first_with_figures_over_all(provider: SandboxProcess) -> None:
    product = make_product(price_paise=50_000)
    first, second, third = place(product, 2), place(product), place(product)
    pay_at_provider(second, provider)
    pay(third)
    refund(third)

    data = listed()

    assert ids(data) == [third.order_id, second.order_id, first.order_id]
    revenue = Order.objects.get(pk=second.pk).total_paise / 100
    assert data["summary"] == {
        "totalOrders": 3,
        "totalRevenue": revenue,
        "pendingOrders": 1,
        "paidOrders": 1,
    }
    row = data["orders"][2]
    assert row["user"] == row["guestInfo"] and row["isGuest"] is True
    assert (row["user"]["name"], row["user"]["firstName"], row["user"]["lastName"]) == (
        "Asha Rao",
        "Asha",
        "Rao",
    )
    assert row["nextStatuses"] == ["cancelled"]
    assert row["items"][0]["quantity"] == 2 and row["items"][0]["totalPrice"] == 1000
    assert staff().get("/admin/orders", {"asOf": data["pagination"]["asOf"]}).data == data

    board = live_list("staff:orders")
    pushed = {row["id"]: row["row"] for row in board.read_rows([*ids(data), "AKSNONE"])}
    assert pushed == {each["orderId"]: each for each in data["orders"]}
    assert board.read_statistics().json_object() == {"summary": data["summary"]}


def test_filters_narrow_the_list_and_the_figures() -> None:
    product = make_product()
    waiting, paid = place(product), bring(place(product), "processing")
    day = paid.created_at.astimezone().date().isoformat()

    assert ids(listed({"status": "processing"})) == [paid.order_id]
    assert ids(listed({"paymentStatus": "pending"})) == [waiting.order_id]
    assert ids(listed({"search": f" {paid.order_id[4:].lower()} "})) == [paid.order_id]
    assert listed({"search": "asha@"})["summary"]["totalOrders"] == 2
    assert ids(listed({"startDate": "2001-01-01", "endDate": "2001-01-02", "status": ""})) == []
    assert listed({"startDate": "", "endDate": day[:4] + "-12-31"})["summary"]["totalOrders"] == 2
    page = listed({"limit": 1, "page": 2})
    assert (ids(page), page["pagination"]["totalPages"]) == ([waiting.order_id], 2)


@pytest.mark.parametrize(
    "query",
    [{"status": "lost"}, {"page": 0}, {"limit": 1000}, {"startDate": "yesterday"}, {"search": "x" * 101}],
)
def test_filters_that_make_no_sense_are_refused(query: dict[str, Any]) -> None:
    assert staff().get("/admin-orders/orders", query).refusal == (422, "VALIDATION")


def test_number_of_queries_does_not_grow_with_the_page(django_assert_max_num_queries: Any) -> None:
    product = make_product()
    for _ in range(6):
        place(product)
    client = Client(headers={"Authorization": f"Bearer {log_in(make_user(role='admin'))}"})

    with django_assert_max_num_queries(9):
        assert client.get("/api/admin-orders/orders").status_code == 200


def test_parcel_on_its_way_needs_its_number() -> None:
    order = bring(place(make_product()), "packaging")

    silent = move(order, "dispatched", trackingNumber="  ")

    assert silent.refusal == (422, "TRACKING_NUMBER_NEEDED")
    assert silent.body["errors"] == {"trackingNumber": "Please enter the parcel's tracking number"}
    assert order_status(order) == "packaging"
    day = timezone.localdate() + timedelta(days=5)
    assert move(order, "dispatched", trackingNumber="77", estimatedDelivery=day.isoformat()).status == 200
    order.refresh_from_db()
    assert (order.tracking_number, order.estimated_delivery) == ("77", day)


@pytest.mark.parametrize("days", [-1, 366, 200_000])
def test_estimated_delivery_lies_between_today_and_a_year_ahead(days: int) -> None:
    order = bring(place(make_product()), "confirmed")
    before = order.estimated_delivery
    day = timezone.localdate() + timedelta(days=days)

    refused = move(order, "processing", estimatedDelivery=day.isoformat())
    in_hindi = Api(token=staff().token, language="hi").other(
        "PATCH",
        f"/admin-orders/orders/{order.order_id}/status",
        {"status": "processing", "estimatedDelivery": day.isoformat()},
    )

    said = "The estimated delivery must be between today and one year from today"
    assert refused.refusal == (422, "DELIVERY_DAY_INVALID")
    assert (refused.body["message"], refused.body["errors"]) == (said, {"estimatedDelivery": said})
    assert in_hindi.body["message"] == "अनुमानित डिलीवरी आज से एक वर्ष के भीतर की होनी चाहिए"
    order.refresh_from_db()
    assert (order.status, order.estimated_delivery) == ("confirmed", before)


@pytest.mark.parametrize("days", [0, 365])
def test_first_and_last_day_of_estimated_delivery_are_kept(days: int) -> None:
    order = bring(place(make_product()), "confirmed")
    day = timezone.localdate() + timedelta(days=days)

    assert move(order, "processing", estimatedDelivery=day.isoformat()).status == 200
    order.refresh_from_db()
    assert order.estimated_delivery == day


def test_estimate_that_has_passed_does_not_hold_an_order_up() -> None:
    order = bring(place(make_product()), "confirmed")
    passed = timezone.localdate() - timedelta(days=3)
    Order.objects.filter(pk=order.pk).update(estimated_delivery=passed)

    assert move(order, "processing", estimatedDelivery=passed.isoformat()).status == 200


def test_move_decided_on_an_outdated_copy_is_refused_with_what_changed() -> None:
    order = bring(place(make_product()), "confirmed")
    boss = make_user(role="admin", name="Meera")
    move(order, "processing", api=Api(token=log_in(boss)))
    day = order.estimated_delivery.isoformat() if order.estimated_delivery else ""
    seen = {"status": "confirmed", "carrier": "", "trackingNumber": "", "estimatedDelivery": day}

    path = f"/admin-orders/orders/{order.order_id}/status"
    refused = staff().other("PATCH", path, {"status": "cancelled", "seen": seen})

    assert refused.refusal == (409, "ORDER_CHANGED")
    changed = {"field": "status", "before": "confirmed", "now": "processing"}
    assert refused.body["data"]["changed"] == [changed]
    assert refused.body["data"]["by"] == "Meera"
    assert order_status(order) == "processing"
    again = staff().other("PATCH", path, {"status": "packaging", "seen": seen | {"status": "processing"}})
    assert again.data["order"]["status"] == "packaging"


def test_every_move_is_in_the_log_with_who_and_what() -> None:
    order = bring(place(make_product()), "confirmed")
    boss = make_user(role="orders")

    move(order, "processing", notes="Picked", api=Api(token=log_in(boss), address="10.9.8.7"))
    move(order, "processing", api=Api(token=log_in(boss)))

    entry = AuditEntry.objects.get(subject=order.topic)
    assert (entry.action, entry.actor, entry.note) == ("order.moved", f"user:{boss.public_id}", "Picked")
    assert (entry.before, entry.after) == ({"status": "confirmed"}, {"status": "processing"})
    assert entry.address == "10.9.8.7"


def test_many_at_once_each_go_or_stay_by_themselves() -> None:
    product = make_product()
    ready, other = bring(place(product), "packaging"), bring(place(product), "packaging")
    waiting = place(product)

    answer = bulk(
        "dispatched",
        {"orderId": ready.order_id, "trackingNumber": "1"},
        {"orderId": other.order_id},
        {"orderId": waiting.order_id, "trackingNumber": "2"},
        {"orderId": "AKS-NONE"},
    ).data

    assert answer["moved"] == 1
    assert [(row["ok"], row["status"], row["code"]) for row in answer["results"]] == [
        (True, "dispatched", ""),
        (False, "packaging", "TRACKING_NUMBER_NEEDED"),
        (False, "pending", "INVALID_TRANSITION"),
        (False, "", "NOT_FOUND"),
    ]
    assert answer["results"][1]["message"] == "Please enter the parcel's tracking number"
    assert bulk("dispatched").refusal == (422, "VALIDATION")


def test_details_name_who_did_what_and_customers_never_see_them() -> None:
    order = bring(place(make_product()), "confirmed")
    boss = make_user(role="admin", name="Meera")
    move(order, "processing", api=Api(token=log_in(boss)))

    details = staff().get(f"/admin/orders/{order.order_id}").data

    assert details["order"]["orderId"] == details["details"]["orderId"] == order.order_id
    last = details["history"][-1]
    assert (last["name"], last["by"], last["cause"]) == ("order.processing", "Meera", "staff")
    customer = Api(token=log_in(make_user()))
    assert customer.get(f"/admin/orders/{order.order_id}").refusal == (403, "FORBIDDEN")
    assert staff().get("/admin/orders/AKS-NONE").refusal == (404, "NOT_FOUND")


def test_who_has_an_order_open_is_known_until_they_leave() -> None:
    from project.events.topics import Caller
    from project.live_topics import find

    api = Api(token=log_in(make_user(role="orders", name="Meera")))
    topic = find("presence:order:AKS-1")
    assert topic is not None

    def editors() -> list[str]:
        state = topic.read(Caller(role="support"), "presence:order:AKS-1")
        assert state is not None
        return [row["name"] for row in state.data["editors"]]

    assert api.other("PUT", "/admin/presence", {"subject": "order:AKS-1", "editing": True}).status == 200
    assert editors() == ["Meera"]
    with time_machine.travel(timezone.now() - timedelta(hours=1)):
        assert editors() == []  # the clock was set back: nobody is there for an hour
    assert api.other("PUT", "/admin/presence", {"subject": "order:AKS-1", "editing": False}).status == 200
    assert editors() == []
    assert not topic.may(Caller(role="catalogue"), "presence:order:AKS-1")
    assert not topic.may(Caller(user_id=1, role="customer"), "presence:order:AKS-1")
    events = Event.objects.count()
    assert api.other("PUT", "/admin/presence", {"subject": "order:AKS-1", "editing": False}).status == 200
    assert Event.objects.count() == events  # nobody was there: nothing to tell
    category = api.other("PUT", "/admin/presence", {"subject": "category:beads", "editing": True})
    assert category.refusal == (403, "FORBIDDEN")
    odd = api.other("PUT", "/admin/presence", {"subject": "moon:1", "editing": True})
    assert odd.refusal == (404, "NOT_FOUND")
