"""Migrations have as long as they need, and still do not queue everybody behind a lock."""

import io
from collections.abc import Iterator

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.db.models.signals import post_migrate, pre_migrate

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no time limits"),
]


def limits() -> dict[str, str]:
    def show(cursor: CursorWrapper, name: str) -> str:
        cursor.execute(f"SHOW {name}")
        return str(cursor.fetchone()[0])

    names = ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout")
    with connection.cursor() as cursor:
        on_the_server = {name: show(cursor, name) for name in names}
    return {**on_the_server, "an answer": str(connection.connection.answer_seconds)}


@pytest.fixture
def seen() -> Iterator[list[dict[str, str]]]:
    """The limits that hold while migrations run."""
    found: list[dict[str, str]] = []

    def look(**_: object) -> None:
        found.append(limits())

    for signal in (pre_migrate, post_migrate):
        signal.connect(look)
    yield found
    for signal in (pre_migrate, post_migrate):
        signal.disconnect(look)


def test_only_the_limit_on_waiting_for_locks_holds_while_migrations_run(seen: list[dict[str, str]]) -> None:
    usual = {"statement_timeout": "15s", "lock_timeout": "10s", "idle_in_transaction_session_timeout": "30s"}
    usual["an answer"] = "17.0"
    before = limits()

    call_command("migrate", verbosity=0, stdout=io.StringIO())

    assert (before, limits()) == (usual, usual)
    assert seen
    lifted = {"statement_timeout": "0", "lock_timeout": "10s", "idle_in_transaction_session_timeout": "0"}
    lifted["an answer"] = "None"
    assert all(each == lifted for each in seen)
