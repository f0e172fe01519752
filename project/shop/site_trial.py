"""Trial of an address that an admin enters: the shop asks itself there for a proof."""

import asyncio
import re
import secrets
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.crypto import constant_time_compare
from django.utils.encoding import punycode
from django.utils.translation import gettext as _

from project.core.errors import DomainError, ErrorCode
from project.core.outbound import SECONDS, AddressRefused, DownloadFailed, download
from project.core.site_address import PROOF_PATH, site_proof

# A name of DNS with a dot, in ASCII; an IP address has no certificate, and no passkeys.
_NAME: Final = re.compile(
    r"(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]"
)


class ConnectionFailed(DomainError):
    """The other side did not accept what was entered."""

    code = ErrorCode.CONNECTION_FAILED


def normal_site_url(typed: str) -> str:
    """Return the address as browsers send it: https, a name in ASCII (Punycode), nothing behind it.

    In development also http on this machine, with a port. Raises ConnectionFailed.
    """
    try:
        url = urlsplit(typed if "://" in typed else f"https://{typed}")
        name, port = punycode(url.hostname or "").lower(), url.port
    except ValueError:
        raise _malformed() from None
    is_local = name in settings.OUTBOUND_PRIVATE_HOSTS
    if "@" in url.netloc or url.path not in ("", "/") or url.query or url.fragment or (port and not is_local):
        raise _malformed()
    if is_local and url.scheme == "http":
        return f"http://{name}:{port or 80}"
    if url.scheme != "https":
        text = _("The address must begin with https://: nothing else is safe for shoppers")
        raise ConnectionFailed("not https", text=text)
    if not _NAME.fullmatch(name):
        raise _malformed()
    return f"https://{name}"


def try_site(url: str) -> None:
    """Ask the address for a proof that only this shop can give. Raises ConnectionFailed."""
    challenge = secrets.token_urlsafe(32)
    proof = site_proof(challenge, urlsplit(url).netloc)
    asked = f"{url}{PROOF_PATH}?challenge={challenge}"
    try:
        answer = asyncio.run(download(asked, most_bytes=len(proof), seconds=SECONDS, most_redirects=0))
    except (AddressRefused, DownloadFailed) as failure:
        raise ConnectionFailed(str(failure), text=_explained(str(failure))) from None
    if not constant_time_compare(answer.decode("latin1"), proof):
        raise ConnectionFailed("another server", text=_explained("another server"))


def _explained(reason: str) -> str:
    match reason:
        case "unknown host":
            return _("No server is found under this name. Check its DNS record; a new one takes a while")
        case "private address":
            return _(
                "From the shop’s machine this name leads into a private network. If that is meant so, the "
                "operator sets SITE_URL instead"
            )
        case "certificate":
            return _("Browsers would refuse the certificate of this address")
        case "too many redirects":
            return _("This address leads on to another one. Enter the one where it ends")
        case "timeout" | "no connection":
            return _(
                "The shop does not answer at this address. Check DNS record and proxy. A shop behind a "
                "router may be unable to reach itself from outside: then the operator sets SITE_URL instead"
            )
    return _(
        "Something else than this shop answers at this address, or the proxy in front of it does not pass on "
        "the Host header"
    )


def _malformed() -> ConnectionFailed:
    text = _("Enter the name alone, such as https://shop.example, without port, path or user")
    return ConnectionFailed("malformed", text=text)
