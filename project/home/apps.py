"""The home app."""

from django.apps import AppConfig


class HomeConfig(AppConfig):
    """What the home page shows."""

    name = "project.home"

    def ready(self) -> None:
        """Let staff edit the chapters."""
        from project.content import kinds
        from project.home.chapters import ChaptersKind

        kinds.register(ChaptersKind())
