"""What the API's answers say for the pages."""

import contextlib
from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

from project.storefront.document import frame
from project.storefront.manifest import NotBuilt


def name_build(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Name the build of the pages in each answer of the API: a page of another one then loads itself anew."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if request.path.startswith("/api/"):
            with contextlib.suppress(NotBuilt):  # in development pages come from Vite
                response["X-Build"] = frame().version
        return response

    return middleware
