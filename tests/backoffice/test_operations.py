"""The operations page: what runs and what is stuck, for staff, live and for Prometheus."""

import socket
import time
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from project.backoffice import operations
from project.core.models import Heartbeat, Mail, MailStatus, SiteCertificate
from project.events.topics import Caller, find
from project.payments import actions
from project.payments.models import WebhookMessage
from tests.accounts.login_helpers import signed_in

# The looks at database, cache and worker have connections of their own.
pytestmark = pytest.mark.django_db(transaction=True)


def checks() -> dict[str, dict[str, Any]]:
    """Return the checks as an admin gets them, by name."""
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


def test_new_shop_is_fine_but_for_its_first_audit() -> None:
    found = checks()

    late = {name for name, check in found.items() if check["status"] != "fine"}
    assert "worker" in late  # none has run here
    assert late <= {"worker", "ledgerAudit", "statements"}
    assert found["payments"] == {"name": "payments", "status": "fine", "count": 0, "since": None}


@pytest.mark.parametrize(("minutes", "status"), [(1, "fine"), (5, "late"), (30, "failing")])
def test_what_the_worker_does_not_take_is_late_then_failing(minutes: int, status: str) -> None:
    webhook(due_minutes=minutes)
    webhook(due_minutes=0)

    check = checks()["webhooks"]

    assert (check["status"], check["count"]) == (status, 2)


@pytest.mark.parametrize(
    ("clock", "jobs", "status"),
    [(5, 5, "fine"), (5, 60, "failing"), (60, 5, "failing"), (None, 5, "failing"), (5, None, "failing")],
)
def test_worker_is_there_while_its_clock_and_its_jobs_say_so(
    clock: int | None, jobs: int | None, status: str
) -> None:
    for name, seconds in (("worker", clock), ("queue", jobs)):
        if seconds is not None:
            Heartbeat.objects.create(name=name, beat_at=timezone.now() - timedelta(seconds=seconds))

    assert checks()["worker"]["status"] == status


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

        found = {figure.name: figure.status for figure in operations.figures()}

        assert time.monotonic() - began < 2
    assert found["cache"] == "failing"
    assert found["database"] == "fine"


def test_failed_mail_waits_for_a_person() -> None:
    Mail.objects.create(dedupe_key="1", kind="goods", to="a@example.com", status=MailStatus.FAILED)

    assert (checks()["mailsFailed"]["status"], checks()["mailsFailed"]["count"]) == ("late", 1)


def test_certificate_of_the_site_says_how_many_days_it_has_left(settings: Settings) -> None:
    settings.SITE_URL = "https://shop.example"
    unread = checks()["certificate"]
    SiteCertificate.objects.create(
        address="shop.example:443",
        ends_at=timezone.now() + timedelta(days=13, hours=1),
        read_at=timezone.now(),
    )

    assert (unread["status"], unread["count"]) == ("late", None)
    assert (checks()["certificate"]["status"], checks()["certificate"]["count"]) == ("late", 13)


def test_site_without_tls_has_no_certificate_to_watch() -> None:
    assert "certificate" not in checks()


def test_mail_server_fails_when_mails_fail_again_and_again_and_none_leaves() -> None:
    mail = Mail.objects.create(dedupe_key="1", kind="goods", to="a@example.com", attempts=2)
    Mail.objects.filter(pk=mail.pk).update(created_at=timezone.now() - timedelta(minutes=11))
    stuck = checks()["mailServer"]
    Mail.objects.create(dedupe_key="2", kind="goods", to="b@example.com", status=MailStatus.SENT)

    assert (stuck["status"], stuck["count"]) == ("failing", 1)
    assert (checks()["mailServer"]["status"], checks()["mailServer"]["count"]) == ("fine", 0)


def test_ledger_audit_says_when_it_ran_and_what_it_found() -> None:
    actions.audit_ledger()

    check = checks()["ledgerAudit"]
    assert (check["status"], check["count"]) == ("fine", 0)
    assert check["since"] is not None


def test_topic_says_what_the_call_says() -> None:
    topic = find("staff:operations")
    assert topic is not None

    state = topic.read(Caller(role="admin"), "staff:operations")

    assert state is not None
    assert {check["name"] for check in state.data["checks"]} == set(checks())


def test_prometheus_gets_the_same_figures(settings: Settings) -> None:
    settings.METRICS_TOKEN = "figures"
    operations.renew_gauges()  # Not due again when they are read.
    webhook(due_minutes=30)

    operations.set_gauges()
    text = Client().get("/metrics", headers={"Authorization": "Bearer figures"}).content.decode()

    assert 'akshamala_operations_status{check="webhooks"} 2.0' in text
    assert 'akshamala_operations_count{check="webhooks"} 1.0' in text
    assert 'akshamala_operations_age_seconds{check="webhooks"} 18' in text
