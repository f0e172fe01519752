"""Triggers outlive every migration, without its knowing of them."""

from collections.abc import Iterator, Sequence

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.migrations import AddField, AlterField, Migration
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.models import CharField

from project.core import row_checksums
from project.core.models import SettingsVersion
from project.core.rollups import repair_rollup
from project.core.trigger_installation import drop_before_migrations, install_after_migrations
from project.discounts.models import DISCOUNTS
from project.orders.models import ORDERS, Order
from project.payments.models import MOVEMENTS, PAYMENTS
from tests.orders.order_helpers import delivered

pytestmark = pytest.mark.django_db(transaction=True)
PLAN = [(Migration("later", "core"), False)]


@pytest.fixture(autouse=True)
def installed() -> Iterator[None]:
    yield
    install_after_migrations(plan=PLAN)


def trigger_names() -> set[str]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT tgrelid::regclass || '.' || tgname FROM pg_trigger"
            " WHERE NOT tgisinternal AND tgenabled = 'O'"
            if connection.vendor == "postgresql"
            else "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        )
        return {str(name) for (name,) in cursor.fetchall()}


def migration_of(app: str, operations: Sequence[Operation]) -> Migration:
    class Later(Migration):
        pass

    Later.operations = operations
    return Later("later", app)


def apply(app: str, *operations: Operation) -> None:
    """Apply the operations as `migrate` does a migration of these."""
    state = MigrationLoader(connection).project_state()
    migration = migration_of(app, operations)
    drop_before_migrations(plan=PLAN)
    with connection.schema_editor() as editor:
        migration.apply(state.clone(), editor)
    install_after_migrations(plan=PLAN)


def unapply(app: str, *operations: Operation) -> None:
    state = MigrationLoader(connection).project_state()
    migration = migration_of(app, operations)
    drop_before_migrations(plan=[(migration, True)])
    with connection.schema_editor() as editor:
        migration.unapply(state.clone(), editor)
    install_after_migrations(plan=PLAN)


def assert_written_once() -> None:
    with pytest.raises(IntegrityError, match="written once"), transaction.atomic():
        SettingsVersion.objects.update(author="user:U2")
    with pytest.raises(IntegrityError, match="written once"), transaction.atomic():
        SettingsVersion.objects.all().delete()


def test_rows_are_written_once_after_a_new_column_and_its_way_back() -> None:
    SettingsVersion.objects.create(number=1, values={}, author="user:U1")
    before = trigger_names()
    # SQLite makes the table anew for this column.
    added = AddField("settingsversion", "reason", CharField(max_length=20, db_default=""))

    apply("core", added)
    assert_written_once()
    unapply("core", added)

    assert_written_once()
    assert trigger_names() == before


@pytest.mark.parametrize(
    ("model", "app"), [("product", "catalog"), ("order", "orders"), ("orderline", "orders")]
)
def test_tables_that_triggers_of_other_tables_name_take_a_column(model: str, app: str) -> None:
    delivered()
    before = trigger_names()
    added = AddField(model, "reason", CharField(max_length=20, default="", db_default=""))

    apply(app, added)
    assert trigger_names() == before
    assert list(row_checksums.differences()) == []
    unapply(app, added)

    assert trigger_names() == before
    assert list(row_checksums.differences()) == []


def test_column_that_a_trigger_names_takes_another_type() -> None:
    before = trigger_names()
    state = MigrationLoader(connection).project_state()
    status = state.models["orders", "order"].fields["status"].clone()
    wider = status.clone()
    wider.max_length = 40

    apply("orders", AlterField("order", "status", wider))
    assert trigger_names() == before
    apply("orders", AlterField("order", "status", status))

    assert trigger_names() == before


def test_no_trigger_on_postgres_names_a_column() -> None:
    if connection.vendor == "sqlite":
        pytest.skip("SQLite drops the triggers before a migration")
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT tgname, tgattr::text <> '' OR tgqual IS NOT NULL FROM pg_trigger"
            " WHERE obj_description(oid, 'pg_trigger') LIKE 'installed: %'"
        )
        names_columns = dict(cursor.fetchall())

    assert len(names_columns) > 10
    assert [name for name, wrong in names_columns.items() if wrong] == []


def test_missing_trigger_is_installed_and_its_statistics_are_repaired() -> None:
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("DROP TRIGGER orders_orderrollup_rows ON orders_order")
        else:
            for event in ("insert", "update", "delete"):
                cursor.execute(f"DROP TRIGGER orders_orderrollup_{event}")
    delivered()

    install_after_migrations(plan=PLAN)

    assert [repair_rollup(source) for source in (ORDERS, PAYMENTS, MOVEMENTS, DISCOUNTS)] == [0] * 4
    Order.objects.update(status="refunded")
    assert repair_rollup(ORDERS) == 0


def test_trigger_that_is_switched_off_is_on_after_a_migration() -> None:
    if connection.vendor == "sqlite":
        pytest.skip("SQLite has no such switch")
    SettingsVersion.objects.create(number=1, values={}, author="user:U1")
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE core_settingsversion DISABLE TRIGGER written_once")

    install_after_migrations(plan=PLAN)

    assert_written_once()


def test_trigger_that_is_not_declared_any_more_is_dropped() -> None:
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                "CREATE TRIGGER old BEFORE UPDATE ON core_settingsversion FOR EACH ROW"
                " EXECUTE FUNCTION core_settingsversion_refuse();"
                "COMMENT ON TRIGGER old ON core_settingsversion IS 'installed: before'"
            )
        else:
            cursor.execute("CREATE TRIGGER old BEFORE UPDATE ON core_settingsversion BEGIN SELECT 1; END")

    install_after_migrations(plan=PLAN)

    with pytest.raises(DatabaseError), connection.cursor() as cursor:
        cursor.execute("DROP TRIGGER old" + " ON core_settingsversion" * (connection.vendor == "postgresql"))
