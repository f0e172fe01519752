"""The orders app."""

from django.apps import AppConfig


class OrdersConfig(AppConfig):
    """Orders, their lines, and the one way they move."""

    name = "project.orders"

    def ready(self) -> None:
        """Register the live topics and the personal data; hear of mails that went out."""
        from project.core.mail import mail_sent
        from project.orders import actions, live, personal_data

        live.register()
        personal_data.register()
        mail_sent.connect(actions.note_mail_sent, dispatch_uid="orders")
