"""The transactions board: rows as upserts in batches, figures at most once a second."""

import time
from typing import Any

from tests.realtime.action_process import TAIL_PASSES_SECONDS, ActionProcess
from tests.realtime.conftest import ON_POSTGRES
from tests.realtime.wire import Wire
from tests.server_process import ServerProcess

BOARD = "staff:transactions"


def pushes_for(wire: Wire, seconds: float) -> list[dict[str, Any]]:
    found = []
    deadline = time.monotonic() + seconds
    while (left := deadline - time.monotonic()) > 0:
        try:
            found.append(wire.changed(BOARD, left))
        except TimeoutError:
            break
    return found


def test_board_gets_each_changed_row_once_with_its_newest_state(
    web: ServerProcess, actions: ActionProcess
) -> None:
    bead = actions.do("product")
    payments = [actions.do("pay", actions.do("order", bead["id"])["order"]) for _ in range(4)]
    # Else the tail may find that they began when the board is already open: one more version of a row.
    time.sleep(TAIL_PASSES_SECONDS)

    with Wire(web.url).open(token=actions.do("user", "support")["token"]) as wire:
        before = wire.subscribe(BOARD)["data"]["statistics"]
        for payment in payments:
            actions.do("answer", payment, "success")
        # Longer than the tail's longest pause, which finds each change once more.
        pushes = pushes_for(wire, 5 if ON_POSTGRES else 1.5)

    rows = [row for push in pushes for row in push["data"]["rows"]]
    assert sorted(row["id"] for row in rows) == sorted(payments)
    assert {row["row"]["status"] for row in rows} == {"SUCCESS"}
    assert all(row["version"] == row["row"]["version"] for row in rows)
    figures = [push["data"]["statistics"] for push in pushes if "statistics" in push["data"]]
    assert figures[-1]["successfulTransactions"] == before["successfulTransactions"] + 4


def test_busy_board_is_pushed_in_batches(web: ServerProcess, actions: ActionProcess) -> None:
    bead = actions.do("product")
    payments = [actions.do("pay", actions.do("order", bead["id"])["order"]) for _ in range(12)]
    time.sleep(0.5)

    with Wire(web.url).open(token=actions.do("user", "admin")["token"]) as wire:
        wire.subscribe(BOARD)
        began = time.monotonic()
        for payment in payments:
            actions.do("answer", payment, "failed")
        busy = time.monotonic() - began
        pushes = pushes_for(wire, 2)

    assert {row["id"] for push in pushes for row in push["data"]["rows"]} == set(payments)
    assert sum(bool(push["data"]["rows"]) for push in pushes) <= busy / 0.25 + 2
    assert sum("statistics" in push["data"] for push in pushes) <= busy + 3


def test_dashboard_follows_the_money(web: ServerProcess, actions: ActionProcess) -> None:
    payment = actions.do("pay", actions.do("order", actions.do("product")["id"])["order"])

    with Wire(web.url).open(token=actions.do("user", "admin")["token"]) as wire:
        before = wire.subscribe("staff:dashboard")["data"]["totalRevenue"]
        actions.do("answer", payment, "success")

        wire.until("staff:dashboard", lambda data: data["totalRevenue"] > before)


def test_answer_that_changes_with_the_time_comes_again_though_nothing_happened(
    web: ServerProcess, actions: ActionProcess
) -> None:
    with Wire(web.url).open(token=actions.do("user", "finance")["token"]) as wire:
        first = wire.subscribe("staff:payment-health")

        again = wire.changed("staff:payment-health", 30)

    assert again["version"] > first["version"]
    assert again["data"]["instruments"] == first["data"]["instruments"]
