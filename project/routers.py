"""The router of the apps' API operations."""

import inspect
from collections.abc import Callable
from typing import Any

from ninja import Router
from ninja.constants import NOT_SET
from pydantic import BaseModel

# Key of an operation's OpenAPI object, until the document is completed.
TOKEN_RIGHTS = "x-token-rights"


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
