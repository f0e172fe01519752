from django.apps import AppConfig


class BackofficeConfig(AppConfig):
    """Views over several apps: the dashboard."""

    name = "project.backoffice"

    def ready(self) -> None:
        """Register the system checks; show mails that do not leave."""
        from project.backoffice import actions, production_checks  # noqa: F401 - registers its checks
        from project.core.mail import mail_failed, mail_late

        mail_failed.connect(actions.publish_mail_failed, dispatch_uid="backoffice")
        mail_late.connect(actions.publish_mail_late, dispatch_uid="backoffice")
