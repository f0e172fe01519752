"""The health checks: each is well in a shop that is set up, and each can fail."""

import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, get_args

import pytest
import redis
from django.core.checks import run_checks
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone
from pytest_django.fixtures import DjangoAssertNumQueries, Settings

from deploy import processes
from deploy.environment import ROOT
from deploy.machine import find_program
from deploy.services import Redis
from project.backoffice.health.checks import BY_NAME, CHECKS
from project.backoffice.health.result import CheckName, Result
from project.backoffice.production_checks import find_samples
from project.core.models import Mail, MailStatus
from project.events.models import Event
from project.invoices.models import DueDocument
from project.payments.audit.ledger import audit_ledger
from project.payments.models import Payment, Refund, WebhookMessage
from project.start import TAG
from tests.backoffice.installing import installed
from tests.benchmarks.killed_processes import ask
from tests.buying import pay, place, start
from tests.core.test_settings import PRODUCTION
from tests.factories import make_product, make_user
from tests.payments.second_provider import SecondPay
from tests.sandbox_process import SandboxProcess
from tests.server_process import ShopProcesses
from tests.smtp_server import SmtpServer
from tests.tls_server import TlsServer

# Checks whose failures other files show.
ELSEWHERE = {
    "watch": "test_operator_alerts.py",
    "queue": "test_health.py",
    "backup": "../deploy/test_backup_and_restore.py",
    "logArchive": "../deploy/test_backup_and_restore.py",
    "cases": "test_operator_alerts.py",
    "codes": "test_operator_alerts.py",
    "disputes": "../payments/test_dispute_api.py",
    "mailsFailed": "test_operations.py",
}


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


def health(shop: ShopProcesses, sandbox: SandboxProcess, **changes: str) -> tuple[int, str]:
    """Run the command with a production shop's settings; return how it ended and what it printed."""
    settings = PRODUCTION | {
        "DEBUG": "0",
        "SANDBOX": "0",
        "NUM_PROXIES": "1",
        "PHONEPE_PG_URL": sandbox.api_url,
        "PHONEPE_OAUTH_URL": sandbox.api_url,
        "PHONEPE_CLIENT_ID": "SANDBOX-CLIENT",
        "PHONEPE_CLIENT_SECRET": "sandbox-client-secret",
        "SMTP_TLS": "0",
        "LOG_LEVEL": "CRITICAL",
    }
    done = subprocess.run(
        [sys.executable, "manage.py", "health"],
        cwd=ROOT,
        env=shop.environment(**(settings | changes)),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=60,
    )
    return done.returncode, done.stdout


@contextmanager
def web_server(*, seconds_late: float = 0, status: int = 404) -> Iterator[str]:
    """A web server with a clock of its own; its address."""

    class Handler(BaseHTTPRequestHandler):
        def date_time_string(self, timestamp: float | None = None) -> str:
            return super().date_time_string(time.time() - seconds_late)

        def do_GET(self) -> None:
            self.send_error(status)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def nowhere() -> str:
    return f"http://127.0.0.1:{processes.free_port()}"


def look(name: CheckName) -> Result:
    """Return the result of a check, which applies here."""
    result = BY_NAME[name].look()
    assert result is not None
    return result


# -- The command ---------------------------------------------------------------------------------


def test_nothing_is_wrong_with_a_shop_that_is_set_up(shop: ShopProcesses, sandbox: SandboxProcess) -> None:
    mail = SmtpServer()
    try:
        with web_server(status=200) as site:
            address = {"SITE_URL": site.replace("127.0.0.1", "localhost"), "DEBUG": "1", "SANDBOX": "0"}
            code, said = health(
                shop,
                sandbox,
                SMTP_HOST="127.0.0.1",
                SMTP_PORT=str(mail.port),
                PROCESS_URLS=f"rest-1={site}/healthz, live-1={site}/healthz",
                **address,
            )
    finally:
        mail.stop()

    assert code == 0, said
    assert "WRONG" not in said
    for line in (
        "ok    migrations: all applied",
        "ok    seller: Rudra Beads",
        "ok    provider: phonepe answers, and accepts our keys",
        f"ok    mailServer: 127.0.0.1:{mail.port} takes our login",
        "ok    processes: rest-1, live-1 answer",
        "TO DO settings: DEBUG=1",
        "nothing is wrong",
    ):
        assert line in said, said


def test_each_thing_that_is_wrong_is_named_with_what_to_do(
    shop: ShopProcesses, sandbox: SandboxProcess, tmp_path: Path
) -> None:
    blocked = tmp_path / "var"
    blocked.mkdir()
    (blocked / "media").write_text("a file where a folder should be")

    with web_server(seconds_late=3600) as late:
        code, said = health(
            shop,
            sandbox,
            SITE_URL=nowhere().replace("http", "https"),
            PHONEPE_PG_URL=late,
            PHONEPE_CLIENT_SECRET="wrong",
            SMTP_HOST="127.0.0.1",
            SMTP_PORT=str(processes.free_port()),
            REDIS_URL=f"redis://127.0.0.1:{processes.free_port()}/0",
            VAR_DIR=str(blocked),
            PROCESS_URLS=f"renderer-1={nowhere()}/health",
        )

    assert code == 1
    for line in (
        "WRONG provider: phonepe refuses our keys",
        "→ Compare client id, secret and version",
        "WRONG mailServer: 127.0.0.1:",
        "WRONG cache: does not answer",
        "WRONG storage: ",
        "WRONG processes: renderer-1 does not answer",
        "WRONG site: https://127.0.0.1:",
        "WRONG clock: our clock is 3",
        "s ahead of the provider's",
        "TO DO alerts: are sent by mail alone",
        "7 things are wrong",
    ):
        assert line in said, said


def test_database_that_is_away_is_named_and_the_rest_is_looked_at(
    shop: ShopProcesses, sandbox: SandboxProcess
) -> None:
    away = f"postgres://nobody@127.0.0.1:{processes.free_port()}/shop?connect_timeout=1"

    code, said = health(shop, sandbox, DATABASE_URL=away, SMTP_HOST="127.0.0.1", SMTP_PORT="1")

    assert code == 1
    assert "WRONG database: does not answer" in said
    assert "ok    provider" in said
    assert "Traceback" not in said


# -- The list ------------------------------------------------------------------------------------


def test_each_check_of_the_list_is_seen_failing() -> None:
    assert [check.name for check in CHECKS] == sorted(get_args(CheckName), key=[c.name for c in CHECKS].index)
    written = Path(__file__).read_text()
    for check in CHECKS:
        assert check.title and check.advice
        assert len(check.name) <= 16  # as long as OperatorAlert.fault
        shown = (
            (Path(__file__).parent / ELSEWHERE[check.name]).read_text()
            if check.name in ELSEWHERE
            else written.partition("\n}\n")[2]
        )
        assert re.search(rf'"{check.name}"|(WRONG|TO DO) {check.name}', shown), check.name


# -- Before the first order ----------------------------------------------------------------------


@pytest.mark.django_db
def test_seller_and_admin_are_to_do_and_nothing_is_wrong() -> None:
    seller, people = look("seller"), look("people")

    assert (seller.status, people.status) == ("warning", "warning")
    assert "seller.legalName" in seller.text and "tax.registration" in seller.text
    assert people.text == "there is no admin"


@pytest.mark.django_db
def test_settings_and_accounts_for_development_are_named_where_people_buy(settings: Settings) -> None:
    make_user(role="support", email="support@akshamala.example", is_sample=True)
    sold = look("people")
    settings.DEBUG = True

    assert (sold.status, sold.text) == ("failing", "the sample shop's accounts are here")
    assert (look("settings").status, look("settings").text[:7]) == ("warning", "DEBUG=1")


@pytest.mark.django_db
def test_a_start_looks_for_samples_by_one_query(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    make_user(role="admin", email="someone@akshamala.example")
    with django_assert_num_queries(1):
        none = find_samples()
    make_user(role="support", email="support@akshamala.example", is_sample=True)

    assert (none, find_samples()) == ([], ["accounts"])


@pytest.mark.django_db
def test_production_start_is_refused_with_the_samples_alone(settings: Settings) -> None:
    settings.SANDBOX = False
    without = run_checks(tags=[TAG], databases=["default"])
    make_user(role="support", email="support@akshamala.example", is_sample=True)

    assert (without, [error.id for error in run_checks(tags=[TAG], databases=["default"])]) == (
        [],
        ["shop.E001"],
    )


# -- Work ----------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_new_shop_lacks_nothing_that_has_not_had_its_time() -> None:
    names: tuple[CheckName, ...] = ("watch", "worker", "ledgerAudit", "statements")
    installed()
    new = [look(name).status for name in names]
    installed(ago=timedelta(days=3))

    assert (new, [look(name).status for name in names]) == (["ok"] * 4, ["failing"] * 3 + ["ok"])


@pytest.mark.django_db
def test_shop_that_has_sold_gets_a_settlement_report(provider: SandboxProcess) -> None:
    pay(place(make_product()), provider)
    early = look("statements").status
    Payment.objects.update(settled_at=timezone.now() - timedelta(hours=55))

    assert (early, look("statements").status) == ("ok", "warning")


@pytest.mark.django_db
def test_ledger_audit_that_was_missed_is_late_then_failing() -> None:
    audit_ledger()
    statuses = [look("ledgerAudit").status]
    columns = ", ".join(
        f"{each.column}" for each in Event._meta.fields if each.name not in ("id", "created_at")
    )
    # Events are written once.
    copied = (
        f"INSERT INTO events_event ({columns}, created_at) SELECT {columns}, %s FROM events_event LIMIT 1"
    )
    for hours in (31, 55):
        at = timezone.now() - timedelta(hours=hours)
        with connection.cursor() as cursor:
            cursor.execute(copied, [at])
        statuses.append(look("ledgerAudit").status)

    assert statuses == ["ok", "warning", "failing"]


@pytest.mark.django_db
@pytest.mark.usefixtures("provider")
def test_rows_that_nobody_works_on_are_named() -> None:
    now = timezone.now()
    payment = start(place(make_product()))
    Mail.objects.create(to="a@shop.example", kind="code", dedupe_key="1", next_try_at=now)
    WebhookMessage.objects.create(provider="phonepe", dedupe_key="1", headers={}, body=b"", next_try_at=now)
    Refund.objects.create(payment=payment, amount_paise=100, next_check_at=now)
    DueDocument.objects.create(order=payment.order)
    names: tuple[CheckName, ...] = ("payments", "webhooks", "refunds", "mails", "documents", "latePayments")

    def statuses(minutes: int) -> list[str]:
        moment = now - timedelta(minutes=minutes)
        Payment.objects.update(next_check_at=moment, expires_at=moment - timedelta(minutes=30))
        WebhookMessage.objects.update(next_try_at=moment)
        Refund.objects.update(next_check_at=moment)
        Mail.objects.update(next_try_at=moment)
        DueDocument.objects.update(created_at=moment)
        return [look(name).status for name in names]

    assert statuses(1) == ["ok"] * 5 + ["warning"]
    assert statuses(3) == ["failing", "warning", "warning", "warning", "ok", "warning"]
    assert statuses(11) == ["failing"] * 5 + ["warning"]


@pytest.mark.django_db
@pytest.mark.usefixtures("provider")
def test_invoice_that_could_not_be_made_is_named_at_once() -> None:
    due = DueDocument.objects.create(order=place(make_product()))
    waiting = look("documents").status
    DueDocument.objects.filter(pk=due.pk).update(attempts=1)

    assert (waiting, look("documents").status, look("documents").count) == ("ok", "failing", 1)


def failed_mail(number: int, *, minutes: int, error: str = "OSError") -> None:
    """Write a mail of so long ago that the server did not take."""
    mail = Mail.objects.create(
        dedupe_key=str(number), kind="goods", to="a@b.example", attempts=2, last_error=error
    )
    Mail.objects.filter(pk=mail.pk).update(created_at=timezone.now() - timedelta(minutes=minutes))


@pytest.mark.django_db
def test_mails_that_are_refused_are_a_fault_until_one_is_sent() -> None:
    failed_mail(1, minutes=60, error="SMTPRecipientsRefused")
    failed_mail(2, minutes=9)
    early = look("mailsRefused").status
    failed_mail(3, minutes=11)
    Mail.objects.filter(dedupe_key="3").update(status=MailStatus.FAILED)
    stuck = look("mailsRefused")
    Mail.objects.create(dedupe_key="4", kind="goods", to="c@d.example", status=MailStatus.SENT)

    assert (early, stuck.status, stuck.count) == ("warning", "failing", 2)
    assert look("mailsRefused").status == "ok"


# -- Outside -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("left", "status", "count"),
    [
        (timedelta(days=30), "ok", 29),
        (timedelta(days=13), "ok", 12),
        (timedelta(hours=-1), "failing", 0),
    ],
)
def test_certificate_of_a_trial_at_localhost_may_be_self_signed_and_must_not_have_ended(
    settings: Settings, left: timedelta, status: str, count: int
) -> None:
    server = TlsServer(ends_at=timezone.now() + left)
    try:
        settings.SITE_URL = server.url
        found = look("certificate")
    finally:
        server.stop()

    assert (found.status, found.count) == (status, count)


@pytest.mark.parametrize(
    ("left", "status"),
    [(timedelta(days=30), "ok"), (timedelta(days=13), "warning"), (timedelta(days=2), "failing")],
)
def test_end_of_a_certificate_that_browsers_trust_is_told_in_time(
    settings: Settings, left: timedelta, status: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    server = TlsServer(ends_at=timezone.now() + left)
    (tmp_path / "trusted.pem").write_text(server.certificate)
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "trusted.pem"))
    try:
        settings.SITE_URL = server.url
        found = look("certificate").status
        settings.SITE_URL = f"https://127.0.0.1:{server.port}"
        other_name = look("certificate")
    finally:
        server.stop()

    assert (found, other_name.status) == (status, "failing")
    assert "127.0.0.1" in other_name.text


def test_site_that_answers_an_error_or_nothing_fails(settings: Settings) -> None:
    with web_server(status=502) as site:
        settings.SITE_URL = site
        answered = look("site")
    settings.SITE_URL = nowhere()

    assert (answered.status, answered.text) == ("failing", f"{site} answers 502")
    assert look("site").status == "failing"
    assert BY_NAME["certificate"].look() is None


@pytest.mark.django_db
@pytest.mark.usefixtures("provider")
def test_provider_that_took_payments_and_is_not_asked_any_more_is_named(settings: Settings) -> None:
    start(place(make_product()))
    settings.PAYMENT_PROVIDERS = {SecondPay.name: "tests.payments.second_provider.SecondPay"}

    assert (look("provider").status, look("provider").parts) == ("failing", ("phonepe",))
    assert "PAYMENT_PROVIDERS" in look("provider").advice


# -- Infrastructure ------------------------------------------------------------------------------


@pytest.mark.django_db
def test_migration_that_was_not_applied_is_named() -> None:
    newest = MigrationRecorder.Migration.objects.filter(app="support").latest("pk")
    newest.delete()

    found = look("migrations")

    assert (found.status, f"1 not applied: support.{newest.name}" in found.text) == ("failing", True)


def test_damaged_file_of_sqlite_is_named() -> None:
    with ShopProcesses() as shop:
        with (shop.folder / "akshamala.sqlite3").open("r+b") as file:
            file.seek(file.seek(0, os.SEEK_END) // 8192 * 4096)
            file.write(b"\xff" * 40960)
        found = ask(
            shop,
            "from project.backoffice.health.checks import BY_NAME\n"
            'print(BY_NAME["databaseFile"].look().status)',
        )

    assert found == "failing"


@pytest.mark.django_db
@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no roles")
def test_table_that_the_role_of_the_shop_may_not_use_is_named() -> None:
    with connection.cursor() as cursor:
        cursor.execute("CREATE ROLE shop_without_rights")
        cursor.execute("GRANT SELECT, INSERT ON django_migrations TO shop_without_rights")
        cursor.execute("SET LOCAL ROLE shop_without_rights")

    found = look("rights")

    assert found.status == "failing"
    assert "shop_without_rights may not use accounts_address" in found.text


@pytest.mark.skipif(find_program("redis-server") is None, reason="redis-server is not installed")
def test_redis_that_drops_data_is_full_or_refuses_the_password_is_named(settings: Settings) -> None:
    with Redis() as server, redis.Redis.from_url(server.url) as client:
        settings.REDIS_URL = server.url
        found = [look("cache")]
        info: Any = client.info("memory")
        for name, value in (
            ("maxmemory", info["used_memory"]),
            ("maxmemory-policy", "allkeys-lru"),
            ("requirepass", "secret"),
        ):
            client.config_set(name, value)
            found.append(look("cache"))

    assert [each.status for each in found] == ["ok", "warning", "failing", "failing"]
    assert "% full" in found[1].text
    assert [each.text for each in found[2:]] == ["drops data when full (allkeys-lru)", "refuses the password"]


def test_disk_that_is_nearly_full_is_named(settings: Settings) -> None:
    small = next((path for path in (Path("/dev/shm"), Path("/run")) if path.is_mount()), None)
    if small is None:
        pytest.skip("no small file system is here")
    settings.VAR_DIR = small

    assert look("disk").status == ("failing" if _free(small) < 2 * 1024**3 else "ok")


def _free(folder: Path) -> int:
    found = os.statvfs(folder)
    return found.f_bavail * found.f_frsize
