"""The payments app."""

from django.apps import AppConfig


class PaymentsConfig(AppConfig):
    """Payment attempts, the provider, its messages, and cases for staff."""

    name = "project.payments"

    def ready(self) -> None:
        """Register the live topics; hear of orders that are cancelled and of goods that come back."""
        from project.orders.hooks import after_cancel
        from project.payments import actions, live
        from project.returns.hooks import after_received

        live.register()
        after_cancel.append(actions.refund_order)
        after_received.append(actions.refund_return)
