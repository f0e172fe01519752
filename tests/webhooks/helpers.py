"""Endpoints of partners' programs, and the worker's rounds."""

from datetime import timedelta

from django.db.models import F
from django.utils import timezone

from project.accounts.models import User
from project.webhooks import actions, deliveries
from project.webhooks.models import Delivery, Endpoint
from tests.factories import make_user


def make_endpoint(
    url: str, *types: str, name: str = "Stock sync", by: User | None = None
) -> tuple[Endpoint, str]:
    """Return an endpoint that gets these types, and its secret."""
    return actions.create_endpoint(
        by or make_user(role="admin"), name=name, url=url, types=types or ["order.created"]
    )


def work() -> None:
    """Do one round of the worker, the endpoints one after the other."""
    for key in deliveries.take_due_endpoints(actions.MOST_ENDPOINTS):
        deliveries.deliver(key)


def let_pass(time: timedelta) -> None:
    """Move what rows say about times of tries into the past."""
    Delivery.objects.filter(next_try_at__isnull=False).update(next_try_at=F("next_try_at") - time)
    Endpoint.objects.update(leased_until=F("leased_until") - time)
    Endpoint.objects.filter(failing_since__isnull=False).update(failing_since=F("failing_since") - time)


def statuses() -> list[tuple[str, str]]:
    """Return type and status of all messages, by event."""
    return [(row.type, row.status) for row in Delivery.objects.order_by("event_id", "pk")]


def wait_of(delivery: Delivery) -> float:
    """Return the seconds until the next try."""
    delivery.refresh_from_db()
    assert delivery.next_try_at is not None
    return (delivery.next_try_at - timezone.now()).total_seconds()
