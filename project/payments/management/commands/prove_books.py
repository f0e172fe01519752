"""Prove the books now: `manage.py prove_books`."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from project.payments.actions import prove_books


class Command(BaseCommand):
    """Compares what must agree; fails when it differs, and opens a case."""

    help = __doc__ or ""

    def handle(self, *args: Any, **options: Any) -> None:
        """Print what differs."""
        found = prove_books()
        if found:
            raise CommandError("the books differ:\n" + "\n".join(found))
        self.stdout.write(
            "books: payments, refunds, ledger, settlement reports, orders, documents and stock agree"
        )
