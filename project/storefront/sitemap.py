"""Sitemap, robots.txt and security.txt."""

import functools
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from io import StringIO
from urllib.parse import urlencode
from xml.sax.xmlreader import AttributesImpl

from django.conf import settings
from django.db.models import Max
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils import timezone
from django.utils.xmlutils import SimplerXMLGenerator
from django.views.decorators.http import require_safe

from project.catalog.models import Category, Product
from project.content.documents.contents import NAMES
from project.core.shop import shop
from project.core.site_address import site_url
from project.core.throttle import Limit, RateLimited, client_network, processor_budget
from project.events.models import Event

_NAMESPACES = {
    "xmlns": "http://www.sitemaps.org/schemas/sitemap/0.9",
    "xmlns:xhtml": "http://www.w3.org/1999/xhtml",
}
# What one file may hold, languages counted.
_MAX_ADDRESSES = 50_000
_HOUR = 3600
_CONTACT_GOOD_FOR = timedelta(days=180)
# Lists of the whole catalogue, for crawlers.
_FEEDS = Limit("feeds", 60, 60, of_each="network", counts="catalogue lists", note="also by processor time")


def limited_by_network(
    view: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Limit a list of the whole catalogue for each network, by calls and by processor time."""

    @functools.wraps(view)
    def wrapper(request: HttpRequest) -> HttpResponseBase:
        network = client_network(request)
        try:
            _FEEDS.count(network)
            with processor_budget(_FEEDS.scope, network):
                return view(request)
        except RateLimited as refusal:
            return HttpResponse(status=429, headers={"Retry-After": str(refusal.retry_after)})

    return wrapper


@require_safe
@limited_by_network
def sitemap(request: HttpRequest) -> HttpResponse:
    """List every page worth finding, in each language, with the time its content last changed."""
    out = StringIO()
    xml = SimplerXMLGenerator(out, "utf-8")
    xml.startDocument()
    xml.startElement("urlset", AttributesImpl(_NAMESPACES))
    for path, changed in list(_pages())[: _MAX_ADDRESSES // len(settings.LANGUAGES)]:
        for language, _name in settings.LANGUAGES:
            xml.startElement("url", AttributesImpl({}))
            xml.addQuickElement("loc", in_language(path, language))
            if changed is not None:
                xml.addQuickElement("lastmod", changed.date().isoformat())
            for name, href in [
                *((name, in_language(path, name)) for name, _own in settings.LANGUAGES),
                ("x-default", _absolute(path)),
            ]:
                xml.addQuickElement("xhtml:link", attrs={"rel": "alternate", "hreflang": name, "href": href})
            xml.endElement("url")
    xml.endElement("urlset")
    xml.endDocument()
    response = HttpResponse(out.getvalue(), content_type="application/xml; charset=utf-8")
    response["Cache-Control"] = f"public, max-age={_HOUR}"
    return response


def _pages() -> Iterator[tuple[str, datetime | None]]:
    """Yield path and time of change; a list changes with the newest product on it."""
    # Stock comes and goes by itself; what counts is what somebody wrote about the product.
    changes = dict(
        Event.objects.filter(name__in=["product.created", "product.changed"])
        .order_by()
        .values_list("subject")
        .annotate(Max("created_at"))
    )
    products: list[tuple[str, datetime]] = []
    newest: dict[int, datetime] = {}
    for slug, category_id, created_at in Product.objects.visible().values_list(
        "slug", "category_id", "created_at"
    ):
        changed = changes.get(f"product:{slug}", created_at)
        products.append((f"/products/{slug}", changed))
        newest[category_id] = max(changed, newest.get(category_id, changed))
    latest = max(newest.values(), default=None)
    yield "/", latest
    yield "/products", latest
    yield "/rudraksha", latest
    yield "/verify", None
    yield "/rudraksh-recommendation", None
    for name in NAMES:
        yield f"/{name}", None
    for pk, slug in Category.objects.filter(is_shown=True).values_list("pk", "slug"):
        yield f"/category/{slug}", newest.get(pk)
    yield from products


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Let everything be read that is public; private pages and the API say `noindex` themselves."""
    lines = [
        "User-agent: *",
        "Disallow: /sandbox/",
        "Disallow: /dev/",
        "",
        f"Sitemap: {_absolute('/sitemap.xml')}",
    ]
    return _text(lines)


@require_safe
def security(request: HttpRequest) -> HttpResponse:
    """Say to whom security faults are reported (RFC 9116)."""
    email = shop().contact.email
    until = timezone.now().replace(hour=0, minute=0, second=0, microsecond=0) + _CONTACT_GOOD_FOR
    return _text(
        [
            *([f"Contact: mailto:{email}"] if email else []),
            f"Contact: {_absolute('/contact')}",
            f"Expires: {until:%Y-%m-%dT%H:%M:%SZ}",
            f"Preferred-Languages: {', '.join(name for name, _own in settings.LANGUAGES)}",
            f"Canonical: {_absolute('/.well-known/security.txt')}",
        ]
    )


def _text(lines: list[str]) -> HttpResponse:
    response = HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")
    response["Cache-Control"] = f"public, max-age={_HOUR}"
    return response


def _absolute(path: str) -> str:
    """Return the full address of a path of the shop."""
    return f"{site_url()}{path}"


def in_language(path: str, language: str) -> str:
    """Return the full address of a page in a language; English is the one without a parameter."""
    if language == settings.LANGUAGE_CODE:
        return _absolute(path)
    return _absolute(f"{path}{'&' if '?' in path else '?'}{urlencode({'lang': language})}")
