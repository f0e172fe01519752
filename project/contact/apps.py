"""The contact app."""

from django.apps import AppConfig


class ContactConfig(AppConfig):
    """Messages from the contact form, each with a ticket number."""

    name = "project.contact"

    def ready(self) -> None:
        """Register the personal data."""
        from project.contact import personal_data

        personal_data.register()
