"""GET calls of the API whose answer is equal for everybody: limited like others, and kept.

The answer is computed for a request of our own that holds nothing of the caller's but the path and the
parameters the route knows. So no header, cookie or token can get into what others are answered.
"""

import functools
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import quote, urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.utils.cache import patch_vary_headers

from project.core.errors import DomainError
from project.core.language import current_language
from project.core.public_cache import Entry, get_or_compute
from project.core.request_log import name_route
from project.core.throttle import counted, limit_of_calls

Run = Callable[..., HttpResponse]


def public_request(path: str, parameters: Mapping[str, str]) -> HttpRequest:
    """Return a GET request of nobody; its calls are not counted, as whoever caused them was."""
    request = HttpRequest()
    request.method = "GET"
    request.path = request.path_info = path
    request.GET = QueryDict(urlencode(parameters))
    # What everybody may read has nothing to hide in its path.
    name_route(request, path)
    request.counted = True  # type: ignore[attr-defined]
    return request


def public_read(
    scope: str, limit: int, *, by_cost: bool = False, any_availability: bool = True
) -> Callable[[Run], Callable[..., HttpResponseBase]]:
    """Keep the answers of an API operation; for django-ninja's `decorate_view`.

    Calls a minute are limited as `throttle.limited` does it, whether or not they are answered from the cache.
    Without `any_availability` the answer is equal whatever of the products that it does not show can be
    bought.
    """

    def decorate(run: Run) -> Callable[..., HttpResponseBase]:
        # The operation whose method it is.
        operation: Any = run.__self__  # type: ignore[attr-defined]
        names = _query_names(operation)
        counter = limit_of_calls(operation.view_func, scope, limit, 60, by_cost=by_cost)

        @functools.wraps(run)
        def wrapper(request: HttpRequest, **path_parameters: Any) -> HttpResponseBase:
            known = {name: request.GET[name] for name in names if name in request.GET}
            inner = public_request(request.path, known)
            key = f"{current_language()} {quote(request.path)}?{urlencode(known)}"
            try:
                with counted(request, counter, by_cost=by_cost):
                    entry = get_or_compute(
                        key,
                        lambda: Entry.of(run(inner, **path_parameters)),
                        any_availability=any_availability,
                    )
            except DomainError as error:
                refusal: HttpResponseBase = operation.api.on_exception(request, error)
                return refusal
            response = entry.response_to(request)
            patch_vary_headers(response, ("Accept-Language",))
            return response

        return wrapper

    return decorate


def _query_names(operation: Any) -> list[str]:
    """Return the names of the operation's query parameters as its signature has them, in order."""
    models = [model for model in operation.models if model.__ninja_param_source__ == "query"]
    if any(model.__ninja_collection_fields__ for model in models):
        raise TypeError(f"{operation.path}: a public read takes each parameter once")
    return sorted(name for model in models for name in model.__ninja_flatten_map__)
