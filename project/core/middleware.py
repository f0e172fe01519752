"""Headers and compression of every response."""

import re
from collections.abc import Callable, Iterable
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponsePermanentRedirect
from django.middleware.common import CommonMiddleware
from django.middleware.locale import LocaleMiddleware
from django.utils.cache import patch_vary_headers

from project.core.encodings import ENCODINGS, best_encoding
from project.core.site_address import PROOF_PATH, is_own_host

# What search engines and previews of links show: other sites may put these into their pages.
_SHOWN_ELSEWHERE = ("/media/products/", "/pictures/")


def content_security_policy(
    *, site: str = "", styles_hashes: Iterable[str] = (), script_hash: str = ""
) -> str:
    """Return the policy: everything but pictures from ourselves, nothing inline, no frames.

    The payment provider's script, without a stable hash, would run beside sessions: its page is a redirect.
    The hashes allow the style sheets and the one script of that digest to stand in the page itself. `site` is
    the address whose sockets the page may open: older browsers do not count them to 'self'.
    """
    # Product pictures may come from a CDN of the shop's; from nobody else does anything.
    cdn = urlsplit(settings.PICTURES_URL)
    pictures = f" {cdn.scheme}://{cdn.netloc}" if cdn.netloc else ""
    # ws of http, wss of https.
    socket = f" {site.replace('http', 'ws', 1)}" if site else ""
    return "; ".join(
        [
            "default-src 'self'",
            "script-src 'self'" + (f" '{script_hash}'" if script_hash else ""),
            " ".join(["style-src 'self'", *(f"'{each}'" for each in styles_hashes)]),
            f"img-src 'self' data: blob:{pictures}",
            "font-src 'self'",
            f"connect-src 'self'{socket}",
            "frame-src 'none'",
            "frame-ancestors 'none'",
            "form-action 'self'",
            "base-uri 'self'",
            "object-src 'none'",
        ]
    )


def security_headers(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Add the content security policy and the browser features we switch off."""
    policy = content_security_policy()

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        response.headers.setdefault("Content-Security-Policy", policy)
        response.headers.setdefault("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
        response.headers.setdefault("X-Frame-Options", "DENY")
        shown_elsewhere = request.path.startswith(_SHOWN_ELSEWHERE)
        response.headers.setdefault(
            "Cross-Origin-Resource-Policy", "cross-origin" if shown_elsewhere else "same-origin"
        )
        if request.path.startswith("/api/"):
            response.headers.setdefault("Cache-Control", "no-store")
            response.headers.setdefault("X-Robots-Tag", "noindex")
        return response

    return middleware


# No database is asked for the first; at the other, the shop proves that it answers to the name.
_UNDER_ANY_NAME = ("/healthz", PROOF_PATH)


class AllowedHosts(CommonMiddleware):
    """Refuses names that are not the shop's, except where Prometheus reads a container by its own address."""

    def process_request(self, request: HttpRequest) -> HttpResponsePermanentRedirect | None:
        """Check the Host header; raises DisallowedHost."""
        if request.path == "/metrics":
            return None
        redirect = super().process_request(request)
        if request.path not in _UNDER_ANY_NAME and not is_own_host(host := request.get_host()):
            raise DisallowedHost(f"Invalid HTTP_HOST header: {host!r}")
        return redirect


class AnswerLanguage(LocaleMiddleware):
    """Answers in the language that the browser asks for, unless a view has chosen one by other means."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Say that the answer depends on Accept-Language only where it does."""
        if response.has_header("Content-Language"):
            return response
        return super().process_response(request, response)


_WORTH_COMPRESSING = re.compile(r"^(text/|application/(json|xml|manifest\+json))")
_SMALLEST = 1024


def compress(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Send pages and the API's answers compressed; files come compressed from the build.

    Nothing in an answer is both secret and mixed with what a stranger may write, so its length tells nothing.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if (
            not isinstance(response, HttpResponse)
            or len(response.content) < _SMALLEST
            or response.has_header("Content-Encoding")
            or not _WORTH_COMPRESSING.match(response.get("Content-Type", ""))
        ):
            return response
        patch_vary_headers(response, ("Accept-Encoding",))
        if encoding := best_encoding(request):
            response.content = ENCODINGS[encoding](response.content)
            response["Content-Encoding"] = encoding
        if response.has_header("Content-Length"):
            response["Content-Length"] = str(len(response.content))
        return response

    return middleware
