from django.apps import AppConfig


class StorefrontConfig(AppConfig):
    """The shop's pages as the server sends them, and what crawlers ask for."""

    name = "project.storefront"
