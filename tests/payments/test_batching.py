"""Batching of many threads' requests, each of which gets its own answer."""

import threading
from collections.abc import Sequence

import pytest

from project.payments.webhooks.batching import Batcher
from tests.threads import at_once


class Work:
    """Doubles numbers; remembers in what batches, and can be held up or refuse some."""

    def __init__(self, refused: frozenset[int] = frozenset()) -> None:
        self.refused = refused
        self.batches: list[list[int]] = []
        self.running = 0
        self.most_at_once = 0
        self.may_go = threading.Event()
        self.may_go.set()
        self.double = Batcher(together=self._together, alone=self._alone)

    def _together(self, numbers: Sequence[int]) -> list[int]:
        return self._do(numbers)

    def _alone(self, number: int) -> int:
        [result] = self._do([number])
        return result

    def _do(self, numbers: Sequence[int]) -> list[int]:
        self.running += 1
        self.most_at_once = max(self.most_at_once, self.running)
        self.may_go.wait(10)
        self.running -= 1
        for number in numbers:
            if number in self.refused:
                raise ValueError(number)
        self.batches.append(list(numbers))
        return [2 * number for number in numbers]


def double_all(work: Work, threads: int) -> list[int | str]:
    """Ask for every number from a thread of its own, while the first call is held up until all have come."""
    work.may_go.clear()
    come = threading.Semaphore(0)

    def ask(number: int) -> int | str:
        come.release()
        try:
            return work.double(number)
        except ValueError as error:
            return f"refused {error}"

    def let_go() -> None:
        for _ in range(threads):
            come.acquire()
        # All have said that they come; the last is still on its way in.
        threading.Timer(0.1, work.may_go.set).start()

    gate = threading.Thread(target=let_go)
    gate.start()
    results = at_once(threads, ask)
    gate.join()
    return results


def test_one_who_comes_alone_is_served_at_once() -> None:
    work = Work()

    assert [work.double(number) for number in (1, 2, 3)] == [2, 4, 6]
    assert work.batches == [[1], [2], [3]]


@pytest.mark.both_stacks
def test_what_comes_while_one_works_is_done_together_and_each_gets_its_own() -> None:
    work = Work()

    assert double_all(work, 8) == [2 * number for number in range(8)]
    assert work.most_at_once == 1
    assert len(work.batches) < 8
    assert sorted(sum(work.batches, [])) == list(range(8))


@pytest.mark.both_stacks
def test_one_that_cannot_be_done_fails_for_its_own_thread_only() -> None:
    work = Work(refused=frozenset({3}))

    results = double_all(work, 8)

    assert results == [f"refused {number}" if number == 3 else 2 * number for number in range(8)]


@pytest.mark.both_stacks
def test_all_that_fail_hear_of_their_own_and_the_next_is_served() -> None:
    work = Work(refused=frozenset(range(6)))

    assert double_all(work, 6) == [f"refused {number}" for number in range(6)]
    assert work.double(7) == 14


@pytest.mark.both_stacks
def test_nobody_is_forgotten_in_many_rounds() -> None:
    work = Work()

    sums = at_once(8, lambda thread: sum(work.double(thread * 1000 + step) for step in range(300)))

    assert sums == [sum(2 * (thread * 1000 + step) for step in range(300)) for thread in range(8)]
    assert work.most_at_once == 1


def test_failure_of_one_alone_is_raised_to_it() -> None:
    with pytest.raises(ValueError, match="5"):
        Work(refused=frozenset({5})).double(5)
