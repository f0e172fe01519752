"""The payments app."""

from django.apps import AppConfig


class PaymentsConfig(AppConfig):
    """Payment attempts, the provider, its messages, and cases for staff."""

    name = "project.payments"

    def ready(self) -> None:
        """Register the live topics."""
        from project.payments import live

        live.register()
