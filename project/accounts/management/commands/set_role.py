"""Make somebody an admin, support staff, or a customer again."""

from argparse import ArgumentParser
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.core.validators import validate_email
from django.db import transaction

from project.accounts.account_administration import LastAdmin, set_role
from project.accounts.models import Role, User


class Command(BaseCommand):
    """`manage.py set_role EMAIL ROLE`, for the operator."""

    help = "Gives a person a role, and an account where there is none yet; they log in by e-mail code."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email")
        parser.add_argument("role", choices=Role.values)

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        """Set the role; live links opened under the old one are closed."""
        email = options["email"].strip().lower()
        try:
            validate_email(email)
        except ValidationError as error:
            raise CommandError(f"{email!r} is not an e-mail address") from error
        user = User.objects.filter(email=email).first() or User.objects.create_user(email)
        try:
            set_role(user, role=options["role"], actor="command line")
        except LastAdmin as error:
            raise CommandError(f"{email} is the last admin; make somebody else one first") from error
        self.stdout.write(f"{email} is now {options['role']}")
