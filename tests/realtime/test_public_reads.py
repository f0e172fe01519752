"""Cached REST answers, never older than the last push of any process by any channel."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from django.core.cache import caches
from pytest_django.fixtures import Settings

from deploy.processes import free_port
from project.core import public_cache
from realtime.catalogue_version import CatalogueVersion
from tests.realtime.action_process import ActionProcess
from tests.realtime.wire import Wire
from tests.server_process import ServerProcess, ShopProcesses
from tests.waiting import eventually, until

TAIL_WITHIN_SECONDS = 5.0


@pytest.fixture
def client() -> Iterator[httpx.Client]:
    with httpx.Client(trust_env=False, timeout=30) as client:
        yield client


def sellable(client: httpx.Client, web: ServerProcess, slug: str) -> int:
    """Return how many pieces the server says there are, by the product and by the list alike."""
    product = client.get(f"{web.url}/api/products/{slug}").raise_for_status().json()["data"]["product"]
    found = client.get(f"{web.url}/api/products", params={"limit": 48}).raise_for_status().json()["data"]
    listed = {card["slug"]: card["sellable"] for card in found["products"]}
    assert listed[slug] == product["sellable"]
    return int(product["sellable"])


def etag_of_rendered(client: httpx.Client, page: str) -> str:
    """Return the page's tag; it has none when the renderer took too long, as on a busy machine."""
    return str(client.get(page).raise_for_status().headers.get("ETag", ""))


def shows(pieces: int) -> Callable[[Any], bool]:
    """Return whether a push says that there are so many pieces."""
    return lambda data: bool(data["sellable"] == pieces)


@pytest.mark.parametrize("hints", [True, False], ids=["hints", "no hints"])
def test_who_was_pushed_a_change_reads_it(
    web: ServerProcess, deaf: ServerProcess, actions: ActionProcess, client: httpx.Client, hints: bool
) -> None:
    server = web if hints else deaf
    bead = actions.do("product", 1)
    topic = f"product:{bead['slug']}"

    with Wire(server.url).open() as wire:
        wire.subscribe(topic)
        # Without hints each waits for the tail's next pass.
        for pieces in (5, 2, 7, 3, 9, 1, 8, 4) if hints else (5, 2, 7):
            sellable(client, server, bead["slug"])
            actions.do("count", bead["slug"], pieces)
            wire.until(topic, shows(pieces), TAIL_WITHIN_SECONDS)

            assert sellable(client, server, bead["slug"]) == pieces


@pytest.mark.parametrize("hints", [True, False], ids=["hints", "no hints"])
def test_who_was_pushed_a_change_opens_a_page_that_has_it(
    web: ServerProcess, deaf: ServerProcess, actions: ActionProcess, client: httpx.Client, hints: bool
) -> None:
    server = web if hints else deaf
    bead = actions.do("product", 1)
    topic = f"product:{bead['slug']}"
    page = f"{server.url}/products/{bead['slug']}"

    with Wire(server.url).open() as wire:
        wire.subscribe(topic)
        for pieces in (5, 2, 7, 3) if hints else (5, 2):
            etag = eventually(lambda: etag_of_rendered(client, page))
            assert client.get(page, headers={"If-None-Match": etag}).status_code == 304
            actions.do("count", bead["slug"], pieces)
            wire.until(topic, shows(pieces), TAIL_WITHIN_SECONDS)

            assert f'"sellable":{pieces}' in client.get(page).text


def test_change_is_read_although_its_process_died_before_it_told_anybody(
    shop: ShopProcesses, web: ServerProcess, actions: ActionProcess, client: httpx.Client
) -> None:
    bead = actions.do("product", 5)
    topic = f"product:{bead['slug']}"
    with Wire(web.url).open() as wire, ActionProcess(shop.environment()) as dying:
        wire.subscribe(topic)
        assert sellable(client, web, bead["slug"]) == 5

        with pytest.raises(RuntimeError):
            dying.do("count_and_die", bead["slug"], 3)
        wire.until(topic, shows(3), TAIL_WITHIN_SECONDS)

        assert sellable(client, web, bead["slug"]) == 3


def test_change_of_another_process_is_read_where_nobody_watches_anything(
    shop: ShopProcesses, actions: ActionProcess, client: httpx.Client
) -> None:
    server = shop.serve(HUB_HINTS="0")
    bead = actions.do("product", 5)
    assert sellable(client, server, bead["slug"]) == 5

    actions.do("count", bead["slug"], 3)

    product = f"{server.url}/api/products/{bead['slug']}"
    eventually(
        lambda: client.get(product).json()["data"]["product"]["sellable"] == 3, seconds=TAIL_WITHIN_SECONDS
    )


def test_changes_that_arrive_together_move_the_version_before_anybody_is_told() -> None:
    async def run() -> None:
        catalogue = CatalogueVersion(asyncio.get_running_loop())
        for _ in range(3):
            before = caches["public"].get("catalogue-version")
            for _ in range(100):
                catalogue.move()
            await catalogue.wait_moved()
            assert caches["public"].get("catalogue-version") != before
        await catalogue.wait_moved()

    asyncio.run(run())


def test_hub_moves_the_version_as_soon_as_the_cache_is_back_and_nobody_waits_for_that(
    settings: Settings,
) -> None:
    working = settings.CACHES
    before = caches["public"].get("catalogue-version")

    async def run() -> None:
        catalogue = CatalogueVersion(asyncio.get_running_loop())
        settings.CACHES = working | {
            "public": {
                "BACKEND": "django.core.cache.backends.redis.RedisCache",
                "LOCATION": f"redis://127.0.0.1:{free_port()}/0",
            }
        }
        catalogue.move()
        async with asyncio.timeout(2):
            await catalogue.wait_moved()
        settings.CACHES = working
        await until(lambda: caches["public"].get("catalogue-version") != before)

    asyncio.run(run())

    assert caches["public"].get("catalogue-version") != before
    threading.Event().wait(public_cache.PAUSE_SECONDS)
