"""Measuring and printing shared by all benchmarks."""

import os
import re
import statistics
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path


def milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:,.0f} ms"


def spread(waits: Sequence[float]) -> str:
    ordered = sorted(waits)
    return (
        f"p50 {milliseconds(statistics.median(ordered))}, "
        f"p99 {milliseconds(ordered[int(len(ordered) * 0.99)])}, worst {milliseconds(ordered[-1])}"
    )


def processor_seconds(pid: int) -> float:
    """Return the time that the process's threads and children have run."""
    return sum(processor_seconds_of_each(pid).values())


def processor_seconds_of_each(pid: int) -> dict[int, float]:
    """Return the time that the process's threads, and those of each of its children, have run, by process."""
    found: dict[int, float] = {}
    # Threads and children come and go while we look.
    with suppress(FileNotFoundError, ProcessLookupError):
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        nanoseconds = 0
        for thread in Path(f"/proc/{pid}/task").iterdir():
            with suppress(FileNotFoundError, ProcessLookupError):
                nanoseconds += int((thread / "schedstat").read_text().split()[0])
        found[pid] = nanoseconds / 1e9
        for child in children:
            found |= processor_seconds_of_each(int(child))
    return found


def memory_of(pid: int) -> int:
    """Return the bytes of memory that the process holds."""
    pages = Path(f"/proc/{pid}/statm").read_text().split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def machine() -> str:
    """Return what this ran on, and how busy that was before."""
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 2**30
    model = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    return (
        f"{os.cpu_count()} cores ({model[1] if model else 'unknown'}), {memory:.0f} GiB, "
        f"Python {sys.version.split()[0]}, load before the run {os.getloadavg()[0]:.1f}"
    )
