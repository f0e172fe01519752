"""An index can be added to a large table while others write to it."""

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.models import Index
from django.test.utils import CaptureQueriesContext

from project.core.concurrent_index import AddIndexWhileWriting

pytestmark = pytest.mark.django_db(transaction=True)


def indexes() -> set[str]:
    with connection.cursor() as cursor:
        return set(connection.introspection.get_constraints(cursor, "events_event"))


def test_index_is_added_and_removed_without_locking_writers_out() -> None:
    before = MigrationLoader(connection).project_state()
    after = before.clone()
    add = AddIndexWhileWriting("event", Index(fields=["name"], name="event_name_tried"))
    add.state_forwards("events", after)

    with CaptureQueriesContext(
        connection,
    ) as said:
        with connection.schema_editor(atomic=False) as editor:
            add.database_forwards("events", editor, before, after)
        added = "event_name_tried" in indexes()
        with connection.schema_editor(atomic=False) as editor:
            add.database_backwards("events", editor, after, before)

    assert added
    assert "event_name_tried" not in indexes()
    written = [query["sql"] for query in said if "event_name_tried" in query["sql"]]
    if connection.vendor == "postgresql":
        assert len(written) >= 2
        assert all("CONCURRENTLY" in sql for sql in written)
