"""Order status changes by staff follow one transition table; confirmed and refunded follow payments alone."""

import pytest

from project.core.models import Mail
from project.events.models import Event
from project.orders.models import Order, OrderStatus
from tests.buying import place, proof
from tests.factories import log_in, make_product, make_user
from tests.http import Api
from tests.orders.order_helpers import bring, move, order_status, pay, staff
from tests.orders.test_order_transitions import ALLOWED
from tests.threads import at_once

pytestmark = pytest.mark.django_db

# Nobody does these by hand.
BY_MONEY = {"confirmed", "refunded"}


@pytest.mark.parametrize(("old", "new"), [pair for pair in sorted(ALLOWED) if pair[1] not in BY_MONEY])
def test_allowed_status_by_hand(old: str, new: str) -> None:
    order = bring(place(make_product()), old)
    version = order.version

    answer = move(order, new)

    assert answer.data["order"]["status"] == order_status(order) == new
    assert answer.data["order"]["version"] == version + 1


@pytest.mark.parametrize("old", OrderStatus.values)
def test_every_other_status_by_hand_is_refused(old: str) -> None:
    order = bring(place(make_product()), old)
    worker = staff()

    for new in OrderStatus.values:
        if (old, new) in ALLOWED and new not in BY_MONEY:
            continue
        answer = move(order, new, api=worker)

        if old == new and new not in BY_MONEY:
            assert answer.data["order"]["version"] == order.version
        else:
            assert answer.refusal == (409, "INVALID_TRANSITION"), new
        assert order_status(order) == old, new


def test_support_and_admin_may_and_nobody_else() -> None:
    order = place(make_product())
    pay(order)
    customer = Api(token=log_in(make_user()))

    assert move(order, "processing", api=Api()).refusal == (401, "UNAUTHENTICATED")
    assert move(order, "processing", api=customer).refusal == (403, "FORBIDDEN")
    assert move(order, "processing", api=staff("support")).status == 200
    assert move(order, "packaging", api=staff("admin")).status == 200


def test_unknown_order_unknown_status_and_strange_numbers_are_refused() -> None:
    order = place(make_product())
    pay(order)
    worker = staff()

    missing = worker.other("PUT", "/admin/orders/AKS-NONE/status", {"status": "processing"})

    assert (missing.refusal, missing.body["message"]) == ((404, "NOT_FOUND"), "Order not found")
    assert move(order, "lost", api=worker).refusal == (422, "VALIDATION")
    odd = move(order, "processing", api=worker, trackingNumber="<script>")
    assert list(odd.body["errors"]) == ["trackingNumber"]
    assert list(move(order, "processing", api=worker, notes="x" * 501).body["errors"]) == ["notes"]
    assert order_status(order) == "confirmed"


def test_dispatch_takes_the_pieces_out_of_stock() -> None:
    product = make_product(stock=5)
    order = bring(place(product, 2), "packaging")
    product.refresh_from_db()
    assert (product.on_hand, product.allocated) == (5, 2)

    move(order, "dispatched")

    product.refresh_from_db()
    assert (product.on_hand, product.allocated, product.held) == (3, 0, 0)


def test_customer_follows_the_parcel_and_gets_one_mail() -> None:
    order = bring(place(make_product()), "packaging")

    move(order, "dispatched", carrier="Delhivery", trackingNumber="AB 12/3", notes="Left this morning")

    shown = Api().get(f"/auth/orders/{order.order_id}", **proof(order)).data["order"]
    assert shown["shipment"] == {
        "carrier": "Delhivery",
        "trackingNumber": "AB 12/3",
        "trackingUrl": "https://www.delhivery.com/track-v2/package/AB%2012%2F3",
    }
    last = shown["history"][-1]
    assert (last["kind"], last["note"]) == ("dispatched", "Left this morning")
    assert last["data"] == {"carrier": "Delhivery", "trackingNumber": "AB 12/3"}
    shared = Api().get(f"/auth/orders/{order.order_id}", X_Order_Key=order.key).data["order"]
    assert shared["shipment"] is None
    assert (shared["history"][-1]["note"], shared["history"][-1]["data"]) == ("", {})
    assert Mail.objects.filter(reference=order.topic, kind="order_dispatched").count() == 1


def test_parcel_of_a_carrier_we_do_not_know_has_no_link() -> None:
    order = bring(place(make_product()), "packaging")

    move(order, "dispatched", carrier="My cousin", trackingNumber="1")

    shipment = Api().get(f"/auth/orders/{order.order_id}", **proof(order)).data["order"]["shipment"]
    assert shipment == {"carrier": "My cousin", "trackingNumber": "1", "trackingUrl": None}


def test_tracking_number_is_added_later_without_a_status_change() -> None:
    order = bring(place(make_product()), "dispatched")
    version = order.version

    answer = move(order, "dispatched", carrier="DTDC", trackingNumber="77")
    again = move(order, "dispatched", carrier="DTDC", trackingNumber="77")

    assert answer.data["order"]["trackingNumber"] == "77"
    assert answer.data["order"]["version"] == again.data["order"]["version"] == version + 1
    assert Event.objects.filter(subject=order.topic, name="order.shipment_changed").count() == 1


def test_delivery_is_noted_with_its_time_and_mailed() -> None:
    order = bring(place(make_product()), "shipped")

    move(order, "delivered")

    order.refresh_from_db()
    assert order.delivered_at == order.status_at
    assert Mail.objects.filter(reference=order.topic, kind="order_delivered").count() == 1


def test_timeline_tells_every_step_in_order_and_nothing_else() -> None:
    order = bring(place(make_product()), "refunded")

    shown = Api().get(f"/auth/orders/{order.order_id}", **proof(order)).data["order"]

    assert [entry["kind"] for entry in shown["history"]] == [
        "placed",
        "confirmed",
        "processing",
        "packaging",
        "dispatched",
        "out_for_delivery",
        "delivered",
        "returned",
        "refunded",
    ]
    times = [entry["at"] for entry in shown["history"]]
    assert times == sorted(times)
    assert shown["paymentStatus"] == "refunded"


@pytest.mark.django_db(transaction=True)
def test_two_simultaneous_status_changes_happen_once() -> None:
    product = make_product(stock=4)
    order = bring(place(product, 2), "packaging")
    workers = [staff() for _ in range(6)]

    answers = at_once(6, lambda number: move(order, "dispatched", api=workers[number]).status)

    assert answers == [200] * 6
    product.refresh_from_db()
    assert (product.on_hand, product.allocated) == (2, 0)
    assert Event.objects.filter(subject=order.topic, name="order.dispatched").count() == 1
    assert Order.objects.get(pk=order.pk).version == order.version + 1
