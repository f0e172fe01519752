"""The reviews app."""

from django.apps import AppConfig


class ReviewsConfig(AppConfig):
    """Product reviews by buyers, and their moderation."""

    name = "project.reviews"

    def ready(self) -> None:
        """Register the live topics and the personal data."""
        from project.reviews import live, personal_data

        live.register()
        personal_data.register()
