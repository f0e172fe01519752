from django.apps import AppConfig


class StorefrontConfig(AppConfig):
    """The shop's pages as the server writes them: head, first screen, sitemap."""

    name = "project.storefront"
