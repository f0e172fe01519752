from django.apps import AppConfig


class OrdersConfig(AppConfig):
    """Orders, their lines, and the one way they move."""

    name = "project.orders"

    def ready(self) -> None:
        """Record sent mails."""
        from project.core.mail import mail_sent
        from project.orders import actions

        # Core's mails lie below orders and import nothing of them.
        mail_sent.connect(actions.record_mail_sent, dispatch_uid="orders")
