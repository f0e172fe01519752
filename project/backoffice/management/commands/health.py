"""Run every health check and say what to do: `manage.py health`."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from project.backoffice.health.checks import CHECKS
from project.backoffice.health.runner import run

SIGNS = {"ok": "ok   ", "warning": "TO DO", "failing": "WRONG"}
LIMIT_SECONDS = 30.0


class Command(BaseCommand):
    """Print the result of each health check; fails when something is wrong."""

    help = __doc__ or ""
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        results = run(CHECKS, seconds=LIMIT_SECONDS)
        for check in CHECKS:
            if result := results.get(check.name):
                self.stdout.write(f"{SIGNS[result.status]} {check.name}: {result.text}")
                if result.status != "ok":
                    self.stdout.write(f"      → {result.advice or check.advice}")
        wrong = sum(result.status == "failing" for result in results.values())
        if wrong:
            raise CommandError(f"{wrong} {'thing is' if wrong == 1 else 'things are'} wrong")
        self.stdout.write("nothing is wrong")
