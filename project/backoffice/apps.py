from django.apps import AppConfig


class BackofficeConfig(AppConfig):
    """Views over several apps: the dashboard."""

    name = "project.backoffice"

    def ready(self) -> None:
        """Register the system checks."""
        from project.backoffice import production_checks  # noqa: F401
