from django.apps import AppConfig
from django.conf import settings
from django.db.models.signals import post_migrate, pre_migrate
from django.utils.module_loading import autodiscover_modules, import_string

from project.core import trigger_installation


class CoreConfig(AppConfig):
    """Code that all apps share."""

    name = "project.core"

    def ready(self) -> None:
        """Import what apps register or implement for others; install triggers after migrations."""
        autodiscover_modules("personal_data")
        import_string(settings.ORDER_EVENTS)
        pre_migrate.connect(trigger_installation.drop_before_migrations, sender=self)
        post_migrate.connect(trigger_installation.install_after_migrations, sender=self)
