"""Headers that every answer of ours carries."""

from collections.abc import Callable
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

# The provider's script and frame (PhonePe: production and sandbox hosts of the pay page).
_PROVIDER = "https://mercury.phonepe.com https://mercury-stg.phonepe.com"


def content_security_policy() -> str:
    """Return the policy: everything from ourselves, no inline script, frames only from the provider."""
    site = urlsplit(settings.SITE_URL)
    socket = f"{'wss' if site.scheme == 'https' else 'ws'}://{site.netloc}"
    return "; ".join(
        [
            "default-src 'self'",
            f"script-src 'self' {_PROVIDER}",
            "style-src 'self'",
            "img-src 'self' data: blob:",
            "font-src 'self'",
            f"connect-src 'self' {socket}",
            f"frame-src {_PROVIDER}",
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
        if request.path.startswith("/api/"):
            response.headers.setdefault("Cache-Control", "no-store")
        return response

    return middleware
