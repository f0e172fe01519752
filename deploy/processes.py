"""Child processes that never outlive this one."""

import contextlib
import ctypes
import os
import pwd
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO

from deploy.environment import ROOT

PR_SET_PDEATHSIG = 1


def free_port() -> int:
    """Return a free TCP port of the loopback address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def spawn(
    command: Sequence[str | Path],
    *,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    output: int | IO[bytes] | None = None,
    user: str | None = None,
) -> subprocess.Popen[bytes]:
    """Start `command` in its own session, so that Ctrl-C reaches this process alone, which stops it in order.

    On Linux the kernel also ends it when the calling thread ends, so call this from one that lives as long as
    the process.
    """
    return subprocess.Popen(
        [str(part) for part in command],
        env=None if env is None else dict(env),
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=None if output is None else subprocess.STDOUT,
        start_new_session=True,
        user=user,
        group=None if user is None else pwd.getpwnam(user).pw_gid,
        extra_groups=[] if user is not None else None,
        preexec_fn=_die_with_parent() if sys.platform == "linux" else None,
    )


def renderer(node: Path, *, port: int, **settings: str) -> tuple[list[str | Path], dict[str, str]]:
    """Return the command and the environment of the renderer.

    It gets none of this process's variables: it handles texts of strangers and needs no secret.
    """
    environment = {"RENDERER_PORT": str(port), "NODE_ENV": "production", **settings}
    return [node, ROOT / "frontend" / "server" / "renderer.js"], environment


def stop(
    process: subprocess.Popen[bytes], *, by: signal.Signals = signal.SIGTERM, seconds: float = 10
) -> None:
    """Terminate the process, and kill its group after `seconds`."""
    if process.poll() is None:
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(by)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(seconds)
    # The leader has ended or does not react; kill the rest of its group.
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def wait_until(ready: Callable[[], bool], process: subprocess.Popen[bytes], *, seconds: float) -> bool:
    """Poll `ready` until it is true; return False when the process or the time ends."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if process.poll() is not None:
            return False
        if ready():
            return True
        time.sleep(0.05)
    return False


def listening(port: int) -> bool:
    """Return True when this port of the loopback address accepts connections."""
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False


def _die_with_parent() -> Callable[[], None]:
    # Loaded before the fork, as nothing may allocate or import between fork and exec.
    prctl = ctypes.CDLL(None).prctl

    def set_death_signal() -> None:
        prctl(PR_SET_PDEATHSIG, int(signal.SIGTERM))

    return set_death_signal
