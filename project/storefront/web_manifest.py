"""The web app manifest: what the shop is called and looks like as an installed app."""

from typing import Final

from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from project.core.shop import shop

_GROUND: Final = "#f9f6ef"
_ICONS: Final = (
    {"src": "/favicon.svg", "type": "image/svg+xml", "sizes": "any"},
    {"src": "/icons/icon-192.png", "type": "image/png", "sizes": "192x192"},
    {"src": "/icons/icon-512.png", "type": "image/png", "sizes": "512x512"},
    {"src": "/icons/maskable-512.png", "type": "image/png", "sizes": "512x512", "purpose": "maskable"},
)


@require_safe
def web_manifest(request: HttpRequest) -> JsonResponse:
    """Return the manifest; browsers ask for it without cookies, so it is English (https://w3c.github.io/manifest)."""
    name = shop().brand.name
    content = {
        "name": name,
        "short_name": name,
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "lang": "en-IN",
        "dir": "ltr",
        "background_color": _GROUND,
        "theme_color": _GROUND,
        "categories": ["shopping"],
        "icons": _ICONS,
    }
    response = JsonResponse(content, content_type="application/manifest+json")
    response["Cache-Control"] = "public, max-age=3600"
    return response
