"""The router of the apps' API operations."""

import functools
import inspect
from collections.abc import Callable
from datetime import UTC, date, datetime, time
from typing import Any, TypeVar

from django.http import HttpResponse
from django.utils.http import http_date
from ninja import Router
from ninja.constants import NOT_SET
from ninja.decorators import decorate_view
from pydantic import BaseModel

F = TypeVar("F", bound=Callable[..., Any])

# Key of an operation's OpenAPI object, until the document is completed.
TOKEN_RIGHTS = "x-token-rights"


def deprecated(*, since: date, sunset: date) -> Callable[[F], F]:
    """Give every answer of an operation the `Deprecation` (RFC 9745) and `Sunset` (RFC 8594) headers.

    From the day of the sunset on, at least a year later, the next major version may go without the operation.
    """
    day, last = (datetime.combine(each, time(), UTC).timestamp() for each in (since, sunset))

    def with_headers(run: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @functools.wraps(run)
        def wrapper(*args: Any, **kwargs: Any) -> HttpResponse:
            response = run(*args, **kwargs)
            response["Deprecation"] = f"@{day:.0f}"
            response["Sunset"] = http_date(last)
            return response

        return wrapper

    return decorate_view(with_headers)


class ApiRouter(Router):
    """A router whose operations answer what their functions return, under their functions' names."""

    def __init__(self, tag: str, **options: Any) -> None:
        super().__init__(tags=[tag], by_alias=True, **options)

    def add_api_operation(
        self,
        path: str,
        methods: list[str],
        view_func: Callable[..., Any],
        *,
        response: Any = NOT_SET,
        operation_id: str | None = None,
        **options: Any,
    ) -> None:
        """Add an operation; its response is the annotated one, its id the function's name in camel case.

        The rights by which an API token may call it go to `project/openapi.py`.
        """
        returned = inspect.signature(view_func).return_annotation
        if response is NOT_SET and isinstance(returned, type) and issubclass(returned, BaseModel):
            response = returned
        first, *others = view_func.__name__.split("_")
        operation_id = operation_id or first + "".join(map(str.title, others))
        if token_rights := getattr(options.get("auth"), "token_rights", None):
            extra = options.get("openapi_extra") or {}
            options["openapi_extra"] = {**extra, TOKEN_RIGHTS: sorted(token_rights)}
        super().add_api_operation(
            path, methods, view_func, response=response, operation_id=operation_id, **options
        )
