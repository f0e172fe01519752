"""A test that depends on the database cannot be marked as one that runs on SQLite alone."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from deploy.environment import ROOT

TESTS = """
import pytest
from tests.threads import at_once

pytestmark = pytest.mark.any_stack

@pytest.mark.django_db(transaction=True)
def test_commits(): ...

def test_truncates(transactional_db): ...

def test_counts_queries(django_assert_num_queries): ...

def test_races():
    at_once(2, print)

@pytest.mark.django_db
def test_reads_and_writes_rows(): ...
"""


def test_mark_is_refused_where_the_database_matters(tmp_path: Path) -> None:
    file = tmp_path / "test_something.py"
    file.write_text(TESTS)

    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-c",
            "pyproject.toml",
            "-p",
            "tests.conftest",
            "--collect-only",
            file,
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )

    assert done.returncode == pytest.ExitCode.USAGE_ERROR, done.stdout
    refused = re.findall(r"::(\w+): it ", done.stderr + done.stdout)
    assert refused == ["test_commits", "test_truncates", "test_counts_queries", "test_races"]
