"""The shop's pages: one view for all that the front end's build lists."""

import json
import re
from collections.abc import Mapping
from functools import lru_cache
from urllib.parse import quote, unquote

from django.db import DatabaseError
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponseNotFound,
    HttpResponsePermanentRedirect,
    HttpResponseRedirect,
)
from django.utils import translation
from django.views.decorators.http import require_safe

from project.content.old_addresses.actions import new_address
from project.content.old_addresses.addresses import normal_path
from project.core.middleware import content_security_policy
from project.core.public_cache import Entry, get_or_compute
from project.core.request_log import name_route
from project.core.shop import last_read
from project.core.site_address import last_site_url, site_url
from project.core.throttle import Limit, RateLimited, client_network, processor_budget
from project.payments.shared.api_names import PAYMENT_STATUS
from project.storefront import manifest
from project.storefront.document import Frame, Look, current_look, digest, frame, look_of
from project.storefront.language import page_language
from project.storefront.manifest import CATCH_ALL, Match, NotBuilt, with_query
from project.storefront.prefetch import Answer, collect, digest_of
from project.storefront.renderer import Redirect, render
from project.support.actions import record_visit

# Many phones share one network address.
_PAGES = Limit("pages", 600, 60, of_each="network", counts="pages", note="also by processor time")
# What stands in a path as it is.
_UNQUOTED = "/:@!$&'()*+,;=~"
# "//evil.example/" would be another site's address, "/cart/.." the front page's: neither is a page of ours.
_NOT_NORMAL = re.compile(r"//|/\.{1,2}(/|$)")
_NOWHERE = "/404"
_PAYMENT_STATUS = f"/api{PAYMENT_STATUS}/"
# Equal bytes for everybody: caches in between may keep them for a minute. A browser asks each time.
_SHARED = "public, max-age=0, s-maxage=60, stale-while-revalidate=60"
# The reader's cookie chose the language, which no cache in between sees.
_ONE_READERS = "private, max-age=0, must-revalidate"
# Our own nginx, which does see it, keeps the page: for one to two seconds, as it counts whole ones.
_PROXY_SECONDS = 1
# What is one person's own, or stands in for a page.
_NOBODY = "no-store"


@require_safe
def page(request: HttpRequest, exception: Exception | None = None) -> HttpResponseBase:
    """Show the page at this address, or that there is none."""
    try:
        built, match = frame(), manifest.match(request.path)
        name_route(request, match.page.path)
        if match.page.path == CATCH_ALL and request.path.endswith("/"):
            # One address per page: "/products/" is "/products".
            unslashed = request.path[:-1] or "/"
            if manifest.match(unslashed).page.path != CATCH_ALL:
                return HttpResponsePermanentRedirect(_with_full_query(_quoted(unslashed), request))
        if match.page.path == CATCH_ALL and not _wants_html(request):
            return HttpResponseNotFound("Not found", content_type="text/plain")
    except NotBuilt:
        return HttpResponse(
            "The front end is not built yet: deploy/run builds it.", status=503, content_type="text/plain"
        )
    language, by_cookie = page_language(request)
    with translation.override(language):
        retry_after = 0
        try:
            network = client_network(request)
            _PAGES.count(network)
            with processor_budget(_PAGES.scope, network):
                answer = _answer(request, match, built, language)
        except RateLimited as refusal:
            answer = _refusal(built, look_of(last_read().brand), language, last_site_url())
            retry_after = refusal.retry_after
    is_public = match.page.access == "public"
    for_all = is_public and answer.headers.get("Cache-Control") != _NOBODY
    response: HttpResponseBase
    if "Location" in answer.headers:
        response = _redirect(request, answer)
    else:
        response = answer.response_to(request) if isinstance(answer, Entry) else answer
        # On a 304, too: browsers take its headers over, and another policy would block the styles.
        response["Content-Language"] = language
        response["Content-Security-Policy"] = answer.headers["Content-Security-Policy"]
    if for_all:
        response["Cache-Control"] = _ONE_READERS if by_cookie else _SHARED
        response["X-Accel-Expires"] = str(_PROXY_SECONDS)
    else:
        response["Cache-Control"] = _NOBODY
    if not is_public:
        response["X-Robots-Tag"] = "noindex"
    if retry_after:
        response["Retry-After"] = str(retry_after)
    return response


def _wants_html(request: HttpRequest) -> bool:
    """Tell readers from whoever fetches a picture or a script."""
    accepted = request.headers.get("Accept", "*/*")
    return "text/html" in accepted or accepted == "*/*"


def _answer(request: HttpRequest, match: Match, built: Frame, language: str) -> Entry | HttpResponse:
    """Return the document, rendered unless it is kept.

    A public page depends on nothing but its address (path and known parameters), the language and the build.
    The others are rendered each time, and compressed only as their reader takes them: a payment's status is
    news, and a shell names its own path.
    """
    known = match.known(request.GET)
    path = _NOWHERE if _NOT_NORMAL.search(request.path) else _quoted(request.path)
    address = with_query(path, known)

    reads = match.reads(known)

    def document(answers: Mapping[str, Answer], look: Look) -> HttpResponse:
        return _document(match, address, answers, built, look, language)

    if match.page.access != "public":
        return document(collect(reads, language), current_look())
    key = f"{built.version} {language} {address}"

    def public_document() -> Entry:
        answers, look = collect(reads, language), current_look()
        # Most changes of the catalogue are about other pages: from the same answers none is rendered twice.
        source = f"{digest_of(answers)} {look}"
        return get_or_compute(f"html {key}", lambda: Entry.of(document(answers, look)), source=source)

    # The answers say whose stock they depend on.
    return get_or_compute(f"page {key}", public_document, any_availability=False)


def _document(
    match: Match, address: str, answers: Mapping[str, Answer], built: Frame, look: Look, language: str
) -> HttpResponse:
    """Render the page from what it reads.

    Marks what stands in for a rendered page, so that no cache keeps it.
    """
    status = _status(match, answers)
    if status in (404, 410) and (target := _new_address(address)):
        return HttpResponse(status=301, headers={"Location": target})
    rendered = render(address, language, answers)
    if isinstance(rendered, Redirect):
        return HttpResponse(status=rendered.status, headers={"Location": rendered.location})
    if match.page.access == "payment":
        _record_visits(answers)
    if rendered is None:
        plain = built.plain(language, look, answers)
        return _uncacheable(_response(plain, built, look, status, site=site_url()))
    status = 404 if match.page.path == CATCH_ALL else rendered.status
    document = built.rendered(language, look, rendered)
    response = _response(document, built, look, status, site=site_url())
    if rendered.status >= 500 or any(answer.status >= 500 for answer in answers.values()):
        return _uncacheable(response)
    return response


def _new_address(address: str) -> str:
    """Return where a missing page moved; "" if nowhere, and while the database is away."""
    try:
        path, _, query = new_address(normal_path(unquote(address.partition("?")[0]))).partition("?")
    except DatabaseError:
        return ""
    return f"{_quoted(path)}?{query}" if query else _quoted(path)


@lru_cache(maxsize=4)
def _refusal(built: Frame, look: Look, language: str, site: str) -> Entry:
    """Return the document for who asks too often: it must cost us nothing."""
    return Entry.of(_uncacheable(_response(built.plain(language, look, {}), built, look, 429, site=site)))


def _response(document: bytes, built: Frame, look: Look, status: int, *, site: str) -> HttpResponse:
    """Return the document with the policy that allows its own style and script; it is kept with it."""
    styles = filter(None, (built.styles_hash, look.style and digest(look.style)))
    policy = content_security_policy(site=site, styles_hashes=styles, script_hash=built.script_hash)
    return HttpResponse(document, status=status, headers={"Content-Security-Policy": policy})


def _uncacheable(response: HttpResponse) -> HttpResponse:
    response["Cache-Control"] = _NOBODY
    return response


def _status(match: Match, answers: Mapping[str, Answer]) -> int:
    """Return the status of a page that is not rendered, as far as the API's answers tell."""
    if match.page.path == CATCH_ALL:
        return 404
    own = answers.get(match.own_read() or "")
    # A payment's page waits for one that is not known yet.
    if own is None or match.page.access == "payment":
        return 200
    if own.status >= 500:
        return 503
    return own.status if own.status in (404, 410) else 200


def _record_visits(answers: Mapping[str, Answer]) -> None:
    for address, answer in answers.items():
        if address.startswith(_PAYMENT_STATUS) and answer.status == 200:
            shown = json.loads(answer.body)["data"]
            record_visit(shown["transactionId"], shown["outcome"])


def _quoted(path: str) -> str:
    return quote(path, safe=_UNQUOTED)


def _with_full_query(location: str, request: HttpRequest) -> str:
    query = request.META.get("QUERY_STRING", "")
    return f"{location}?{query}" if query and "?" not in location else location


def _redirect(request: HttpRequest, answer: Entry | HttpResponse) -> HttpResponse:
    status = answer.status if isinstance(answer, Entry) else answer.status_code
    if status == 301:
        # For good, and for search engines: the language and whatever else was asked for goes along.
        return HttpResponsePermanentRedirect(_with_full_query(answer.headers["Location"], request))
    return HttpResponseRedirect(answer.headers["Location"])
