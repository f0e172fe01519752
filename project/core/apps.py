"""The core app."""

from django.apps import AppConfig


class CoreConfig(AppConfig):
    """What every app shares."""

    name = "project.core"
