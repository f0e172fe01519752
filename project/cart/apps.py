"""The cart app."""

from django.apps import AppConfig


class CartConfig(AppConfig):
    """What shoppers put aside: the cart of guests and customers, the wishlist of customers."""

    name = "project.cart"

    def ready(self) -> None:
        """Register the live topics, the messages and the personal data."""
        from project.cart import live, messages, personal_data

        live.register()
        messages.register()
        personal_data.register()
