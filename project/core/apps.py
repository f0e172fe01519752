"""The core app."""

from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class CoreConfig(AppConfig):
    """Code that all apps share."""

    name = "project.core"

    def ready(self) -> None:
        """Make the checksum triggers after each migration."""
        post_migrate.connect(_install, sender=self)


def _install(**_: Any) -> None:
    from project.core import row_checksums

    row_checksums.install()
