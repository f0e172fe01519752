from django.apps import AppConfig


class SupportConfig(AppConfig):
    """Customer support: search, timelines, notes and answers."""

    name = "project.support"

    def ready(self) -> None:
        """Show the status of mails."""
        from project.core.mail import mail_failed, mail_late, mail_sent
        from project.support import actions

        for signal in (mail_failed, mail_late, mail_sent):
            signal.connect(actions.publish_mail_change, dispatch_uid="support")
