"""Real servers: on Postgres and Redis where the environment has them, else embedded."""

import os
from collections.abc import Iterator

import pytest

from deploy.services import Redis
from tests.realtime.action_process import ActionProcess
from tests.server_process import ServerProcess, ShopProcesses

ON_POSTGRES = bool(os.environ.get("DATABASE_URL"))


@pytest.fixture(scope="package")
def shop() -> Iterator[ShopProcesses]:
    """A database of its own, a renderer of its pages, and room for processes on it."""
    with ShopProcesses(
        database_url=os.environ.get("DATABASE_URL", ""),
        redis_url=os.environ.get("REDIS_URL", ""),
        # A busy machine may take its time.
        RENDERER_MILLISECONDS="10000",
    ) as running:
        running.render()
        yield running


@pytest.fixture(scope="package")
def web(shop: ShopProcesses) -> ServerProcess:
    """A web server as it is in production, but for small caps."""
    return shop.serve(LIVE_SOCKETS_PER_USER="3", METRICS_TOKEN="figures")


@pytest.fixture(scope="package")
def deaf(shop: ShopProcesses) -> ServerProcess:
    """A web server whose hub hears no hint: only its tail tells it."""
    return shop.serve(HUB_HINTS="0")


@pytest.fixture(scope="package")
def actions(shop: ShopProcesses, web: ServerProcess) -> Iterator[ActionProcess]:
    """Another process that changes things."""
    with ActionProcess(shop.environment(SITE_URL=web.url)) as actions:
        yield actions


@pytest.fixture(scope="package")
def redis() -> Iterator[Redis]:
    """A Redis of its own for tests on SQLite with several processes, or that end it."""
    with Redis() as running:
        yield running


@pytest.fixture(scope="package")
def shop_on_redis(redis: Redis) -> Iterator[ShopProcesses]:
    """A shop on SQLite and this Redis, whatever the others run on."""
    with ShopProcesses(redis_url=redis.url) as running:
        yield running


@pytest.fixture(scope="package")
def web_on_redis(shop_on_redis: ShopProcesses) -> ServerProcess:
    """A web server of this shop."""
    return shop_on_redis.serve()


@pytest.fixture(scope="package")
def actions_on_redis(shop_on_redis: ShopProcesses, web_on_redis: ServerProcess) -> Iterator[ActionProcess]:
    """Another process that changes things in this shop."""
    with ActionProcess(shop_on_redis.environment(SITE_URL=web_on_redis.url)) as actions:
        yield actions
