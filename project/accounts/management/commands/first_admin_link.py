"""Print the one-time link by which a new shop gets its first admin."""

from typing import Any

from django.core.management.base import BaseCommand

from project.accounts.actions.first_admin import new_link
from project.core.site_address import is_site_url_set


class Command(BaseCommand):
    """`manage.py first_admin_link`."""

    help = "Prints a one-time link for the first admin, good for a day; a new one replaces it."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the link; once there is an admin, say so."""
        link = new_link()
        if not link:
            self.stdout.write("The shop has an admin.")
            return
        self.stdout.write(f"The shop has no admin yet. Make yours within a day: {link}")
        if not is_site_url_set():
            self.stdout.write("From another machine, replace its beginning by the address of this one.")
