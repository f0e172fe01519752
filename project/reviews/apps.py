"""The reviews app."""

from django.apps import AppConfig


class ReviewsConfig(AppConfig):
    """Product reviews by buyers, and their moderation."""

    name = "project.reviews"

    def ready(self) -> None:
        """Register the live topics, the messages and the personal data."""
        from project.reviews import live, messages, personal_data

        live.register()
        messages.register()
        personal_data.register()
