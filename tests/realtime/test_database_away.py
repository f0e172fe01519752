"""While the database is away nothing is live, and every client hears so from its server."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from deploy.machine import find_program
from deploy.services import Postgres
from tests.hung_process import hung
from tests.realtime.action_process import ActionProcess
from tests.realtime.conftest import ON_POSTGRES
from tests.realtime.wire import Wire
from tests.server_process import ServerProcess, ShopProcesses

pytestmark = [
    pytest.mark.skipif(
        not (find_program("postgres") and ON_POSTGRES), reason="runs with the tests on Postgres"
    ),
    # It starts four servers, one after the other, which on a busy machine takes most of the usual time.
    pytest.mark.timeout(300),
]

# The tail looks every two seconds or so, and waits that long for a connection.
TOLD_WITHIN_SECONDS = 20.0


@dataclass(frozen=True)
class Shop:
    postgres: Postgres
    processes: ShopProcesses
    web: ServerProcess
    slug: str

    def actions(self) -> ActionProcess:
        return ActionProcess(self.processes.environment(SITE_URL=self.web.url))


@pytest.fixture(scope="module")
def shop() -> Iterator[Shop]:
    """A web server with a Postgres of its own."""
    with Postgres() as postgres, ShopProcesses(database_url=postgres.url) as processes:
        web = processes.serve()
        with ActionProcess(processes.environment(SITE_URL=web.url)) as process:
            slug = process.do("product", 5)["slug"]
        yield Shop(postgres, processes, web, slug)


def wait_for(wire: Wire, event: str) -> Any:
    """Return what the next event of this name carries."""
    deadline = time.monotonic() + TOLD_WITHIN_SECONDS
    while True:
        name, carried = wire.event(max(0.0, deadline - time.monotonic()))
        if name == event:
            return carried


def test_clients_hear_that_the_database_is_away_and_that_it_is_back(shop: Shop) -> None:
    with Wire(shop.web.url).open() as wire:
        wire.subscribe(f"product:{shop.slug}")
        shop.postgres.stop()
        away = wait_for(wire, "database")
        with Wire(shop.web.url).open() as newcomer:
            told = wait_for(newcomer, "database")
            shop.postgres.start()
            back = (wait_for(wire, "database"), wait_for(newcomer, "database"))
        with shop.actions() as process:
            process.do("count", shop.slug, 7)
        wire.until(f"product:{shop.slug}", lambda data: data["sellable"] == 7)

    assert away == told == {"away": True}
    assert back == ({"away": False}, {"away": False})


def test_database_that_hangs_is_away(shop: Shop) -> None:
    with Wire(shop.web.url).open() as wire:
        wire.subscribe(f"product:{shop.slug}")
        with hung(shop.postgres.pid):
            away = wait_for(wire, "database")
        back = wait_for(wire, "database")

    assert (away, back) == ({"away": True}, {"away": False})


def test_client_of_a_database_that_is_there_hears_nothing_of_it(shop: Shop) -> None:
    with Wire(shop.web.url).open() as wire:
        wire.subscribe(f"product:{shop.slug}")

        assert wire.silence(3)
