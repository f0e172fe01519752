from django.apps import AppConfig


class DocumentsConfig(AppConfig):
    """The fixed pages."""

    name = "project.documents"

    def ready(self) -> None:
        """Let staff edit the pages."""
        from project.content import kinds
        from project.documents.editing import PageKind

        kinds.register(PageKind())
