"""A test that depends on the database runs on both engines, whatever its folder or its mark says."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from deploy.environment import ROOT

TESTS = """
import pytest

pytestmark = pytest.mark.any_stack

@pytest.mark.django_db(transaction=True)
def test_commits(): ...

def test_truncates(transactional_db): ...

def test_counts_queries(django_assert_num_queries): ...

@pytest.mark.django_db
def test_reads_and_writes_rows(): ...
"""


def test_mark_is_refused_where_the_database_matters(tmp_path: Path) -> None:
    file = tmp_path / "test_something.py"
    file.write_text(TESTS)

    done = collect(file, "-p", "tests.conftest")

    assert done.returncode == pytest.ExitCode.USAGE_ERROR, done.stdout
    refused = re.findall(r"::(\w+)$", done.stderr, re.MULTILINE)
    assert refused == ["test_commits", "test_truncates", "test_counts_queries"]


def test_folder_of_money_and_stock_keeps_its_races_on_both_engines() -> None:
    cart = ROOT / "tests" / "cart"
    assert {"test_cart_races.py", "test_cart_changes.py"} <= {file.name for file in cart.iterdir()}

    on_both = collect(cart, "-m", "not production_stack").stdout

    assert "test_cart_races" in on_both
    assert "test_cart_changes" not in on_both


def collect(path: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Let pytest say which tests it would run."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-c",
        "pyproject.toml",
        "--collect-only",
        "-q",
        *options,
        str(path),
    ]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
