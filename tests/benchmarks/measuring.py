"""What all benchmarks measure and say in the same way."""

import os
import re
import statistics
import sys
from collections.abc import Sequence
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
    threads = Path(f"/proc/{pid}/task").iterdir()
    own = sum(int((thread / "schedstat").read_text().split()[0]) for thread in threads) / 1e9
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return own + sum(processor_seconds(int(child)) for child in children)


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
