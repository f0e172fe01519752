"""Readiness: what /readyz says of the shop's parts."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from project.backoffice.health.work import LATE
from project.core.models import Heartbeat
from project.payments.models import Payment
from tests.backoffice.installing import installed
from tests.buying import place, start
from tests.factories import make_product
from tests.sandbox_process import SandboxProcess
from worker.tasks import beat

TOKEN = "a token of Prometheus's"
MONITOR = {"Authorization": f"Bearer {TOKEN}"}


@pytest.fixture(autouse=True)
def token(settings: Settings) -> None:
    settings.METRICS_TOKEN = TOKEN
    settings.DEBUG = False


@pytest.fixture(autouse=True)
def new_shop(transactional_db: None) -> None:
    """The checks have connections of their own."""
    installed()


def test_readiness_asks_database_cache_and_worker(client: Client) -> None:
    beat("worker")
    beat("queue")

    response = client.get("/readyz", headers=MONITOR)

    assert (response.status_code, response.json()["status"]) == (200, "ok")
    assert response.json()["degraded"] == []
    assert list(response.json()["checks"]) == ["database", "cache", "queue", "worker", "payments"]


@pytest.mark.parametrize("sent", ["", f"Bearer {TOKEN}x", "Bearer ", TOKEN, "Bearer ü"])
def test_stranger_is_told_whether_the_shop_serves_and_nothing_else(client: Client, sent: str) -> None:
    Heartbeat.objects.create(name="queue", beat_at=timezone.now() - timedelta(seconds=31))

    response = client.get("/readyz", headers={"Authorization": sent} if sent else {})

    assert (response.status_code, response.json()) == (200, {"ok": True})


def test_shop_without_a_token_tells_nobody_more(client: Client, settings: Settings) -> None:
    settings.METRICS_TOKEN = ""

    assert client.get("/readyz", headers={"Authorization": "Bearer "}).json() == {"ok": True}


def test_list_of_built_files_is_not_public(client: Client) -> None:
    for path in (
        "/.vite/manifest.json",
        "/.vite/",
        "/assets/../.vite/manifest.json",
        "/%2evite/manifest.json",
    ):
        assert client.get(path).status_code == 404


@pytest.mark.parametrize(
    ("clock", "jobs", "degraded"),
    [
        (5, 5, []),
        (5, 60, ["queue"]),
        # Whoever hears of the worker need not hear of its queue.
        (60, 60, ["worker"]),
        (60, 5, ["worker"]),
        # A new shop, whose worker starts.
        (None, None, []),
        (5, None, []),
    ],
)
def test_worker_is_there_while_its_clock_and_its_jobs_say_so(
    client: Client, clock: int | None, jobs: int | None, degraded: list[str]
) -> None:
    for name, seconds in (("worker", clock), ("queue", jobs)):
        if seconds is not None:
            Heartbeat.objects.create(name=name, beat_at=timezone.now() - timedelta(seconds=seconds))

    response = client.get("/readyz", headers=MONITOR)

    assert (response.status_code, response.json()["degraded"]) == (200, degraded)
    assert response.json()["status"] == ("degraded" if degraded else "ok")


def test_process_without_its_cache_is_degraded(client: Client, settings: Settings) -> None:
    beat("worker")
    settings.CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": "redis://127.0.0.1:1",  # nobody listens there
        }
    }

    response = client.get("/readyz", headers=MONITOR)

    assert (response.status_code, response.json()["degraded"]) == (200, ["cache"])


def test_payment_that_nobody_checks_is_a_fault(client: Client, provider: SandboxProcess) -> None:
    beat("worker")
    beat("queue")
    payment = start(place(make_product()))
    Payment.objects.filter(pk=payment.pk).update(next_check_at=timezone.now() - LATE - timedelta(seconds=1))

    body = client.get("/readyz", headers=MONITOR).json()

    assert (body["degraded"], body["checks"]["payments"]) == (["payments"], "1 wait")


def test_renderer_is_asked_by_the_process_beside_it_and_by_nobody_outside(
    client: Client, settings: Settings
) -> None:
    without = client.get("/healthz/renderer").status_code
    settings.RENDERER_URL = "http://127.0.0.1:1"  # nobody listens there
    through_the_proxy = client.get("/healthz/renderer", headers={"X-Forwarded-For": "192.0.2.1"})

    assert (without, through_the_proxy.status_code) == (404, 404)
    assert client.get("/healthz/renderer").status_code == 503
