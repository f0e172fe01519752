from django.apps import AppConfig
from django.db.models.signals import post_migrate


class CatalogConfig(AppConfig):
    """Products, their prices and their stock."""

    name = "project.catalog"
    label = "catalog"

    def ready(self) -> None:
        """Register live topics; have the search read everything again after migrations."""
        from project.catalog import live, search

        live.register()
        post_migrate.connect(search.mark_all_stale, sender=self)
