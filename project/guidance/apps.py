"""The guidance app."""

from django.apps import AppConfig


class GuidanceConfig(AppConfig):
    """Birth details in, a bead and its care out; nothing of a birth is kept."""

    name = "project.guidance"
