from django.apps import AppConfig


class PaymentsConfig(AppConfig):
    """Payment attempts, the provider, its messages, and cases for staff."""

    name = "project.payments"

    def ready(self) -> None:
        """Add an order's attempts; refund cancelled orders and returns."""
        from project.orders.hooks import after_cancel, before_cancel, covers_goods, order_extras
        from project.payments.attempts import coverage, status
        from project.payments.attempts.status_check import check_pending
        from project.payments.refunds.requests import refund_order, refund_return
        from project.returns.hooks import after_received

        # Orders and returns lie below payments and import nothing of them: they call these through hooks.
        before_cancel.append(check_pending)
        after_cancel.append(refund_order)
        covers_goods.append(coverage.covers_goods)
        order_extras.append(status.attempts_of)
        after_received.append(refund_return)
