from django.apps import AppConfig


class OrdersConfig(AppConfig):
    """Orders, their lines, and the one way they move."""

    name = "project.orders"

    def ready(self) -> None:
        """Record sent mails; know who holds stock."""
        from project.catalog.models import set_contention_source
        from project.core.mail import mail_sent
        from project.orders import actions
        from project.orders.models import Order

        # The catalogue and core's mails lie below orders and import nothing of them.
        set_contention_source(Order.objects.contention)
        mail_sent.connect(actions.record_mail_sent, dispatch_uid="orders")
