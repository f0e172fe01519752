"""Deliveries: order, back-off, the end of an endpoint that takes nothing, and sending again."""

import json
import threading
import time
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.utils import timezone

from project import __version__
from project.core.models import Mail
from project.events.models import AuditEntry
from project.events.publish import publish
from project.orders.actions import cancel_before_payment
from project.webhooks import actions, deliveries
from project.webhooks.deliveries import PAUSES
from project.webhooks.models import Delivery
from tests.buying import place
from tests.factories import make_product, make_user
from tests.threads import at_once
from tests.webhook_receiver import WebhookReceiver
from tests.webhooks.helpers import let_pass, make_endpoint, statuses, wait_of, work

pytestmark = pytest.mark.django_db

ORDERS = ("order.created", "order.cancelled")


def types(receiver: WebhookReceiver) -> list[str]:
    return [json.loads(each.body)["type"] for each in receiver.received]


def ids(receiver: WebhookReceiver) -> list[str]:
    return [each.headers["webhook-id"] for each in receiver.received]


def test_endpoint_gets_what_happens_from_now_on_of_its_types(receiver: WebhookReceiver) -> None:
    place(make_product())
    make_endpoint(receiver.url, "order.cancelled")
    order = place(make_product())
    work()
    assert receiver.received == []

    cancel_before_payment(order.order_id)
    work()
    work()

    assert types(receiver) == ["order.cancelled"]


def test_every_try_sends_the_same_id_and_bytes(receiver: WebhookReceiver) -> None:
    receiver.statuses = [500, 200]
    make_endpoint(receiver.url)
    order = place(make_product())
    work()
    cancel_before_payment(order.order_id)
    let_pass(timedelta(seconds=6))
    work()

    first, second = receiver.received
    assert first.headers["user-agent"] == f"Akshamala-Webhooks/{__version__}"
    assert (first.body, first.headers["webhook-id"]) == (second.body, second.headers["webhook-id"])
    assert statuses() == [("order.created", "delivered")]


def test_later_event_waits_for_the_earlier_one_of_its_order_and_for_no_other(
    receiver: WebhookReceiver,
) -> None:
    receiver.statuses = [500, 200]
    make_endpoint(receiver.url, *ORDERS)
    order = place(make_product())
    work()
    cancel_before_payment(order.order_id)
    other = place(make_product())
    work()

    assert types(receiver) == ["order.created", "order.created"]
    assert json.loads(receiver.received[1].body)["data"]["orderId"] == other.order_id

    let_pass(timedelta(seconds=6))
    work()

    assert types(receiver)[2:] == ["order.created", "order.cancelled"]


def test_pauses_grow_until_a_message_has_failed_and_the_endpoint_is_switched_off(
    receiver: WebhookReceiver,
) -> None:
    admin = make_user(role="admin", email="boss@example.com", language="hi")
    receiver.statuses = [503]
    endpoint, _ = make_endpoint(receiver.url, by=admin)
    place(make_product())
    work()
    message = Delivery.objects.get()

    for pause in PAUSES:
        assert 0.9 * pause - 5 <= wait_of(message) <= 1.1 * pause
        let_pass(timedelta(seconds=1.1 * pause + 1))
        work()

    message.refresh_from_db()
    assert (message.status, message.attempts, message.status_code) == ("failed", len(PAUSES) + 1, 503)
    endpoint.refresh_from_db()
    assert endpoint.active_since is None
    assert AuditEntry.objects.filter(action="webhook.switched_off", actor="worker").count() == 1
    mail = Mail.objects.get(kind="webhook_off", to="boss@example.com")
    assert mail.language == "hi"
    assert "127.0.0.1" in mail.content.text


def test_one_refused_message_leaves_an_endpoint_that_takes_others_switched_on(
    receiver: WebhookReceiver,
) -> None:
    receiver.statuses = [500]
    endpoint, _ = make_endpoint(receiver.url)
    place(make_product())
    work()
    receiver.statuses = [200]
    actions.send_test(endpoint.public_id)
    work()
    receiver.statuses = [500]
    Delivery.objects.filter(type="order.created").update(attempts=len(PAUSES))
    let_pass(timedelta(days=4))
    work()

    assert sorted(statuses()) == [("order.created", "failed"), ("webhook.test", "delivered")]
    endpoint.refresh_from_db()
    assert endpoint.active_since is not None


def test_endpoint_that_answers_gone_is_switched_off_at_once(receiver: WebhookReceiver) -> None:
    receiver.statuses = [410]
    endpoint, _ = make_endpoint(receiver.url)
    place(make_product())
    work()

    endpoint.refresh_from_db()
    assert endpoint.active_since is None


def test_nothing_that_happens_while_it_is_off_is_sent_later(receiver: WebhookReceiver) -> None:
    admin = make_user(role="admin")
    endpoint, _ = make_endpoint(receiver.url, *ORDERS, by=admin)
    shape = {"name": endpoint.name, "url": endpoint.url, "types": endpoint.types, "actor": admin.subject}
    actions.change_endpoint(endpoint.public_id, **shape, active=False)
    order = place(make_product())
    work()
    actions.change_endpoint(endpoint.public_id, **shape, active=True)
    cancel_before_payment(order.order_id)
    work()

    assert types(receiver) == ["order.cancelled"]


@pytest.mark.production_stack
@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has one writer at a time")
@pytest.mark.django_db(transaction=True)
def test_event_that_is_committed_after_a_later_one_is_sent(receiver: WebhookReceiver) -> None:
    make_endpoint(receiver.url, *ORDERS)
    early, late = place(make_product()), place(make_product())
    work()
    written, sent = threading.Event(), threading.Event()

    def commit_late() -> None:
        with transaction.atomic():
            publish("order.cancelled", subject=early.topic, topics=[], payload={"status": "cancelled"})
            written.set()
            assert sent.wait(20)

    def go_on() -> None:
        assert written.wait(20)
        cancel_before_payment(late.order_id)
        work()
        sent.set()

    at_once(2, lambda number: (commit_late, go_on)[number]())
    work()

    about = [json.loads(each.body) for each in receiver.received[2:]]
    assert [each["data"]["orderId"] for each in about] == [late.order_id, early.order_id]


def test_failed_messages_are_sent_again_under_their_ids(receiver: WebhookReceiver) -> None:
    admin = make_user(role="admin")
    receiver.statuses = [500]
    endpoint, _ = make_endpoint(receiver.url, by=admin)
    for _ in range(3):
        place(make_product())
    work()
    Delivery.objects.update(next_try_at=None)
    oldest = Delivery.objects.order_by("pk")[0]
    Delivery.objects.filter(pk=oldest.pk).update(created_at=timezone.now() - timedelta(hours=2))
    receiver.forget()

    count = actions.replay(
        endpoint.public_id, actor=admin.subject, failed_since=timezone.now() - timedelta(hours=1)
    )
    work()

    assert count == 2
    assert statuses() == [("order.created", "failed"), *[("order.created", "delivered")] * 2]
    assert actions.replay(endpoint.public_id, actor=admin.subject, message_id=oldest.message_id) == 1
    work()
    assert ids(receiver)[-1] == oldest.message_id
    assert AuditEntry.objects.filter(action="webhook.replayed", actor=admin.subject).count() == 2


def test_worker_that_dies_in_the_middle_leaves_the_message_to_the_next(receiver: WebhookReceiver) -> None:
    make_endpoint(receiver.url)
    place(make_product())
    assert len(deliveries.take_due_endpoints(10)) == 1
    # It has sent the message, and died before it could write that down.
    work()
    assert receiver.received == []

    let_pass(timedelta(seconds=91))
    work()

    assert statuses() == [("order.created", "delivered")]


@pytest.mark.django_db(transaction=True)
def test_workers_at_once_send_each_message_once_and_in_order(receiver: WebhookReceiver) -> None:
    make_endpoint(receiver.url, *ORDERS)
    orders = [place(make_product()) for _ in range(4)]
    for order in orders:
        cancel_before_payment(order.order_id)

    at_once(4, lambda number: work())
    work()

    assert len(set(ids(receiver))) == len(receiver.received) == 8
    for order in orders:
        about = [json.loads(each.body) for each in receiver.received]
        assert [each["type"] for each in about if each["data"]["orderId"] == order.order_id] == [*ORDERS]


@pytest.mark.django_db(transaction=True)
def test_slow_endpoint_delays_no_other(receiver: WebhookReceiver) -> None:
    slow = WebhookReceiver()
    slow.delay = 3.0
    make_endpoint(slow.url)
    make_endpoint(receiver.url)
    place(make_product())
    keys = deliveries.take_due_endpoints(10)
    started = time.monotonic()

    at_once(2, lambda number: deliveries.deliver(keys[number]))
    slow.stop()

    assert receiver.received[0].at - started < 2.0
    assert statuses() == [("order.created", "delivered")] * 2


def test_endpoint_that_is_deleted_while_it_is_sent_to_stops_nothing(receiver: WebhookReceiver) -> None:
    admin = make_user(role="admin")
    endpoint, _ = make_endpoint(receiver.url, by=admin)
    place(make_product())
    keys = deliveries.take_due_endpoints(10)
    actions.delete_endpoint(endpoint.public_id, actor=admin.subject)

    deliveries.deliver(keys[0])

    assert receiver.received == []


def test_messages_are_deleted_after_a_month(receiver: WebhookReceiver) -> None:
    make_endpoint(receiver.url)
    place(make_product())
    work()
    place(make_product())
    work()
    old = Delivery.objects.order_by("pk")[0]
    Delivery.objects.filter(pk=old.pk).update(created_at=timezone.now() - timedelta(days=31))

    assert deliveries.forget_old_deliveries() == 1
    assert not Delivery.objects.filter(pk=old.pk).exists()
