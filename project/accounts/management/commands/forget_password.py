"""Let somebody who forgot their password in again."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from project.accounts.credentials import forget_password
from project.accounts.models import User


class Command(BaseCommand):
    """`manage.py forget_password EMAIL`: staff who have a password cannot log in without it."""

    help = "Takes a person's password away and logs them out everywhere; they log in by e-mail code again."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email")

    def handle(self, *args: Any, **options: Any) -> None:
        email = options["email"].strip().lower()
        user = User.objects.filter(email=email, is_active=True).first()
        if user is None:
            raise CommandError(f"there is no account of {email!r}")
        forget_password(user, actor="command line")
        self.stdout.write(f"{email} logs in by code again")
