"""Clients that send without pause cost the server no memory, and nobody else their answers."""

import pytest

from tests.realtime.flooding import FLOODS, Bystanders, Flood, memory_of, p99
from tests.server_process import ServerProcess, ShopProcesses

# What one web server does with its own sockets, whatever is behind it.
pytestmark = pytest.mark.any_stack

MEMORY_MB = 20


@pytest.mark.parametrize("frame", FLOODS.values(), ids=FLOODS)
def test_flood_is_closed_and_costs_no_memory(web: ServerProcess, frame: str) -> None:
    with Bystanders(web) as bystanders:
        bystanders.ask(0.5)
        before = memory_of(web)
        with Flood(web, frame) as flood:
            bystanders.ask(3)
        after = memory_of(web)

    assert flood.closed >= 4
    assert after - before < MEMORY_MB


@pytest.mark.nightly
@pytest.mark.parametrize("frame", FLOODS.values(), ids=FLOODS)
def test_bystanders_are_answered_as_if_there_were_no_flood(shop: ShopProcesses, frame: str) -> None:
    web = shop.serve()
    with Bystanders(web) as bystanders:
        calm = p99(bystanders.ask(45))
        before = memory_of(web)
        with Flood(web, frame) as flood:
            waits = bystanders.ask(45)
        after = memory_of(web)

    assert flood.closed >= 4
    assert p99(waits) <= 2 * calm
    assert after - before < MEMORY_MB
