"""The discounts app."""

from django.apps import AppConfig


class DiscountsConfig(AppConfig):
    """Discount codes as staff manage them, with their statistics."""

    name = "project.discounts"

    def ready(self) -> None:
        """Register the live topic."""
        from project.discounts import live

        live.register()
