from django.apps import AppConfig
from django.db.models.signals import post_migrate


class CatalogConfig(AppConfig):
    """Products, their prices and their stock."""

    name = "project.catalog"

    def ready(self) -> None:
        """Have the search read everything again after migrations."""
        from project.catalog.search.index import mark_all_stale

        post_migrate.connect(mark_all_stale, sender=self)
