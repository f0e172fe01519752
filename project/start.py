"""Checks before a process of the shop serves anybody; a failed one prints one line on standard error."""

import logging
import sys
from typing import NoReturn

import django
from django.apps import apps
from django.conf import settings
from django.core.checks import run_checks
from django.core.exceptions import ImproperlyConfigured
from django.db import connections
from django.db.backends.postgresql.base import DatabaseWrapper

from project.core.env import find_removed

logger = logging.getLogger(__name__)
# Gunicorn ends, instead of starting its workers again and again, when one of them ends so.
EXIT_CODE = 3
# The checks that need the database (project/backoffice/production_checks.py).
TAG = "production"


def load_settings() -> None:
    """Read the settings; a wrong one stops the process."""
    try:
        settings.DEBUG  # noqa: B018 - reads the module
    except ImproperlyConfigured as error:
        _refuse(str(error))


def check_database() -> None:
    """Stop the process where the database holds what no shop may open with; costs one query.

    Removed variables that are still set are logged.

    A database that does not answer stops nobody: the process waits for it (/readyz says so).
    """
    if not apps.ready:
        django.setup()
    try:
        if removed := list(find_removed()):
            logger.warning("variables that are no longer read: %s", "; ".join(removed))
        errors = [
            message for message in run_checks(tags=[TAG], databases=["default"]) if message.is_serious()
        ]
    finally:
        _disconnect()
    if errors:
        _refuse(" ".join(error.msg for error in errors))


def _disconnect() -> None:
    """Close the connections and their pool: gunicorn's workers, forked later, would share them."""
    connections.close_all()
    for connection in connections.all(initialized_only=True):
        if isinstance(connection, DatabaseWrapper):
            connection.close_pool()


def _refuse(reason: str) -> NoReturn:
    print(f"The shop does not start: {reason}", file=sys.stderr, flush=True)
    raise SystemExit(EXIT_CODE)
