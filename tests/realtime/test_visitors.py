"""Visitors are counted by the places their sockets watch, over all processes, each once."""

import asyncio
import contextlib
from typing import Any

import httpx
import pytest
from django.utils import timezone
from websockets.exceptions import ConnectionClosed

from deploy.machine import find_program
from project.backoffice.visitors import LIFETIME_SECONDS, PLACES, PUBLISH_SECONDS, count_visits
from project.events.topics import GUEST
from realtime.socket import Watch
from realtime.visitors import STEPS, Visitors
from tests.benchmarks import visitors
from tests.realtime.action_process import ActionProcess
from tests.realtime.line import Line
from tests.realtime.wire import Wire
from tests.server_process import ServerProcess, ShopProcesses
from tests.waiting import until

# Processes with sockets share nothing but Redis here, whatever the database is.
pytestmark = [
    pytest.mark.any_stack,
    pytest.mark.skipif(find_program("redis-server") is None, reason="processes add up their counts in Redis"),
]

NOBODY = dict.fromkeys(PLACES, 0)
# A count is published, then read; a dead process's expires first.
SEEN_WITHIN_SECONDS = LIFETIME_SECONDS + 4 * PUBLISH_SECONDS


@pytest.fixture(scope="module")
def two(web_on_redis: ServerProcess, shop_on_redis: ShopProcesses) -> list[ServerProcess]:
    """Two web servers of a shop of its own: at the other tests' servers others may be counted."""
    return [web_on_redis, shop_on_redis.serve()]


@pytest.fixture(scope="module")
def admin(actions_on_redis: ActionProcess) -> str:
    """The token of somebody who may see the live view."""
    token: str = actions_on_redis.do("user", "admin")["token"]
    return token


def at(web: ServerProcess, *places: str, open_lines: contextlib.ExitStack) -> Wire:
    """Open a page that shows these places."""
    wire = open_lines.enter_context(Wire(web.url)).open()
    for place in places:
        wire.subscribe(f"visit:{place}")
    return wire


def read(web: ServerProcess, admin: str) -> dict[str, Any]:
    """Return what GET answers."""
    headers = {"Authorization": f"Bearer {admin}"}
    answer = httpx.get(f"{web.url}/api/admin/live", headers=headers, timeout=30, trust_env=False)
    data: dict[str, Any] = answer.raise_for_status().json()["data"]
    return data


def wait_until_shown(screen: Wire, **here: int) -> None:
    """Return when the screen shows these visitors and nobody else."""
    screen.until("staff:live", lambda data: bool(data["here"] == NOBODY | here), SEEN_WITHIN_SECONDS)


def test_visitors_of_three_processes_add_up_and_those_of_a_killed_one_vanish(
    two: list[ServerProcess], shop_on_redis: ShopProcesses, admin: str
) -> None:
    first, second = two
    third = shop_on_redis.serve()
    with contextlib.ExitStack() as lines:
        screen = lines.enter_context(Wire(first.url)).open(token=admin)
        screen.subscribe("staff:live")
        for web, places in ((first, "product"), (second, "cart"), (third, "cart"), (third, "checkout")):
            at(web, "browsing", places, open_lines=lines)
        at(third, "browsing", open_lines=lines)

        wait_until_shown(screen, browsing=1, product=1, cart=2, checkout=1)
        assert sum(read(second, admin)["here"].values()) == 5

        third.kill()
        wait_until_shown(screen, product=1, cart=1)
        assert sum(read(second, admin)["here"].values()) == 2

        # A visit that was counted stays in the day's sums.
        assert read(first, admin)["funnel"]["visited"] == 5


def test_socket_is_one_visitor_in_the_furthest_of_its_places_until_it_leaves(
    two: list[ServerProcess], admin: str
) -> None:
    with contextlib.ExitStack() as lines:
        screen = lines.enter_context(Wire(two[1].url)).open(token=admin)
        screen.subscribe("staff:live")
        greedy = at(two[0], *PLACES, *PLACES, open_lines=lines)

        for furthest in reversed(PLACES):
            wait_until_shown(screen, **{furthest: 1})
            greedy.ask("unsubscribe", topic=f"visit:{furthest}")
        wait_until_shown(screen)


def test_step_is_counted_once_for_a_socket_and_never_for_a_page_that_was_counted(
    two: list[ServerProcess], admin: str
) -> None:
    before = read(two[0], admin)["funnel"]
    with contextlib.ExitStack() as lines:
        screen = lines.enter_context(Wire(two[1].url)).open(token=admin)
        screen.subscribe("staff:live")
        wire = at(two[0], "browsing", "product", "cart", open_lines=lines)
        for _ in range(5):
            wire.ask("unsubscribe", topic="visit:cart")
            day = wire.subscribe("visit:cart")["version"]
        # The same page on a new socket: it holds the day on which it was counted.
        again = lines.enter_context(Wire(two[1].url)).open()
        for place in ("browsing", "product", "cart"):
            assert again.subscribe(f"visit:{place}", version=day) == {
                "ok": True,
                "topic": f"visit:{place}",
                "same": True,
            }
        # Somebody else: whatever version of another day a page holds, it was not counted today.
        lines.enter_context(Wire(two[1].url)).open().subscribe("visit:browsing", version=day - 1)

        after = screen.until(
            "staff:live", lambda data: data["here"]["cart"] == 2 and data["here"]["browsing"] == 1
        )

        # Sums are written by each process's next round.
        while after["funnel"]["visited"] < before["visited"] + 2:
            after = screen.changed("staff:live")["data"]
    more = {"visited": 2, "product": 1, "cart": 1}
    assert after["funnel"] == before | {step: before[step] + number for step, number in more.items()}
    assert after["visitsSince"] is not None


@pytest.mark.parametrize(
    "place",
    ["", "home", "cart:1", "Cart", "cart ", "/products/rudraksha-1", "AKS-ABCDEF012345", "cart\x00", "कार्ट"],
)
def test_place_that_is_not_in_the_list_is_refused(two: list[ServerProcess], place: str) -> None:
    with Wire(two[0].url).open() as wire:
        assert wire.ask("subscribe", topic=f"visit:{place}") == {"ok": False, "code": "NOT_FOUND"}


def test_staff_are_no_visitors_and_visitors_do_not_see_the_live_view(
    two: list[ServerProcess], actions_on_redis: ActionProcess
) -> None:
    answers = {}
    for role in ("guest", "customer", "catalogue", "support", "finance", "admin"):
        auth = {} if role == "guest" else {"token": actions_on_redis.do("user", role)["token"]}
        with Wire(two[0].url).open(**auth) as wire:
            answers[role] = [
                wire.ask("subscribe", topic=topic).get("code", "ok") for topic in ("visit:cart", "staff:live")
            ]

    assert answers == {
        "guest": ["ok", "NOT_FOUND"],
        "customer": ["ok", "FORBIDDEN"],
        "catalogue": ["FORBIDDEN", "FORBIDDEN"],
        "support": ["FORBIDDEN", "FORBIDDEN"],
        "finance": ["FORBIDDEN", "ok"],
        "admin": ["FORBIDDEN", "ok"],
    }


def test_thousand_changes_of_place_a_second_close_the_socket_and_count_as_one_visit(
    two: list[ServerProcess], admin: str
) -> None:
    before = read(two[0], admin)["funnel"]
    with contextlib.ExitStack() as lines:
        screen = lines.enter_context(Wire(two[1].url)).open(token=admin)
        screen.subscribe("staff:live")
        rude = at(two[0], "browsing", "product", "cart", open_lines=lines)
        with contextlib.suppress(ConnectionClosed):
            for number in range(1000):
                event = "unsubscribe" if number % 2 else "subscribe"
                rude.send(f'42{number}["{event}",{{"topic":"visit:checkout"}}]')

        assert rude.closed() == 4429
        after = screen.until(
            "staff:live",
            lambda data: data["funnel"]["checkout"] > before["checkout"] and data["here"] == NOBODY,
            SEEN_WITHIN_SECONDS,
        )
    assert after["funnel"]["checkout"] == before["checkout"] + 1


def test_one_network_address_counts_so_many_steps_in_a_minute_and_no_more() -> None:
    before, _ = count_visits(timezone.localdate())

    async def count_many() -> None:
        loop = asyncio.get_running_loop()
        counter = Visitors(loop, {})
        for _ in range(STEPS.value + 50):
            watch = Watch(socket=Line().socket, name="visit:cart", caller=GUEST)
            counter.add(watch, was_counted=False)
        other = Line().socket
        other.address = "10.1.1.1"
        counter.add(Watch(socket=other, name="visit:product", caller=GUEST), was_counted=False)
        publishing = loop.create_task(counter.keep())
        await until(lambda: count_visits(timezone.localdate())[0]["product"] != before["product"])
        publishing.cancel()

    asyncio.run(count_many())

    after, _ = count_visits(timezone.localdate())
    assert after == before | {
        "cart": before["cart"] + STEPS.value,
        "product": before["product"] + 1,
    }


@pytest.mark.nightly
def test_ten_thousand_sockets_over_three_processes_are_counted_exactly() -> None:
    crowd = visitors.run(10_000)

    # It ends when the screen shows them all, and after the kill exactly those that are left.
    assert (crowd.sockets, crowd.left) == (10_000, 6_667)
    assert crowd.visits == 8_000
