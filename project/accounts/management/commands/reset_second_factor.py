"""Let a member of staff in again who has lost their second factor."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from project.accounts.models import User
from project.accounts.second_factor.actions import reset
from project.core.errors import Forbidden


class Command(BaseCommand):
    """`manage.py reset_second_factor EMAIL`: how the last admin is helped; others are helped by an admin."""

    help = "Takes a person's second factors away and logs them out; they set up a new one at the next login."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email")

    def handle(self, *args: Any, **options: Any) -> None:
        email = options["email"].strip().lower()
        user = User.objects.filter(email=email, is_active=True).first()
        if user is None:
            raise CommandError(f"there is no account of {email!r}")
        try:
            reset(user, actor="command line")
        except Forbidden as error:
            raise CommandError(f"{email} is not a member of staff") from error
        self.stdout.write(f"{email} sets up a new second factor at the next login")
