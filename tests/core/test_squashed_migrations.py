"""A database that was made before the migrations were squashed opens after one command, with all its rows."""

import lzma
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from deploy.environment import ROOT
from project.core.squashed_migrations import RENAMED
from tests.server_process import ShopProcesses

# Several commands, each of which imports the shop.
pytestmark = pytest.mark.timeout(300)
DATA = Path(__file__).parent / "data"
POSTGRES = bool(os.environ.get("DATABASE_URL"))
# Written by `migrate` (products to be indexed again, when a trigger is replaced), gone, or of Django's own.
NOT_COMPARED = {
    "catalog_searchchange",
    "core_rowchecksum",
    "core_sitecertificate",
    "django_migrations",
    "sqlite_sequence",
}
SCHEMA = (
    """
    SELECT 'column', table_name::text, column_name::text,
        data_type || ' ' || is_nullable || coalesce(column_default, '')
    FROM information_schema.columns WHERE table_schema = 'public' AND is_identity = 'NO'
    UNION ALL SELECT 'constraint', conrelid::regclass::text, pg_get_constraintdef(oid), '' FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT 'index', tablename, indexdef, '' FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT 'trigger', tgrelid::regclass::text, tgname::text, '' FROM pg_trigger
    WHERE NOT tgisinternal
    UNION ALL SELECT 'function', '', proname, '' FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    """
    if POSTGRES
    else """
    SELECT 'column', m.name, c.name, c.type || c."notnull" || coalesce(c.dflt_value, '')
    FROM sqlite_master AS m JOIN pragma_table_info(m.name) AS c WHERE m.type = 'table'
    UNION ALL SELECT type, tbl_name, CASE type WHEN 'index' THEN sql ELSE name END, '' FROM sqlite_master
    WHERE type IN ('index', 'trigger')
    """
)


class Database:
    """The database of a shop, read past Django."""

    def __init__(self, shop: ShopProcesses) -> None:
        self.shop = shop

    def connect(self) -> Any:
        if POSTGRES:
            return psycopg.connect(self.shop.environment()["DATABASE_URL"], autocommit=True)
        return sqlite3.connect(self.shop.folder / "akshamala.sqlite3")

    def fetch(self, sql: str) -> list[tuple[Any, ...]]:
        with closing(self.connect()) as connection:
            return [tuple(row) for row in connection.execute(sql).fetchall()]

    def change(self, sql: str) -> None:
        with closing(self.connect()) as connection:
            connection.execute(sql)
            connection.commit()

    def schema(self) -> set[tuple[str, ...]]:
        """Return columns, constraints, indexes and triggers, without the names that Django generates.

        A dump of Postgres's brings other casts and brackets back.
        """
        spelling = re.compile(r'(?<=INDEX) "?\w+"?|::(character varying|text)(\[\])?|[()]')
        rows = (row for row in self.fetch(SCHEMA) if row[1] not in NOT_COMPARED)
        return {tuple(spelling.sub("", str(part)) for part in row) for row in rows}

    def rows(self) -> dict[str, list[dict[str, Any]]]:
        """Return all rows of all tables, under the tables' and columns' names of today."""
        found = {}
        tables = sorted({row[1] for row in self.fetch(SCHEMA) if row[0] == "column"} - NOT_COMPARED)
        with closing(self.connect()) as connection:
            for table in tables:
                cursor = connection.execute(f'SELECT * FROM "{table}" ORDER BY 1')
                names = [
                    column[0].replace("refunding_paise", "refund_pending_paise")
                    for column in cursor.description
                ]
                found[RENAMED.get(table, table)] = [dict(zip(names, row, strict=True)) for row in cursor]
        return found

    def load(self) -> None:
        """Replace it by one from before: purchases, a return, a claim, a message, a bank statement."""
        name = f"before_squash.{'postgresql' if POSTGRES else 'sqlite'}.sql.xz"
        script = lzma.decompress((DATA / name).read_bytes()).decode()
        if not POSTGRES:
            (self.shop.folder / "akshamala.sqlite3").unlink()
        with closing(self.connect()) as connection:
            if POSTGRES:
                connection.execute("DROP SCHEMA public CASCADE")
                connection.execute("CREATE SCHEMA public")
                connection.execute(script)
            else:
                connection.executescript(script)


@pytest.fixture
def database() -> Iterator[Database]:
    with ShopProcesses(database_url=os.environ.get("DATABASE_URL", "")) as shop:
        yield Database(shop)


def manage(shop: ShopProcesses, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(
        command, cwd=ROOT, env=shop.environment(), capture_output=True, text=True, check=False
    )


def columns_of(rows: list[dict[str, Any]], later: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the later rows without the columns that the rows do not have."""
    names = rows[0].keys() if rows else ()
    return [{name: row[name] for name in names} for row in later]


def test_database_from_before_the_squash_opens_with_all_rows_equal(database: Database) -> None:
    fresh = database.schema()
    database.load()
    database.change("INSERT INTO django_content_type (app_label, model) VALUES ('audit', 'auditentry')")
    before = database.rows()
    assert all(len(before[table]) > 0 for table in RENAMED.values())

    assert manage(database.shop, "adopt_squashed_migrations").stdout == "done: now run `migrate`\n"
    database.shop.manage("migrate", "--verbosity", "0")
    again = manage(database.shop, "adopt_squashed_migrations")
    assert again.stdout == "nothing to do: this database has the squashed migrations\n"

    after = database.rows()
    [known] = before.pop("django_content_type")
    assert known | {"app_label": "events"} in after.pop("django_content_type")
    # Of all models, as each `migrate` writes them.
    assert before.pop("auth_permission") == [] != after.pop("auth_permission")
    # Later migrations may add tables and columns.
    assert {table: columns_of(before[table], after[table]) for table in before} == before
    assert database.schema() == fresh
    database.shop.manage("audit_ledger", "--verbosity", "0")


def test_database_that_misses_a_migration_is_left_as_it_is(database: Database) -> None:
    database.load()
    database.change("DELETE FROM django_migrations WHERE app = 'orders' AND name = '0008_sent_pieces'")
    before = database.rows()

    refused = manage(database.shop, "migrate")
    assert (refused.returncode, "run `manage.py adopt_squashed_migrations`" in refused.stderr) == (1, True)
    refused = manage(database.shop, "adopt_squashed_migrations")
    assert "first run `migrate` of the release before: [('orders', '0008_sent_pieces')]" in refused.stderr

    assert database.rows() == before
