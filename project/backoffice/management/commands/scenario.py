"""Play named disasters of payments: `manage.py scenario late_success` or `manage.py scenario --all`."""

import logging
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from project.backoffice.scenarios.cash import SCENARIOS as CASH_SCENARIOS
from project.backoffice.scenarios.environment import double_at, scenario_environment
from project.backoffice.scenarios.runner import Result
from project.payments.models import CASH_ON_DELIVERY
from project.payments.providers.registry import INSTALLED, adapter_of


class Command(BaseCommand):
    """Plays in a database and against a double of its own; fails when any book differs at the end."""

    help = __doc__ or ""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("names", nargs="*", metavar="NAME")
        parser.add_argument("--all", action="store_true", help="Play every scenario")
        parser.add_argument("--list", action="store_true", help="Say which there are and play none")
        parser.add_argument("--double", default="", help="A double that runs already; it is reset")

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.SANDBOX:
            raise CommandError("scenarios need the sandbox (DEBUG=1): they must never meet real money")
        if not options["verbosity"] > 1:
            # What goes wrong is the point; the table says how it ended.
            logging.disable(logging.CRITICAL)
        with double_at(options["double"]) as double:
            of_providers = double.scenarios()
            known = [*of_providers, *CASH_SCENARIOS]
            names = known if options["all"] else options["names"]
            if unknown := sorted(set(names) - set(known)):
                raise CommandError(f"no scenario called {', '.join(unknown)}")
            if options["list"] or not names:
                self.stdout.write("\n".join(known))
                return
            # With all of them each provider's adapter plays, whichever are in use.
            providers = list(INSTALLED) if options["all"] else [""]
            plays = [(name, each) for each in providers for name in names if name in of_providers]
            plays += [(name, "") for name in names if name in CASH_SCENARIOS]
            wrong = 0
            with scenario_environment(double) as environment:
                for number, (name, provider) in enumerate(plays):
                    if options["all"] and (number == 0 or plays[number - 1][1] != provider):
                        self.stdout.write(f"Over {adapter_of(provider or CASH_ON_DELIVERY).label}:")
                    result = environment.play(name, provider=provider)
                    wrong += bool(result.problems)
                    self._print(result)
        if wrong:
            raise CommandError(f"{wrong} of {len(plays)} scenarios end with books that differ")
        self.stdout.write(f"{len(plays)} scenarios, every book equal")

    def _print(self, result: Result) -> None:
        verdict = "differs" if result.problems else "equal"
        ends = ", ".join(result.ends)
        self.stdout.write(f"{result.name:28} {ends:16} {verdict:8} {result.seconds:5.1f} s  {result.title}")
        for problem in result.problems:
            self.stdout.write(f"    {problem}")
