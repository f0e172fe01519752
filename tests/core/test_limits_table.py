"""The list of all limits has what counts, and all that counts."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
# What counts without a limit of the table; in throttle.py itself the limits do.
UNDECLARED = re.compile(
    r"(?<![.\w])(?:count\w*|excess_of_networks|require_work_when_busy)\(\s*(?:request,\s*)?f?\""
)


def test_list_has_the_limits_that_count() -> None:
    # Another process: this one has limits of the tests' own, and other settings.
    printed = subprocess.run(
        [sys.executable, "-m", "tests.limits"], cwd=ROOT, env={}, capture_output=True, text=True, check=True
    )

    assert printed.stdout == (ROOT / "tests/limits.txt").read_text()


def test_nothing_is_counted_but_by_a_limit() -> None:
    sources = [*(ROOT / "project").rglob("*.py"), *(ROOT / "realtime").rglob("*.py")]

    undeclared = [str(path) for path in sources if UNDECLARED.search(path.read_text())]

    assert undeclared == []
