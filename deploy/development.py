"""Start the shop for development: what changes is seen at once.

Vite updates open pages in place; the web server and the worker start again when a file of project, realtime
or worker changes. Ctrl-C (or TERM) stops them.
"""

import shlex
import sys
from pathlib import Path

from deploy import environment, processes, supervisor
from deploy.environment import FRONTEND
from deploy.supervisor import Plan, Prepared, Supervised

WATCHED = ("project", "realtime", "worker")
# A worker ends the jobs it has begun, the web server says goodbye to its sockets.
STOP_SECONDS = 10


def main() -> int:
    return supervisor.run(supervisor.parser("deploy/dev", __doc__).parse_args(), _plan)


def _plan(prepared: Prepared) -> Plan:
    """Plan Vite at the shop's address, and behind it the web server and the worker.

    Browsers know Vite's address alone, which is SITE_URL: no other origin has to be allowed. There is no
    renderer: Vite serves every page as an empty document, which the browser fills.
    """
    environment.install_frontend(prepared.node)
    port = processes.free_port()
    backend = f"http://127.0.0.1:{port}"
    vite: list[str | Path] = [prepared.node.node, FRONTEND / "node_modules" / "vite" / "bin" / "vite.js"]
    address = ["--host", "127.0.0.1", "--port", str(prepared.port), "--strictPort"]
    supervised = [
        Supervised("web", _reloaded(prepared, prepared.web(port)), prepared.env, colour=36),
        Supervised("worker", _reloaded(prepared, prepared.worker()), prepared.env, colour=35),
        Supervised(
            "vite",
            [*vite, *address, "--clearScreen", "false"],
            {**prepared.node.environment(), "VITE_BACKEND": backend},
            colour=33,
            cwd=FRONTEND,
        ),
    ]
    return Plan(supervised, [f"{backend}/readyz", f"http://127.0.0.1:{prepared.port}/"])


def _reloaded(prepared: Prepared, command: list[str | Path]) -> list[str | Path]:
    """Return a command that runs this one, and starts it again after each change."""
    line = shlex.join(str(part) for part in command)
    options = ["--target-type", "command", "--sigint-timeout", str(STOP_SECONDS)]
    return [prepared.python, "-m", "watchfiles", *options, line, *WATCHED]


if __name__ == "__main__":
    sys.exit(main())
