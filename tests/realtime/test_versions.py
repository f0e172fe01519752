"""No version comes from a clock: one that is set back, or differs between hosts, freezes no open page."""

import ast
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
import time_machine
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from deploy.environment import ROOT
from project.events.topics import Caller, State
from project.events.versions import next_version
from project.live_topics import find
from tests.buying import place
from tests.factories import make_product, make_user
from tests.realtime.action_process import ActionProcess
from tests.realtime.wire import Wire
from tests.server_process import ServerProcess, ShopProcesses

CLOCK_BEHIND = Path(__file__).with_name("clock_behind")
# The versions of older releases, which pages may still hold: the time in milliseconds.
TIME = 1_900_000_000_000
# Topics whose data are read from many rows, or from no row at all.
SNAPSHOTS = (
    *("staff:dashboard", "staff:live", "live-wall", "staff:operations", "staff:payment-health"),
    *(
        "staff:exports",
        "staff:discounts",
        "staff:bank",
        "staff:support",
        "support:{order}",
        "presence:{order}",
    ),
)
CLOCKS = {"time", "time_ns", "now", "utcnow"}


def set_last_version(version: int) -> None:
    """Restore the last version that was drawn, as a backup does."""
    sql = (
        "SELECT setval('events_state_version', %s)"
        if connection.vendor == "postgresql"
        else "UPDATE events_state_version SET last = %s"
    )
    with connection.cursor() as cursor:
        cursor.execute(sql, [version])


def read_changed(name: str, caller: Caller) -> State:
    """Return what the topic says now; the live views say again what has not changed only sometimes."""
    topic = find(name)
    assert topic is not None
    states = [topic.read(caller, name) for _ in range(5)]
    assert states[-1] is not None
    return states[-1]


@pytest.mark.django_db
@pytest.mark.parametrize("name", SNAPSHOTS)
def test_version_grows_whichever_way_the_clock_is_set(name: str) -> None:
    caller = Caller(user_id=make_user(role="admin").pk, role="admin")
    name = name.format(order=place(make_product()).topic)

    versions = [read_changed(name, caller).version]
    for hours in (-1, 1, 0):
        with time_machine.travel(timezone.now() + timedelta(hours=hours)):
            versions.append(read_changed(name, caller).version)

    assert versions == sorted(set(versions))
    assert versions[0] > TIME


def test_page_follows_the_dashboard_from_a_process_whose_clock_is_behind(
    shop: ShopProcesses, web: ServerProcess, actions: ActionProcess
) -> None:
    bead, token = actions.do("product")["id"], actions.do("user", "admin")["token"]
    behind = shop.serve(PYTHONPATH=str(CLOCK_BEHIND))

    def get(server: ServerProcess) -> tuple[dict[str, Any], datetime]:
        headers = {"Authorization": f"Bearer {token}"}
        answer = httpx.get(f"{server.url}/api/admin/dashboard", headers=headers, trust_env=False)
        return answer.json()["data"], datetime.fromisoformat(answer.headers["X-Answered-At"])

    first, now = get(web)
    with Wire(behind.url).open(token=token) as wire:
        answer = wire.subscribe("staff:dashboard", version=first["version"])
        actions.do("order", bead)
        pushed = wire.until("staff:dashboard", lambda data: data["totalOrders"] > first["totalOrders"])
    (on_it, earlier), (last, _) = get(behind), get(web)

    versions = [state["version"] for state in (first, answer, pushed, on_it, last)]
    assert versions == sorted(set(versions))
    assert earlier < now - timedelta(minutes=50)


@pytest.mark.django_db
def test_versions_after_a_restore_are_larger_than_all_drawn_before_it() -> None:
    restored = next_version()
    lost = [next_version() for _ in range(1000)]
    set_last_version(restored)

    call_command("after_restore")

    assert next_version() > max(lost)


def test_no_code_makes_a_version_of_the_time() -> None:
    assert [
        f"{path.relative_to(ROOT)}:{line}"
        for folder in ("project", "realtime", "worker")
        for path in sorted((ROOT / folder).rglob("*.py"))
        for line in versions_of_the_time(ast.parse(path.read_text()))
    ] == []


def versions_of_the_time(tree: ast.Module) -> Iterator[int]:
    """Yield the lines on which something called version is given a value that a clock is asked for."""
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                pass
            case ast.keyword(arg=str(name), value=value):
                pass
            case _:
                continue
        called = {getattr(call.func, "attr", "") for call in ast.walk(value) if isinstance(call, ast.Call)}
        if "version" in name and called & CLOCKS:
            yield value.lineno
