"""The shop on this machine: preparation, then web server, worker and renderer.

Ctrl-C (or TERM) stops them. A process that crashes is restarted with growing pauses.
"""

import argparse
import contextlib
import fcntl
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from deploy import environment, processes
from deploy.environment import ROOT

STOP_SECONDS = 20
READY_SECONDS = 60
LONGEST_PAUSE = 30.0
# A process that ran this long starts with a short pause again.
STEADY_SECONDS = 60.0

BANNER = """
  Akshamala is open:  {url}

  Log in with one of these addresses; the code is in the shop's mail at {url}/dev/mail
    admin     admin@akshamala.example      {url}/admin
    support   support@akshamala.example    {url}/admin/transactions
    customer  customer@akshamala.example   {url}/login
  Staff are asked for a second factor then; "Development: go on without" skips it for these addresses.
  Passkeys need a host name: open http://localhost instead of http://127.0.0.1 to try them.

  Payments go to the built-in sandbox provider: no money moves.
  Data: {var} (--reset empties it). Ctrl-C stops everything.
"""
OWN_BANNER = """
  The shop is open:  {url}

  Log in at {url}/admin; while there is no admin, open the link above first.
  Data: {var} (--reset empties it). Ctrl-C stops everything.
"""


@dataclass
class Supervised:
    """A process that is kept running."""

    name: str
    command: list[str | Path]
    env: dict[str, str]
    colour: int
    cwd: Path = ROOT
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    start_again_at: float = 0.0
    pause: float = 1.0
    _printer: threading.Thread | None = field(default=None, repr=False)

    def start(self) -> None:
        self.process = processes.spawn(self.command, env=self.env, cwd=self.cwd, output=subprocess.PIPE)
        self.started = time.monotonic()
        assert self.process.stdout is not None
        self._printer = threading.Thread(target=self._print, args=(self.process.stdout,), daemon=True)
        self._printer.start()

    def look_after(self) -> None:
        """Notice a crash, and restart after a pause."""
        now = time.monotonic()
        if self.process is None:
            if now >= self.start_again_at:
                self.start()
        elif (code := self.process.poll()) is not None:
            processes.stop(self.process)  # the rest of its group
            self.process = None
            if now - self.started >= STEADY_SECONDS:
                self.pause = 1.0
            say(f"{self.name} ended with {code}; starting it again in {self.pause:.0f} s")
            self.start_again_at = now + self.pause
            self.pause = min(self.pause * 2, LONGEST_PAUSE)

    def finish_printing(self) -> None:
        if self._printer is not None:
            self._printer.join(timeout=2)

    def _print(self, output: IO[bytes]) -> None:
        prefix = f"{self.name:<6} │ "
        if sys.stdout.isatty():
            prefix = f"\033[{self.colour}m{prefix}\033[0m"
        with output:
            for line in output:
                say(prefix + line.decode(errors="replace").rstrip("\n"))


@dataclass(frozen=True)
class Prepared:
    """The prepared programs, settings and port of a start."""

    python: Path
    node: environment.Node
    # The settings, which a start may extend before anything runs.
    env: dict[str, str]
    # The shop's port.
    port: int

    def web(self, port: int) -> list[str | Path]:
        """Return the command of the web server on this port."""
        # daphne would ping all sockets in one burst; the live protocol has its own heartbeat.
        # The backlog allows all pages to reconnect in the same second.
        endpoint = f"tcp:port={port}:interface=127.0.0.1:backlog=2048"
        server: list[str | Path] = [self.python, "-m", "realtime.server", "-e", endpoint]
        return [*server, "--ping-interval", "3600", "project.asgi:application"]

    def watcher(self) -> list[str | Path]:
        """Return the command of the watcher, which runs the health checks."""
        return [self.python, "manage.py", "watch"]

    def worker(self, *options: str) -> list[str | Path]:
        """Return the command of the worker."""
        return [self.python, "manage.py", "run_huey", *options]


@dataclass(frozen=True)
class Plan:
    """The processes, the web server first, and their health addresses in order."""

    supervised: list[Supervised]
    ready: list[str]


def main() -> int:
    return run(parser("deploy/run", __doc__).parse_args(), _plan)


def _plan(prepared: Prepared) -> Plan:
    """Plan the shop as in production, on this machine."""
    environment.build_frontend(prepared.node)
    renderer_port = processes.free_port()
    prepared.env.setdefault("RENDERER_URL", f"http://127.0.0.1:{renderer_port}")
    supervised = [
        Supervised("web", prepared.web(prepared.port), prepared.env, colour=36),
        Supervised("worker", prepared.worker("--graceful-signal", "TERM"), prepared.env, colour=35),
        Supervised("watch", prepared.watcher(), prepared.env, colour=34),
        Supervised("render", *processes.renderer(prepared.node.node, port=renderer_port), colour=33),
    ]
    return Plan(supervised, [f"http://127.0.0.1:{prepared.port}/readyz"])


def run(arguments: argparse.Namespace, plan: Callable[[Prepared], Plan]) -> int:
    """Prepare what is missing, and keep the planned processes running until a signal ends them."""
    stopping = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: _stop_or_interrupt(stopping))

    var = Path(os.environ.get("VAR_DIR", ROOT / "var")).resolve()
    var.mkdir(parents=True, exist_ok=True)
    # Held until the end, against a second start and its --reset.
    lock = os.open(var, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        say(f"The shop already runs on {var}. Stop it first, or set VAR_DIR to another folder.")
        return 1
    if processes.listening(arguments.port):
        say(f"Port {arguments.port} is taken. Choose another one: --port {arguments.port + 1}")
        return 1

    try:
        if arguments.reset:
            _empty(var)
        # Kept beside the data: a later start must not fill an owner's shop with samples either.
        unfilled = var / "without-samples"
        if arguments.empty:
            unfilled.touch()
        python, node = environment.prepare()
        prepared = Prepared(python, node, _environment(var, arguments.port), arguments.port)
        planned = plan(prepared)
        _manage(python, prepared.env, "migrate", "--verbosity", "0")
        is_sample = prepared.env["DEBUG"] != "0" and not unfilled.exists()
        _manage(python, prepared.env, *(("sample_shop", "--orders") if is_sample else ("first_admin_link",)))
    except environment.StepFailed as error:
        say(str(error))
        return 1
    except KeyboardInterrupt:
        return 130
    banner = BANNER if is_sample else OWN_BANNER
    return _supervise(planned, banner.format(url=f"http://127.0.0.1:{arguments.port}", var=var), stopping)


def say(line: str) -> None:
    """Print a whole line at once, as several threads print."""
    with contextlib.suppress(BrokenPipeError):
        sys.stdout.write(line + "\n")
        sys.stdout.flush()


def _supervise(plan: Plan, banner: str, stopping: threading.Event) -> int:
    try:
        _serving.set()
        for each in plan.supervised:
            each.start()
        if not _ready(plan, stopping):
            if not stopping.is_set():
                say("The web server did not start.")
                return 1
            return 0
        say(banner)
        while not stopping.wait(0.2):
            for each in plan.supervised:
                each.look_after()
        say("Stopping …")
        return 0
    finally:
        _stop_all(plan.supervised)


_serving = threading.Event()


def _stop_or_interrupt(stopping: threading.Event) -> None:
    # While preparing, or at a second Ctrl-C, end at once.
    if stopping.is_set() or not _serving.is_set():
        raise KeyboardInterrupt
    stopping.set()


def _stop_all(supervised: list[Supervised]) -> None:
    running = [each.process for each in supervised if each.process is not None]
    seconds = float(STOP_SECONDS)
    try:
        for process in running:
            if process.poll() is None:
                process.terminate()
        deadline = time.monotonic() + seconds
        for process in running:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(max(0.0, deadline - time.monotonic()))
    except KeyboardInterrupt:
        say("Killing what is left")
    finally:
        for process in running:
            processes.stop(process, by=signal.SIGKILL)
        for each in supervised:
            each.finish_printing()


def _ready(plan: Plan, stopping: threading.Event) -> bool:
    web = plan.supervised[0].process
    assert web is not None
    return (
        processes.wait_until(
            lambda: stopping.is_set() or all(_answers(url) for url in plan.ready),
            web,
            seconds=READY_SECONDS,
        )
        and not stopping.is_set()
    )


def _answers(url: str) -> bool:
    with contextlib.suppress(urllib.error.URLError, OSError), urllib.request.urlopen(url, timeout=2) as reply:
        return bool(reply.status == 200)
    return False


def _environment(var: Path, port: int) -> dict[str, str]:
    """Return the development settings, overridden by the caller's environment."""
    return {
        "DEBUG": "1",
        "LOCAL_URL": f"http://127.0.0.1:{port}",
        "PYTHONUNBUFFERED": "1",
        **os.environ,
        "VAR_DIR": str(var),
        "DJANGO_SETTINGS_MODULE": "project.settings",
    }


def _empty(folder: Path) -> None:
    """Empty the folder, but keep the folder itself, which is locked."""
    say(f"· Emptying {folder}")
    for entry in folder.iterdir():
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry)
        else:
            entry.unlink()


def _manage(python: Path, env: dict[str, str], *arguments: str) -> None:
    step = f"manage.py {' '.join(arguments)}"
    say(f"· {step} …")
    started = time.monotonic()
    result = subprocess.run([python, "manage.py", *arguments], cwd=ROOT, env=env, stdin=subprocess.DEVNULL)
    if result.returncode:
        raise environment.StepFailed(f"{step} failed")
    say(f"· {step}: {time.monotonic() - started:.0f} s")


def parser(program: str, description: str | None) -> argparse.ArgumentParser:
    """Return the command line of a start."""
    parser = argparse.ArgumentParser(
        prog=program, description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--port", type=int, default=8000, help="where the shop listens (default: 8000)")
    parser.add_argument("--reset", action="store_true", help="empty var/ and start with a fresh sample shop")
    own = "start a shop of your own, without samples; after a sample shop with --reset"
    parser.add_argument("--empty", action="store_true", help=own)
    return parser


if __name__ == "__main__":
    sys.exit(main())
