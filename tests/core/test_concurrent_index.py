"""An index can be added to a large table while others write to it."""

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.models import Index
from django.test.utils import CaptureQueriesContext

from project.core.concurrent_index import AddIndexWhileWriting
from project.core.text_search import AddTrigramIndex

pytestmark = pytest.mark.django_db(transaction=True)

NAME = "event_name_tried"


def indexes() -> set[str]:
    with connection.cursor() as cursor:
        return set(connection.introspection.get_constraints(cursor, "events_event"))


@pytest.mark.parametrize(
    ("add", "engines"),
    [
        (AddIndexWhileWriting("event", Index(fields=["name"], name=NAME)), {"postgresql", "sqlite"}),
        (AddTrigramIndex(NAME, "events_event", "name"), {"postgresql"}),
    ],
)
def test_index_is_added_and_removed_without_locking_writers_out(add: Operation, engines: set[str]) -> None:
    before = MigrationLoader(connection).project_state()
    after = before.clone()
    add.state_forwards("events", after)

    with CaptureQueriesContext(connection) as said:
        with connection.schema_editor(atomic=False) as editor:
            add.database_forwards("events", editor, before, after)
        added = NAME in indexes()
        with connection.schema_editor(atomic=False) as editor:
            add.database_backwards("events", editor, after, before)

    assert added == (connection.vendor in engines)
    assert NAME not in indexes()
    written = [query["sql"] for query in said if NAME in query["sql"]]
    if connection.vendor == "postgresql":
        assert len(written) >= 2
        assert all("CONCURRENTLY" in sql for sql in written)
