"""The circuit breaker: who may try, while it is open, and after its interval."""

from project.core.circuit_breaker import CircuitBreaker
from tests.threads import at_once
from tests.waiting import eventually


def failed(times: int, *, retry_seconds: float = 60) -> CircuitBreaker:
    breaker = CircuitBreaker(retry_seconds=retry_seconds, failures=3)
    for _ in range(times):
        assert breaker.acquire_try()
        breaker.open()
    return breaker


def test_third_failure_in_a_row_opens_it() -> None:
    breaker = failed(2)
    assert breaker.acquire_try()

    breaker.open()

    assert not breaker.acquire_try()


def test_success_between_failures_begins_the_count_anew() -> None:
    breaker = failed(2)
    breaker.close()

    breaker.open()
    breaker.open()

    assert breaker.acquire_try()


def test_one_of_many_tries_after_the_interval() -> None:
    breaker = failed(3, retry_seconds=0.2)
    assert not breaker.acquire_try()
    eventually(breaker.acquire_try)  # and never reports

    eventually(lambda: at_once(8, lambda _: breaker.acquire_try()).count(True) == 1)


def test_trial_that_fails_begins_the_next_interval() -> None:
    breaker = failed(3, retry_seconds=0.2)
    eventually(breaker.acquire_try)

    breaker.open()

    assert not breaker.acquire_try()


def test_trial_that_succeeds_lets_everybody_try() -> None:
    breaker = failed(3, retry_seconds=0.2)
    eventually(breaker.acquire_try)

    breaker.close()

    assert at_once(8, lambda _: breaker.acquire_try()) == [True] * 8
