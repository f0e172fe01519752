from django.apps import AppConfig


class WaitlistConfig(AppConfig):
    """Shoppers who wait for a product whose last pieces unpaid orders hold."""

    name = "project.waitlist"

    def ready(self) -> None:
        """Follow the stock."""
        from project.catalog.actions.stock import after_stock_freed
        from project.waitlist import actions

        # The catalogue lies below and imports nothing of this app.
        after_stock_freed.append(actions.offer_free_pieces)
