"""Deletion of old rows in batches; money and history stay."""

from collections.abc import Sequence
from datetime import timedelta

import pytest
import time_machine
from django.db import IntegrityError, connection, transaction
from django.db.models import F
from django.utils import timezone

from project.core.retention import old_slices
from project.events.models import Event
from project.events.publish import publish
from project.events.retention import forget_old_events
from project.payments.audit.ledger import audit_ledger
from project.payments.models import WebhookMessage
from project.payments.webhooks.retention import forget_old_webhook_bodies
from tests.buying import deliver, message, place, start
from tests.factories import make_product
from tests.sandbox_process import SandboxProcess

pytestmark = pytest.mark.django_db

EVENTS = [
    ("wishlist.changed", "wishlist:USR-1"),
    ("product.stock", "product:bead"),
    ("product.changed", "product:bead"),
    ("product.deleted", "product:bead"),
    ("order.placed", "order:AKS-1"),
    ("payment.succeeded", "payment:TXN1"),
    ("case.opened", "case:CASE-1"),
    ("contact.received", "ticket:1"),
]
FORGOTTEN = EVENTS[:2]


def happened(events: Sequence[tuple[str, str]], *, days_ago: int = 0) -> None:
    with time_machine.travel(timezone.now() - timedelta(days=days_ago)):
        for name, subject in events:
            publish(name, subject=subject, topics=[])


def test_only_old_events_about_nobodys_money_are_deleted() -> None:
    happened(EVENTS, days_ago=366)
    happened(EVENTS)

    assert forget_old_events() == len(FORGOTTEN)

    left = list(Event.objects.order_by("pk").values_list("name", "subject"))
    assert left == [event for event in EVENTS if event not in FORGOTTEN] + EVENTS
    assert forget_old_events() == 0


@pytest.mark.parametrize(
    ("event", "days"),
    [*((event, 400) for event in EVENTS if event not in FORGOTTEN), *((event, 29) for event in FORGOTTEN)],
)
def test_database_refuses_to_delete_history(event: tuple[str, str], days: int) -> None:
    happened([event], days_ago=days)

    with (
        pytest.raises(IntegrityError, match="written once"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute("DELETE FROM events_event")

    assert Event.objects.count() == 1


def test_webhooks_texts_are_emptied_and_a_repeated_message_is_still_known(provider: SandboxProcess) -> None:
    payment = start(place(make_product()))
    old, recent = message(payment), message(payment, state="FAILED")
    provider.settle(payment.transaction_id, "success")
    deliver(old)
    WebhookMessage.objects.update(received_at=F("received_at") - timedelta(days=366))
    deliver(recent)

    assert forget_old_webhook_bodies() == 1
    assert forget_old_webhook_bodies() == 0

    first, second = WebhookMessage.objects.order_by("pk")
    assert (bytes(first.body), first.headers, first.payment) == (b"", {}, payment)
    assert bytes(second.body) == recent
    deliver(old)
    assert WebhookMessage.objects.count() == 2
    audit_ledger()


def test_message_that_waits_keeps_its_text() -> None:
    WebhookMessage.objects.create(
        provider="phonepe", dedupe_key="1", event="e", merchant_order_id="TXN1", headers={}, body=b"text"
    )
    WebhookMessage.objects.update(received_at=F("received_at") - timedelta(days=400))

    assert forget_old_webhook_bodies() == 0


def test_old_rows_are_walked_through_in_slices() -> None:
    happened([("wishlist.changed", f"wishlist:{number}") for number in range(7)], days_ago=10)
    happened([("wishlist.changed", "wishlist:new")])

    slices = old_slices(Event.objects.all(), "created_at", before=timezone.now() - timedelta(days=1), size=3)

    assert [part.count() for part in slices] == [3, 3, 1]
