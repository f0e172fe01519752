"""The payments app."""

from django.apps import AppConfig


class PaymentsConfig(AppConfig):
    """Payment attempts, the provider, its messages, and cases for staff."""

    name = "project.payments"

    def ready(self) -> None:
        """Register the live topics, name an order's attempts, hear of cancelled orders and returned goods."""
        from project.orders.hooks import after_cancel, covers_goods, order_extras
        from project.payments import actions, live, status
        from project.returns.hooks import after_received

        live.register()
        after_cancel.append(actions.refund_order)
        covers_goods.append(actions.covers_goods)
        order_extras.append(status.attempts_of)
        after_received.append(actions.refund_return)
