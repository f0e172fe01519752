"""The back office on three screens during a shop's busy day, held against the tables.

    .venv/bin/python -m tests.benchmarks.back_office                     three minutes, 120 shoppers a minute
    .venv/bin/python -m tests.benchmarks.back_office --per-minute 300    what the open board costs its browser
    .venv/bin/python -m tests.benchmarks.back_office --only postgres --minutes 1

`manage.py demo_traffic` plays shoppers and staff; board, dashboard and orders are open. Before it, three
times meanwhile and in the end the traffic is frozen and every row and figure is compared with the tables,
exactly (tests/e2e/back_office_checks.py). The command fails when anything differs, when a page asked by REST
while its link was up, or when a server logged an error. The board has a browser to itself, with motion: the
share of a core is that of all of this browser's processes, while the traffic flows.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, CDPSession, Page, Playwright, sync_playwright

from deploy.machine import find_browser
from deploy.services import private_services
from tests.benchmarks.measuring import machine
from tests.e2e.back_office_checks import DemoTraffic, Moment, Watch, open_staff_page
from tests.e2e.conftest import CHROMIUM_ARGUMENTS
from tests.e2e.expected_screens import ExpectedScreens
from tests.e2e.stack import Stack

MOMENTS = 4
# How long, and of that: what the whole browser and the page's main thread were busy, in seconds.
Span = tuple[float, float, float]


@dataclass
class Meter:
    """Seconds of processor time a browser with one page has used, all its processes together."""

    browser: CDPSession
    page: CDPSession

    def whole(self) -> float:
        """Return those of the whole browser."""
        every = self.browser.send("SystemInfo.getProcessInfo")["processInfo"]
        return sum(float(each["cpuTime"]) for each in every)

    def main_thread(self) -> float:
        """Return how long the page's main thread was busy."""
        found = self.page.send("Performance.getMetrics")["metrics"]
        return float(next(each["value"] for each in found if each["name"] == "TaskDuration"))


def start(playwright: Playwright) -> Browser:
    """Start a browser as the tests do."""
    program: Path | None = find_browser()
    if program is None:
        sys.exit("Chromium is not installed")
    return playwright.chromium.launch(executable_path=program, args=CHROMIUM_ARGUMENTS)


def run(stack: Stack, *, per_minute: int, minutes: float) -> bool:
    """Watch, print a row for each moment and one for the browser; return whether all was as it must be."""
    with ExitStack() as ending:
        playwright = ending.enter_context(sync_playwright())
        alone, others = start(playwright), start(playwright)
        ending.callback(others.close)
        ending.callback(alone.close)
        expected = ending.enter_context(ExpectedScreens(stack.environment()))
        pages = {"board": open_staff_page(alone, stack, motion=True)}
        pages |= {name: open_staff_page(others, stack, motion=True) for name in ("dashboard", "orders")}
        watch = Watch(stack, pages, expected)
        meter = Meter(alone.new_browser_cdp_session(), watch.screens[0].cdp)
        first = watch.compare()
        # The pages asked for what they show; from now on the link brings it.
        first.asked.clear()
        moments = [first]
        show(first)
        idle = cost(meter, pages["board"], 10)
        traffic = ending.enter_context(DemoTraffic(stack, per_minute=per_minute))
        pages["board"].locator("[data-row]").nth(1).wait_for(timeout=120_000)
        busy: list[Span] = []
        changed = expected.changes()
        for _ in range(MOMENTS):
            busy.append(cost(meter, pages["board"], minutes * 60 / MOMENTS))
            with traffic.quiet():
                moments.append(watch.compare())
            show(moments[-1])
        seconds = sum(each[0] for each in busy)
        changed = expected.changes() - changed
        print(
            f"| the board's browser | {changed * 60 / seconds:.0f} changes of rows a minute:"
            f" {share(busy)} of a core, its main thread busy {share(busy, 2)};"
            f" before the traffic {share([idle])} and {share([idle], 2)} |"
        )
        troubles = [line for line in traffic.stories() if "Refused" in line or "Error" in line]
        print(
            f"| traffic | {len(traffic.stories())} stories, {len(troubles)} of them broken off |", flush=True
        )
        errors = stack.errors()
        for line in [*troubles[:5], *errors[:20]]:
            print(f"    {line}")
    return not errors and not any(moment.differences or moment.asked for moment in moments)


def cost(meter: Meter, page: Page, seconds: float) -> Span:
    """Let time pass; return how much, and what browser and main thread did in it, in seconds."""
    began, whole, main = time.monotonic(), meter.whole(), meter.main_thread()
    page.wait_for_timeout(seconds * 1000)
    return time.monotonic() - began, meter.whole() - whole, meter.main_thread() - main


def share(spans: Sequence[Span], which: int = 1) -> str:
    """Return the part of a core that was used in these spans."""
    return f"{100 * sum(span[which] for span in spans) / sum(span[0] for span in spans):.1f} %"


def show(moment: Moment) -> None:
    """Print what a quiet moment showed."""
    heaps = ", ".join(f"{name} {size / 2**20:.1f}" for name, size in moment.heaps.items())
    nodes = ", ".join(f"{name} {count}" for name, count in moment.nodes.items())
    print(
        f"| after {moment.seconds:.0f} s | {moment.rows} rows, {moment.figures} texts compared,"
        f" {len(moment.differences)} differ; {len(moment.asked)} REST questions;"
        f" heap in MiB: {heaps}; elements: {nodes} |",
        flush=True,
    )
    for line in [*moment.differences, *moment.asked]:
        print(f"    {line}")


def main() -> None:
    """Print the table; fail when a screen was wrong or asked."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", choices=["postgres", "sqlite"], default="sqlite")
    parser.add_argument("--per-minute", type=int, default=120)
    parser.add_argument("--minutes", type=float, default=3)
    chosen = parser.parse_args()
    print(f"{time.strftime('%Y-%m-%d')}: {machine()}; {chosen.only}, {chosen.per_minute} shoppers a minute\n")
    print("| when | seen |\n| --- | --- |", flush=True)
    wanted = {"per_minute": chosen.per_minute, "minutes": chosen.minutes}
    if chosen.only == "postgres":
        with (
            private_services() as services,
            Stack(database_url=services.postgres.url, redis_url=services.redis.url) as stack,
        ):
            right = run(stack, **wanted)
    else:
        with Stack() as stack:
            right = run(stack, **wanted)
    if not right:
        sys.exit("a screen was wrong, or asked")


if __name__ == "__main__":
    main()
