"""Expensive reading is limited by what it costs, not by how often it is asked."""

import time

import pytest
from pytest_django.fixtures import Settings

from project.core.throttle import RateLimited, processor_budget
from tests.http import Api

BUDGET = 50


@pytest.fixture(autouse=True)
def budget(limits: None, settings: Settings) -> None:
    """Limits are off in the other tests."""
    settings.ANONYMOUS_MILLISECONDS = BUDGET


def spend(milliseconds: float) -> None:
    """Keep this thread's processor busy."""
    end = time.thread_time() + milliseconds / 1000
    while time.thread_time() < end:
        pass


def test_budget_ends_after_a_few_expensive_calls_and_outlasts_many_cheap_ones() -> None:
    for _ in range(20):
        with processor_budget("test", "cheap"):
            pass
    with processor_budget("test", "expensive"):
        spend(BUDGET + 10)

    with pytest.raises(RateLimited) as refused, processor_budget("test", "expensive"):
        pytest.fail("a spent budget let the call run")
    assert 1 <= refused.value.retry_after <= 61
    with processor_budget("test", "somebody else"):
        pass


def test_call_that_fails_is_charged_too() -> None:
    with pytest.raises(ZeroDivisionError), processor_budget("test", "failing"):
        spend(BUDGET + 10)
        raise ZeroDivisionError

    with pytest.raises(RateLimited), processor_budget("test", "failing"):
        pytest.fail("a spent budget let the call run")


@pytest.mark.django_db
def test_misspelt_searches_of_one_address_are_refused_before_their_count_is(settings: Settings) -> None:
    settings.ANONYMOUS_MILLISECONDS = 100
    rude, other = Api(), Api()

    statuses = []
    for number in range(200):
        statuses.append(rude.get("/products", {"search": f"rudrakhsha{number} mukhhi"}).status)
        if statuses[-1] == 429:
            break

    assert statuses[-1] == 429 and len(statuses) < 200
    refusal = rude.get("/products", {"search": "bead"})
    assert refusal.refusal == (429, "RATE_LIMITED")
    assert refusal.headers["Retry-After"] == str(refusal.body["retryAfter"])
    assert other.get("/products", {"search": "bead"}).status == 200
