"""What the API answers, asked by the server itself while it writes a page."""

import json
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, QueryDict
from django.urls import resolve


class Answers:
    """Asks GET calls of the API on a page's behalf and keeps the answers for the page's own script.

    The page's script then finds exactly what it would have been answered, so there is one definition of both.
    """

    def __init__(self, request: HttpRequest) -> None:
        self._request = request
        self.kept: dict[str, Any] = {}

    def get(self, path: str, **query: object) -> dict[str, Any] | None:
        """Return the `data` of GET /api`path` in the active language; None for any refusal."""
        parameters = urlencode(sorted((name, _written(value)) for name, value in query.items()))
        address = f"/api{path}"
        inner = HttpRequest()
        inner.method = "GET"
        inner.path = inner.path_info = address
        # Nobody is logged in: a page is the same for everyone.
        inner.META = {
            name: value
            for name, value in self._request.META.items()
            if name not in ("HTTP_AUTHORIZATION", "HTTP_X_CART_TOKEN")
        }
        inner.GET = QueryDict(parameters)
        # The page was counted already.
        inner.counted = True  # type: ignore[attr-defined]
        view = resolve(address)
        response = view.func(inner, *view.args, **view.kwargs)
        if response.status_code != 200:
            return None
        data: dict[str, Any] = json.loads(response.content)["data"]
        self.kept[f"{address}?{parameters}" if parameters else address] = data
        return data


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
