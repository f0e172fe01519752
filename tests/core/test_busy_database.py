"""A database that is busy: writers take turns, and who does not get one is asked to come again."""

from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest
from django.db import OperationalError, connection, transaction

from project.core.models import IdempotencyKey
from project.support.contact.models import Ticket
from tests.http import Api
from tests.support.test_contact import a_message
from tests.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)
is_sqlite = connection.vendor == "sqlite"


@contextmanager
def held_by_another() -> Iterator[None]:
    """Let somebody else's transaction hold what we want to write, and us be impatient."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout=50" if is_sqlite else "SET lock_timeout='50ms'")
    other = connection.copy()
    with closing(other), other.cursor() as cursor:
        if is_sqlite:
            cursor.execute("BEGIN IMMEDIATE")
        else:
            cursor.execute("BEGIN")
            cursor.execute(f"LOCK TABLE {Ticket._meta.db_table}, {IdempotencyKey._meta.db_table}")
        yield
        cursor.execute("ROLLBACK")
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout=20000" if is_sqlite else "RESET lock_timeout")


@pytest.mark.parametrize(("language", "words"), [("en", "try again in a moment"), ("hi", "पल बाद फिर कोशिश")])
def test_what_gets_no_turn_is_not_kept_and_may_be_sent_again(language: str, words: str) -> None:
    api, form = Api(language=language), a_message()
    with held_by_another():
        refused = api.post("/contact", form)

    assert (refused.refusal, refused.headers["Retry-After"]) == ((503, "BUSY"), "2")
    assert words in refused.body["message"]
    assert refused.body["reference"]
    assert not Ticket.objects.exists()

    assert api.post("/contact", form).status == 200
    assert Ticket.objects.count() == 1


def test_missing_column_is_an_error_of_the_program_and_not_of_a_busy_database() -> None:
    rename = f"ALTER TABLE {Ticket._meta.db_table} RENAME COLUMN {{}} TO {{}}"
    with connection.cursor() as cursor:
        cursor.execute(rename.format("message", "text"))
    try:
        refused = Api().post("/contact", a_message())
    finally:
        with connection.cursor() as cursor:
            cursor.execute(rename.format("text", "message"))

    assert refused.refusal == (500, "INTERNAL")


@pytest.mark.skipif(not is_sqlite, reason="Postgres locks rows, and wakes who waits for one")
def test_writers_of_one_process_wait_for_each_other_and_not_for_the_file() -> None:
    def write(number: int) -> None:
        with connection.cursor() as cursor:
            # Who finds the file locked fails at once.
            cursor.execute("PRAGMA busy_timeout=0")
        for turn in range(20):
            with transaction.atomic():
                IdempotencyKey.objects.create(scope="turns", key=f"{number}-{turn}", fingerprint="")

    at_once(8, write)

    assert IdempotencyKey.objects.filter(scope="turns").count() == 160


@pytest.mark.skipif(not is_sqlite, reason="Postgres locks rows, and wakes who waits for one")
def test_turn_of_a_transaction_that_failed_or_was_cut_off_is_given_up() -> None:
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        raise ZeroDivisionError
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        connection.close()
        raise ZeroDivisionError
    with held_by_another(), pytest.raises(OperationalError, match="locked"), transaction.atomic():
        raise AssertionError("it must not get here")

    def write(number: int) -> None:
        with transaction.atomic():
            IdempotencyKey.objects.create(scope="turns", key=str(number), fingerprint="")

    at_once(2, write)

    assert IdempotencyKey.objects.filter(scope="turns").count() == 2
