"""The operations page: the newest result of each check, for staff, live and for Prometheus."""

import socket
import time
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from project.backoffice.health import page, runner
from project.backoffice.health.checks import BY_NAME, CHECKS
from project.backoffice.health.work import WATCH
from project.core.models import Heartbeat, Mail, MailStatus
from project.events.topics import Caller
from project.live_topics import find
from project.payments.audit.ledger import audit_ledger
from project.payments.models import WebhookMessage
from tests.accounts.login_helpers import signed_in
from tests.backoffice.installing import installed

# The checks have connections of their own.
pytestmark = pytest.mark.django_db(transaction=True)


def look() -> None:
    """Run the checks that ask nobody outside, and write down what they found."""
    page.store(runner.run([check for check in CHECKS if check.reads_tables], seconds=20))


def checks() -> dict[str, dict[str, Any]]:
    """Return the checks as an admin gets them, by name."""
    look()
    _, admin = signed_in(role="admin")
    return {check["name"]: check for check in admin.get("/admin/operations").data["checks"]}


def webhook(*, due_minutes: int) -> None:
    """Store a message that has been due for so long."""
    WebhookMessage.objects.create(
        provider="phonepe",
        dedupe_key=str(due_minutes),
        headers={},
        body=b"",
        next_try_at=timezone.now() - timedelta(minutes=due_minutes),
    )


def test_new_shop_has_nothing_that_prometheus_fires_on() -> None:
    installed()

    found = checks()

    assert {name for name, check in found.items() if check["status"] != "ok"} <= {
        "rights",
        "seller",
        "people",
    }
    assert found["payments"] == {"name": "payments", "status": "ok", "count": 0, "since": None}


@pytest.mark.parametrize(("minutes", "status"), [(1, "ok"), (5, "warning"), (30, "failing")])
def test_rows_that_the_worker_does_not_take_are_late_then_failing(minutes: int, status: str) -> None:
    webhook(due_minutes=minutes)
    webhook(due_minutes=0)

    check = checks()["webhooks"]

    assert (check["status"], check["count"]) == (status, 2)


def test_redis_that_says_nothing_is_named_and_keeps_nobody_waiting(settings: Settings) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        settings.CACHES = {
            "default": {
                "BACKEND": "django.core.cache.backends.redis.RedisCache",
                "LOCATION": f"redis://127.0.0.1:{silent.getsockname()[1]}",
                "OPTIONS": {"socket_timeout": 4, "socket_connect_timeout": 4},
            }
        }
        began = time.monotonic()

        found = runner.run([BY_NAME["database"], BY_NAME["cache"]], seconds=0.7)

        assert time.monotonic() - began < 2
    assert {name: result.status for name, result in found.items()} == {"database": "ok", "cache": "failing"}


def test_failed_mail_waits_for_a_person() -> None:
    Mail.objects.create(dedupe_key="1", kind="goods", to="a@example.com", status=MailStatus.FAILED)

    assert (checks()["mailsFailed"]["status"], checks()["mailsFailed"]["count"]) == ("warning", 1)


def test_ledger_audit_says_when_it_ran_and_what_it_found() -> None:
    audit_ledger()

    check = checks()["ledgerAudit"]
    assert (check["status"], check["count"]) == ("ok", 0)
    assert check["since"] is not None


def test_open_page_hears_that_the_watcher_stopped() -> None:
    topic = find("staff:operations")
    assert topic is not None
    seen = []
    for age in (0, 60):
        beat_at = timezone.now() - timedelta(seconds=age)
        Heartbeat.objects.update_or_create(name=WATCH, defaults={"beat_at": beat_at})
        state = topic.read(Caller(role="admin"), "staff:operations")
        assert state is not None
        [watch] = [check for check in state.data["checks"] if check["name"] == WATCH]
        seen.append((state.version, watch["status"]))

    assert [status for _, status in seen] == ["ok", "failing"]
    assert seen[1][0] > seen[0][0]


def test_topic_says_what_the_call_says() -> None:
    topic = find("staff:operations")
    assert topic is not None
    shown = set(checks())

    state = topic.read(Caller(role="admin"), "staff:operations")

    assert state is not None
    assert {check["name"] for check in state.data["checks"]} == shown


def test_prometheus_gets_the_same_figures(settings: Settings) -> None:
    settings.METRICS_TOKEN = "figures"
    page.renew_gauges()  # Not due again when they are read.
    webhook(due_minutes=30)
    look()

    page.set_gauges()
    text = Client().get("/metrics", headers={"Authorization": "Bearer figures"}).content.decode()

    assert 'akshamala_operations_status{check="webhooks",severity="page"} 2.0' in text
    assert 'akshamala_operations_count{check="webhooks"} 1.0' in text
    assert 'akshamala_operations_age_seconds{check="webhooks"} 18' in text
