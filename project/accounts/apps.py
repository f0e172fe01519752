"""The accounts app."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Users, login codes, tokens, roles."""

    name = "project.accounts"
