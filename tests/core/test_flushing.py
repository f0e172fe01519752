"""A test that commits leaves nothing to the next one."""

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection

from project.events.models import Event
from tests.orders.order_helpers import delivered


def flush() -> None:
    call_command("flush", verbosity=0, interactive=False)


@pytest.mark.django_db(transaction=True)
def test_flush_empties_every_table_that_tests_write_also_those_written_once() -> None:
    delivered()
    assert Event.objects.exists()

    flush()

    tables = connection.introspection.django_table_names(include_views=False)
    with connection.cursor() as cursor:
        counts = {}
        for name in tables:
            cursor.execute(f"SELECT count(*) FROM {name}")
            counts[name] = cursor.fetchone()[0]
    assert {name for name, count in counts.items() if count} == set()


@pytest.mark.django_db(transaction=True)
def test_rows_are_still_written_once_afterwards() -> None:
    delivered()
    flush()
    delivered()

    with pytest.raises(IntegrityError):
        Event.objects.all().delete()
