"""Headers of the API's answers for the pages, and the public files of their build."""

import contextlib
import re
from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone
from whitenoise.middleware import WhiteNoiseMiddleware

from project.storefront.document import frame
from project.storefront.manifest import NotBuilt

# What the build holds for the server: a document that is no page yet, and the list of its files.
_FOR_SERVER = re.compile(r"/index\.html$|/\.")


class PublicFiles(WhiteNoiseMiddleware):  # type: ignore[misc]
    """The built files that browsers ask for."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        is_public = not _FOR_SERVER.match(request.path_info)
        response: HttpResponseBase = (super().__call__ if is_public else self.get_response)(request)
        return response


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
