"""Look at everything the shop needs and say what to do: `manage.py doctor`."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from project.backoffice.doctor import examine

SIGNS = {"ok": "ok   ", "look": "LOOK ", "wrong": "WRONG"}


class Command(BaseCommand):
    """Examine settings, database, Redis, worker, provider, mail and disk; fails when something is wrong."""

    help = __doc__ or ""
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        """Print one line for each thing, and below it what to do."""
        wrong = 0
        for finding in examine():
            wrong += finding.verdict == "wrong"
            self.stdout.write(f"{SIGNS[finding.verdict]} {finding.about}: {finding.text}")
            if finding.advice:
                self.stdout.write(f"      → {finding.advice}")
        if wrong:
            raise CommandError(f"{wrong} {'thing is' if wrong == 1 else 'things are'} wrong")
        self.stdout.write("nothing is wrong")
