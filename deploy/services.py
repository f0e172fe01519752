"""A private Postgres and Redis on free ports, removed afterwards.

    python deploy/services.py -- .venv/bin/python -m pytest tests/orders

runs the command with DATABASE_URL and REDIS_URL pointing at them.
"""

import argparse
import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self

if not __package__:  # started as a script
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from deploy import machine, processes

# Without durability, otherwise as in production.
POSTGRES_SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "max_connections": "200",
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "autovacuum_naptime": "5min",
    "timezone": "UTC",
}
PORT_TRIES = 3


class ServiceFailed(Exception):
    """A server that did not start; the message has the end of its log."""


class Server(ABC):
    """A server in a temporary directory, which keeps port and data over `stop` and `start`."""

    program = ""

    def __init__(self) -> None:
        found = machine.find_program(self.program)
        if found is None:
            raise machine.MissingProgram(f"{self.program} is not installed")
        self.binary = found
        self.directory = Path(tempfile.mkdtemp(prefix=f"akshamala-{self.program}-"))
        self.log = self.directory / "log"
        self.port = 0
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        try:
            self.prepare()
            for _ in range(PORT_TRIES):
                self.port = processes.free_port()
                with contextlib.suppress(ServiceFailed):
                    self.start()
                    return self
            raise ServiceFailed(f"{self.program} does not start:\n{self.log.read_text()[-2000:]}")
        except BaseException:
            self.__exit__()
            raise

    def __exit__(self, *exception: object) -> None:
        self.stop()
        shutil.rmtree(self.directory, ignore_errors=True)

    @property
    def pid(self) -> int:
        assert self._process is not None, "not started"
        return self._process.pid

    def start(self) -> None:
        """Start on `self.port` and wait until it answers; raise ServiceFailed."""
        with self.log.open("ab") as log:
            self._process = processes.spawn(
                self.command(), cwd=self.directory, output=log, user=self.run_as(), env=self.environment()
            )
        if not processes.wait_until(self.answers, self._process, seconds=60):
            self.stop()
            raise ServiceFailed(self.log.read_text()[-2000:])

    def stop(self) -> None:
        """Stop in an orderly way."""
        if self._process is not None:
            processes.stop(self._process, by=signal.SIGINT)
            self._process = None

    def kill(self) -> None:
        """Stop as a power cut would."""
        if self._process is not None:
            processes.stop(self._process, by=signal.SIGKILL)
            self._process = None

    def prepare(self) -> None:
        """Create the data directory, owned by the server's user."""
        user = self.run_as()
        if user is not None:
            shutil.chown(self.directory, user)

    @abstractmethod
    def command(self) -> list[str | Path]:
        """Return the command that starts the server on `self.port`."""

    def answers(self) -> bool:
        return processes.listening(self.port)

    def run_as(self) -> str | None:
        return None

    def environment(self) -> dict[str, str]:
        return {"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C.UTF-8", "HOME": str(self.directory)}


class Postgres(Server):
    """A new cluster with an empty database; `settings` are added to those of all test databases."""

    program = "postgres"

    def __init__(self, *, settings: Mapping[str, str] | None = None) -> None:
        super().__init__()
        self._settings = {**POSTGRES_SETTINGS, **(settings or {})}

    @property
    def url(self) -> str:
        return f"postgres://postgres@127.0.0.1:{self.port}/akshamala"

    def prepare(self) -> None:
        super().prepare()
        self.run(
            "initdb",
            "--auth=trust",
            "--username=postgres",
            "--encoding=UTF8",
            "--no-locale",
            "--no-sync",
            "data",
        )

    def command(self) -> list[str | Path]:
        settings = [f"--{name}={value}" for name, value in self._settings.items()]
        return [self.binary, "-D", self.directory / "data", "-p", str(self.port), *settings]

    def start(self) -> None:
        super().start()
        # After a restart the database exists already.
        with contextlib.suppress(ServiceFailed):
            self.run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "postgres", "akshamala")

    def answers(self) -> bool:
        # The port opens before the start is complete, so the log decides.
        with contextlib.suppress(ServiceFailed):
            self.run("pg_isready", "-h", "127.0.0.1", "-p", str(self.port), "-U", "postgres")
            return True
        return False

    def run_as(self) -> str | None:
        """Return the user for Postgres, which refuses to run as root."""
        if os.geteuid() != 0:
            return None
        with contextlib.suppress(KeyError):
            return pwd.getpwnam("postgres").pw_name
        return "nobody"

    def run(self, program: str | Path, *arguments: str | Path, **environment: str) -> str:
        """Run one of Postgres's programs, or a script that calls them, as the owner of the data.

        Returns its output. Raises ServiceFailed with it when the program fails.
        """
        user = self.run_as()
        path = f"{self.binary.parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
        result = subprocess.run(
            [self.binary.parent / program, *arguments],
            cwd=self.directory,
            env={**self.environment(), "PATH": path, **environment},
            user=user,
            group=None if user is None else pwd.getpwnam(user).pw_gid,
            extra_groups=None if user is None else [],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
        if result.returncode:
            raise ServiceFailed(f"{program}: {result.stdout}{result.stderr}")
        return result.stdout


class Redis(Server):
    program = "redis-server"

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def command(self) -> list[str | Path]:
        return [
            self.binary,
            *("--port", str(self.port)),
            *("--bind", "127.0.0.1"),
            *("--dir", self.directory),
            *("--save", ""),
            *("--appendonly", "no"),
        ]


@dataclass(frozen=True)
class Services:
    """Both servers, running."""

    postgres: Postgres
    redis: Redis

    def environment(self) -> dict[str, str]:
        """Return the variables by which the shop uses these servers."""
        return {"DATABASE_URL": self.postgres.url, "REDIS_URL": self.redis.url}


@contextlib.contextmanager
def private_services() -> Iterator[Services]:
    """Run both servers for the block, and install them first if possible."""
    machine.require_programs("postgres", "redis-server")
    with Postgres() as postgres, Redis() as redis:
        yield Services(postgres=postgres, redis=redis)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("command", nargs="+", help="the command to run, after --")
    command: list[str] = parser.parse_args().command

    # TERM is handled like Ctrl-C, so that the servers are stopped.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with private_services() as services:
            return subprocess.call(command, env={**os.environ, **services.environment()})
    except (machine.MissingProgram, ServiceFailed) as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
