#!/usr/bin/env python
"""Run a Django command for the shop."""

import os
import sys

from django.core.management import execute_from_command_line

from project.core.telemetry.setup import instrument, start
from project.start import check_database, load_settings

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "project.settings")
    load_settings()
    if sys.argv[1:2] == ["run_huey"]:
        # The worker serves, as the web servers do; asgi.py and wsgi.py check for these.
        check_database()
        instrument()
        start()
    execute_from_command_line(sys.argv)
