"""Fill the sample shop with reviews; `sample_shop` calls this one, too."""

from typing import Any

from django.core.management.base import BaseCommand

from project.reviews.sample import add_sample_reviews


class Command(BaseCommand):
    """Publish the sample reviews that are missing; they say on every screen that they are samples."""

    help = "Publish the sample shop's made-up reviews."

    def handle(self, *args: Any, **options: Any) -> None:
        """Add them and say how many were missing."""
        added = add_sample_reviews()
        if options["verbosity"]:
            self.stdout.write(f"sample shop: {added} reviews written")
