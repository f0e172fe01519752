"""Run the ledger audit now: `manage.py audit_ledger`."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from project.core import row_checksums
from project.payments.audit.ledger import audit_ledger


class Command(BaseCommand):
    """Run the ledger audit; on a difference it opens a case and the command fails."""

    help = __doc__ or ""

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the rows of a shop whose changes past it were looked into."""
        parser.add_argument(
            "--accept-rows",
            action="store_true",
            help='accept all rows as they are, once each "changed, added or removed past the shop" is right',
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the differences."""
        if options["accept_rows"]:
            row_checksums.take_as_they_are()
        found = audit_ledger()
        if found:
            raise CommandError("the ledger audit found differences:\n" + "\n".join(found))
        self.stdout.write(
            "ledger audit: payments, refunds, ledger, settlement reports, orders, documents and stock agree"
        )
