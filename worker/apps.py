"""The worker app: makes `manage.py run_huey` find the timetable."""

from django.apps import AppConfig


class WorkerConfig(AppConfig):
    """The timetable of the jobs."""

    name = "worker"
