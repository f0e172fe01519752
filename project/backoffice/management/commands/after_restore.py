"""Find out what happened since the restore point, and give no number twice: `manage.py after_restore`."""

from datetime import datetime, timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from project.events.models import Event
from project.events.versions import skip_lost_versions
from project.invoices.number_gaps import skip_lost_numbers
from project.payments.settlement.after_restore import reconcile_after_restore


class Command(BaseCommand):
    """Run once the database was restored from a backup; fails while the provider does not answer."""

    help = __doc__ or ""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--since",
            metavar="TIME",
            help="the restore point, such as 2026-11-24T10:00+05:30 (default: the newest event that is here)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Skip lost numbers, reconcile, and say what staff have to look at."""
        since = _restore_point(options["since"])
        skip_lost_versions()
        # First: whatever comes of the rest, the worker may start next.
        for gap in skip_lost_numbers(since=since):
            self.stdout.write(f"numbers skipped, tell your accountant: {gap}")
        report = reconcile_after_restore(since=since)
        self.stdout.write(
            f"{report.checked} open payments checked, {len(report.captured)} of them were paid meanwhile;"
            f" {report.statements} settlement reports taken in"
        )
        for transaction_id in report.captured:
            self.stdout.write(f"  paid: {transaction_id}")
        if report.not_checked:
            raise CommandError(
                f"no answer about {', '.join(report.not_checked)}: once the provider answers, run this again"
                f" with --since {since.isoformat()}"
            )
        self.stdout.write("Money without an order becomes a case: read /admin/cases today and tomorrow.")


def _restore_point(text: str | None) -> datetime:
    if text is None:
        newest = Event.objects.order_by("-pk").values_list("created_at", flat=True).first()
        # Long ago where nothing ever happened: then there is nothing to check, either.
        return newest or timezone.now() - timedelta(days=1)
    try:
        point = datetime.fromisoformat(text)
    except ValueError:
        raise CommandError(f"--since must look like 2026-11-24T10:00+05:30, not {text!r}") from None
    return point if timezone.is_aware(point) else timezone.make_aware(point)
