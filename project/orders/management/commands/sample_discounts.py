"""Give the sample shop a discount code; `sample_shop` calls this one, too."""

from typing import Any

from django.core.management.base import BaseCommand

from project.orders.models import DiscountCode


class Command(BaseCommand):
    """Make the sample code that is missing; one that exists stays as the shop's people have made it."""

    help = "Makes the sample shop's discount code WELCOME10."

    def handle(self, *args: Any, **options: Any) -> None:
        """Make it and say so."""
        code, made = DiscountCode.objects.get_or_create(
            code="WELCOME10",
            defaults={
                "percent": 10,
                "most_paise": 50_000,
                "minimum_paise": 49_900,
                "limit_per_customer": 1,
            },
        )
        if made and options["verbosity"]:
            self.stdout.write(f"sample shop: discount code {code} written")
