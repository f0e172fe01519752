from django.apps import AppConfig


class CatalogConfig(AppConfig):
    """What the shop sells, at which price, and how many pieces are left."""

    name = "project.catalog"
    label = "catalog"

    def ready(self) -> None:
        """Register the app's live topics."""
        from project.catalog import live

        live.register()
