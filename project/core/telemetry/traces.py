"""Traces to an OpenTelemetry collector by OTLP over HTTP: requests, jobs, and what they ask of others.

The instrumentations of Django, psycopg, Redis and httpx are OpenTelemetry's own. The variables of its
specification hold: OTEL_TRACES_SAMPLER, OTEL_RESOURCE_ATTRIBUTES, OTEL_BSP_SCHEDULE_DELAY and so on.
"""

import os
import socket
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from django.conf import settings
from huey.contrib.djhuey import HUEY
from opentelemetry import context, propagate, trace
from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.instrumentation.django import DjangoInstrumentor
from opentelemetry.instrumentation.httpx import HTTPXClientInstrumentor
from opentelemetry.instrumentation.psycopg import PsycopgInstrumentor
from opentelemetry.instrumentation.redis import RedisInstrumentor
from opentelemetry.propagators.textmap import TextMapPropagator
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import Event, ReadableSpan, Span, SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter, SpanExportResult
from opentelemetry.trace import SpanKind, Status, StatusCode

from project import __version__
from project.core import request_log
from project.core.env import find
from project.core.logs import mask
from project.core.request_log import current_request_id

# All that a span may have, by the names of both generations of the conventions. Left out are addresses (paths
# and queries hold secrets), callers' addresses, their browsers, and headers.
_KEPT: Final = frozenset(
    (
        *("request_id", "error.type", "http.route", "http.request.method", "http.response.status_code"),
        *("http.method", "http.status_code", "http.scheme", "url.scheme", "http.flavor"),
        *("network.protocol.version", "server.port", "net.peer.port"),
        *("db.system", "db.system.name", "db.name", "db.namespace", "db.operation.name", "db.statement"),
        *("db.query.text", "db.redis.database_index", "db.redis.args_length", "db.redis.pipeline_length"),
        *("exception.type", "exception.message", "exception.stacktrace", "exception.escaped"),
    )
)
# Of calls to others alone: in a request these name the caller.
_KEPT_OF_CLIENTS: Final = frozenset(("server.address", "net.peer.name", "http.host"))
_NOT_TRACED: Final = "healthz,readyz,metrics"


def instrument() -> None:
    """Have Django, psycopg, Redis and httpx make spans, once there is somebody to take them."""
    own = {"OTEL_EXPORTER_OTLP_ENDPOINT": settings.OTEL_EXPORTER_OTLP_ENDPOINT}
    # It may stand in a file, which the SDK does not read.
    if headers := find("OTEL_EXPORTER_OTLP_HEADERS"):
        own["OTEL_EXPORTER_OTLP_HEADERS"] = headers
    os.environ.update(own)
    os.environ.setdefault("OTEL_SERVICE_NAME", "akshamala")
    if os.environ.get("OTEL_PROPAGATORS", "none") == "none":
        propagate.set_global_textmap(_NoPropagation())
    excluded = os.environ.get("OTEL_PYTHON_DJANGO_EXCLUDED_URLS", _NOT_TRACED)
    # Inside the middleware that gives the request its id.
    DjangoInstrumentor().instrument(excluded_urls=excluded, middleware_position=1)
    PsycopgInstrumentor().instrument()
    RedisInstrumentor().instrument()
    HTTPXClientInstrumentor().instrument()


def start() -> None:
    """Send this process's spans, in a thread of its own."""
    instance = f"{socket.gethostname()}-{os.getpid()}"
    ours = {"service.instance.id": instance, "service.version": __version__}
    provider = TracerProvider(resource=Resource.create(ours))
    provider.add_span_processor(_RequestIds())
    provider.add_span_processor(BatchSpanProcessor(_Scrubbing(OTLPSpanExporter())))
    trace.set_tracer_provider(provider)
    request_log.on_bind.append(_name_request)
    _trace_jobs()


class _NoPropagation(TextMapPropagator):
    """Callers choose no trace of ours, and no provider learns it.

    OpenTelemetry's own "none" leaves its Django middleware without a context to go back to.
    """

    fields: ClassVar[set[str]] = set()

    def extract(self, carrier: Any, context: Context | None = None, getter: Any = None) -> Context:
        return context or Context()

    def inject(self, carrier: Any, context: Context | None = None, setter: Any = None) -> None:
        """Send nothing along."""


class _RequestIds(SpanProcessor):
    """Names in each span the request it belongs to."""

    def on_start(self, span: Span, parent_context: Context | None = None) -> None:
        if request_id := current_request_id():
            span.set_attribute("request_id", request_id)


def _name_request(request_id: str) -> None:
    """Name the request in the span of the job that begins to work for it."""
    trace.get_current_span().set_attribute("request_id", request_id)


# -- Jobs ----------------------------------------------------------------------------------------


def _trace_jobs() -> None:
    """Make a span of each job that the worker does; Huey has no instrumentation of its own."""
    tracer = trace.get_tracer("akshamala.jobs")
    running: dict[str, tuple[trace.Span, Any]] = {}

    def begin_span(task: Any) -> None:
        span = tracer.start_span(f"job {task.name}", Context(), SpanKind.CONSUMER)
        running[task.id] = span, context.attach(trace.set_span_in_context(span))

    def end_span(task: Any, value: object, error: BaseException | None) -> None:
        span, token = running.pop(task.id)
        context.detach(token)
        if error is not None:
            span.record_exception(error)
            span.set_status(Status(StatusCode.ERROR))
        span.end()

    HUEY.pre_execute()(begin_span)
    HUEY.post_execute()(end_span)


# -- What leaves ---------------------------------------------------------------------------------


class _Scrubbing(SpanExporter):
    """Hands on what may leave of each span."""

    def __init__(self, exporter: SpanExporter) -> None:
        self._exporter = exporter

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        # Queries outside of requests and jobs: sweeps, heartbeats, the live link's tail.
        wanted = [scrub(span) for span in spans if span.parent or span.kind is not SpanKind.CLIENT]
        return self._exporter.export(wanted) if wanted else SpanExportResult.SUCCESS

    def shutdown(self) -> None:
        self._exporter.shutdown()

    def force_flush(self, timeout_millis: int = 30_000) -> bool:
        return self._exporter.force_flush(timeout_millis)


def scrub(span: ReadableSpan) -> ReadableSpan:
    """Return the span without personal data and secrets."""
    kept = _KEPT | _KEPT_OF_CLIENTS if span.kind is SpanKind.CLIENT else _KEPT
    return ReadableSpan(
        name=mask(span.name),
        context=span.get_span_context(),
        parent=span.parent,
        resource=span.resource,
        attributes=_scrubbed(span.attributes, kept),
        events=[Event(each.name, _scrubbed(each.attributes, kept), each.timestamp) for each in span.events],
        kind=span.kind,
        status=Status(span.status.status_code),
        start_time=span.start_time,
        end_time=span.end_time,
        instrumentation_scope=span.instrumentation_scope,
    )


def _scrubbed(attributes: Mapping[str, Any] | None, kept: frozenset[str]) -> dict[str, Any]:
    return {
        name: mask(value) if isinstance(value, str) else value
        for name, value in (attributes or {}).items()
        if name in kept
    }
