"""Calls of an app to apps above it, which it must not import."""

from functools import cache
from typing import Self, cast

from django.conf import settings
from django.utils.module_loading import import_string


class UpwardCalls:
    """Methods that an app calls; `project/order_events.py` implements those of all apps."""

    @classmethod
    def bound(cls) -> Self:
        """Return the object that implements them."""
        return cast(Self, _implementation())


@cache
def _implementation() -> object:
    return import_string(settings.ORDER_EVENTS)()
