"""The shop as real processes: one database, any number of web servers and workers."""

import os
import secrets
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Self
from urllib.parse import urlsplit, urlunsplit

import httpx
import psycopg
from psycopg import sql

from deploy import processes
from deploy.environment import ROOT, prepare_node
from deploy.machine import find_program
from tests.environment import MIGRATED_DATABASE, MIGRATED_DUMP, share_pictures
from tests.switches import process_variables

STARTS_WITHIN_SECONDS = 60.0


class ServerProcess:
    """One process of the shop. `stop` asks it to end (TERM), `kill` ends it as a power cut would.

    One that is not ready in time is killed, and RuntimeError is raised with its log. Several start at the
    same time when they are made without waiting: `waits=False`, and `wait_until_ready` later.
    """

    def __init__(
        self,
        command: Sequence[str | Path],
        *,
        environment: Mapping[str, str],
        log: Path,
        url: str = "",
        ready: str = "/readyz",
        starts_within_seconds: float = STARTS_WITHIN_SECONDS,
        waits: bool = True,
    ) -> None:
        self.url = url
        self._starts_within_seconds = starts_within_seconds
        self._ready_url = f"{url}{ready}"
        self._command = command
        self._environment = environment
        self._log = log
        self.spawn()
        if waits:
            self.wait_until_ready()

    def start(self) -> None:
        """Start it at its address and return when it is ready."""
        self.spawn()
        self.wait_until_ready()

    def spawn(self) -> None:
        """Start it at its address and do not wait."""
        with self._log.open("ab") as log:
            self._process = processes.spawn(self._command, env=self._environment, cwd=ROOT, output=log)

    def wait_until_ready(self) -> None:
        """Return when it is ready; raises RuntimeError, and kills it, when it is not in time."""
        if self.url and not processes.wait_until(
            self.is_ready, self._process, seconds=self._starts_within_seconds
        ):
            self.kill()
            raise RuntimeError(f"{self.url} does not start:\n{self.log()}")

    @property
    def pid(self) -> int:
        return self._process.pid

    def log(self) -> str:
        return self._log.read_text(errors="replace")

    def terminate(self) -> None:
        """Ask it to end and do not wait."""
        self._process.send_signal(signal.SIGTERM)

    def wait(self, seconds: float) -> int:
        """Return how it ended; raises when it has not within this time."""
        return self._process.wait(seconds)

    def stop(self, *, seconds: float = 10) -> None:
        processes.stop(self._process, seconds=seconds)

    def kill(self) -> None:
        processes.stop(self._process, by=signal.SIGKILL)

    def restart(self) -> None:
        """Kill it and start it again at the same address."""
        self.kill()
        self.start()

    def is_ready(self) -> bool:
        """Return whether it answers now."""
        try:
            return httpx.get(self._ready_url, timeout=5, trust_env=False).is_success
        except httpx.HTTPError:
            return False


def start_renderer(
    folder: Path, *, entry: Path | None = None, workers: int = 1, limit_ms: int = 10_000
) -> ServerProcess:
    """Start the process that renders pages, with the built pages or another entry module.

    Its limit is longer than the shop's own second, which a busy machine needs for the first page.
    """
    port = processes.free_port()
    settings = {"RENDERER_WORKERS": str(workers), "RENDERER_LIMIT_MS": str(limit_ms)}
    if entry:
        settings["RENDERER_ENTRY"] = str(entry)
    command, environment = processes.renderer(prepare_node(Path(sys.executable)).node, port=port, **settings)
    return ServerProcess(
        command,
        environment=environment,
        log=folder / f"renderer-{port}.log",
        url=f"http://127.0.0.1:{port}",
        ready="/health",
    )


def _copy_sqlite(source: Path, target: Path) -> None:
    with closing(sqlite3.connect(source)) as whole, closing(sqlite3.connect(target)) as copy:
        whole.backup(copy)


def _call_postgres(program: str, *arguments: str) -> None:
    """Run a client program of Postgres's; raises subprocess.CalledProcessError."""
    server = find_program("postgres")
    assert server is not None
    subprocess.run([server.with_name(program), *arguments], check=True, stdout=subprocess.DEVNULL)


class ShopProcesses:
    """A migrated database of its own and whatever is started on it; all of it is gone afterwards.

    Embedded unless addresses are given: a Postgres server, in which a database is created, and a Redis.
    Further settings are named as in the environment: `ShopProcesses(HUB_TAIL="0")`; each process may have
    more of its own.
    """

    def __init__(self, *, database_url: str = "", redis_url: str = "", **settings: str) -> None:
        self._postgres = database_url
        self._folder = tempfile.TemporaryDirectory(prefix="akshamala-shop-")
        self.folder = Path(self._folder.name)
        share_pictures(self.folder)
        self._database = f"test_{secrets.token_hex(6)}" if database_url else ""
        self._settings = {
            "DEBUG": "1",
            "SECRET_KEY": "tests with real processes",
            "VAR_DIR": str(self.folder),
            "DATABASE_URL": self._database_url(),
            "REDIS_URL": redis_url,
            "HUEY_IMMEDIATE": "0",
            # Everybody in a test comes from one address.
            "RATE_LIMIT_FACTOR": "0",
            "DJANGO_SETTINGS_MODULE": "tests.settings",
            **settings,
        }
        self._started: list[ServerProcess] = []

    def __enter__(self) -> Self:
        try:
            self._make_database()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *exception: object) -> None:
        self.stop()

    def stop(self) -> None:
        """Stop what was started, all at once, and remove the data."""
        for process in self._started:
            process.terminate()
        for process in self._started:
            process.stop()
        self._started.clear()
        if self._postgres:
            self._on_postgres("DROP DATABASE IF EXISTS {} WITH (FORCE)")
        self._folder.cleanup()

    def environment(self, **settings: str) -> dict[str, str]:
        """Return the variables every process of this shop gets, and these."""
        return {**os.environ, **process_variables(self._settings | settings)}

    def manage(self, *arguments: str) -> None:
        """Run a management command to its end."""
        subprocess.run(
            [sys.executable, "manage.py", *arguments], cwd=ROOT, env=self.environment(), check=True
        )

    def serve(self, **settings: str) -> ServerProcess:
        """Start a web server on a free port and return when it is ready."""
        server = self.begin_to_serve(**settings)
        server.wait_until_ready()
        return server

    def begin_to_serve(self, **settings: str) -> ServerProcess:
        """Start a web server on a free port and return at once."""
        port = processes.free_port()
        url = f"http://127.0.0.1:{port}"
        endpoint = f"tcp:port={port}:interface=127.0.0.1:backlog=2048"
        server = ["-m", "realtime.server", "-e", endpoint, "--ping-interval", "3600"]
        return self.spawn(
            [sys.executable, *server, "project.asgi:application"],
            name=f"web-{port}",
            url=url,
            **{"SITE_URL": url, **settings},
        )

    def serve_pages(self, **settings: str) -> ServerProcess:
        """Start the servers for pages and REST alone, as deploy/compose.yaml does."""
        port = processes.free_port()
        url = f"http://127.0.0.1:{port}"
        server = ["-m", "gunicorn", "-c", "deploy/gunicorn.conf.py", "-b", f"127.0.0.1:{port}"]
        pages = self.spawn(
            [sys.executable, *server, "project.wsgi:application"],
            name=f"pages-{port}",
            url=url,
            **{"SITE_URL": url, **settings},
        )
        pages.wait_until_ready()
        return pages

    def render(self) -> ServerProcess:
        """Start the renderer; the web servers that are started after it ask it for their pages."""
        renderer = start_renderer(self.folder)
        self._started.append(renderer)
        self._settings["RENDERER_URL"] = renderer.url
        return renderer

    def work(self, **settings: str) -> ServerProcess:
        """Start a worker."""
        return self.spawn([sys.executable, "manage.py", "run_huey"], name="worker", **settings)

    def spawn(self, command: list[str], *, name: str, url: str = "", **settings: str) -> ServerProcess:
        """Start a process of this shop and return at once; it is stopped with the others."""
        process = ServerProcess(
            command,
            environment=self.environment(**settings),
            log=self.folder / f"{name}-{len(self._started)}.log",
            url=url,
            waits=False,
        )
        self._started.append(process)
        return process

    def _make_database(self) -> None:
        """Migrate a new database, or copy one of this engine that this run has made: that is quicker."""
        url = self._settings["DATABASE_URL"]
        if self._postgres:
            self._on_postgres("CREATE DATABASE {}")
            if MIGRATED_DUMP.exists():
                _call_postgres("psql", "--quiet", "--set=ON_ERROR_STOP=1", f"--file={MIGRATED_DUMP}", url)
                return
        is_embedded = url == self._embedded_url()
        if is_embedded and MIGRATED_DATABASE.exists():
            _copy_sqlite(MIGRATED_DATABASE, self._file)
            return
        self.manage("migrate", "--verbosity", "0")
        if is_embedded:
            _copy_sqlite(self._file, MIGRATED_DATABASE)
        elif self._postgres:
            # Whoever restores it owns its tables.
            _call_postgres("pg_dump", "--no-owner", f"--file={MIGRATED_DUMP}", url)

    @property
    def _file(self) -> Path:
        return self.folder / "akshamala.sqlite3"

    def _embedded_url(self) -> str:
        return f"sqlite:///{self._file}"

    def _database_url(self) -> str:
        if not self._postgres:
            return self._embedded_url()
        return urlunsplit(urlsplit(self._postgres)._replace(path=f"/{self._database}"))

    def _on_postgres(self, statement: str) -> None:
        with psycopg.connect(self._postgres, autocommit=True) as connection:
            connection.execute(sql.SQL(statement).format(sql.Identifier(self._database)))
