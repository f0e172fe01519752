"""Sending one message: a public address, a signature, one POST.

An admin, or whoever took an admin's session, chooses the address: it must not lead into the shop's own
network. The name is resolved once, and the connection goes to the address that was checked.
"""

import asyncio
import base64
import secrets
import socket
import ssl
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Final

import httpx
from django.conf import settings
from standardwebhooks import Webhook

from project import __version__
from project.core.public_addresses import is_public

SECONDS: Final = 10.0
MOST_BYTES: Final = 4096


class AddressRefused(Exception):
    """The address is no public https address; the text is a short code of why."""


@dataclass(frozen=True)
class Outcome:
    """The result of a try: a status code and the answer's beginning, or a short code of why there is none."""

    status_code: int | None = None
    answer: str = ""
    error: str = ""

    @property
    def is_taken(self) -> bool:
        """Return whether the receiver took the message."""
        return self.status_code is not None and 200 <= self.status_code < 300


def new_secret() -> str:
    """Return a secret as Standard Webhooks writes it."""
    return "whsec_" + base64.b64encode(secrets.token_bytes(32)).decode()


def public_address(url: str) -> str:
    """Return an address of the URL's host, resolved now; all of them must be public.

    Raises AddressRefused.
    """
    try:
        parsed = httpx.URL(url)
    except (httpx.InvalidURL, TypeError, ValueError):
        raise AddressRefused("not an address") from None
    is_private_host = parsed.host in settings.WEBHOOK_PRIVATE_HOSTS
    if parsed.scheme != "https" and not (is_private_host and parsed.scheme == "http"):
        raise AddressRefused("not https")
    if not parsed.host or parsed.userinfo or parsed.fragment:
        raise AddressRefused("not an address")
    try:
        found = socket.getaddrinfo(parsed.host, parsed.port or 443, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise AddressRefused("unknown host") from None
    addresses = [str(entry[4][0]) for entry in found]
    if not is_private_host and not all(map(is_public, addresses)):
        raise AddressRefused("private address")
    return addresses[0]


def send(*, url: str, keys: Sequence[str], message_id: str, body: str, now: datetime) -> Outcome:
    """Post the message, signed by each of the keys, and return the result."""
    try:
        address = public_address(url)
    except AddressRefused as refusal:
        return Outcome(error=str(refusal))
    headers = {
        "Content-Type": "application/json",
        "User-Agent": f"Akshamala-Webhooks/{__version__}",
        "Webhook-Id": message_id,
        "Webhook-Timestamp": str(int(now.timestamp())),
        "Webhook-Signature": " ".join(Webhook(key).sign(message_id, now, body) for key in keys),
    }
    try:
        return asyncio.run(asyncio.wait_for(_post(httpx.URL(url), address, headers, body), SECONDS))
    except (TimeoutError, httpx.TimeoutException):
        return Outcome(error="timeout")
    except httpx.HTTPError as error:
        return Outcome(error="certificate" if _is_of_tls(error) else "no connection")


def _is_of_tls(error: BaseException | None) -> bool:
    return error is not None and (
        isinstance(error, ssl.SSLError) or _is_of_tls(error.__cause__ or error.__context__)
    )


async def _post(url: httpx.URL, address: str, headers: dict[str, str], body: str) -> Outcome:
    """Post to the checked address in the name of the host; neither redirects nor proxies lead elsewhere."""
    async with (
        httpx.AsyncClient(verify=tls_context(), trust_env=False, follow_redirects=False) as client,
        client.stream(
            "POST",
            url.copy_with(host=address),
            content=body.encode(),
            headers={**headers, "Host": url.netloc.decode(), "Accept-Encoding": "identity"},
            extensions={"sni_hostname": url.host},
            timeout=SECONDS,
        ) as response,
    ):
        start = b""
        async for chunk in response.aiter_raw():
            start += chunk
            if len(start) >= MOST_BYTES:
                break
        text = start[:MOST_BYTES].decode(errors="replace").replace("\x00", "\ufffd")
        return Outcome(status_code=response.status_code, answer=text)


@lru_cache(maxsize=1)
def tls_context() -> ssl.SSLContext:
    """Return the trusted certificates; reading them for each message would take too long."""
    return httpx.create_ssl_context()
