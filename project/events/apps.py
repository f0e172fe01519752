"""The events app."""

from django.apps import AppConfig


class EventsConfig(AppConfig):
    """History and live topics."""

    name = "project.events"
