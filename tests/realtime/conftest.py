"""Real servers: on Postgres and Redis where the environment has them, else embedded."""

import os
from collections.abc import Iterator

import pytest

from tests.realtime.action_process import ActionProcess
from tests.server_process import ServerProcess, ShopProcesses

ON_POSTGRES = bool(os.environ.get("DATABASE_URL"))


@pytest.fixture(scope="package")
def shop() -> Iterator[ShopProcesses]:
    """A database of its own, and room for processes on it."""
    with ShopProcesses(
        database_url=os.environ.get("DATABASE_URL", ""), redis_url=os.environ.get("REDIS_URL", "")
    ) as running:
        yield running


@pytest.fixture(scope="package")
def web(shop: ShopProcesses) -> ServerProcess:
    """A web server as it is in production, but for small caps."""
    return shop.serve(LIVE_SOCKETS_PER_USER="3")


@pytest.fixture(scope="package")
def deaf(shop: ShopProcesses) -> ServerProcess:
    """A web server whose hub hears no hint: only its tail tells it."""
    return shop.serve(HUB_HINTS="0")


@pytest.fixture(scope="package")
def actions(shop: ShopProcesses, web: ServerProcess) -> Iterator[ActionProcess]:
    """Another process that changes things."""
    with ActionProcess(shop.environment(SITE_URL=web.url)) as actions:
        yield actions
