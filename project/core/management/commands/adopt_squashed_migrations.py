"""Bring a database that was made before the migrations were squashed under those of today."""

from typing import Any

from django.core.management.base import BaseCommand

from project.core.squashed_migrations import adopt, is_from_before


class Command(BaseCommand):
    """Adopt the database; run once, then `migrate`. Nothing else may use it meanwhile.

    A second run changes nothing.
    """

    help = __doc__ or ""

    def handle(self, *args: Any, **options: Any) -> None:
        """Change all of it, or nothing."""
        if not is_from_before():
            self.stdout.write("nothing to do: this database has the squashed migrations")
            return
        adopt()
        self.stdout.write("done: now run `migrate`")
