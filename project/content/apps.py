from django.apps import AppConfig


class ContentConfig(AppConfig):
    """Drafts and published versions of the texts that staff edit on screen."""

    name = "project.content"

    def ready(self) -> None:
        """Register kinds."""
        from project.content import kinds
        from project.content.banner import BannerKind
        from project.content.mails import MailKind

        kinds.register(MailKind())
        kinds.register(BannerKind())
