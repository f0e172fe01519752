"""The back office app."""

from django.apps import AppConfig


class BackofficeConfig(AppConfig):
    """What spans apps: the dashboard."""

    name = "project.backoffice"

    def ready(self) -> None:
        """Register the live topics."""
        from project.backoffice import live

        live.register()
