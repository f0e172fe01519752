"""What is served beside the API and the shop's pages: pictures, health, and the development mailbox."""

import re

from django.conf import settings
from django.core.cache import cache
from django.db import Error as DatabaseError
from django.db import connection
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from redis.exceptions import RedisError

from project.core.models import Mail

PICTURE_TYPES = {".avif": "image/avif", ".webp": "image/webp"}
# What such a name stands for never changes (see catalog/pictures.py).
DIGEST_IN_NAME = re.compile(r"\.[0-9a-f]{12}-\d+\.(avif|webp)$")


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer an error outside the API without details."""
    return HttpResponse("Something went wrong. Please try again.", status=500, content_type="text/plain")


def media(request: HttpRequest, name: str) -> HttpResponseBase:
    """Serve a product picture (nginx does in production)."""
    path = settings.MEDIA_ROOT / name
    if ".." in name or not path.is_file():
        raise Http404
    response = FileResponse(path.open("rb"), content_type=PICTURE_TYPES.get(path.suffix))
    response["Cache-Control"] = (
        "public, max-age=31536000, immutable" if DIGEST_IN_NAME.search(name) else "public, max-age=86400"
    )
    return response


def healthz(request: HttpRequest) -> JsonResponse:
    """Tell that the process answers."""
    return JsonResponse({"ok": True})


def readyz(request: HttpRequest) -> JsonResponse:
    """Tell whether the database and the cache answer; 503 takes this process out of the balance."""
    parts = {"database": True, "cache": True}
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        parts["database"] = False
    try:
        cache.get("readyz")
    except (RedisError, OSError):
        parts["cache"] = False
    return JsonResponse(parts, status=200 if all(parts.values()) else 503)


def mailbox(request: HttpRequest) -> HttpResponse:
    """List the newest mails (development only)."""
    return render(request, "mail/mailbox.html", {"mails": Mail.objects.order_by("-pk")[:100]})


def mailbox_item(request: HttpRequest, pk: int) -> HttpResponse:
    """Show one mail as its reader sees it (development only); `?plain` shows the text."""
    mail = Mail.objects.filter(pk=pk).first()
    if mail is None:
        raise Http404
    if "plain" in request.GET or not mail.html:
        return HttpResponse(mail.text, content_type="text/plain; charset=utf-8")
    response = HttpResponse(mail.html)
    # Mails style themselves inline, as mail readers demand.
    response["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'"
    return response
