"""Figures of this process for Prometheus, at `/metrics`.

gunicorn's processes share theirs through files (deploy/gunicorn.conf.py), so that one answer speaks for the
group. Labels come from fixed lists (routes, states), never from what a caller wrote: each is kept for ever.
"""

import os

from django.db import connection
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest, multiprocess

from project import __version__

BUILD = Gauge("akshamala_build_info", "The version of the shop.", ["version"], multiprocess_mode="mostrecent")
BUILD.labels(__version__).set(1)

_METHODS = {"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"}

REQUESTS = Counter(
    "akshamala_requests", "Requests answered, by route and status.", ["method", "route", "status"]
)
REQUEST_SECONDS = Histogram(
    "akshamala_request_seconds",
    "Time to answer a request, by route.",
    ["route"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)
DATABASE_CONNECTIONS = Gauge(
    "akshamala_database_connections",
    "Connections of the pool: open, idle, and threads that wait for one.",
    ["state"],
    multiprocess_mode="livesum",
)
LIVE_SOCKETS = Gauge("akshamala_live_sockets", "Open sockets.", multiprocess_mode="livesum")
LIVE_TOPICS = Gauge("akshamala_live_topics", "Topics that somebody watches.", multiprocess_mode="livesum")
LIVE_WAKES = Counter(
    "akshamala_live_wakes",
    "Changed topics the hub was told of: by a hint, or by its tail of the events.",
    ["by"],
)
LIVE_CORRECTIONS = Counter(
    "akshamala_live_corrections",
    "Pushes of changes for which no hint came. With a broker many of them mean that hints get lost.",
)
LIVE_PUSHES = Counter("akshamala_live_pushes", "Frames handed to sockets.")
LIVE_PUSH_SECONDS = Histogram(
    "akshamala_live_push_seconds",
    "Time from a topic's change becoming known here to its hand-over to the sockets.",
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5),
)
# The checks of project/backoffice/health/checks.py; operators are not told of those of severity "none".
OPERATIONS_STATUS = Gauge(
    "akshamala_operations_status",
    "0 ok, 1 warning, 2 failing.",
    ["check", "severity"],
    multiprocess_mode="mostrecent",
)
OPERATIONS_COUNT = Gauge(
    "akshamala_operations_count",
    "How much of it waits or failed.",
    ["check"],
    multiprocess_mode="mostrecent",
)
OPERATIONS_AGE_SECONDS = Gauge(
    "akshamala_operations_age_seconds",
    "For how long the oldest has waited, or how long ago it was last done.",
    ["check"],
    multiprocess_mode="mostrecent",
)
PAYMENTS = Gauge(
    "akshamala_payments",
    "Payments there are, by status.",
    ["status"],
    multiprocess_mode="mostrecent",
)


def count_request(*, method: str, route: str, status: int, seconds: float) -> None:
    """Count an answered request; the route is a pattern, not a path."""
    REQUESTS.labels(method if method in _METHODS else "other", route, str(status)).inc()
    REQUEST_SECONDS.labels(route).observe(seconds)
    pool = getattr(connection, "pool", None)
    if pool is not None:
        stats = pool.get_stats()
        DATABASE_CONNECTIONS.labels("open").set(stats.get("pool_size", 0))
        DATABASE_CONNECTIONS.labels("idle").set(stats.get("pool_available", 0))
        DATABASE_CONNECTIONS.labels("waiting").set(stats.get("requests_waiting", 0))


def as_text() -> bytes:
    """Return the figures of this process, or of its group, in Prometheus's text format."""
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        registry = CollectorRegistry()
        multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry)
    return generate_latest()
