"""Store the missing files of invoices and credit notes again: `manage.py restore_documents`."""

from typing import Any

from django.core.management.base import BaseCommand

from project.invoices.actions.printing import restore_files


class Command(BaseCommand):
    """Read every document's file, and print those again that are missing or damaged; idempotent.

    For a restored backup: documents made since its files were copied have rows and no files.
    """

    help = __doc__ or ""

    def handle(self, *args: Any, **options: Any) -> None:
        """Restore, and say what was found."""
        found = restore_files()
        self.stdout.write(f"{found.whole} files are whole, {found.restored} were restored")
        for number in found.different:
            self.stdout.write(
                f"  {number}: comes out differently now, so it keeps no file and is printed when asked for"
            )
