from django.apps import AppConfig
from django.db.models.signals import post_migrate, pre_migrate


class CatalogConfig(AppConfig):
    """What the shop sells, at which price, and how many pieces are left."""

    name = "project.catalog"
    label = "catalog"

    def ready(self) -> None:
        """Register live topics and messages; keep the search's triggers out of the way of migrations."""
        from project.catalog import live, messages, search_index

        live.register()
        messages.register()
        pre_migrate.connect(search_index.remove_triggers, sender=self)
        post_migrate.connect(search_index.install, sender=self)
