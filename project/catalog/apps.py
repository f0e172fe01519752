from django.apps import AppConfig
from django.db.models.signals import post_migrate


class CatalogConfig(AppConfig):
    """What the shop sells, at which price, and how many pieces are left."""

    name = "project.catalog"
    label = "catalog"

    def ready(self) -> None:
        """Register live topics and messages; have the search read everything again after migrations."""
        from project.catalog import live, messages, search

        live.register()
        messages.register()
        post_migrate.connect(search.mark_all_stale, sender=self)
