"""The app of cash on delivery."""

from django.apps import AppConfig


class CodConfig(AppConfig):
    """Orders whose total the courier collects: confirmed by a code, collected or refused, remitted."""

    name = "project.cod"

    def ready(self) -> None:
        """Follow orders that are delivered or cancelled."""
        from project.cod import actions, risks, schemas
        from project.orders import hooks
        from project.payments.hooks import before_payment, keeps_hold

        # Orders and payments lie below and import nothing of this: they call it through hooks.
        hooks.after_delivery.append(actions.collect)
        hooks.after_cancel.append(actions.end)
        hooks.order_extras.append(schemas.of_order)
        hooks.row_extras.append(risks.of_rows)
        before_payment.append(actions.withdraw_locked)
        keeps_hold.append(actions.awaits_code)
