"""A test that commits leaves nothing to the next one."""

import pytest
from django.contrib.auth.models import Permission
from django.db import IntegrityError, connection

from project.events.models import Event
from tests.flushing import KEPT, flush
from tests.orders.people import delivered


@pytest.mark.django_db(transaction=True)
def test_flush_empties_every_table_that_tests_write_also_those_written_once() -> None:
    permissions = Permission.objects.count()
    delivered()
    assert Event.objects.exists()

    flush()

    tables = set(connection.introspection.django_table_names(include_views=False)) - KEPT
    with connection.cursor() as cursor:
        counts = {}
        for name in tables:
            cursor.execute(f"SELECT count(*) FROM {name}")
            counts[name] = cursor.fetchone()[0]
    assert {name for name, count in counts.items() if count} == set()
    assert Permission.objects.count() == permissions > 0


@pytest.mark.django_db(transaction=True)
def test_rows_are_still_written_once_afterwards() -> None:
    delivered()
    flush()
    delivered()

    with pytest.raises(IntegrityError):
        Event.objects.all().delete()
