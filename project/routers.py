"""The router of the apps' API operations."""

import inspect
from collections.abc import Callable
from typing import Any

from ninja import Router
from ninja.constants import NOT_SET
from pydantic import BaseModel


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
        """Add an operation; its response is the annotated one, its id the function's name in camel case."""
        returned = inspect.signature(view_func).return_annotation
        if response is NOT_SET and isinstance(returned, type) and issubclass(returned, BaseModel):
            response = returned
        first, *others = view_func.__name__.split("_")
        operation_id = operation_id or first + "".join(map(str.title, others))
        super().add_api_operation(
            path, methods, view_func, response=response, operation_id=operation_id, **options
        )
