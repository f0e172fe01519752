"""The live link beside other servers at the same work, interleaved on this machine.

    .venv/bin/python -m tests.benchmarks.peers               three rounds, medians
    .venv/bin/python -m tests.benchmarks.peers --rounds 1

Each server is one process behind a Redis, and the clients are the same (`Watcher`). The others hand on what
Redis brings; ours reads each change from Postgres and asks whether each client may still see it. Polling is
the same shop asked by REST. The first run installs the others' packages beside this file.
"""

import argparse
import asyncio
import itertools
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

from deploy import processes
from deploy.environment import ROOT, prepare_node
from deploy.services import private_services
from tests.benchmarks.live import Bench, Commit, Push, measure_opening, measure_push
from tests.benchmarks.measuring import machine
from tests.benchmarks.peers.publisher import CHANNEL
from tests.server_process import ServerProcess, ShopProcesses

HERE = Path(__file__).parent
PYTHON = HERE / ".venv" / "bin" / "python"
WATCHERS = (500, 1000)
PER_SECOND = 20
CHANGES = 200
SOCKETS = 2000
ROUNDS = 3

_numbers = itertools.count(1)

# By what was measured, a figure and how it is written.
Figures = dict[str, tuple[float, str]]


def figures_of(push: Push, watchers: int) -> Figures:
    """Return the figures of changes that so many clients watched."""
    waits = sorted(push.waits)
    what = f"{watchers:,} × {PER_SECOND}/s: "
    return {
        what + "processor time a change and client": (push.microseconds, "{:.0f} µs"),
        what + "p50": (statistics.median(waits) * 1000, "{:,.0f} ms"),
        what + "p99": (waits[int(len(waits) * 0.99)] * 1000, "{:,.0f} ms"),
        what + "clients on the last state": (push.at_the_end, "{:,.0f}"),
    }


class Contender(ABC):
    """One server at work."""

    def __init__(self, server: ServerProcess) -> None:
        self.server = server

    @abstractmethod
    async def measure(self) -> Figures:
        """Have it do all of the work."""


class LiveContender(Contender):
    """One that pushes."""

    _is_fresh = True

    @abstractmethod
    def topic(self) -> str:
        """Return a topic that nobody watches yet."""

    @abstractmethod
    async def commit(self, topic: str) -> list[Commit]:
        """Change what the topic says, at a steady pace."""

    async def measure(self) -> Figures:
        """Open many, then push to some."""
        opening = await measure_opening(self.server, [self.topic()] * SOCKETS)
        figures: Figures = {
            f"{SOCKETS:,} sockets of one topic open": (opening.seconds, "{:.1f} s"),
            "processor time to open one": (opening.processor_seconds_each * 1000, "{:.2f} ms"),
        }
        if self._is_fresh:
            # What a process freed once it takes again, and looks as if it needed less.
            figures["memory a socket, in the first round"] = opening.bytes_each / 1024, "{:.0f} KB"
        self._is_fresh = False
        for watchers in WATCHERS:
            commit = partial(self.commit, topic := self.topic())
            figures |= figures_of(await measure_push([self.server], topic, watchers, commit), watchers)
        return figures


class Ours(LiveContender):
    """The shop's own live link."""

    def __init__(self, bench: Bench) -> None:
        super().__init__(bench.web)
        self._bench = bench

    def topic(self) -> str:
        return f"product:{self._bench.actions.do('product')['slug']}"

    async def commit(self, topic: str) -> list[Commit]:
        return await self._bench.commit(topic.removeprefix("product:"), CHANGES, PER_SECOND)


class Polling(Contender):
    """Our shop, whose clients ask by REST every five seconds."""

    def __init__(self, bench: Bench) -> None:
        super().__init__(bench.web)
        self._bench = bench

    async def measure(self) -> Figures:
        figures: Figures = {}
        for watchers in WATCHERS:
            push, _ = await self._bench.measure_polling(watchers, CHANGES, PER_SECOND)
            figures |= figures_of(push, watchers)
        return figures


class Peer(LiveContender):
    """A server to which another process publishes."""

    def __init__(self, server: ServerProcess, redis_url: str, *, way: str = "redis") -> None:
        super().__init__(server)
        self._redis_url = redis_url
        self._way = way

    def topic(self) -> str:
        # All of them hear of each other's topics.
        return f"product:bead-{next(_numbers)}"

    async def commit(self, topic: str) -> list[Commit]:
        module = "tests.benchmarks.peers.publisher"
        words = [self._way, self._redis_url, topic, str(CHANGES), str(PER_SECOND)]
        publisher = await asyncio.create_subprocess_exec(
            sys.executable, "-m", module, *words, cwd=ROOT, stdout=subprocess.PIPE
        )
        output, _ = await publisher.communicate()
        return [(version, at) for version, at in json.loads(output)]


def install() -> None:
    """Install the others' packages, pinned, beside this file."""
    if not PYTHON.exists():
        venv.create(PYTHON.parents[1], with_pip=True)
    pip: list[str | Path] = [
        PYTHON,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "--require-hashes",
    ]
    subprocess.run([*pip, "-r", HERE / "requirements.txt"], check=True)
    node = prepare_node(Path(sys.executable))
    subprocess.run([*node.npm, "ci", "--silent", "--no-audit"], cwd=HERE, env=node.environment(), check=True)


@contextmanager
def contenders(folder: Path, database_url: str, redis_url: str) -> Iterator[dict[str, Contender]]:
    """Start all of them."""
    node = prepare_node(Path(sys.executable)).node

    def start(name: str, *command: str | Path, port: int) -> ServerProcess:
        url = f"http://127.0.0.1:{port}"
        environment = {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT), "PEER_REDIS_URL": redis_url}
        log = folder / f"{name}.log"
        server = ServerProcess(command, environment=environment, log=log, url=url, ready="/")
        started.callback(server.stop)
        return server

    with ExitStack() as started:
        shop = started.enter_context(ShopProcesses(database_url=database_url, redis_url=redis_url))
        ours = Bench(shop, "Postgres and Redis")
        started.enter_context(ours.actions)
        ports = [processes.free_port() for _ in range(3)]
        words = [redis_url, CHANNEL]
        socketio = start("node", node, HERE / "node_socketio.mjs", str(ports[0]), *words, port=ports[0])
        python = start("python", PYTHON, HERE / "python_socketio.py", str(ports[1]), *words, port=ports[1])
        endpoint = f"tcp:port={ports[2]}:interface=127.0.0.1:backlog=2048"
        groups = start(
            "groups",
            *(sys.executable, "-m", "daphne", "--verbosity", "0", "-e", endpoint),
            "tests.benchmarks.peers.channels_groups:application",
            port=ports[2],
        )
        yield {
            "ours": Ours(ours),
            "node socket.io": Peer(socketio, redis_url),
            "python-socketio": Peer(python, redis_url),
            "Channels' groups": Peer(groups, redis_url, way="groups"),
            "polling every 5 s": Polling(ours),
        }


async def measure(all_of_them: dict[str, Contender], rounds: int) -> dict[str, list[Figures]]:
    """Have each do all of it, one after the other, round after round."""
    found: dict[str, list[Figures]] = {name: [] for name in all_of_them}
    for number in range(rounds):
        for name, contender in all_of_them.items():
            try:
                found[name].append(await contender.measure())
            except ConnectionError:
                print(f"{name} gives up:\n{contender.server.log()[-3000:]}", file=sys.stderr)
                found[name].append({})
            print(f"round {number + 1}: {name}", file=sys.stderr)
    return found


def main() -> None:
    """Print one row a figure, one column a server."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    rounds: int = parser.parse_args().rounds
    install()
    # Not every server raises its own limit of open files.
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    print(f"{time.strftime('%Y-%m-%d')}: {machine()}; medians of {rounds}\n")
    with private_services() as services, ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="akshamala-peers-"))
        running = stack.enter_context(contenders(Path(folder), services.postgres.url, services.redis.url))
        found = asyncio.run(measure(running, rounds))
    print("| |", " | ".join(found), "|")
    print("| --- " * (len(found) + 1) + "|")
    for what, (_, form) in found["ours"][0].items():
        measured = [[each[what][0] for each in runs if what in each] for runs in found.values()]
        cells = [form.format(statistics.median(figures)) if figures else "–" for figures in measured]
        print(f"| {what} |", " | ".join(cells), "|")


if __name__ == "__main__":
    main()
