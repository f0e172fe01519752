"""The cart app."""

from django.apps import AppConfig


class CartConfig(AppConfig):
    """Carts of guests and customers, and wishlists of customers."""

    name = "project.cart"

    def ready(self) -> None:
        """Register the live topics and the personal data."""
        from project.cart import live, personal_data

        live.register()
        personal_data.register()
