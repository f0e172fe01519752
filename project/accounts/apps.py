"""The accounts app."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Users, address books, codes, tokens, roles."""

    name = "project.accounts"

    def ready(self) -> None:
        """Register the live topics and the messages."""
        from project.accounts import live, messages

        live.register()
        messages.register()
