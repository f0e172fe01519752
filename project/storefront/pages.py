"""One page as the server writes it: head, first screen, and the answers its script begins with."""

import functools
import hashlib
import itertools
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Concatenate, ParamSpec
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponsePermanentRedirect
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.timezone import localdate
from django.views.decorators.http import require_safe

from project.core.middleware import content_security_policy
from project.core.throttle import RateLimited, client_network, count, processor_budget
from project.storefront.answers import Answers
from project.storefront.bundle import NotBuilt, bundle, digest
from project.storefront.pictures import Sources
from project.storefront.texts import text

# Each language's own name: it is for those who read only that one.
LANGUAGES = {"en": "English", "hi": "हिन्दी"}
_LOCALES = {"en": "en_IN", "hi": "hi_IN"}
# Pages of one network address per minute; many phones share one.
_PER_MINUTE = 600
_DESCRIPTION_LENGTH = 160
_KEYWORDS_LENGTH = 250
# As frontend/src/app/links.ts has them.
_POLICIES = tuple(
    (f"/{name}", f"shell-more:footer.{name}")
    for name in (
        "shipping",
        "returns",
        "refund",
        "replacement",
        "terms",
        "privacy",
        "cookies",
        "disclaimer",
        "grievance",
    )
)
_LOAD_SCRIPT = (Path(__file__).parent / "load_script.js").read_text().strip()
_LOAD_SCRIPT_HASH = digest(_LOAD_SCRIPT)
P = ParamSpec("P")


@dataclass(frozen=True)
class LargestPicture:
    """The picture that takes most of the first screen: fetched before anything else."""

    sources: Sources
    sizes: str


@dataclass
class Page:
    """What one address shows. Texts are in the active language and are escaped when written."""

    title: str
    template: str
    description: str = ""
    keywords: Sequence[str] = ()
    status: int = 200
    # Path and query that search engines shall list; empty for a page they shall not.
    canonical: str = ""
    # Modules of the front end that this page shows, so that their files are fetched at once.
    modules: tuple[str, ...] = ()
    # Texts beyond those of every page.
    namespaces: tuple[str, ...] = ()
    # Whether a browser may keep it to show it again: not what is one payer's own and changes by the minute.
    stored: bool = True
    # A path below the site, for previews of a link.
    image: str = "/pictures/share.webp"
    kind: str = "website"
    largest_picture: LargestPicture | None = None
    structured: list[dict[str, Any]] = field(default_factory=list)
    context: dict[str, Any] = field(default_factory=dict)


def absolute(path: str) -> str:
    """Return the full address of a path of the shop."""
    return f"{settings.SITE_URL}{path}"


def in_language(path: str, language: str) -> str:
    """Return the full address of a page in a language; English is the one without a parameter."""
    if language == "en":
        return absolute(path)
    return absolute(f"{path}{'&' if '?' in path else '?'}{urlencode({'lang': language})}")


def moved(request: HttpRequest, path: str) -> HttpResponsePermanentRedirect:
    """Send the reader, and search engines for good, to where the page is; the query goes along."""
    query = request.META.get("QUERY_STRING", "")
    return HttpResponsePermanentRedirect(f"{path}?{query}" if query else path)


View = Callable[Concatenate[HttpRequest, Answers, P], Page | HttpResponseBase]


def page(view: View[P]) -> Callable[Concatenate[HttpRequest, P], HttpResponseBase]:
    """Make a view of a function that returns a Page."""

    @require_safe
    @functools.wraps(view)
    def wrapper(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        # One address per page: "/products/" is "/products". What stands in for a missing page has none.
        is_own = request.resolver_match is not None and request.resolver_match.func is wrapper
        if is_own and request.path != "/" and request.path.endswith("/"):
            return moved(request, "/" + request.path.strip("/"))
        with translation.override(_language(request)):
            answers = Answers(request)
            try:
                network = client_network(request)
                count("pages", network, _PER_MINUTE, 60)
                with processor_budget("pages", network):
                    answered = view(request, answers, *args, **kwargs)
                    return _response(request, answered, answers) if isinstance(answered, Page) else answered
            except RateLimited as refusal:
                answered = Page(title=text("common:brand"), template="plain", status=429)
                response = _response(request, answered, answers)
                response["Retry-After"] = str(refusal.retry_after)
                return response

    return wrapper


def _language(request: HttpRequest) -> str:
    """Return what the address asks for, else the reader's choice; never what the browser was sold with."""
    for asked in (request.GET.get("lang"), request.COOKIES.get("language")):
        if asked in LANGUAGES:
            return asked
    return "en"


def _fitting(keywords: Sequence[str]) -> str:
    """Return as many of the keywords, in their order, as a head has room for."""
    lengths = itertools.accumulate(len(word) + 2 for word in keywords)
    return ", ".join(word for word, end in zip(keywords, lengths, strict=True) if end <= _KEYWORDS_LENGTH)


def _response(request: HttpRequest, page: Page, answers: Answers) -> HttpResponseBase:
    try:
        built = bundle()
    except NotBuilt:
        return HttpResponse(
            "The front end is not built yet: deploy/run builds it.", status=503, content_type="text/plain"
        )
    language = str(translation.get_language())
    other_language = next(name for name in LANGUAGES if name != language)
    # Every page has header and footer.
    shop = answers.get("/shop") if page.status != 429 else None
    categories = answers.get("/categories") if page.status != 429 else None
    brand = text("common:brand")
    description = " ".join(page.description.split())
    modules = built.modules(
        *page.modules,
        f"src/i18n/{language}/core.ts",
        *(f"src/i18n/{language}/{name}.json" for name in page.namespaces),
    )
    document = render_to_string(
        f"storefront/{page.template}.html",
        page.context
        | {
            "page": page,
            "language": language,
            "other_language": other_language,
            "other_language_name": LANGUAGES[other_language],
            "locale": _LOCALES[language],
            "head_title": f"{page.title} · {brand}" if page.title != brand else brand,
            "description": description
            if len(description) <= _DESCRIPTION_LENGTH
            else description[: _DESCRIPTION_LENGTH - 1].rsplit(" ", 1)[0] + "…",
            "keywords": _fitting(page.keywords),
            "canonical": in_language(page.canonical, language) if page.canonical else "",
            "alternates": [(name, in_language(page.canonical, name)) for name in LANGUAGES]
            if page.canonical
            else [],
            "image": absolute(page.image),
            "structured": [_json({"@context": "https://schema.org", **item}) for item in page.structured],
            "initial_data": _json({"language": language, "answers": answers.kept}),
            "shop": shop,
            "categories": categories["categories"] if categories else [],
            "policies": _POLICIES,
            "bundle": built,
            "load_script": _LOAD_SCRIPT,
            "fonts": built.fonts(language),
            "modules": [module for module in modules if module != built.script],
            "path": request.path,
            "year": localdate().year,
        },
    )
    return _finished(request, page, document, built.styles_hash)


def _finished(request: HttpRequest, page: Page, document: str, styles_hash: str) -> HttpResponseBase:
    body = document.encode()
    # Weak: the same page is sent compressed and plain.
    etag = f'W/"{hashlib.sha256(body).hexdigest()[:32]}"'
    response = HttpResponse(body, status=page.status)
    response["ETag"] = etag
    # Kept by browsers, asked for again each time: prices and stock stand in it.
    response["Cache-Control"] = "no-cache" if page.stored else "no-store"
    response["Content-Language"] = str(translation.get_language())
    response["Content-Security-Policy"] = content_security_policy(
        styles_hash=styles_hash, script_hash=_LOAD_SCRIPT_HASH
    )
    patch_vary_headers(response, ("Cookie",))
    if page.status == 200:
        answer = get_conditional_response(request, etag=etag, response=response) or response
        # Browsers take over a 304's headers: another policy would block the kept page's own style sheet.
        answer.headers["Content-Security-Policy"] = response.headers["Content-Security-Policy"]
        return answer
    return response


def _json(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
