"""The shop app."""

from django.apps import AppConfig


class ShopConfig(AppConfig):
    """Who sells and what is promised: for everybody to read, for the owner to change."""

    name = "project.shop"

    def ready(self) -> None:
        """Register the live topics and the messages."""
        from project.shop import live, messages

        live.register()
        messages.register()
