"""The shop for development, with reload.

Vite updates open pages in place; web server and worker restart when a file of project, realtime or worker
changes, the web server after it has applied new migrations. Ctrl-C (or TERM) stops them.
"""

import shlex
import sys
from pathlib import Path

from deploy import environment, processes, supervisor
from deploy.environment import FRONTEND
from deploy.supervisor import Plan, Prepared, Supervised

WATCHED = ("project", "realtime", "worker")
# The worker finishes its jobs, the web server drains its sockets.
STOP_SECONDS = 10


def main() -> int:
    return supervisor.run(supervisor.parser("deploy/dev", __doc__).parse_args(), _plan)


def _plan(prepared: Prepared) -> Plan:
    """Plan Vite at the shop's address, and behind it the web server and the worker.

    Browsers use Vite's address alone, SITE_URL, so no other origin has to be allowed. There is no renderer:
    Vite serves every page as an empty document, which the browser renders.
    """
    environment.install_frontend(prepared.node)
    port = processes.free_port()
    backend = f"http://127.0.0.1:{port}"
    vite: list[str | Path] = [prepared.node.node, FRONTEND / "node_modules" / "vite" / "bin" / "vite.js"]
    address = ["--host", "127.0.0.1", "--port", str(prepared.port), "--strictPort"]
    supervised = [
        Supervised("web", _reloaded(prepared, _migrated(prepared, port)), prepared.env, colour=36),
        Supervised("worker", _reloaded(prepared, prepared.worker()), prepared.env, colour=35),
        Supervised("watch", _reloaded(prepared, prepared.watcher()), prepared.env, colour=34),
        Supervised(
            "vite",
            [*vite, *address, "--clearScreen", "false"],
            {**prepared.node.environment(), "VITE_BACKEND": backend},
            colour=33,
            cwd=FRONTEND,
        ),
    ]
    return Plan(supervised, [f"{backend}/readyz", f"http://127.0.0.1:{prepared.port}/"])


def _migrated(prepared: Prepared, port: int) -> list[str | Path]:
    """Return a command that applies migrations, then becomes the web server."""
    migrate = shlex.join([str(prepared.python), "manage.py", "migrate", "--verbosity", "0"])
    web = shlex.join(str(part) for part in prepared.web(port))
    return ["sh", "-c", f"{migrate} && exec {web}"]


def _reloaded(prepared: Prepared, command: list[str | Path]) -> list[str | Path]:
    """Return a command that runs this one and restarts it after each change."""
    line = shlex.join(str(part) for part in command)
    options = ["--target-type", "command", "--sigint-timeout", str(STOP_SECONDS)]
    return [prepared.python, "-m", "watchfiles", *options, line, *WATCHED]


if __name__ == "__main__":
    sys.exit(main())
