"""Print the one-time link by which a new shop gets its first admin."""

from typing import Any

from django.core.management.base import BaseCommand

from project.accounts.actions.first_admin import new_link


class Command(BaseCommand):
    """`manage.py first_admin_link`."""

    help = "Prints a one-time link for the first admin, good for a day; a new one replaces it."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the link; once there is an admin, say so."""
        link = new_link()
        self.stdout.write(
            f"The shop has no admin yet. Make yours within a day: {link}"
            if link
            else "The shop has an admin."
        )
