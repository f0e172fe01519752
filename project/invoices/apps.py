from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig


class InvoicesConfig(AppConfig):
    """Invoices and credit notes: numbered, printed once, never changed."""

    name = "project.invoices"

    def ready(self) -> None:
        """Queue documents when they are due; show them on orders."""
        from project.core.mail import attachment_loaders
        from project.invoices import actions
        from project.orders import hooks
        from project.orders.models import Order
        from project.payments.hooks import after_refund

        def invoice(order: Order) -> dict[str, Any]:
            found = actions.invoice_of(order)
            if found is None:
                return {}
            return {"invoice": {"number": found.number, "url": f"/api/orders/{order.order_id}/invoice.pdf"}}

        def numbers(orders: Sequence[Order]) -> dict[int, dict[str, Any]]:
            found = actions.invoice_numbers([order.pk for order in orders])
            return {pk: {"invoice_number": number} for pk, number in found.items()}

        attachment_loaders["document"] = actions.pdf_of
        # Orders and payments lie below invoices and import nothing of them: they call these through hooks.
        hooks.after_confirm.append(actions.queue_invoice)
        hooks.after_cancel.append(actions.queue_cancellation)
        after_refund.append(actions.queue_credit_note)
        hooks.order_extras.append(invoice)
        hooks.row_extras.append(numbers)
