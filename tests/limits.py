"""All limits of calls, messages and places: what is counted, of whom, and who is free of it.

`python -m tests.limits` prints tests/limits.txt, read from the objects that count; of
what the owner sets it shows the default.
"""

import importlib
import os
import pkgutil
import sys
from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from project.core.throttle import Limit

_SPANS = {0: "at a time", 60: "a minute", 3600: "an hour", 86400: "a day"}
# Programs of their own.
_NOT_LOADED = ("project.asgi", "project.wsgi", "project.sandbox", "project.sample_shop")


def load() -> None:
    """Import all modules that may declare limits."""
    for package in ("project", "realtime"):
        path = importlib.import_module(package).__path__
        for module in pkgutil.walk_packages(path, f"{package}."):
            is_left_out = ".migrations" in module.name or ".management" in module.name
            if not is_left_out and not module.name.startswith(_NOT_LOADED):
                importlib.import_module(module.name)


def listing() -> str:
    """Return the limits of calls by rate, then those with a counter or remark of their own."""
    from project.core.throttle import LIMITS

    load()
    calls: dict[tuple[int, int], set[str]] = defaultdict(set)
    others: dict[str, set[str]] = defaultdict(set)
    for limit in LIMITS:
        if _is_plain(limit):
            calls[limit.seconds, _most(limit)].add(f"`{limit.scope}`{'*' if limit.strict else ''}")
        else:
            others[limit.of_each].add(_item(limit))
    return "\n".join(
        [
            *(
                f"- {value:,} {_span(seconds)}: {', '.join(sorted(scopes))}"
                for (seconds, value), scopes in sorted(calls.items())
            ),
            "",
            "Other counters, of each:",
            "",
            *(
                line
                for of_each, items in sorted(others.items())
                for line in (f"- {of_each}", *(f"  - {item}" for item in sorted(items)))
            ),
        ]
    )


def _is_plain(limit: "Limit") -> bool:
    """Return True for a limit of a view's calls without a remark."""
    return _counts_calls(limit) and not limit.note


def _most(limit: "Limit") -> int:
    from project.core.shop_settings import StrangerLimits

    return limit.most if isinstance(limit.most, int) else int(getattr(StrangerLimits(), limit.most))


def _counts_calls(limit: "Limit") -> bool:
    """Return True for what `@limited` makes: it counts the calls of the view that it names."""
    from project.core.throttle import CALLER

    return limit.of_each == CALLER and limit.counts.isidentifier()


def _item(limit: "Limit") -> str:
    from project.core.shop_settings import field_path

    scope = f"`{limit.scope}`{'*' if limit.strict else ''}"
    setting = f" (`{field_path('limits', limit.most)}`)" if isinstance(limit.most, str) else ""
    counts = "calls" if _counts_calls(limit) else limit.counts
    note = f"; {limit.note}" if limit.note else ""
    return f"{scope}: {_most(limit):,} {_span(limit.seconds)}{setting}: {counts}{note}"


def _span(seconds: int) -> str:
    span = f"in {seconds // 60} minutes" if seconds > 60 else f"in {seconds} seconds"
    return _SPANS.get(seconds, span)


def main() -> int:
    """Print the limits."""
    os.environ.setdefault("DEBUG", "1")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "project.settings")
    import django

    django.setup()
    print(listing())
    return 0


if __name__ == "__main__":
    sys.exit(main())
