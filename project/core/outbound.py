"""Requests to addresses that somebody enters on screen: they must not lead into the shop's own network.

A name is resolved once, and the connection goes to the address that was checked.
"""

import asyncio
import socket
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import lru_cache
from typing import Any, Final

import httpx
from django.conf import settings

from project.core.public_addresses import is_public

SECONDS: Final = 10.0
MOST_REDIRECTS: Final = 3


class AddressRefused(Exception):
    """The address is not public; the text is a short code of why."""


class DownloadFailed(Exception):
    """There is no file at the address, or a larger one than expected; the text is a short code of why."""


def public_address(url: str, *, http: bool = False) -> str:
    """Return an IP address of the URL's host, resolved now; all of them must be public.

    Raises AddressRefused, also for other schemes than https, or http where it is allowed.
    """
    try:
        parsed = httpx.URL(url)
    except (httpx.InvalidURL, TypeError, ValueError):
        raise AddressRefused("not an address") from None
    is_private_host = parsed.host in settings.OUTBOUND_PRIVATE_HOSTS
    if parsed.scheme != "https" and not ((http or is_private_host) and parsed.scheme == "http"):
        raise AddressRefused("not https")
    if not parsed.host or parsed.userinfo or (parsed.fragment and not http):
        raise AddressRefused("not an address")
    try:
        found = socket.getaddrinfo(parsed.host, parsed.port or 443, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise AddressRefused("unknown host") from None
    addresses = [str(entry[4][0]) for entry in found]
    if not is_private_host and not all(map(is_public, addresses)):
        raise AddressRefused("private address")
    return addresses[0]


@asynccontextmanager
async def open_response(
    method: str, url: str, address: str, *, headers: dict[str, str], content: bytes | None = None
) -> AsyncIterator[httpx.Response]:
    """Ask the checked address in the name of the host; neither redirects nor proxies lead elsewhere."""
    parsed = httpx.URL(url)
    async with (
        httpx.AsyncClient(verify=tls_context(), trust_env=False, follow_redirects=False) as client,
        client.stream(
            method,
            parsed.copy_with(host=address),
            content=content,
            headers={**headers, "Host": parsed.netloc.decode(), "Accept-Encoding": "identity"},
            extensions={"sni_hostname": parsed.host},
            timeout=SECONDS,
        ) as response,
    ):
        yield response


def is_certificate_error(error: BaseException | None) -> bool:
    """Return whether the connection failed because of TLS."""
    return error is not None and (
        isinstance(error, ssl.SSLError) or is_certificate_error(error.__cause__ or error.__context__)
    )


@lru_cache(maxsize=1)
def tls_context() -> ssl.SSLContext:
    """Return the trusted certificates; reading them for each request would take too long."""
    return httpx.create_ssl_context()


async def download(
    url: str, *, most_bytes: int, seconds: float, most_redirects: int = MOST_REDIRECTS
) -> bytes:
    """Return the file at a public address; redirects are checked like it.

    Raises AddressRefused, DownloadFailed.
    """
    try:
        async with asyncio.timeout(seconds):
            for _redirect in range(most_redirects + 1):
                found = await _get(url, most_bytes)
                if isinstance(found, bytes):
                    return found
                url = found
    except TimeoutError:
        raise DownloadFailed("timeout") from None
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise DownloadFailed("certificate" if is_certificate_error(error) else "no connection") from None
    raise DownloadFailed("too many redirects")


async def _get(url: str, most_bytes: int) -> bytes | str:
    """Return the file, or the address that it is at instead."""
    address: Any = await asyncio.to_thread(public_address, url, http=True)
    async with open_response("GET", url, address, headers={"User-Agent": "Akshamala-Import"}) as response:
        if response.is_redirect:
            return str(httpx.URL(url).join(response.headers["Location"]))
        if response.status_code != 200:
            raise DownloadFailed(str(response.status_code))
        body = b""
        async for chunk in response.aiter_raw():
            body += chunk
            if len(body) > most_bytes:
                raise DownloadFailed("too large")
        return body
