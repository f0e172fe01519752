"""The audit app."""

from django.apps import AppConfig


class AuditConfig(AppConfig):
    """The append-only log of what staff do."""

    name = "project.audit"
