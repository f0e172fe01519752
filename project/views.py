"""Views beside the API and the shop's pages: pictures, health, and the development mailbox."""

import re
import sys
from pathlib import PurePath
from typing import Any
from urllib.request import urlopen

from django.conf import settings
from django.db import Error as DatabaseError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _
from prometheus_client import CONTENT_TYPE_LATEST

from project.backoffice.health.checks import READINESS
from project.backoffice.health.page import renew_gauges
from project.backoffice.health.runner import run
from project.content.mail_samples import SAMPLES
from project.core import site_address
from project.core.mail import load_attachment
from project.core.mail_templates import render_mail
from project.core.metrics import as_text
from project.core.models import Mail, RenderedMail
from project.core.storage.errors import StorageUnavailable
from project.core.storage.files import PICTURES, PRIVATE, read

READY_SECONDS = 0.7
PICTURE_TYPES = {".avif": "image/avif", ".jpg": "image/jpeg", ".png": "image/png", ".webp": "image/webp"}
# What such a name stands for never changes (see catalog/pictures/files.py).
CHALLENGE = re.compile(r"[\w-]{43}", re.ASCII)
DIGEST_IN_NAME = re.compile(r"\.[0-9a-f]{12}-[\w-]+\.(avif|jpg|png|webp)$")


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer an error outside the API without details; while database or storage are away it is no fault."""
    if isinstance(sys.exc_info()[1], (DatabaseError, StorageUnavailable)):
        text = _("The shop is not available for a moment. Please try again.")
        return HttpResponse(
            text, status=503, content_type="text/plain; charset=utf-8", headers={"Retry-After": "5"}
        )
    return HttpResponse("Something went wrong. Please try again.", status=500, content_type="text/plain")


def media(request: HttpRequest, name: str) -> HttpResponse:
    """Serve a picture; in production nginx does so for those of products, or a CDN in front of their bucket.

    What a buyer photographed for a return or a claim is theirs and the shop's: it is shown to whoever knows
    its name, which nobody can guess, but kept by no cache in between and listed by no search engine.
    """
    if ".." in name:
        raise Http404
    if name.startswith("products/") and settings.PICTURES_URL != settings.MEDIA_URL:
        # Older links, mails and programs still name it.
        moved = HttpResponseRedirect(f"{settings.PICTURES_URL}{name}")
        moved["Cache-Control"] = "public, max-age=3600"
        return moved
    try:
        content = read(PICTURES if name.startswith("products/") else PRIVATE, name)
    except FileNotFoundError:
        raise Http404 from None
    response = HttpResponse(content, content_type=PICTURE_TYPES.get(PurePath(name).suffix))
    if name.startswith(("returns/", "claims/")):
        response["Cache-Control"] = "private, max-age=3600"
        response["X-Robots-Tag"] = "noindex"
    elif DIGEST_IN_NAME.search(name):
        response["Cache-Control"] = "public, max-age=31536000, immutable"
    else:
        response["Cache-Control"] = "public, max-age=86400"
    return response


def healthz(request: HttpRequest) -> JsonResponse:
    """Tell that the process answers."""
    return JsonResponse({"ok": True})


def site_proof(request: HttpRequest) -> HttpResponse:
    """Prove to the shop itself that this address is its own (project/shop/site_trial.py)."""
    challenge = request.GET.get("challenge", "")
    if not CHALLENGE.fullmatch(challenge):
        raise Http404
    proof = site_address.site_proof(challenge, request.get_host())
    return HttpResponse(proof, content_type="text/plain", headers={"Cache-Control": "no-store"})


def renderer_healthz(request: HttpRequest) -> JsonResponse:
    """Tell whether the renderer beside this process answers; only to callers within, who pass no proxy."""
    if not settings.RENDERER_URL or "X-Forwarded-For" in request.headers:
        raise Http404
    try:
        urlopen(f"{settings.RENDERER_URL}/health", timeout=2).close()
    except OSError:
        return JsonResponse({"ok": False}, status=503)
    return JsonResponse({"ok": True})


def readyz(request: HttpRequest) -> JsonResponse:
    """Tell whether the process can serve, within a second; 503 when it has nothing but cached pages.

    To those who know METRICS_TOKEN, and in development, whatever else is missing is named: the shop sells
    without it, and other processes miss it, too.
    """
    results = run(READINESS, seconds=READY_SECONDS)
    serves = results["database"].answers
    body: dict[str, Any] = {"ok": serves}
    if settings.DEBUG or _has_metrics_token(request):
        degraded = [
            check.name for check in READINESS if check.name in results and check.is_fault(results[check.name])
        ]
        status = "ok" if not degraded else "degraded" if serves else "unavailable"
        checks = {name: result.text for name, result in results.items()}
        body |= {"status": status, "degraded": degraded, "checks": checks}
    return JsonResponse(body, status=200 if serves else 503)


def metrics(request: HttpRequest) -> HttpResponse:
    """Show this process's figures to who knows METRICS_TOKEN; for others there is nothing here."""
    if not _has_metrics_token(request):
        raise Http404
    renew_gauges()
    return HttpResponse(as_text(), content_type=CONTENT_TYPE_LATEST)


def _has_metrics_token(request: HttpRequest) -> bool:
    token = settings.METRICS_TOKEN
    sent = request.headers.get("Authorization", "")
    return bool(token) and constant_time_compare(sent, f"Bearer {token}")


# Mails style themselves inline, as mail readers demand; the mailbox shows them in frames.
MAIL_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'self'"
MAILBOX_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'"


def mailbox(request: HttpRequest) -> HttpResponse:
    """List the newest mails and a sample of every kind (development only)."""
    mails = Mail.objects.order_by("-pk")[:100]
    return _mailbox_page(request, "mail/mailbox.html", {"mails": mails, "kinds": SAMPLES})


def mailbox_item(request: HttpRequest, pk: int) -> HttpResponse:
    """Show one mail as its reader sees it (development only); `?plain` shows the text."""
    return _mail_response(request, get_object_or_404(Mail, pk=pk).content)


def mailbox_preview(request: HttpRequest, pk: int) -> HttpResponse:
    """Show one mail on a phone, on a desktop and as text, with what it carries (development only)."""
    mail = get_object_or_404(Mail, pk=pk)
    return _mailbox_page(
        request, "mail/preview.html", {"title": mail.subject, "mail": mail, "sources": [f"/dev/mail/{pk}"]}
    )


def mailbox_attachment(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the file that a mail carries (development only)."""
    mail = get_object_or_404(Mail, pk=pk)
    if not mail.attachment:
        raise Http404
    file = load_attachment(mail.attachment)
    return HttpResponse(file.content, content_type=file.content_type)


def mail_sample(request: HttpRequest, kind: str, language: str, number: str) -> HttpResponse:
    """Show a sample of one kind of mail as its reader sees it (development only)."""
    if int(number) >= len(SAMPLES.get(kind, ())):
        raise Http404
    return _mail_response(request, render_mail(kind, language, SAMPLES[kind][int(number)]))


def mail_sample_preview(request: HttpRequest, kind: str, language: str) -> HttpResponse:
    """Show all samples of one kind of mail on a phone, on a desktop and as text (development only)."""
    if kind not in SAMPLES:
        raise Http404
    sources = [f"/dev/mail/samples/{kind}/{language}/{number}" for number in range(len(SAMPLES[kind]))]
    return _mailbox_page(request, "mail/preview.html", {"title": f"{kind} ({language})", "sources": sources})


def _mail_response(request: HttpRequest, mail: RenderedMail) -> HttpResponse:
    if "plain" in request.GET or not mail.html:
        response = HttpResponse(mail.text, content_type="text/plain; charset=utf-8")
    else:
        response = HttpResponse(mail.html)
    response["Content-Security-Policy"] = MAIL_POLICY
    response["X-Frame-Options"] = "SAMEORIGIN"
    return response


def _mailbox_page(request: HttpRequest, template: str, context: dict[str, object]) -> HttpResponse:
    response = render(request, template, context)
    response["Content-Security-Policy"] = MAILBOX_POLICY
    return response
