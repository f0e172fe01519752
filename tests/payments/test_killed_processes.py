"""Crash recovery: processes killed at any moment cause no double payment and lose nothing."""

import os

import pytest

from project.payments.providers.registry import INSTALLED
from tests.benchmarks.killed_processes import run

# The moments that matter most are killed one by one in tests/worker and tests/exports.
pytestmark = [pytest.mark.production_stack, pytest.mark.nightly]


@pytest.mark.timeout(600)
@pytest.mark.parametrize("provider", INSTALLED)
def test_books_are_equal_after_web_and_worker_were_killed(provider: str) -> None:
    tally, differences = run(
        purchases=10,
        refunds=4,
        seed=11,
        people=4,
        provider=provider,
        database_url=os.environ.get("DATABASE_URL", ""),
        redis_url=os.environ.get("REDIS_URL", ""),
    )

    assert differences == []
    assert tally.kills >= 2
    assert tally.paid
