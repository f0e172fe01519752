"""The orders app."""

from django.apps import AppConfig


class OrdersConfig(AppConfig):
    """Orders, their lines, and the one way they move."""

    name = "project.orders"

    def ready(self) -> None:
        """Register the live topics."""
        from project.orders import live

        live.register()
