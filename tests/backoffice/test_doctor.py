"""`manage.py doctor` says of each part whether it works, and what to do."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
import redis
from django.core.checks import run_checks
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import F
from django.utils import timezone
from pytest_django.fixtures import DjangoAssertNumQueries, Settings

from deploy import processes
from deploy.environment import ROOT
from deploy.machine import find_program
from deploy.services import Redis
from project.backoffice.doctor import Finding, examine
from project.backoffice.production_checks import find_samples
from project.core.models import Mail
from project.start import TAG
from tests.benchmarks.killed_processes import ask
from tests.buying import place, start
from tests.core.test_settings import PRODUCTION
from tests.factories import make_product, make_user
from tests.payments.second_provider import SecondPay
from tests.sandbox_process import SandboxProcess
from tests.server_process import ShopProcesses
from tests.smtp_server import SmtpServer
from tests.tls_server import TlsServer


@pytest.fixture(scope="module")
def sandbox() -> Iterator[SandboxProcess]:
    with SandboxProcess() as process:
        yield process


@pytest.fixture(scope="module")
def shop() -> Iterator[ShopProcesses]:
    """A production shop's data, on the engine of the run, with an admin and a seller."""
    addresses = {name.lower(): os.environ.get(name, "") for name in ("DATABASE_URL", "REDIS_URL")}
    with ShopProcesses(**addresses) as shop:
        ask(
            shop,
            "from tests.factories import make_user; from tests.shop_settings import change_shop\n"
            "change_shop(seller={'legal_name': 'Rudra Beads', 'address': '7 Ghat Road',"
            " 'grievance_officer': 'An officer'},"
            " contact={'email': 'a@shop.example', 'phone': '+91 98765 43210'},"
            " tax={'registration': 'unregistered'})\n"
            "print(make_user(role='admin', email='a@shop.example'))",
        )
        yield shop


def doctor(shop: ShopProcesses, sandbox: SandboxProcess, **changes: str) -> tuple[int, str]:
    """Run the command with a production shop's settings; return how it ended and what it printed."""
    settings = PRODUCTION | {
        "DEBUG": "0",
        "NUM_PROXIES": "1",
        "PHONEPE_PG_URL": sandbox.api_url,
        "PHONEPE_OAUTH_URL": sandbox.api_url,
        "PHONEPE_CLIENT_ID": "SANDBOX-CLIENT",
        "PHONEPE_CLIENT_SECRET": "sandbox-client-secret",
        "LIVE_SOCKETS": "100",
        "SMTP_TLS": "0",
        "LOG_LEVEL": "CRITICAL",
    }
    done = subprocess.run(
        [sys.executable, "manage.py", "doctor"],
        cwd=ROOT,
        env=shop.environment(**(settings | changes)),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=60,
    )
    return done.returncode, done.stdout


@contextmanager
def late_server() -> Iterator[str]:
    """A web server whose clock is an hour late; its address."""

    class Late(BaseHTTPRequestHandler):
        def date_time_string(self, timestamp: float | None = None) -> str:
            return super().date_time_string(time.time() - 3600)

        def do_GET(self) -> None:
            self.send_error(404)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Late)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_nothing_is_wrong_with_a_shop_that_is_set_up(shop: ShopProcesses, sandbox: SandboxProcess) -> None:
    mail = SmtpServer()
    try:
        code, said = doctor(shop, sandbox, SMTP_HOST="127.0.0.1", SMTP_PORT=str(mail.port))
    finally:
        mail.stop()

    assert code == 0, said
    assert "WRONG" not in said
    for line in (
        "ok    migrations: all applied",
        "ok    seller: Rudra Beads",
        "ok    worker: no work is overdue",
        "ok    phonepe: answers, and accepts our keys",
        f"ok    mail: 127.0.0.1:{mail.port} takes our login",
        "ok    open files: enough for 100 sockets",
    ):
        assert line in said, said


def test_each_thing_that_is_wrong_is_named_with_what_to_do(
    shop: ShopProcesses, sandbox: SandboxProcess, tmp_path: Path
) -> None:
    blocked = tmp_path / "var"
    blocked.mkdir()
    (blocked / "media").write_text("a file where a folder should be")

    with late_server() as late:
        code, said = doctor(
            shop,
            sandbox,
            PHONEPE_PG_URL=late,
            PHONEPE_CLIENT_SECRET="wrong",
            SMTP_HOST="127.0.0.1",
            SMTP_PORT=str(processes.free_port()),
            REDIS_URL=f"redis://127.0.0.1:{processes.free_port()}/0",
            VAR_DIR=str(blocked),
            LIVE_SOCKETS="100000000",
            RENDERER_URL=f"http://127.0.0.1:{processes.free_port()}",
        )

    assert code == 1
    for line in (
        "WRONG phonepe: refuses our keys",
        "→ Compare client id, secret and version",
        "WRONG mail: 127.0.0.1:",
        "WRONG Redis: does not answer",
        "WRONG storage: ",
        "LOOK  open files: ",
        "LOOK  renderer: does not answer",
        "s ahead of the provider's",
        "5 things are wrong",
    ):
        assert line in said, said


@pytest.mark.django_db
def test_seller_who_is_not_named_is_wrong() -> None:
    finding = next(found for found in examine() if found.about == "seller")

    assert finding.verdict == "wrong"
    assert "seller.legalName" in finding.text and "tax.registration" in finding.text


def test_certificate_near_its_end_is_named(shop: ShopProcesses, sandbox: SandboxProcess) -> None:
    server = TlsServer(ends_at=datetime.now(UTC) + timedelta(days=2))
    try:
        _, said = doctor(shop, sandbox, SITE_URL=server.url, SMTP_HOST="127.0.0.1", SMTP_PORT="1")
    finally:
        server.stop()

    assert "WRONG certificate: 1 days left" in said, said
    assert "LOOK  alerts: leave by mail alone" in said


def test_database_that_is_away_is_named_and_the_rest_is_looked_at(
    shop: ShopProcesses, sandbox: SandboxProcess
) -> None:
    nowhere = f"postgres://nobody@127.0.0.1:{processes.free_port()}/shop?connect_timeout=1"

    code, said = doctor(shop, sandbox, DATABASE_URL=nowhere, SMTP_HOST="127.0.0.1", SMTP_PORT="1")

    assert code == 1
    assert "WRONG database: does not answer" in said
    assert "ok    phonepe" in said
    assert "Traceback" not in said


@pytest.mark.django_db
def test_a_start_looks_for_samples_by_one_query(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    make_user(role="admin", email="someone@shop.example")
    with django_assert_num_queries(1):
        none = find_samples()
    make_user(role="support", email="support@akshamala.example")

    assert (none, find_samples()) == ([], ["accounts"])


@pytest.mark.django_db
def test_production_start_is_refused_with_the_samples_alone(settings: Settings) -> None:
    settings.SANDBOX = False
    without = run_checks(tags=[TAG], databases=["default"])
    make_user(role="support", email="support@akshamala.example")

    assert (without, [error.id for error in run_checks(tags=[TAG], databases=["default"])]) == (
        [],
        ["shop.E001"],
    )


@pytest.mark.django_db
@pytest.mark.usefixtures("provider")
def test_work_that_nobody_does_is_named() -> None:
    Mail.objects.create(to="a@shop.example", kind="code", dedupe_key="1", next_try_at=timezone.now())
    about = {finding.about: finding for finding in examine()}
    Mail.objects.update(next_try_at=F("next_try_at") - timedelta(minutes=3))
    later = {finding.about: finding for finding in examine()}

    assert (about["worker"].verdict, later["worker"].verdict) == ("ok", "wrong")
    assert "1 mails" in later["worker"].text


def looked() -> dict[str, Finding]:
    """Return what is found, by what it is about."""
    return {finding.about: finding for finding in examine()}


@pytest.mark.django_db
@pytest.mark.usefixtures("provider")
def test_provider_that_took_payments_and_is_not_asked_any_more_is_named(settings: Settings) -> None:
    start(place(make_product()))
    settings.PAYMENT_PROVIDERS = {SecondPay.name: "tests.payments.second_provider.SecondPay"}

    assert looked()["phonepe"].verdict == "wrong"
    assert "PAYMENT_PROVIDERS" in looked()["phonepe"].advice


@pytest.mark.django_db
@pytest.mark.usefixtures("provider")
def test_what_is_for_development_only_is_named_where_people_buy(settings: Settings) -> None:
    make_user(role="support", email="support@akshamala.example")
    sold = looked()
    settings.DEBUG = True
    developed = looked()

    assert sold["people"].verdict == "wrong"
    assert "the sample shop's accounts are here" in sold["people"].text
    assert (developed["settings"].verdict, developed["settings"].text[:7]) == ("look", "DEBUG=1")
    assert developed["people"].text == "there is no admin"


@pytest.mark.django_db
@pytest.mark.usefixtures("provider")
def test_migration_that_was_not_applied_is_named() -> None:
    newest = MigrationRecorder.Migration.objects.filter(app="contact").latest("pk")
    newest.delete()

    found = looked()["migrations"]

    assert (found.verdict, f"1 not applied: contact.{newest.name}" in found.text) == ("wrong", True)


@pytest.mark.both_stacks
@pytest.mark.django_db
@pytest.mark.usefixtures("provider")
@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no roles")
def test_table_that_the_role_of_the_shop_may_not_use_is_named() -> None:
    with connection.cursor() as cursor:
        cursor.execute("CREATE ROLE shop_without_rights")
        cursor.execute("GRANT SELECT, INSERT ON django_migrations TO shop_without_rights")
        cursor.execute("SET LOCAL ROLE shop_without_rights")

    found = looked()["rights"]

    assert found.verdict == "wrong"
    assert "shop_without_rights may not use accounts_address" in found.text


@pytest.mark.django_db
@pytest.mark.usefixtures("provider")
@pytest.mark.skipif(find_program("redis-server") is None, reason="redis-server is not installed")
def test_redis_that_drops_data_is_full_or_refuses_the_password_is_named(settings: Settings) -> None:
    with Redis() as server, redis.Redis.from_url(server.url) as client:
        settings.REDIS_URL = server.url
        found = [looked()["Redis"]]
        for name, value in (
            ("maxmemory", client.info("memory")["used_memory"]),
            ("maxmemory-policy", "allkeys-lru"),
            ("requirepass", "secret"),
        ):
            client.config_set(name, value)
            found.append(looked()["Redis"])

    assert [each.verdict for each in found] == ["ok", "look", "wrong", "wrong"]
    assert "% full" in found[1].text
    assert found[2].text == "drops data when full (allkeys-lru)"
    assert found[3].text == "refuses the password"
