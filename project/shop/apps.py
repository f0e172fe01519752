"""The shop app."""

from django.apps import AppConfig


class ShopConfig(AppConfig):
    """Settings of the shop: everybody reads them, the owner changes them."""

    name = "project.shop"

    def ready(self) -> None:
        """Register the live topics."""
        from project.shop import live

        live.register()
