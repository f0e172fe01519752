"""The accounts app."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Users, address books, codes, tokens, roles."""

    name = "project.accounts"

    def ready(self) -> None:
        """Register the live topics."""
        from project.accounts import live

        live.register()
