"""What /readyz says of the shop's parts, and who is told of a fault."""

from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from deploy.processes import free_port
from project.backoffice.health import PAYMENT_LATE_SECONDS, look
from project.backoffice.operator_alerts import tell
from project.core.models import Heartbeat, OperatorAlert
from project.payments.models import Payment
from tests.buying import place, start
from tests.factories import make_product
from tests.sandbox_process import SandboxProcess
from tests.smtp_server import SmtpServer
from tests.threads import at_once
from worker.tasks import beat

# The looks have connections of their own.
pytestmark = pytest.mark.django_db(transaction=True)


def test_readiness_asks_database_cache_and_worker(client: Client) -> None:
    beat("worker")
    beat("queue")

    response = client.get("/readyz")

    assert (response.status_code, response.json()["status"]) == (200, "ok")
    assert response.json()["degraded"] == []
    assert response.json()["database"] and response.json()["cache"]


def test_worker_that_stopped_is_named_and_the_process_serves(client: Client) -> None:
    beat("worker")
    Heartbeat.objects.create(name="queue", beat_at=timezone.now() - timedelta(seconds=31))

    response = client.get("/readyz")

    assert (response.status_code, response.json()["status"]) == (200, "degraded")
    assert response.json()["degraded"] == ["queue"]


def test_process_without_its_cache_is_degraded(client: Client, settings: Settings) -> None:
    beat("worker")
    settings.CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": "redis://127.0.0.1:1",  # nobody listens there
        }
    }

    response = client.get("/readyz")

    assert (response.status_code, response.json()["degraded"]) == (200, ["cache"])


def test_payment_that_nobody_checks_is_a_fault(client: Client, provider: SandboxProcess) -> None:
    beat("worker")
    beat("queue")
    payment = start(place(make_product()))
    late = timezone.now() - timedelta(seconds=PAYMENT_LATE_SECONDS + 1)
    Payment.objects.filter(pk=payment.pk).update(next_check_at=late)

    body = client.get("/readyz").json()

    assert body["degraded"] == ["payments"]
    assert body["oldestDuePaymentSeconds"] > PAYMENT_LATE_SECONDS


def test_mail_that_did_not_leave_is_tried_again(settings: Settings) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_USE_TLS = "127.0.0.1", free_port(), False
    settings.OPERATORS_MAIL = ["one@example.com"]
    health = look()
    told = [tell("worker", health)]
    server = SmtpServer()
    try:
        settings.EMAIL_PORT = server.port
        told.append(tell("worker", health))
    finally:
        server.stop()

    assert told == [False, True]
    assert [message["Subject"] for message in server.mails] == ["[Akshamala] fault: worker"]


def test_one_mail_an_hour_tells_of_a_fault(settings: Settings) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    settings.OPERATORS_MAIL = ["one@example.com", "two@example.com"]
    health = look()

    told = at_once(4, lambda _: tell("worker", health))
    again = tell("worker", health)
    other = tell("queue", health)
    OperatorAlert.objects.filter(fault="worker").update(mailed_at=timezone.now() - timedelta(minutes=61))
    an_hour_later = tell("worker", health)

    assert sorted(told) == [False, False, False, True]
    assert (again, other, an_hour_later) == (False, True, True)
    assert [message.subject for message in mail.outbox] == [
        "[Akshamala] fault: worker",
        "[Akshamala] fault: queue",
        "[Akshamala] fault: worker",
    ]
    assert mail.outbox[0].to == ["one@example.com", "two@example.com"]
    assert "workerSeconds" in mail.outbox[0].body
