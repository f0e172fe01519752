"""Fill a sample shop that has no orders with those of some weeks; `deploy/run` does so at a first start."""

import os
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from project.sandbox.config import Config
from project.sandbox.store import Store


class Command(BaseCommand):
    """Play sample orders of the last weeks, paid at the sandbox; without them where any order exists."""

    help = "Play the sample orders of the last weeks into a development shop that has no orders."

    def handle(self, *args: Any, **options: Any) -> None:
        if not (settings.DEBUG and settings.SANDBOX):
            raise CommandError("sample orders need development settings (DEBUG=1)")
        # Needs a package that only development installs.
        from project.sample_shop.orders import add_sample_orders

        added = add_sample_orders(Store(self._sandbox_database()))
        if options["verbosity"]:
            self.stdout.write(f"sample shop: {added} orders of the last weeks written")

    def _sandbox_database(self) -> Path:
        """Return where the shop's built-in sandbox keeps its books."""
        built_in = {"SANDBOX_DB": str(settings.VAR_DIR / "sandbox.sqlite3")}
        return Config.from_environment(built_in | dict(os.environ)).database
