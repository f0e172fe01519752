"""Triggers outlive a migration that alters their table."""

from itertools import pairwise

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.migrations import AddField
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.models import CharField

from project.core.models import SettingsVersion
from project.core.trigger_operations import CreateTriggers, DropTriggers
from project.core.triggers import SETTINGS_VERSIONS

# SQLite makes the table anew for this column.
OPERATIONS: list[Operation] = [
    DropTriggers(SETTINGS_VERSIONS),
    AddField("settingsversion", "reason", CharField(max_length=20, db_default="")),
    CreateTriggers(SETTINGS_VERSIONS),
]


def assert_written_once() -> None:
    with pytest.raises(IntegrityError, match="written once"), transaction.atomic():
        SettingsVersion.objects.update(author="user:U2")
    with pytest.raises(IntegrityError, match="written once"), transaction.atomic():
        SettingsVersion.objects.all().delete()


@pytest.mark.django_db(transaction=True)
def test_triggers_that_are_dropped_first_and_created_last_hold_after_a_migration_and_its_way_back() -> None:
    SettingsVersion.objects.create(number=1, values={}, author="user:U1")
    states = [MigrationLoader(connection).project_state()]
    for operation in OPERATIONS:
        states.append(states[-1].clone())
        operation.state_forwards("core", states[-1])
    steps = list(zip(OPERATIONS, pairwise(states), strict=True))

    with connection.schema_editor() as editor:
        for operation, (before, after) in steps:
            operation.database_forwards("core", editor, before, after)
    assert_written_once()
    with connection.schema_editor() as editor:
        for operation, (before, after) in reversed(steps):
            operation.database_backwards("core", editor, after, before)
    assert_written_once()
