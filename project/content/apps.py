from django.apps import AppConfig


class ContentConfig(AppConfig):
    """Drafts and published versions of the texts that staff edit on screen."""

    name = "project.content"

    def ready(self) -> None:
        """Register kinds; give published mails to the mails of core."""
        from project.content import kinds
        from project.content.banner import BannerKind
        from project.content.mails import MailKind, published_mail
        from project.core import mail

        kinds.register(MailKind())
        kinds.register(BannerKind())
        # Core imports no app: hence this hook.
        mail.edited_mails.append(published_mail)
