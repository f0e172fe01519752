"""Forms of old addresses and of the pages that they lead to."""

import re
import unicodedata
from urllib.parse import unquote, urlsplit

from django.utils.encoding import iri_to_uri
from django.utils.translation import gettext_noop

from project.content.models import MAX_ADDRESS
from project.core.messages import field_error
from project.core.site_address import site_url

# What browsers resolve before they ask, or read as another site's address.
_IMPOSSIBLE = re.compile(r"[\x00-\x1f\x7f\\]|//|/\.{1,2}(/|$)")
# Answered by the API itself, unknown ones as well.
_OF_THE_API = re.compile(r"/api(/|$)")


def normal_path(path: str) -> str:
    """Return the form under which a decoded path is stored and looked up; "" for one that cannot be stored.

    Links differ in case, slashes and ".html" and mean one page.
    """
    if not path.startswith("/") or _IMPOSSIBLE.search(path):
        return ""
    lower = unicodedata.normalize("NFC", path).lower().rstrip("/")
    normal = re.sub(r"\.html?$", "", lower) or "/"
    return normal if len(normal) <= MAX_ADDRESS else ""


def old_path(given: str) -> str:
    """Return the path of an old address, which may be given with its site and its query."""
    path = normal_path(unquote(_without_site(given).partition("?")[0]))
    if path in ("", "/") or _OF_THE_API.match(path):
        raise field_error(gettext_noop("Please enter the path of an old page, such as /collections/malas"))
    return path


def target_path(given: str) -> str:
    """Return the page of this shop that an old address leads to, with its query; never another site's."""
    path, _, query = _without_site(given, site_url()).partition("?")
    path = normal_path(unquote(path))
    target = f"{path}?{iri_to_uri(query)}" if query else path
    if not path or _OF_THE_API.match(path) or len(target) > MAX_ADDRESS or _IMPOSSIBLE.search(query):
        raise field_error(gettext_noop("Please enter the path of a page of this shop, such as /products"))
    return target


def _without_site(given: str, only: str = "") -> str:
    """Return path and query of an address; "" for none, and with `only` for one of another site."""
    try:
        site = urlsplit(given.strip())
    except ValueError:
        return ""
    is_ours = site.netloc in ("", urlsplit(only).netloc) or not only
    if site.scheme not in ("", "http", "https") or not is_ours or not given.isprintable():
        return ""
    path = site.path or ("/" if site.netloc else "")
    return f"{path}?{site.query}" if site.query else path
