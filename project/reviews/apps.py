"""The reviews app."""

from django.apps import AppConfig


class ReviewsConfig(AppConfig):
    """What buyers say about products, and who decides what is shown."""

    name = "project.reviews"

    def ready(self) -> None:
        """Register the live topics and what is kept of a person."""
        from project.reviews import live, personal_data

        live.register()
        personal_data.register()
