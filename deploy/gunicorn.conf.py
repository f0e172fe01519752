"""Configuration of gunicorn for pages and REST, used by compose.yaml and the benchmarks."""

import os
import tempfile
from typing import Any

from gunicorn.workers.gthread import ThreadWorker

from project.core.env import Environment
from project.core.logs import logging_settings

# Folder of all workers' figures, so that each can answer /metrics for all.
os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", tempfile.mkdtemp(prefix="akshamala-metrics-"))
# Connections accepted at the stop, limited so that a flood cannot keep the process busy.
LAST_ACCEPTED = 64


class Worker(ThreadWorker):  # type: ignore[misc]
    """A worker that closes its listener at once when it stops.

    gunicorn's own worker stops accepting but keeps the listener open while it answers the last requests. New
    connections are then reset after the request was sent, when a proxy must not repeat an order. A closed
    listener refuses before anything is sent.
    """

    def set_accept_enabled(self, enabled):  # type: ignore[no-untyped-def]
        super().set_accept_enabled(enabled)
        if enabled or self.alive:
            return
        for listener in self.sockets:
            for _ in range(LAST_ACCEPTED):
                waiting = self.nr_conns
                self.accept(listener)
                if self.nr_conns == waiting:
                    break
            listener.close()


def post_worker_init(worker):  # type: ignore[no-untyped-def]
    """Start telemetry in each worker, after the application is loaded."""
    from project.core.telemetry.setup import start

    start()


# Threads, because the sync handlers mostly wait for Postgres.
worker_class = Worker
workers = 4
threads = 8
# Loaded once and shared by the workers, in a quarter of the processor time; nothing listens before.
preload_app = True
# Longer than nginx keeps an idle connection (60 s). With gunicorn's default of 2 s a connection closes while
# a request is being sent, which gets a 502.
keepalive = 75
max_requests = 20_000
max_requests_jitter = 2_000
graceful_timeout = 25
limit_request_line = 8190
worker_tmp_dir = "/tmp"
# Unused, and the groups of a host would share its path.
control_socket_disable = True
# gunicorn's log lines in the common format.
_env = Environment.read()
logconfig_dict = logging_settings(
    _env.LOG_LEVEL, as_json=not _env.DEBUG if _env.LOG_JSON is None else _env.LOG_JSON
)


def child_exit(server: Any, worker: Any) -> None:
    """Remove an ended worker's gauges from the figures."""
    from prometheus_client import multiprocess

    multiprocess.mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]
