"""Checks of style, types, imports and generated files, tests on both engines, and browser tests.

Unknown options are passed to pytest: deploy/test --only sqlite -k payment -x
"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

from deploy import environment, machine, processes, services
from deploy.environment import FRONTEND, ROOT

# Settings of the caller's shell must not change the tests.
SHOP_SETTINGS = {"DATABASE_URL", "REDIS_URL", "SECRET_KEY", "SITE_URL", "ALLOWED_HOSTS"}
# Without bytecode on disk each process that tests start would compile the shop again.
CLEARED = SHOP_SETTINGS | {"PYTHONDONTWRITEBYTECODE"}
# A failed browser test is retried once and its first failure shown, as a busy machine can delay a browser.
# After five retries in a run there are no more.
RETRY_ONCE = ("--reruns=1", "--max-suite-reruns=5", "--rerun-show-tracebacks")
STOPS_WITHIN_SECONDS = 20
# Folders that take about half of their engine's time.
ORDERS_AND_MONEY = ("tests/orders", "tests/payments", "tests/invoices", "tests/returns")
OWN_PROCESSES = ("tests/realtime", "tests/deploy", "tests/worker", "tests/storage", "tests/sandbox")
PYTHON_SOURCES = ("project", "realtime", "worker", "tests", "deploy", "manage.py")


@dataclass
class Workbench:
    """The environment of a section; concurrent sections share no file that they write."""

    python: Path
    node: environment.Node
    # Done when `python` has its packages.
    packages: Future[None]
    folder: Path
    pytest_options: list[str]
    # Also run tests that another section of the run covers.
    is_whole: bool = True
    output: TextIO = field(default_factory=lambda: sys.stdout)
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    _reports: int = 0
    _running: subprocess.Popen[bytes] | None = None
    _stopped: threading.Event = field(default_factory=threading.Event)

    def env(self, extra: Mapping[str, str] | None = None) -> dict[str, str]:
        own = {name: value for name, value in self.node.environment().items() if name not in CLEARED}
        ours = {"DEBUG": "1", "VAR_DIR": str(self.folder / "var"), "PYTHONUNBUFFERED": "1"}
        return {**own, **ours, **(extra or {})}

    def call(self, *command: str | Path, cwd: Path = ROOT, env: Mapping[str, str] | None = None) -> bool:
        """Run a command with this section's output; return True on success."""
        if self.is_stopped:
            return False
        words = [str(part) for part in command]
        self.say(f"$ {' '.join(words)}")
        self._running = processes.spawn(
            words,
            cwd=cwd,
            env=self.env(env),
            output=None if self.output is sys.stdout else self.output.fileno(),
        )
        try:
            return self._running.wait() == 0
        except BaseException:
            self.stop()
            raise

    @property
    def is_stopped(self) -> bool:
        return self._stopped.is_set()

    def stop(self) -> None:
        """Stop the running command, and start no other."""
        self._stopped.set()
        if self._running is not None and self._running.poll() is None:
            # pytest stops its servers on INT.
            processes.stop(self._running, by=signal.SIGINT, seconds=STOPS_WITHIN_SECONDS)

    def say(self, line: str) -> None:
        print(line, file=self.output, flush=True)

    def tool(self, name: str, *arguments: str) -> bool:
        """Run a program of our Python environment."""
        return self.call(self.python.parent / name, *arguments)

    def npm(self, *arguments: str) -> bool:
        return self.call(*self.node.npm, "run", "--silent", *arguments, cwd=FRONTEND)

    def pytest(self, *arguments: str, env: Mapping[str, str] | None = None) -> bool:
        self._reports += 1
        report = self.folder / f"pytest-{self._reports}.xml"
        good = self.call(
            self.python, "-m", "pytest", *arguments, f"--junit-xml={report}", *self.pytest_options, env=env
        )
        self._count(report)
        return good

    def _count(self, report: Path) -> None:
        if not report.exists():
            return
        for suite in ElementTree.parse(report).getroot().iter("testsuite"):
            counts = {name: int(suite.get(name, "0")) for name in ("tests", "failures", "errors", "skipped")}
            bad = counts["failures"] + counts["errors"]
            self.failed += bad
            self.skipped += counts["skipped"]
            self.passed += counts["tests"] - bad - counts["skipped"]


def lint(bench: Workbench) -> bool:
    python = [bench.tool("ruff", "check", "."), bench.tool("ruff", "format", "--check", ".")]
    return all([*python, bench.npm("lint")])


def types(bench: Workbench) -> bool:
    return all([bench.tool("mypy", *PYTHON_SOURCES), bench.npm("check")])


def drift(bench: Workbench) -> bool:
    """Check that migrations, types and configuration say what the code says, and that old code can go on."""
    good = bench.call(bench.python, "manage.py", "makemigrations", "--check", "--dry-run")
    good = bench.call(bench.python, "-m", "deploy.configuration", "--check") and good
    if machine.is_installed("postgres"):
        with services.Postgres() as server:
            variables = {"DATABASE_URL": server.url}
            good = bench.call(bench.python, "-m", "deploy.migration_lint", env=variables) and good
    else:
        bench.say("Not checked, as Postgres is not installed: whether old code can run on the new schema")
    if not bench.npm("types", "--", "--check"):
        bench.say("frontend/src/lib/schema.gen.ts is not what the API says: run 'npm run types' in frontend/")
        return False
    return good


def sqlite(bench: Workbench) -> bool:
    """Run the tests on SQLite, without those of money and stock that run on Postgres."""
    return bench.pytest(*_without("tests/e2e", *OWN_PROCESSES), *_on_sqlite(bench))


def own_processes(bench: Workbench) -> bool:
    """Run those that mostly start processes of their own and wait for them, beside the others."""
    return bench.pytest(*OWN_PROCESSES, *_on_sqlite(bench))


def _on_sqlite(bench: Workbench) -> tuple[str, ...]:
    return () if bench.is_whole else ("-m", "not production_stack")


def postgres(bench: Workbench) -> bool:
    """Run the tests on Postgres and Redis, without those that need SQLite alone."""
    return _on_postgres(bench, *_without("tests/e2e", *ORDERS_AND_MONEY, *OWN_PROCESSES))


def processes_postgres(bench: Workbench) -> bool:
    """Run those that mostly start processes of their own and wait for them, beside the others."""
    return _on_postgres(bench, *OWN_PROCESSES)


def money(bench: Workbench) -> bool:
    """Run the tests of orders and money on Postgres, about half of them by time."""
    return _on_postgres(bench, *ORDERS_AND_MONEY)


def _on_postgres(bench: Workbench, *paths: str) -> bool:
    selection = () if bench.is_whole else ("-m", "not any_stack")
    with services.private_services() as running:
        return bench.pytest(*paths, *selection, env=running.environment())


def _without(*folders: str) -> list[str]:
    return [f"--ignore={folder}" for folder in folders]


def build(bench: Workbench) -> bool:
    """Build the front end, which fails when a page outgrows its budget."""
    environment.build_frontend(bench.node)
    return True


def e2e(bench: Workbench) -> bool:
    """Run browser tests on SQLite with one web process: those for any stack and those for both."""
    selection = () if bench.is_whole else ("-m", "any_stack or both_stacks")
    return bench.pytest("tests/e2e", *RETRY_ONCE, *selection)


def e2e_postgres(bench: Workbench) -> bool:
    """Run the other browser tests on Postgres and Redis with two web processes, as in production."""
    with services.private_services() as running:
        return bench.pytest("tests/e2e", *RETRY_ONCE, "-m", "not any_stack", env=running.environment())


# In starting order: sections that others wait for, then the longest, then short ones to fill the lanes.
SECTIONS: dict[str, tuple[str, Callable[[Workbench], bool]]] = {
    "build": ("The front end, and its budget", build),
    "front": ("Front-end unit tests", lambda bench: bench.npm("test")),
    "drift": ("Generated files are up to date", drift),
    "e2e-postgres": ("Browser tests on Postgres and Redis", e2e_postgres),
    "money": ("Tests of orders and money on Postgres and Redis", money),
    "postgres": ("The other tests on Postgres and Redis", postgres),
    "processes": ("Tests with processes of their own on SQLite", own_processes),
    "sqlite": ("Tests on SQLite", sqlite),
    "e2e": ("Browser tests on SQLite", e2e),
    "processes-postgres": ("Tests with processes of their own on Postgres and Redis", processes_postgres),
    "types": ("Types", types),
    "lint": ("Style", lint),
    "imports": ("Who may import whom", lambda bench: bench.tool("lint-imports")),
}
# A test for any stack runs once, unless the other section does not run or the run is nightly.
COVERED_BY = {
    "sqlite": {"postgres", "money"},
    "processes": {"processes-postgres"},
    "processes-postgres": {"processes"},
    "postgres": {"sqlite"},
    "money": {"sqlite"},
    "e2e": {"e2e-postgres"},
}
# One lane more than cores, as each waits for servers and browsers at times; these at most. More lanes are
# hardly quicker and break time limits of a few seconds.
MOST_LANES = 4
IN_BROWSER = {"e2e", "e2e-postgres"}
# They open rendered pages, so they wait for the build.
IN_PYTEST = {"sqlite", "processes", "processes-postgres", "postgres", "money", *IN_BROWSER}
# Sections with Node.js alone, which begin while the Python packages are being installed.
IN_NODE = {"build", "front"}
NEED_SERVICES = {"postgres", "processes-postgres", "money", "e2e-postgres"}
# Tests of deployment start servers of their own.
NEED_POOLER = {"processes", "processes-postgres"}


def main() -> int:
    arguments, pytest_options = _parser().parse_known_args()
    if arguments.nightly:
        pytest_options.append("--nightly")
    wanted = set(arguments.only or SECTIONS)
    if wanted & IN_PYTEST:
        wanted.add("build")
    chosen = [name for name in SECTIONS if name in wanted]
    # TERM is handled like Ctrl-C, so that the servers are stopped. A background job of a script ignores INT,
    # and so would its children, which are stopped by INT.
    for ending in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ending, signal.default_int_handler)
    try:
        with (
            environment.preparing() as (python, node, packages),
            tempfile.TemporaryDirectory(prefix="akshamala-test-") as temporary,
        ):
            _require_programs(wanted, is_nightly=arguments.nightly)

            def bench(name: str) -> Workbench:
                folder = Path(temporary) / name
                folder.mkdir()
                others = COVERED_BY.get(name)
                is_whole = arguments.nightly or others is None or not others <= wanted
                return Workbench(python, node, packages, folder, pytest_options, is_whole)

            return _run({name: bench(name) for name in chosen})
    except (environment.StepFailed, machine.MissingProgram) as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Interrupted", file=sys.stderr)
        return 130


def _require_programs(wanted: Collection[str], *, is_nightly: bool) -> None:
    """Install missing programs of these sections; raise MissingProgram."""
    if not IN_BROWSER.isdisjoint(wanted):
        machine.require_browser()
        if is_nightly:
            machine.require_programs(*machine.OTHER_BROWSERS)
    if not NEED_SERVICES.isdisjoint(wanted):
        machine.require_programs("postgres", "redis-server")
    if not NEED_POOLER.isdisjoint(wanted):
        machine.require_programs("postgres", "pgbouncer")


def _run(benches: dict[str, Workbench]) -> int:
    """Run the sections concurrently, or a single one with its output shown at once."""
    try:
        if len(benches.keys() - {"build"}) > 1:
            lines = _in_lanes(benches)
        else:
            lines = {}
            for name, bench in benches.items():
                _headline(name)
                lines[name] = _section(name, bench)
    finally:
        stop_all(benches.values())
    print("\n━━ Summary " + "━" * 62)
    print("\n".join(lines.values()))
    passed, failed, skipped = (
        sum(getattr(bench, count) for bench in benches.values()) for count in ("passed", "failed", "skipped")
    )
    if passed or failed:
        print(f"{passed} passed, {failed} failed{f', {skipped} skipped' if skipped else ''}", flush=True)
    return 1 if any(line.startswith("FAILED") for line in lines.values()) else 0


def _in_lanes(benches: dict[str, Workbench]) -> dict[str, str]:
    """Run sections concurrently and print the output of each when it ends."""
    lanes = min(len(benches), _cores() + 1, MOST_LANES)
    print(f"\n━━ {', '.join(benches)}: {lanes} at a time", flush=True)
    for bench in benches.values():
        bench.output = (bench.folder / "output").open("w+", encoding="utf-8", errors="replace")
    lines: dict[str, str] = {}
    built = threading.Event()

    def run(name: str) -> str:
        if name in IN_PYTEST:
            built.wait()
        try:
            return _section(name, benches[name])
        finally:
            if name == "build":
                built.set()

    with ThreadPoolExecutor(lanes) as pool:
        # The build begins before the sections that wait for it, or all lanes would wait for ever.
        running = {pool.submit(run, name): name for name in benches}
        try:
            for section in as_completed(running):
                name = running[section]
                lines[name] = section.result()
                _headline(name)
                with benches[name].output as output:
                    output.seek(0)
                    print(output.read(), lines[name], sep="", flush=True)
        except BaseException:
            stop_all(benches.values())
            raise
    return {name: lines[name] for name in benches}


def stop_all(benches: Collection[Workbench]) -> None:
    """Stop all sections at once, so that no free lane begins the next one."""
    with ThreadPoolExecutor(len(SECTIONS)) as pool:
        list(pool.map(Workbench.stop, benches))


def _cores() -> int:
    """Return the number of usable cores, which a container or `taskset` may limit."""
    # Not available on macOS.
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _headline(name: str) -> None:
    title = SECTIONS[name][0]
    print(f"\n━━ {name}: {title} {'━' * max(0, 70 - len(name + title))}", flush=True)


def _section(name: str, bench: Workbench) -> str:
    if name not in IN_NODE:
        bench.packages.result()
    began = time.monotonic()
    good = False
    if not bench.is_stopped:
        try:
            good = SECTIONS[name][1](bench)
        except (environment.StepFailed, services.ServiceFailed) as error:
            bench.say(str(error))
    return f"{'ok    ' if good else 'FAILED'} {name:<18} {time.monotonic() - began:6.0f} s"


def _parser() -> argparse.ArgumentParser:
    def names(text: str) -> list[str]:
        chosen = text.split(",")
        if unknown := set(chosen) - set(SECTIONS):
            raise argparse.ArgumentTypeError(f"no such section: {', '.join(sorted(unknown))}")
        return chosen

    parser = argparse.ArgumentParser(
        prog="deploy/test",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument(
        "--only", type=names, metavar="NAMES", help=f"sections to run, by comma: {', '.join(SECTIONS)}"
    )
    parser.add_argument(
        "--nightly", action="store_true", help="also run the slow tests, those marked 'nightly'"
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
