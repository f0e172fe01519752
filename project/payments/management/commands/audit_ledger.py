"""Run the ledger audit now: `manage.py audit_ledger`."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from project.payments.actions import audit_ledger


class Command(BaseCommand):
    """Run the ledger audit; on a difference it opens a case and the command fails."""

    help = __doc__ or ""

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the differences."""
        found = audit_ledger()
        if found:
            raise CommandError("the ledger audit found differences:\n" + "\n".join(found))
        self.stdout.write(
            "ledger audit: payments, refunds, ledger, settlement reports, orders, documents and stock agree"
        )
