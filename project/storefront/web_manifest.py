"""The web app manifest: what the shop is called and looks like as an installed app."""

from collections.abc import Mapping
from typing import Final

from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from project.core.shop import shop

_ICONS: Final[Mapping[str, Mapping[str, str]]] = {
    "icon-192": {"sizes": "192x192"},
    "icon-512": {"sizes": "512x512"},
    "maskable-512": {"sizes": "512x512", "purpose": "maskable"},
}


@require_safe
def web_manifest(request: HttpRequest) -> JsonResponse:
    """Return the manifest; browsers ask for it without cookies, so it is English (https://w3c.github.io/manifest)."""
    brand = shop().brand
    content = {
        "name": brand.name,
        "short_name": brand.name,
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "lang": "en-IN",
        "dir": "ltr",
        "background_color": brand.ground,
        "theme_color": brand.ground,
        "categories": ["shopping"],
        "icons": [
            *([] if brand.mark else [{"src": "/favicon.svg", "type": "image/svg+xml", "sizes": "any"}]),
            *({"src": brand.mark_file(icon), "type": "image/png", **facts} for icon, facts in _ICONS.items()),
        ],
    }
    response = JsonResponse(content, content_type="application/manifest+json")
    response["Cache-Control"] = "no-cache"
    return response
