"""All limits of calls, messages and places: what is counted, of whom, and who is free of it.

`python -m tests.limits` prints the table of project/core/README.md, read from the objects that count.
"""

import importlib
import os
import pkgutil
import sys
from collections import defaultdict
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from project.core.throttle import Limit

_SHOWN_CALLS = 4
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


def table() -> str:
    """Return the table, a row for each counter."""
    from project.core.throttle import LIMITS

    load()
    by_scope: dict[str, list[Limit]] = defaultdict(list)
    for limit in LIMITS:
        by_scope[limit.scope].append(limit)
    rows = ["| counter | at most | of each | counts | remarks |", "| --- | --- | --- | --- | --- |"]
    for scope, limits in sorted(by_scope.items()):
        cells = (
            f"`{scope}`",
            _joined(_number(limit) for limit in sorted(limits, key=lambda limit: limit.value)),
            _joined(limit.of_each for limit in limits),
            _calls(sorted({limit.counts for limit in limits})),
            _joined(_remarks(limit) for limit in limits),
        )
        rows.append(f"| {' | '.join(cells)} |".replace("|  |", "| |"))
    return "\n".join(rows)


def _joined(texts: Iterable[str]) -> str:
    return ", ".join(dict.fromkeys(text for text in texts if text))


def _number(limit: "Limit") -> str:
    seconds = limit.seconds
    span = f"in {seconds // 60} minutes" if seconds > 60 else f"in {seconds} seconds"
    setting = f" (`{limit.most}`)" if isinstance(limit.most, str) else ""
    return f"{limit.value:,} {_SPANS.get(seconds, span)}{setting}"


def _calls(counts: list[str]) -> str:
    more = len(counts) - _SHOWN_CALLS
    shown = [name.replace("_", " ") for name in counts[: _SHOWN_CALLS + (more == 1)]]
    return ", ".join(shown) + (f" and {more} more" if more > 1 else "")


def _remarks(limit: "Limit") -> str:
    return _joined([limit.note, "refused while nothing can be counted" if limit.strict else ""])


def main() -> int:
    """Print the table."""
    os.environ.setdefault("DEBUG", "1")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "project.settings")
    import django

    django.setup()
    print(table())
    return 0


if __name__ == "__main__":
    sys.exit(main())
