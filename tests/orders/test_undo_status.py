"""Staff undo the status change they have just made; the mail about it waits as long."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from project.catalog.models import Product, StockMovement
from project.core.errors import DomainError
from project.core.mail import send_mail_row, take_due_mails
from project.core.models import Mail
from project.events.models import AuditEntry
from project.events.undo import UNDO_TIME
from project.orders.actions import record_mail_sent
from project.orders.models import Order
from project.orders.status_undo import undo_status_change
from tests.buying import place, proof
from tests.catalog.test_certificates import certify
from tests.factories import make_product
from tests.http import Answer, Api
from tests.orders.certificate_helpers import give
from tests.orders.order_helpers import advance_order, bring, move, order_status, refund, staff
from tests.threads import at_once

pytestmark = pytest.mark.django_db


def undo(api: Api, *moved: Answer | tuple[Order, int]) -> Answer:
    """Undo these changes, given by their answers or as order and version."""
    orders = []
    for each in moved:
        if isinstance(each, Answer):
            orders.append({"orderId": each.data["order"]["orderId"], "version": each.data["undo"]})
        else:
            orders.append({"orderId": each[0].order_id, "version": each[1]})
    return api.post("/admin-orders/undo-status", {"orders": orders})


def refused(answer: Answer) -> bool:
    return answer.refusal == (409, "UNDO_REFUSED")


def shipment(order: Order) -> tuple[Any, ...]:
    order.refresh_from_db()
    return order.carrier, order.tracking_number, order.estimated_delivery


def numbers(product: Product) -> tuple[int, int, int]:
    product.refresh_from_db()
    return product.on_hand, product.allocated, product.held


def mails(order: Order) -> int:
    return Mail.objects.filter(reference=order.topic, kind="order_dispatched").count()


@pytest.mark.parametrize(
    ("old", "new"), [("confirmed", "processing"), ("processing", "packaging"), ("packaging", "dispatched")]
)
def test_each_step_before_the_parcel_is_under_way_is_undone_with_its_shipment(old: str, new: str) -> None:
    product = make_product(stock=5)
    order = bring(place(product, 2), old)
    before, stock = shipment(order), numbers(product)
    worker = staff()
    day = (timezone.localdate() + timedelta(days=20)).isoformat()

    moved = move(order, new, api=worker, carrier="DTDC", trackingNumber="77", estimatedDelivery=day)
    undone = undo(worker, moved)

    assert (undone.status, undone.body["message"]) == (200, "Status change undone")
    assert order_status(order) == old
    assert (shipment(order), numbers(product)) == (before, stock)
    assert [line.sent for line in order.lines.all()] == [0]
    assert order.version == moved.data["undo"] + 1


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("packaging", "cancelled"),
        ("dispatched", "shipped"),
        ("dispatched", "out_for_delivery"),
        ("shipped", "delivered"),
        ("delivered", "returned"),
        ("dispatched", "dispatched"),
    ],
)
def test_no_other_change_is_undone(old: str, new: str) -> None:
    order = bring(place(make_product()), old)
    worker = staff()

    moved = move(order, new, api=worker, trackingNumber="77")
    order.refresh_from_db()

    assert moved.data["undo"] is None
    assert refused(undo(worker, (order, order.version)))
    assert order_status(order) == new


def test_mail_of_the_dispatch_waits_and_is_dropped_by_the_undo() -> None:
    order = bring(place(make_product()), "packaging")
    worker = staff()
    moved = move(order, "dispatched", api=worker)
    about = Mail.objects.get(reference=order.topic, kind="order_dispatched")
    assert about.pk not in take_due_mails()

    undo(worker, moved)
    assert mails(order) == 0
    again = move(order, "dispatched", api=worker)

    assert (again.status, mails(order)) == (200, 1)
    with time_machine.travel(timezone.now() + UNDO_TIME + timedelta(seconds=1)):
        (due,) = take_due_mails()
        assert send_mail_row(due)


def test_corrected_tracking_number_replaces_the_mail_that_still_waits() -> None:
    order = bring(place(make_product()), "packaging")
    move(order, "dispatched", trackingNumber="77")

    move(order, "dispatched", trackingNumber="78")

    assert Mail.objects.get(reference=order.topic, kind="order_dispatched").context["tracking_number"] == "78"


def send_all_mails() -> int:
    """Send the mails that are due; return how many."""
    return sum(send_mail_row(pk) for pk in take_due_mails())


def test_mail_that_leaves_after_the_change_does_not_refuse_its_undo() -> None:
    order = bring(place(make_product()), "confirmed")
    worker = staff()
    moved = move(order, "processing", api=worker)

    assert send_all_mails() > 0
    order.refresh_from_db()
    assert order.version > moved.data["undo"]

    assert undo(worker, moved).status == 200
    assert order_status(order) == "confirmed"


def test_another_change_before_a_mail_refuses_the_undo() -> None:
    order = bring(place(make_product()), "confirmed")
    worker = staff()
    moved = move(order, "processing", api=worker)
    record_mail_sent(Mail(reference=order.topic, kind="order_received"))
    move(order, "packaging", api=worker)
    record_mail_sent(Mail(reference=order.topic, kind="order_received"))

    assert refused(undo(worker, moved))
    assert order_status(order) == "packaging"


def test_dispatch_is_not_undone_once_its_mail_has_left() -> None:
    order = bring(place(make_product()), "packaging")
    worker = staff()
    moved = move(order, "dispatched", api=worker)
    Mail.objects.filter(kind="order_dispatched").update(status="sent")

    answer = undo(worker, moved)

    assert refused(answer) and "email" in answer.body["message"]
    assert order_status(order) == "dispatched"


def test_undo_that_arrives_twice_is_done_once() -> None:
    product = make_product(stock=5)
    order = bring(place(product), "packaging")
    worker = staff()
    moved = move(order, "dispatched", api=worker)

    first, second = undo(worker, moved), undo(worker, moved)

    assert first.data == second.data and second.status == 200
    assert order_status(order) == "packaging"
    assert StockMovement.objects.filter(product=product, kind="dispatch").count() == 2


def test_late_undo_is_refused_and_says_so() -> None:
    order = bring(place(make_product()), "confirmed")
    worker = staff()
    with time_machine.travel(timezone.now() - UNDO_TIME - timedelta(seconds=1)):
        moved = move(order, "processing", api=worker)

    answer = undo(worker, moved)

    assert refused(answer)
    assert answer.body["message"] == "It is too late to undo this. Please change it by hand"
    assert order_status(order) == "processing"


def test_nobody_undoes_the_change_of_a_colleague() -> None:
    order = bring(place(make_product()), "confirmed")
    moved = move(order, "processing")

    assert refused(undo(staff("admin"), moved))
    assert undo(Api(), moved).refusal == (401, "UNAUTHENTICATED")
    assert undo(staff("finance"), moved).refusal == (403, "FORBIDDEN")
    assert order_status(order) == "processing"


def test_undo_that_something_has_followed_is_refused() -> None:
    order = bring(place(make_product()), "confirmed")
    worker = staff()
    first = move(order, "processing", api=worker)
    second = move(order, "packaging", api=worker)

    assert refused(undo(worker, first))
    undo(worker, second)
    assert refused(undo(worker, first))

    assert order_status(order) == "processing"


def test_undo_after_the_money_went_back_is_refused() -> None:
    order = bring(place(make_product()), "confirmed")
    worker = staff()
    moved = move(order, "processing", api=worker)
    refund(order)

    assert refused(undo(worker, moved))


def test_change_made_at_the_same_version_by_a_colleague_since_is_kept() -> None:
    order = bring(place(make_product()), "confirmed")
    worker = staff()
    moved = move(order, "processing", api=worker)
    advance_order(order, "packaging")

    assert refused(undo(worker, moved))
    assert order_status(order) == "packaging"


def test_certificate_given_since_keeps_the_change() -> None:
    product = make_product()
    certify(product, "SGL-1")
    order = bring(place(product), "processing")
    worker = staff()
    moved = move(order, "packaging", api=worker)

    assert give(order, "SGL-1", api=worker).status == 200
    assert refused(undo(worker, moved))


def test_dispatch_that_left_refunded_pieces_in_the_shop_is_not_undone() -> None:
    order = bring(place(make_product(), 2), "packaging")
    order.lines.update(withheld=1)
    worker = staff()

    moved = move(order, "dispatched", api=worker)

    assert (moved.status, moved.data["undo"]) == (200, None)
    assert refused(undo(worker, (order, moved.data["order"]["version"])))


def test_history_of_staff_has_both_and_that_of_the_customer_neither() -> None:
    order = bring(place(make_product()), "confirmed")
    worker = staff()
    shown = Api().get(f"/auth/orders/{order.order_id}", **proof(order)).data["order"]["history"]

    undo(worker, move(order, "processing", api=worker, notes="Soon"))

    names = [e["name"] for e in worker.get(f"/admin/orders/{order.order_id}").data["history"]]
    assert names[-2:] == ["order.processing", "order.status_undone"]
    after = Api().get(f"/auth/orders/{order.order_id}", **proof(order)).data["order"]["history"]
    assert after == shown
    entry = AuditEntry.objects.filter(subject=order.topic).first()
    assert entry is not None and entry.action == "order.move_undone"
    assert (entry.before["status"], entry.after["status"]) == ("processing", "confirmed")


def test_many_orders_are_undone_each_by_itself() -> None:
    product = make_product(stock=9)
    orders = [bring(place(product), "confirmed") for _ in range(3)]
    worker = staff()
    body = {"status": "processing", "orders": [{"orderId": order.order_id} for order in orders]}
    results = worker.post("/admin-orders/bulk-status", body, key="once").data["results"]
    repeated = worker.post("/admin-orders/bulk-status", body, key="once").data["results"]
    assert repeated == results
    advance_order(orders[0], "packaging")

    answer = undo(worker, *zip(orders, [each["undo"] for each in results], strict=True))

    assert answer.body["message"] == (
        "Undone for 2 of 3 orders. This can no longer be undone, as something has followed since"
    )
    assert [result["ok"] for result in answer.data["results"]] == [False, True, True]
    assert [order_status(order) for order in orders] == ["packaging", "confirmed", "confirmed"]


def test_confirmed_order_is_packed_in_one_change_over_processing_and_its_undo_takes_back_both() -> None:
    order, pending = bring(place(make_product()), "confirmed"), place(make_product())
    path = f"/auth/orders/{order.order_id}"
    worker, shown = staff(), Api().get(path, **proof(order)).data["order"]["history"]
    orders = [{"orderId": each.order_id} for each in (order, pending)]
    body = {"status": "packaging", "orders": orders}
    plain = worker.post("/admin-orders/bulk-status", body).data["results"]
    assert [each["code"] for each in plain] == ["INVALID_TRANSITION"] * 2

    packed = worker.post("/admin-orders/bulk-status", body | {"throughProcessing": True}).data["results"]

    assert [(each["status"], each["code"]) for each in packed] == [
        ("packaging", ""),
        ("pending", "INVALID_TRANSITION"),
    ]
    names = [e["name"] for e in worker.get(f"/admin/orders/{order.order_id}").data["history"]]
    assert names[-2:] == ["order.processing", "order.packaging"]
    assert undo(worker, (order, packed[0]["undo"])).status == 200
    assert order_status(order) == "confirmed"
    assert Api().get(path, **proof(order)).data["order"]["history"] == shown


@pytest.mark.both_stacks
def test_undo_of_many_changes_is_offered_by_one_query() -> None:
    product = make_product(stock=9)
    orders = [bring(place(product), "confirmed") for _ in range(3)]
    worker = staff()
    body = {"status": "processing", "orders": [{"orderId": order.order_id} for order in orders]}

    with CaptureQueriesContext(connection) as queries:
        results = worker.post("/admin-orders/bulk-status", body).data["results"]

    assert all(each["undo"] for each in results)
    reads = [query["sql"] for query in queries if query["sql"].startswith("SELECT")]
    assert len([sql for sql in reads if "events_auditentry" in sql]) == 1


def test_same_status_again_offers_no_undo_of_an_older_change() -> None:
    order = bring(place(make_product()), "confirmed")
    worker = staff()
    with time_machine.travel(timezone.now() - UNDO_TIME - timedelta(seconds=1)):
        move(order, "processing", api=worker)

    assert move(order, "processing", api=worker).data["undo"] is None


@pytest.mark.both_stacks
@pytest.mark.django_db(transaction=True)
def test_of_an_undo_and_the_next_step_at_once_one_wins() -> None:
    product = make_product(stock=5)
    order = bring(place(product), "processing")
    worker = staff()
    moved = move(order, "packaging", api=worker)
    actor = AuditEntry.objects.filter(subject=order.topic).values_list("actor", flat=True)[0]

    def act(number: int) -> bool:
        try:
            if number:
                advance_order(order, "dispatched")
            else:
                undo_status_change(order.order_id, version=moved.data["undo"], actor=actor)
        except DomainError:
            return False
        return True

    assert sorted(at_once(2, act)) == [False, True]
    left = order_status(order) == "dispatched"
    assert order_status(order) == ("dispatched" if left else "processing")
    assert numbers(product) == ((4, 0, 0) if left else (5, 1, 0))


@pytest.mark.both_stacks
@pytest.mark.django_db(transaction=True)
def test_two_copies_of_an_undo_at_once_do_it_once() -> None:
    product = make_product(stock=5)
    order = bring(place(product), "packaging")
    worker = staff()
    moved = move(order, "dispatched", api=worker)

    answers = at_once(2, lambda _: undo(worker, moved).status)

    assert answers == [200, 200]
    assert order_status(order) == "packaging"
    assert numbers(product) == (5, 1, 0)
