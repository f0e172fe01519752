"""Installation of the database's triggers after each migration; no migration mentions them.

Each app declares its triggers as `TRIGGERS` in its `triggers.py`; `written_once` and `rollups` make those
that several apps have, `row_checksums` those of its tables. `manage.py migrate` installs the ones that are
missing, switched off or declared otherwise, each set in one transaction.

SQLite makes a table anew to change it, without its triggers, and refuses that while other triggers name the
table. So there all are dropped before migrations run. On Postgres they stay, as the previous release is
serving. It refuses to change the type of a column that a trigger names, so only their functions name columns.
"""

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from django.apps import apps
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.utils.module_loading import module_has_submodule

# The table and the name of a trigger.
Key = tuple[str, str]

INSTALLED = "installed: "
_CREATED = re.compile(r"CREATE TRIGGER (\w+)\s.*?\sON (\w+)", re.DOTALL)


@dataclass(frozen=True, kw_only=True)
class Triggers:
    """Statements that create triggers, and on Postgres create or replace the functions that they call."""

    postgres: Sequence[str]
    sqlite: Sequence[str]
    # Called after they are installed, for the rows that were written without them.
    catch_up: Callable[[], object] | None = None

    def definitions(self) -> dict[Key, str]:
        """Return the definition of each trigger, as `_installed` finds it."""
        if connection.vendor == "postgresql":
            # Postgres rewrites definitions, so a comment keeps the digest of the declared one.
            digest = hashlib.sha256("\n".join(self.postgres).encode()).hexdigest()[:32]
            return {key: f"{INSTALLED}{digest}" for sql in self.postgres for key in _keys(sql)}
        return {key: sql.strip() for sql in self.sqlite for key in _keys(sql)}

    def is_installed(self) -> bool:
        """Return whether all of them are installed as they are declared, and switched on."""
        return self.definitions().items() <= _installed().items()

    @transaction.atomic
    def install(self) -> None:
        """Replace them; on Postgres this waits for transactions that write to their tables."""
        definitions = self.definitions()
        _drop(definitions)
        with connection.cursor() as cursor:
            for sql in self.postgres if connection.vendor == "postgresql" else self.sqlite:
                # Without parameters, whose place a percent sign would hold.
                cursor.execute(sql, params=None)
            if connection.vendor == "postgresql":
                for (table, name), definition in definitions.items():
                    cursor.execute(f"COMMENT ON TRIGGER {name} ON {table} IS '{definition}'")


def _keys(sql: str) -> Iterator[Key]:
    # Names without quotes are the same in upper case.
    return ((table, name.lower()) for name, table in _CREATED.findall(sql))


def _installed() -> dict[Key, str]:
    """Return the definitions of the triggers that are switched on."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                "SELECT relname, tgname, obj_description(pg_trigger.oid, 'pg_trigger')"
                " FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid WHERE NOT tgisinternal"
                " AND tgenabled = 'O' AND relnamespace = current_schema()::regnamespace"
            )
        else:
            cursor.execute("SELECT tbl_name, name, sql FROM sqlite_master WHERE type = 'trigger'")
        return {(table, name.lower()): definition or "" for table, name, definition in cursor}


def _of_the_shop(installed: Mapping[Key, str]) -> Mapping[Key, str]:
    """Return those that the project installed; on SQLite, which keeps no comment, all."""
    if connection.vendor == "sqlite":
        return installed
    return {key: definition for key, definition in installed.items() if definition.startswith(INSTALLED)}


def _drop(triggers: Iterable[Key]) -> None:
    with connection.cursor() as cursor:
        for table, name in triggers:
            on = f" ON {table}" if connection.vendor == "postgresql" else ""
            cursor.execute(f"DROP TRIGGER IF EXISTS {name}{on}")


def _declared() -> Iterator[Triggers]:
    for app in apps.get_app_configs():
        if app.module is not None and module_has_submodule(app.module, "triggers"):
            for each in import_module(f"{app.name}.triggers").TRIGGERS:
                # Triggers that depend on a table's present columns are declared by a function.
                yield from each() if callable(each) else [each]


def drop_before_migrations(*, plan: Sequence[tuple[Any, bool]], **_: Any) -> None:
    """Drop all triggers where a migration could not run with them: on SQLite, and on the way back."""
    if plan and (connection.vendor == "sqlite" or any(backwards for _, backwards in plan)):
        _drop(_of_the_shop(_installed()))


def install_after_migrations(*, plan: Sequence[tuple[Any, bool]] | None = None, **_: Any) -> None:
    """Install what is missing or declared otherwise, once all tables are as the models say."""
    if plan is None:  # Django's `flush`
        return
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return
    installed = _installed()
    declared: set[Key] = set()
    for triggers in _declared():
        definitions = triggers.definitions()
        declared.update(definitions)
        if not definitions.items() <= installed.items():
            triggers.install()
            if triggers.catch_up:
                triggers.catch_up()
    _drop(_of_the_shop(installed).keys() - declared)
