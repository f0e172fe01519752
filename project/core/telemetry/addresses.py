"""Addresses that errors and traces are sent to; for settings.py."""

from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured


def sentry_dsn(address: str, *, allow_http: bool) -> str:
    """Return the address that errors go to, empty for none.

    Raises ImproperlyConfigured for what is no DSN.
    """
    parts = urlsplit(address)
    is_dsn = parts.username and parts.hostname and parts.path.strip("/")
    if address and not (is_dsn and parts.scheme in ({"https", "http"} if allow_http else {"https"})):
        raise ImproperlyConfigured("SENTRY_DSN must look like https://key@host/number")
    return address


def collector(address: str) -> str:
    """Return the address of OpenTelemetry's collector, empty for none.

    Raises ImproperlyConfigured when it is no address.
    """
    parts = urlsplit(address)
    if address and not (parts.scheme in ("http", "https") and parts.hostname):
        raise ImproperlyConfigured("OTEL_EXPORTER_OTLP_ENDPOINT must look like http://collector:4318")
    return address


def is_secure_address(address: str, *, allow_http: bool) -> bool:
    """Return whether a secret may be sent there: to an https address, or to none."""
    parts = urlsplit(address)
    schemes = {"https", "http"} if allow_http else {"https"}
    return not address or (parts.scheme in schemes and bool(parts.hostname))
