"""The worker as a real process: it finds what is due, and killed at any moment loses nothing."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings as shop
from django.db import connection
from django.utils import timezone

from deploy.environment import ROOT
from project.core.models import Mail
from project.events.models import Event
from project.payments.models import Payment, WebhookMessage
from tests.buying import deliver, hold, let_order_pass, let_pass, message, place, start
from tests.factories import make_product
from tests.sandbox_process import SandboxProcess
from tests.waiting import eventually

# On SQLite the browser tests have a worker, too.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.production_stack]


def database_url() -> str:
    """Return the address of the test database, for another process."""
    of = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{of['NAME']}"
    return f"postgres://{of['USER']}:{of['PASSWORD']}@{of['HOST']}:{of['PORT']}/{of['NAME']}"


class Worker:
    """`manage.py run_huey` as deploy/run starts it, with a job queue of its own."""

    def __init__(self, provider: SandboxProcess, folder: Path) -> None:
        self.log = folder / "worker.log"
        self._environment = {
            **os.environ,
            "DATABASE_URL": database_url(),
            "VAR_DIR": str(folder),
            "SECRET_KEY": shop.SECRET_KEY,
            "DJANGO_SETTINGS_MODULE": "tests.settings",
            "TEST_HUEY_IMMEDIATE": "0",
            "TEST_PHONEPE_PG_URL": provider.api_url,
            "TEST_PHONEPE_OAUTH_URL": provider.api_url,
        }
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "manage.py", "run_huey", "--graceful-signal", "TERM"],
                cwd=ROOT,
                env=self._environment,
                stdout=log,
                stderr=log,
            )

    def kill(self) -> None:
        """End it as a power cut would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def stop(self) -> int:
        """End it as deploy/run does; return its exit status."""
        assert self._process is not None, "not started"
        self._process.send_signal(signal.SIGTERM)
        return self._process.wait(20)


@pytest.fixture
def worker(provider: SandboxProcess, tmp_path: Path) -> Iterator[Worker]:
    """One that is still to be started."""
    running = Worker(provider, tmp_path)
    yield running
    running.kill()
    print(running.log.read_text()[-4000:])  # pytest shows it when the test fails


def test_worker_settles_sends_and_releases_what_is_due(provider: SandboxProcess, worker: Worker) -> None:
    worker.start()
    product = make_product(stock=5)
    payment = start(place(product))
    lapsed = hold(product)
    provider.settle(payment.transaction_id, "success")
    let_pass(payment, timedelta(seconds=23))
    let_order_pass(lapsed, timedelta(hours=1))

    eventually(lambda: Payment.objects.get(pk=payment.pk).status == "SUCCESS", seconds=30)
    eventually(lambda: Mail.objects.filter(status="sent").count() == 3)
    eventually(lambda: Event.objects.filter(name="order.hold_ended").count() == 1)

    product.refresh_from_db()
    assert (product.allocated, product.held) == (1, 0)
    assert worker.stop() == 0


def test_worker_killed_while_it_asks_the_provider_loses_nothing(
    provider: SandboxProcess, worker: Worker
) -> None:
    worker.start()
    payment = start(place(make_product()))
    provider.settle(payment.transaction_id, "success")
    # The provider takes its time: the worker is killed with its question on the way.
    provider.fault("latency", on="status", value=8_000)
    let_pass(payment, timedelta(seconds=23))
    eventually(lambda: _claimed(payment), seconds=30)
    eventually(lambda: not provider.control("/state", "GET")["faults"][0]["times_left"])

    worker.kill()
    assert Payment.objects.get(pk=payment.pk).status == "PENDING"
    worker.start()
    # Its claim ends half a minute later.
    Payment.objects.filter(pk=payment.pk, status="PENDING").update(next_check_at=timezone.now())

    eventually(lambda: Payment.objects.get(pk=payment.pk).status == "SUCCESS", seconds=30)
    eventually(lambda: Mail.objects.filter(kind="payment_received", status="sent").count() == 1)
    assert Event.objects.filter(name="order.confirmed").count() == 1
    assert Mail.objects.filter(kind="payment_received").count() == 1


def _claimed(payment: Payment) -> bool:
    due = Payment.objects.get(pk=payment.pk).next_check_at
    return due is not None and due > timezone.now() + timedelta(seconds=10)


def test_worker_that_was_away_finds_the_messages_that_came_meanwhile(
    provider: SandboxProcess, worker: Worker
) -> None:
    payment = start(place(make_product()))
    provider.settle(payment.transaction_id, "success")
    provider.fault("down", on="status", times=None)
    assert deliver(message(payment)).status == 200
    assert WebhookMessage.objects.get().handled_at is None
    provider.control("/faults", "DELETE")

    worker.start()

    eventually(lambda: WebhookMessage.objects.get().handled_at, seconds=30)
    assert Payment.objects.get(pk=payment.pk).status == "SUCCESS"
