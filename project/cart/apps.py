"""The cart app."""

from django.apps import AppConfig


class CartConfig(AppConfig):
    """Carts of guests and customers, and wishlists of customers."""

    name = "project.cart"

    def ready(self) -> None:
        """Register the live topics, the messages and the personal data."""
        from project.cart import live, messages, personal_data

        live.register()
        messages.register()
        personal_data.register()
