"""Triggers by which the database itself refuses to change or delete rows.

Emptying a whole database (`flush`, as tests do) stays possible: on Postgres it is a TRUNCATE, for which no
row trigger fires, and on SQLite `project.core.sqlite` lifts the deletion triggers for its length.
"""

from dataclasses import dataclass

from project.core.trigger_installation import Triggers

_POSTGRES = """
CREATE OR REPLACE FUNCTION {table}_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN{exception}
    RAISE EXCEPTION '{message}' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER written_once BEFORE UPDATE OR DELETE ON {table}
    FOR EACH ROW EXECUTE FUNCTION {table}_refuse();
"""
_POSTGRES_EXCEPTION = """
    IF TG_OP = 'DELETE' AND {condition} THEN
        RETURN OLD;
    END IF;"""
_SQLITE = "CREATE TRIGGER {name} BEFORE {event} ON {table} {when}BEGIN SELECT RAISE(ABORT, '{message}'); END"


@dataclass(frozen=True)
class Deletable:
    """The condition on a row `OLD` under which it may be deleted, in the SQL of each engine."""

    postgres: str
    sqlite: str


def written_once(table: str, *, message: str, deletable: Deletable | None = None) -> Triggers:
    """Return the triggers that keep rows of `table` as they were written; their error says `message`."""
    names = {"UPDATE": f"{table}_written_once", "DELETE": f"{table}_never_deleted"}
    exception = _POSTGRES_EXCEPTION.format(condition=deletable.postgres) if deletable else ""
    when = {"DELETE": f"WHEN NOT ({deletable.sqlite}) "} if deletable else {}
    return Triggers(
        postgres=[_POSTGRES.format(table=table, message=message, exception=exception)],
        sqlite=[
            _SQLITE.format(name=name, event=event, table=table, message=message, when=when.get(event, ""))
            for event, name in names.items()
        ],
    )
