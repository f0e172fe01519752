"""What the API's answers say for the pages."""

import contextlib
from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

from project.storefront.document import frame
from project.storefront.manifest import NotBuilt


def describe_answer(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Name the server's time and the build of the pages in each answer of the API.

    A page of another build then loads itself anew.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if request.path.startswith("/api/"):
            # For countdowns: a page's own clock may be a day off.
            response["X-Answered-At"] = timezone.now().isoformat()
            with contextlib.suppress(NotBuilt):  # in development pages come from Vite
                response["X-Build"] = frame().version
        return response

    return middleware
