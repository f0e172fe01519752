"""Processes that hang: they are there, listen, and do nothing."""

import contextlib
from collections.abc import Iterator

import psutil  # type: ignore[import-untyped]


@contextlib.contextmanager
def hung(pid: int) -> Iterator[None]:
    """Suspend a process and all its children; let them go on at the end."""
    server = psutil.Process(pid)
    processes = [server, *server.children(recursive=True)]
    try:
        for process in processes:
            with contextlib.suppress(psutil.NoSuchProcess):  # a child that has just ended
                process.suspend()
        yield
    finally:
        for process in processes:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.resume()
