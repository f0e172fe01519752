"""The exports app."""

from django.apps import AppConfig


class ExportsConfig(AppConfig):
    """Files that jobs make of lists."""

    name = "project.exports"

    def ready(self) -> None:
        """Register the live topic."""
        from project.exports import live

        live.register()
