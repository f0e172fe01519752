"""The shop's own address: the operator's SITE_URL, else the one that an admin has entered on screen.

No link is ever made from a request's Host header: whoever sends a request chooses it. Until there is an
address, a shop in production answers to every host name, as its owner has yet to reach it by one.
"""

from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.http.request import split_domain_port, validate_host
from django.utils.crypto import salted_hmac

from project.core.connections import last_values, stored_values
from project.core.shop import current_reading

CONNECTION: Final = "site"
# Where the shop proves that an address is its own.
PROOF_PATH: Final = "/.well-known/shop-address"
_PROOF_SALT: Final = "akshamala.site"
# The names of the machine itself, which are one in development.
LOCAL_HOSTS: Final = ("127.0.0.1", "localhost")


def site_url() -> str:
    """Return the shop's address without a slash at its end; until it is set, the machine's own."""
    return _chosen_url() or str(settings.LOCAL_URL)


def last_site_url() -> str:
    """Return the address that this process has read last: for what must not ask the database."""
    return str(settings.SITE_URL or last_values(CONNECTION).get("url") or settings.LOCAL_URL)


def is_site_url_set() -> bool:
    """Return whether the operator or an admin has said what the shop's address is."""
    return bool(_chosen_url())


def site_origins() -> list[str]:
    """Return the exact origins of the shop's pages."""
    site = urlsplit(site_url())
    if settings.DEBUG and site.hostname in LOCAL_HOSTS:
        return [f"{site.scheme}://{name}:{site.port or 80}" for name in LOCAL_HOSTS]
    return [site_url()]


def is_own_origin(origin: str, host: str) -> bool:
    """Return whether a page of the shop has this origin; `host` is the request's Host header.

    Where every host name answers, that one is the shop's: a page elsewhere has another.
    """
    return origin in site_origins() or (_answers_to_all() and urlsplit(origin).netloc == host)


def is_own_host(host: str) -> bool:
    """Return whether the shop answers to this Host header; the operator's SITE_URL is for Django to check.

    The address that was read last needs no query, so that cached and refused pages need none. Another process
    than the one that saved a new address thus answers to the former one until it next reads the address.
    """
    if settings.SITE_URL:
        return True
    is_known = _is_host_of(last_values(CONNECTION).get("url", ""), host)
    return is_known or _answers_to_all() or _is_host_of(site_url(), host)


def site_proof(challenge: str, host: str) -> str:
    """Return the answer that only this shop can give to a challenge, under this host name."""
    name = split_domain_port(host)[0]
    return salted_hmac(_PROOF_SALT, f"{name}:{challenge}", algorithm="sha256").hexdigest()


def _is_host_of(url: str, host: str) -> bool:
    allowed = [urlsplit(url).hostname or "", *settings.FURTHER_HOSTS]
    return validate_host(split_domain_port(host)[0], allowed)


def _answers_to_all() -> bool:
    # In development mails can be read: a name of somebody else's that leads to this machine must not do so.
    return not settings.DEBUG and not is_site_url_set()


def _chosen_url() -> str:
    if settings.SITE_URL:
        return str(settings.SITE_URL)
    reading = current_reading()
    if reading is None:
        return stored_values(CONNECTION).get("url", "")
    if reading.site_url is None:
        reading.site_url = stored_values(CONNECTION).get("url", "")
    return reading.site_url
