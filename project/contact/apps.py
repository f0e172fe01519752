"""The contact app."""

from django.apps import AppConfig


class ContactConfig(AppConfig):
    """Messages from the contact form, each with a ticket number."""

    name = "project.contact"

    def ready(self) -> None:
        """Register the live topic, the messages and the personal data."""
        from project.contact import live, messages, personal_data

        live.register()
        messages.register()
        personal_data.register()
