"""`deploy/test` ends what it runs when it is stopped, and begins nothing new."""

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest

from deploy.check import Workbench, stop_all
from deploy.environment import Node
from tests.waiting import eventually

NODE = Node(Path("node"), ("npm",))


@pytest.fixture
def workbench(tmp_path: Path) -> Iterator[Callable[[str], Workbench]]:
    """Make what a section works with."""
    made: list[Workbench] = []

    def make(name: str) -> Workbench:
        (tmp_path / name).mkdir()
        output = (tmp_path / f"{name}.log").open("w", encoding="utf-8")
        made.append(Workbench(Path(sys.executable), NODE, Future(), tmp_path / name, [], output=output))
        return made[-1]

    yield make
    for bench in made:
        bench.output.close()


def test_a_section_that_waits_for_a_lane_does_not_begin_while_the_others_end(
    tmp_path: Path, workbench: Callable[[str], Workbench]
) -> None:
    slow, waiting = workbench("slow"), workbench("waiting")
    until_asked = f"trap 'sleep 0.5; exit 0' INT; touch {tmp_path}/runs; while :; do sleep 0.05; done"

    with ThreadPoolExecutor(1) as lane:
        running = lane.submit(slow.call, "sh", "-c", until_asked)
        eventually((tmp_path / "runs").exists)
        queued = lane.submit(waiting.call, "touch", tmp_path / "began")
        stop_all([slow, waiting])

        assert (running.result(), queued.result()) == (True, False)
    assert not (tmp_path / "began").exists()
