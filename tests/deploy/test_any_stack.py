"""A test that depends on the database runs on both engines, whatever its folder or its mark says."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from deploy.environment import ROOT

TESTS = """
import pytest
from django.db import transaction
from tests.threads import at_once

pytestmark = pytest.mark.any_stack

@pytest.mark.django_db(transaction=True)
def test_commits(): ...

def test_truncates(transactional_db): ...

def test_counts_queries(django_assert_num_queries): ...

def test_races():
    at_once(2, print)

def test_rolls_back_by_a_helper():
    helper()

def helper():
    def inner():
        transaction.set_rollback(True)
    inner()

@pytest.fixture
def savepoint():
    with transaction.atomic():
        yield

def test_begins_with_a_transaction(savepoint): ...

@pytest.mark.django_db
def test_reads_and_writes_rows(): ...
"""


def test_mark_is_refused_where_the_database_matters(tmp_path: Path) -> None:
    file = tmp_path / "test_something.py"
    file.write_text(TESTS)

    done = collect(file, "-p", "tests.conftest")

    assert done.returncode == pytest.ExitCode.USAGE_ERROR, done.stdout
    refused = re.findall(r"::(\w+): it ", done.stderr + done.stdout)
    assert refused == [
        "test_commits",
        "test_truncates",
        "test_counts_queries",
        "test_races",
        "test_rolls_back_by_a_helper",
        "test_begins_with_a_transaction",
    ]


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
