"""The circuit breaker: who may ask, while it holds, and after it has rested."""

from uuid import uuid4

import pytest

from project.guidance.external.circuit_breaker import SharedCircuitBreaker
from tests.threads import at_once
from tests.waiting import eventually


def failed(name: str, times: int, *, pause: int = 60) -> SharedCircuitBreaker:
    breaker = SharedCircuitBreaker(name, pause=pause)
    for _ in range(times):
        assert breaker.acquire_try()
        breaker.failed()
    return breaker


def test_three_failures_in_a_row_end_the_asking() -> None:
    name = uuid4().hex

    assert failed(name, 2).acquire_try()
    SharedCircuitBreaker(name).failed()

    # Another process of the shop knows of it as well: the state is the cache's.
    assert not SharedCircuitBreaker(name).acquire_try()


def test_success_between_failures_begins_the_count_anew() -> None:
    name = uuid4().hex
    failed(name, 2).succeeded()

    failed(name, 2)

    assert SharedCircuitBreaker(name).acquire_try()


def test_other_services_are_still_asked() -> None:
    failed(uuid4().hex, 3)

    assert SharedCircuitBreaker(uuid4().hex).acquire_try()


@pytest.mark.both_stacks
def test_after_the_pause_one_of_many_tries() -> None:
    name = uuid4().hex
    breaker = failed(name, 3, pause=1)
    assert not breaker.acquire_try()
    patient = SharedCircuitBreaker(name, pause=60)
    eventually(lambda: _rested(name))

    assert at_once(8, lambda _: patient.acquire_try()).count(True) == 1


def test_trial_that_fails_begins_the_next_pause() -> None:
    name = uuid4().hex
    failed(name, 3, pause=1)
    patient = SharedCircuitBreaker(name, pause=60)
    eventually(patient.acquire_try)

    patient.failed()

    assert not patient.acquire_try()


@pytest.mark.both_stacks
def test_trial_that_succeeds_lets_everybody_ask() -> None:
    name = uuid4().hex
    failed(name, 3, pause=1)
    patient = SharedCircuitBreaker(name, pause=60)
    eventually(patient.acquire_try)

    patient.succeeded()

    assert at_once(8, lambda _: patient.acquire_try()) == [True] * 8


def test_trial_that_was_never_heard_of_again_is_followed_by_another() -> None:
    name = uuid4().hex
    breaker = failed(name, 3, pause=1)
    eventually(breaker.acquire_try)

    # The one who was to try has died; nobody tells how it went.
    eventually(breaker.acquire_try)


def _rested(name: str) -> bool:
    """Tell whether the pause is over, without taking the trial."""
    return SharedCircuitBreaker(name, limit=10**6).acquire_try()
