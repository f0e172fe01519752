"""Errors to Sentry: what the log has at the level of an error, and exceptions that nobody caught."""

import logging
import os
from typing import TYPE_CHECKING, Any, Final

import sentry_sdk
from django.conf import settings
from sentry_sdk.integrations.atexit import AtexitIntegration
from sentry_sdk.integrations.dedupe import DedupeIntegration
from sentry_sdk.integrations.django import DjangoIntegration
from sentry_sdk.integrations.excepthook import ExcepthookIntegration
from sentry_sdk.integrations.logging import LoggingIntegration
from sentry_sdk.integrations.threading import ThreadingIntegration

from project import __version__
from project.core.log_rate_limit import LogRateLimit
from project.core.logs import masked, request_id_of
from project.core.request_log import current_request_id

if TYPE_CHECKING:
    from sentry_sdk.types import Event, Hint

# All that an event may have. Left out are the request (path, query, headers, body), the user, the arguments
# and extras of log lines, and breadcrumbs: the log under the request's id has them, masked.
_KEPT: Final = (
    *("event_id", "timestamp", "level", "logger", "platform", "type", "fingerprint", "threads"),
    *("exception", "logentry", "transaction", "transaction_info", "contexts"),
    *("release", "environment", "dist", "server_name", "sdk", "modules"),
)
_CONTEXTS: Final = ("runtime", "trace")
# As in the log: what fails many times a second is sent once a minute.
_rate_limit = LogRateLimit()


def start() -> None:
    """Send this process's errors. SENTRY_ENVIRONMENT, SENTRY_RELEASE and the like are the SDK's own."""
    os.environ.setdefault("SENTRY_RELEASE", __version__)
    sentry_sdk.init(
        dsn=settings.SENTRY_DSN,
        default_integrations=False,
        auto_enabling_integrations=False,
        integrations=[
            LoggingIntegration(level=None, event_level=logging.ERROR),
            DjangoIntegration(signals_spans=False),
            ExcepthookIntegration(),
            ThreadingIntegration(propagate_scope=False),
            DedupeIntegration(),
            AtexitIntegration(callback=lambda pending, timeout: None),
        ],
        in_app_include=["project", "realtime", "worker"],
        include_local_variables=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        auto_session_tracking=False,
        propagate_traces=False,
        before_send=scrub,
        # Traces are OpenTelemetry's.
        traces_sample_rate=None,
        enable_metrics=False,
    )


def scrub(event: "Event", hint: "Hint") -> "Event | None":
    """Return the event without personal data and secrets; None for one that is not sent."""
    record = hint.get("log_record")
    # Requests that Django refuses, such as those for unknown hosts: strangers cause them at will.
    is_refusal = record is not None and record.name.startswith("django.security.")
    if is_refusal or (record is not None and not _rate_limit.filter(record)):
        return None
    fields: dict[str, Any] = {name: value for name, value in event.items() if name in _KEPT}
    if "logentry" in fields:
        text = record.getMessage() if record is not None else fields["logentry"].get("message", "")
        fields["logentry"] = {"message": text}
    # A path that no route matches may hold a secret.
    if fields.pop("transaction_info", {}).get("source") != "route":
        fields.pop("transaction", None)
    contexts = fields.get("contexts", {})
    fields["contexts"] = {name: contexts[name] for name in _CONTEXTS if name in contexts}
    # Of the request that is served, or for which the job was done that failed.
    error = (hint.get("exc_info") or (None, None, None))[1]
    request_id = current_request_id() or request_id_of(error)
    fields["tags"] = {"request_id": request_id} if request_id else {}
    scrubbed: Event = masked(fields)
    return scrubbed
