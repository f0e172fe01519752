"""Addresses that errors and traces are sent to; for settings.py."""

from collections.abc import Mapping
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


def opentelemetry(variables: Mapping[str, str]) -> Mapping[str, str]:
    """Return OpenTelemetry's variables, which may stand in files; traces.py puts them into the environment.

    Raises ImproperlyConfigured when the collector's address is none.
    """
    collector = urlsplit(variables["OTEL_EXPORTER_OTLP_ENDPOINT"])
    if any(collector) and not (collector.scheme in ("http", "https") and collector.hostname):
        raise ImproperlyConfigured("OTEL_EXPORTER_OTLP_ENDPOINT must look like http://collector:4318")
    return variables
