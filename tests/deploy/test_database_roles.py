"""The running shop needs no right to change tables, and works through PgBouncer in transaction mode."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest

from deploy import machine
from deploy.services import Postgres
from tests.benchmarks.killed_processes import ask, furnish, printed
from tests.deploy.customer import Customer
from tests.deploy.pgbouncer import PgBouncer
from tests.realtime.wire import Wire
from tests.sandbox_process import SandboxProcess
from tests.server_process import ServerProcess, ShopProcesses

ROLE = "akshamala_app"


@dataclass(frozen=True)
class Migrated:
    """A database whose owner has migrated it and made the running shop's role; one product is on sale."""

    server: Postgres
    owners_url: str
    product: str

    @property
    def url(self) -> str:
        """The address for the running shop."""
        return as_role(self.owners_url)


def as_role(url: str, *, port: int = 0) -> str:
    parts = urlsplit(url)
    return urlunsplit(parts._replace(netloc=f"{ROLE}:secret@127.0.0.1:{port or parts.port}"))


@pytest.fixture(scope="module")
def migrated() -> Iterator[Migrated]:
    machine.require_programs("postgres")
    with (
        Postgres() as server,
        ShopProcesses(database_url=server.url, APPLICATION_ROLE_PASSWORD="secret") as shop,
    ):
        grant(shop, ROLE, ROLE)
        yield Migrated(server, shop.environment()["DATABASE_URL"], furnish(shop, 10))


def grant(shop: ShopProcesses, *roles: str) -> list[str]:
    """Give each of these roles its rights, in one process; return what is said of each."""
    return printed(
        shop,
        "from django.core.management import CommandError, call_command\n"
        f"for role in {roles}:\n"
        "    try:\n"
        "        call_command('grant_application_role', role)\n"
        "    except CommandError as error:\n"
        "        print(error)",
    )


@contextmanager
def selling(
    database_url: str, **settings: str
) -> Iterator[tuple[ShopProcesses, ServerProcess, SandboxProcess]]:
    """Run a web server and a worker on a database that somebody else has migrated."""
    with SandboxProcess() as sandbox:
        shop = ShopProcesses(
            DATABASE_URL=database_url, SANDBOX_URL=sandbox.url, LOG_LEVEL="WARNING", **settings
        )
        try:
            web = shop.serve()
            shop.work(SITE_URL=web.url)
            sandbox.control("/settings", webhook_url=f"{web.url}/api/payments/webhooks/phonepe")
            yield shop, web, sandbox
        finally:
            shop.stop()


def buy_watched(web: ServerProcess, sandbox: SandboxProcess, customer: Customer) -> None:
    """Buy with the payment's screen open, and see it settle there without asking."""
    transaction_id = customer.start()
    topic = f"payment:{transaction_id}"
    with Wire(web.url) as screen:
        screen.open()
        assert screen.subscribe(topic)["data"]["status"] == "PENDING"
        sandbox.settle(transaction_id, "success")
        screen.until(topic, lambda data: data["status"] == "SUCCESS", within=30)


# Through PgBouncer it sells with the same role, in the ordinary run too.
@pytest.mark.nightly
@pytest.mark.timeout(240)
def test_shop_sells_with_a_role_that_cannot_change_tables(migrated: Migrated) -> None:
    with selling(migrated.url) as (shop, web, sandbox):
        buy_watched(web, sandbox, Customer(web, sandbox, migrated.product))
        shop.manage("audit_ledger")
        shop.manage("after_restore")
        rights = ask(
            shop,
            "from project.backoffice.health.infrastructure import check_rights;print(check_rights().status)",
        )

    assert rights == "ok"


FORBIDDEN = [
    "CREATE TABLE mine (id int)",
    "DROP TABLE payments_movement",
    "ALTER TABLE payments_movement DISABLE TRIGGER ALL",
    "ALTER TABLE orders_order ADD COLUMN mine int",
    "DROP TRIGGER written_once ON events_event",
    "TRUNCATE payments_movement",
    "UPDATE payments_movement SET amount_paise = 1",
    "DELETE FROM events_auditentry",
    "DELETE FROM django_migrations",
    "SET session_replication_role = replica",
    "CREATE ROLE mine",
]


@pytest.mark.parametrize("statement", FORBIDDEN)
def test_role_of_the_running_shop_may_not(migrated: Migrated, statement: str) -> None:
    with psycopg.connect(migrated.url) as session, pytest.raises(psycopg.errors.InsufficientPrivilege):
        session.execute(statement)


def test_owner_who_is_no_superuser_updates_the_role(migrated: Migrated) -> None:
    with psycopg.connect(migrated.server.url, autocommit=True) as server:
        server.execute("CREATE ROLE owner LOGIN CREATEROLE CREATEDB")
        server.execute("CREATE ROLE mighty LOGIN CREATEDB")
    url = urlunsplit(urlsplit(migrated.server.url)._replace(netloc=f"owner@127.0.0.1:{migrated.server.port}"))
    with ShopProcesses(database_url=url, APPLICATION_ROLE_PASSWORD="secret") as shop:
        first, again, mighty = grant(shop, "small_app", "small_app", "mighty")

    assert first == again and first.startswith("small_app may use the tables of owner")
    assert mighty.startswith("mighty may do more than use tables")


def test_tables_of_later_migrations_are_granted_by_themselves(migrated: Migrated) -> None:
    with psycopg.connect(migrated.owners_url, autocommit=True) as owner:
        owner.execute("CREATE TABLE later (id bigserial)")
        try:
            with psycopg.connect(migrated.url) as session:
                session.execute("INSERT INTO later DEFAULT VALUES")
        finally:
            owner.execute("DROP TABLE later")


@pytest.mark.timeout(240)
def test_shop_sells_and_is_live_through_pgbouncer(migrated: Migrated) -> None:
    machine.require_programs("pgbouncer")
    with PgBouncer(migrated.server, user=ROLE, password="secret", pool_size=3) as bouncer:
        through = as_role(migrated.owners_url, port=bouncer.port)
        with psycopg.connect(through) as session:
            limit = session.execute("SHOW statement_timeout").fetchone()
        with selling(through, DATABASE_PGBOUNCER="1") as (shop, web, sandbox):
            customer = Customer(web, sandbox, migrated.product, first=10)
            for _ in range(2):
                buy_watched(web, sandbox, customer)
            shop.manage("audit_ledger")
            database = ask(
                shop,
                "from project.backoffice.health.infrastructure import check_database;"
                "print(check_database().status)",
            )

    assert (limit, database) == (("15s",), "ok")
