"""The time at which the shop was installed: checks allow a new shop what has not had its time."""

from datetime import timedelta

from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from project.backoffice.health.infrastructure import INSTALLED


def installed(*, ago: timedelta = timedelta()) -> None:
    """Set the time of installation; a test run's own is that of its database."""
    app, name = INSTALLED
    MigrationRecorder.Migration.objects.filter(app=app, name=name).update(applied=timezone.now() - ago)
