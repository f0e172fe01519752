from django.apps import AppConfig


class HomeConfig(AppConfig):
    """Content of the home page."""

    name = "project.home"

    def ready(self) -> None:
        """Let staff edit the chapters."""
        from project.content import kinds
        from project.home.chapters import ChaptersKind

        kinds.register(ChaptersKind())
