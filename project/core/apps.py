from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.module_loading import autodiscover_modules


class CoreConfig(AppConfig):
    """Code that all apps share."""

    name = "project.core"

    def ready(self) -> None:
        """Import the modules in which apps register their parts; make checksum triggers after migrations."""
        autodiscover_modules("live", "personal_data", "ledger_audit")
        post_migrate.connect(_install, sender=self)


def _install(**_: Any) -> None:
    from project.core import row_checksums

    row_checksums.install()
