"""The TLS certificate of the shop's own address: when it ends, read by connecting as a browser does.

The worker reads it every ten minutes; the row that it writes is what the operations page, /metrics and the
operators' alerts go by.
"""

import logging
import socket
import ssl
from datetime import datetime, timedelta
from typing import Final
from urllib.parse import urlsplit

from cryptography import x509
from django.conf import settings
from django.utils import timezone

from project.core.models import SiteCertificate

logger = logging.getLogger(__name__)

CONNECT_SECONDS: Final = 5.0
# A certificate that renews itself does so a month before its end: with two weeks left the renewal has failed.
ENDS_SOON: Final = timedelta(days=14)
ENDS_NOW: Final = timedelta(days=3)
# What was read longer ago says nothing of the certificate that is shown now.
READ_WITHIN: Final = timedelta(days=1)


def site_address() -> tuple[str, int] | None:
    """Return host and port of the shop's address; None when it has no TLS."""
    site = urlsplit(settings.SITE_URL)
    return (str(site.hostname), site.port or 443) if site.scheme == "https" else None


def read_end(host: str, port: int) -> datetime:
    """Return when the certificate ends that is shown there.

    Raises OSError (TLS's errors are some) or ValueError.
    """
    # One that has ended, or names somebody else, is read as well: nothing is sent over this connection.
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with (
        socket.create_connection((host, port), timeout=CONNECT_SECONDS) as plain,
        context.wrap_socket(plain, server_hostname=host) as tls,
    ):
        shown = tls.getpeercert(binary_form=True)
    return x509.load_der_x509_certificate(shown or b"").not_valid_after_utc


def renew_site_certificate() -> None:
    """Write down when the certificate of the shop's address ends; one that cannot be read stays as it was."""
    address = site_address()
    if address is None:
        return
    try:
        ends_at = read_end(*address)
    except (OSError, ValueError) as error:
        logger.warning("the certificate of %s:%s cannot be read: %s", *address, error)
        return
    SiteCertificate.objects.update_or_create(
        address=_key(*address), defaults={"ends_at": ends_at, "read_at": timezone.now()}
    )


def find_site_certificate() -> SiteCertificate | None:
    """Return what was last read of the shop's address; None when that is long ago, or never was."""
    address = site_address()
    if address is None:
        return None
    recent = SiteCertificate.objects.filter(read_at__gt=timezone.now() - READ_WITHIN)
    return recent.filter(address=_key(*address)).first()


def _key(host: str, port: int) -> str:
    return f"{host}:{port}"
