"""The reviews app."""

from django.apps import AppConfig


class ReviewsConfig(AppConfig):
    """What buyers say about products, and who decides what is shown."""

    name = "project.reviews"

    def ready(self) -> None:
        """Register the live topics, the messages and the personal data."""
        from project.reviews import live, messages, personal_data

        live.register()
        messages.register()
        personal_data.register()
