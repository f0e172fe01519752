"""The worker app, by which `manage.py run_huey` finds the schedule."""

from django.apps import AppConfig


class WorkerConfig(AppConfig):
    """The app of the jobs' schedule."""

    name = "worker"
