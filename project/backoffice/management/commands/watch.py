"""Run the health checks and tell the operators of faults: `manage.py watch`, one process of the shop."""

import signal
import threading
from typing import Any

from django.core.management.base import BaseCommand

from project.backoffice.health.watcher import watch


class Command(BaseCommand):
    """Watch the shop until TERM."""

    help = __doc__ or ""
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        """Watch until a signal; alerts that are being sent are sent."""
        stop = threading.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: stop.set())
        watch(stop)
