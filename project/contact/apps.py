"""The contact app."""

from django.apps import AppConfig


class ContactConfig(AppConfig):
    """Messages from the contact form, each with a ticket number."""

    name = "project.contact"

    def ready(self) -> None:
        """Register the live topic and the personal data."""
        from project.contact import live, personal_data

        live.register()
        personal_data.register()
