"""Garbage collection of a web process."""

import gc
from importlib import import_module

from django.conf import settings


def freeze_gc() -> None:
    """Exclude all objects loaded so far from garbage collection; called when a web process starts.

    Code, settings and the API's schemas are never freed. They are 200,000 objects, and a full collection that
    visits them blocks every request and socket of the process for 0.12 s.
    """
    # Load the routes now; Django would load them with the first request.
    import_module(settings.ROOT_URLCONF)
    gc.collect()
    gc.freeze()
    # The start switched it off.
    gc.enable()
