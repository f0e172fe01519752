"""The payments app."""

from django.apps import AppConfig


class PaymentsConfig(AppConfig):
    """Payment attempts, the provider, its messages, and cases for staff."""

    name = "project.payments"

    def ready(self) -> None:
        """Register the live topics; hear of orders that are cancelled."""
        from project.orders import hooks
        from project.payments import actions, live

        live.register()
        hooks.after_cancel.append(actions.refund_cancelled_order)
