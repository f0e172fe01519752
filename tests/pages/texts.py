"""The front end's texts, as pages show them."""

import json
import re
from functools import cache
from typing import Any

from django.conf import settings

from project.core.language import current_language

_SLOT = re.compile(r"{{\s*(\w+)\s*}}")


def text(key: str, **values: object) -> str:
    """Return the front end's text `namespace:path.to.it` in the caller's language, its slots filled in.

    With `count` the plural form is chosen as i18next does. Raises KeyError for a text that does not exist.
    """
    namespace, _, path = key.partition(":")
    language = current_language()
    texts = _namespace(language, namespace)
    count = values.get("count")
    if isinstance(count, int):
        # Hindi counts nothing in the singular, too.
        one = count == 1 or (language == "hi" and count == 0)
        plural = f"{path}_{'one' if one else 'other'}"
        path = plural if plural in texts else path
    return _SLOT.sub(lambda slot: str(values[slot[1]]), texts[path])


@cache
def _namespace(language: str, namespace: str) -> dict[str, str]:
    file = settings.FRONTEND_TEXTS / language / f"{namespace}.json"
    return dict(_leaves("", json.loads(file.read_text())))


def _leaves(path: str, value: Any) -> list[tuple[str, str]]:
    if isinstance(value, str):
        return [(path, value)]
    return [leaf for key, inner in value.items() for leaf in _leaves(f"{path}.{key}" if path else key, inner)]
