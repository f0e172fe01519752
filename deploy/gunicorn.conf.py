"""How gunicorn serves pages and REST; compose.yaml and the benchmarks start it with this file."""

import os
import tempfile
from typing import Any

from gunicorn.workers.gthread import ThreadWorker

from project.core.logs import logging_settings
from project.env import env, env_bool

# The workers' figures lie here, so that whichever answers /metrics speaks for all.
os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", tempfile.mkdtemp(prefix="akshamala-metrics-"))
# Accepted at once at the end, so that a flood cannot keep a stopping process busy.
LAST_ACCEPTED = 64


class Worker(ThreadWorker):  # type: ignore[misc]
    """A worker that leaves nobody behind in the listener's backlog when it stops.

    gunicorn's own stops accepting and keeps the listener open while it answers the last requests: whoever
    connects meanwhile is refused only after the request was sent, and a proxy must not repeat an order then.
    Closed at once, the listener refuses before anything is sent.
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
    """Have each worker send what it finds, and look for faults; the application is loaded by now."""
    from project.backoffice.operator_alerts import watch
    from project.core.telemetry import start

    start()
    watch()


# Threads, because the handlers are sync and wait for Postgres most of the time.
worker_class = Worker
workers = 4
threads = 8
# Loaded once and shared by the workers: ready in a quarter of the processor's time; nothing listens before.
preload_app = True
# Longer than nginx keeps an idle connection (60 s): gunicorn's own 2 s end it just when the next request is
# on its way, and an order that is sent then gets a 502.
keepalive = 75
max_requests = 20_000
max_requests_jitter = 2_000
graceful_timeout = 25
limit_request_line = 8190
worker_tmp_dir = "/tmp"
# Nobody uses it, and the groups of one host would share a path.
control_socket_disable = True
# Its own lines in the form of all others.
logconfig_dict = logging_settings(
    env("LOG_LEVEL", "INFO"), as_json=env_bool("LOG_JSON", not env_bool("DEBUG", False))
)


def child_exit(server: Any, worker: Any) -> None:
    """Take what a worker that has ended reported of the moment out of the figures."""
    from prometheus_client import multiprocess

    multiprocess.mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]
