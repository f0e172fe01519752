"""Give the running shop a database role that uses the tables and cannot change them; run as their owner."""

import re
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection, transaction
from psycopg import sql

from project.core.postgres.timeouts import STATEMENT_SECONDS
from project.env import find

# As in settings.py: behind PgBouncer a connection cannot bring them along.
LIMITS = {
    "statement_timeout": f"{STATEMENT_SECONDS}s",
    "lock_timeout": "10s",
    "idle_in_transaction_session_timeout": "30s",
}
POWERS = ("rolsuper", "rolcreaterole", "rolcreatedb", "rolreplication", "rolbypassrls")
# Rows in these are written once. Their triggers say so, too; a role without the right cannot even try.
APPEND_ONLY = ("events_auditentry", "payments_movement")


class Command(BaseCommand):
    """Create or update the role; idempotent. Tables of later migrations are granted to it by themselves.

    It may read and write rows, and nothing else: no tables, no triggers, no TRUNCATE (which fires none).
    The password comes from the variable APPLICATION_ROLE_PASSWORD, or from a file, as settings do.
    """

    help = __doc__ or ""

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the role's name."""
        parser.add_argument("role", nargs="?", default="akshamala_app")

    @transaction.atomic
    def handle(self, *args: Any, role: str, **options: Any) -> None:
        """Write the role and its rights."""
        if connection.vendor != "postgresql":
            raise CommandError("only Postgres has roles")
        password = find("APPLICATION_ROLE_PASSWORD")
        if not password:
            raise CommandError("APPLICATION_ROLE_PASSWORD must be set")
        if not re.fullmatch("[a-z_][a-z0-9_]*", role):
            raise CommandError(f"{role!r} is no plain name of a role")
        with connection.cursor() as cursor:
            cursor.execute("SELECT current_user, current_database(), current_schema()")
            owner, database, schema = cursor.fetchone()
            if owner == role:
                raise CommandError(f"connected as {role}: connect as the owner of the tables")
            cursor.execute(f"SELECT {' OR '.join(POWERS)} FROM pg_roles WHERE rolname = %s", [role])
            found = cursor.fetchone()
            if found == (True,):
                raise CommandError(f"{role} may do more than use tables: it has one of {', '.join(POWERS)}")
            names = {
                "role": sql.Identifier(role),
                "database": sql.Identifier(database),
                "schema": sql.Identifier(schema),
                "password": sql.Literal(password),
            }
            for statement in _statements(exists=found is not None):
                cursor.execute(sql.SQL(statement).format(**names).as_string(cursor.connection))
        self.stdout.write(f"{role} may use the tables of {owner} in {database}")


def _statements(*, exists: bool) -> list[str]:
    in_schema = "IN SCHEMA {schema}"
    return [
        # A new role has no powers; only a superuser may name them for one that is there.
        f"{'ALTER' if exists else 'CREATE'} ROLE {{role}} LOGIN PASSWORD {{password}}",
        *(f"ALTER ROLE {{role}} SET {name} = '{value}'" for name, value in LIMITS.items()),
        "GRANT CONNECT ON DATABASE {database} TO {role}",
        "REVOKE CREATE ON SCHEMA {schema} FROM PUBLIC",
        "GRANT USAGE ON SCHEMA {schema} TO {role}",
        f"GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES {in_schema} TO {{role}}",
        f"GRANT USAGE, SELECT ON ALL SEQUENCES {in_schema} TO {{role}}",
        # after_restore skips versions.
        "GRANT UPDATE ON SEQUENCE events_state_version TO {role}",
        f"ALTER DEFAULT PRIVILEGES {in_schema} GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO {{role}}",
        f"ALTER DEFAULT PRIVILEGES {in_schema} GRANT USAGE, SELECT ON SEQUENCES TO {{role}}",
        "REVOKE INSERT, UPDATE, DELETE ON django_migrations FROM {role}",
        *(f"REVOKE UPDATE, DELETE ON {table} FROM {{role}}" for table in APPEND_ONLY),
    ]
