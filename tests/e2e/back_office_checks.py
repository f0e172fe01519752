"""A shop's day on the screens of the back office, held against the tables while it goes on.

A screen is compared at a quiet moment: the traffic is frozen (SIGSTOP, so no shopper knows of it), what was
under way comes to rest, and the tables are read before and after the screens. When both readings are the same
the tables were so while the screens were read, and every text of every row must be what the tables say; when
they differ, or a screen is not there yet, it is tried again for a while. So a difference that is reported
lasted, and no moment counts that was compared with tables that moved.
"""

import contextlib
import os
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Self

from playwright.sync_api import Browser, CDPSession, Page, ViewportSize, expect

from tests.e2e.expected_screens import ExpectedScreens, Said
from tests.e2e.shop_steps import Questions, log_in
from tests.e2e.stack import Stack

ADMIN = "admin@akshamala.example"
PATHS = {"board": "/admin/transactions", "dashboard": "/admin", "orders": "/admin/orders"}
WINDOW: ViewportSize = {"width": 1280, "height": 900}
# Servers, sandbox and traffic start on a busy machine.
STARTS_WITHIN_SECONDS = 120.0
# What is under way (messages, invoices, mails) comes to rest within this, on a busy machine, too.
REST_SECONDS = 60.0
LOOK_AGAIN_SECONDS = 0.25

# Every text of a screen by where it stands; an instant is given by its milliseconds, a day by its date.
READ = """
() => {
  const moment = (time) =>
    time.dateTime.includes("T") ? String(new Date(time.dateTime).getTime()) : time.dateTime
  const text = (element) => {
    const words = []
    const walk = (node) => {
      if (node.nodeType === Node.TEXT_NODE) words.push(node.data.trim())
      else if (node.nodeName === "TIME") words.push(moment(node))
      else if (node.getAttribute?.("aria-hidden") !== "true") node.childNodes.forEach(walk)
    }
    walk(element)
    return words.filter(Boolean).join(" ")
  }
  const all = (selector, inside = document) => [...inside.querySelectorAll(selector)]
  const said = {}
  const cells = (row) => {
    const texts = all("th, td", row)
    const labels = all("button", row).map((button) => button.getAttribute("aria-label")).join("; ")
    return [...texts.slice(0, -1).map(text), labels]
  }
  const rows = all("[data-row]")
  for (const row of rows) said[`row ${row.dataset.row}`] = cells(row)
  if (rows.length) said["order of rows"] = rows.map((row) => row.dataset.row)
  const pages = document.querySelector("nav[aria-label=Pages]")
  if (pages) said.pages = [text(pages.previousElementSibling)]
  for (const way of all("[data-way]")) said[`way ${way.dataset.way}`] = [text(way)]
  const figures = all("section[aria-label=Figures] dl > div")
  if (figures.length) said.figures = figures.map(text)
  const cards = all("h1 + div > dl > div")
  if (cards.length) said.cards = cards.map(text)
  const panel = (title) =>
    all("section").find((section) => section.querySelector("h2")?.textContent === title)
  const part = (title, selector) => all(selector, panel(title) ?? document.createElement("p"))
  for (const row of part("Revenue and orders", "tbody tr, tfoot tr")) {
    const texts = all("th, td", row).map(text)
    said[`chart ${texts[0]}`] = texts
  }
  for (const row of part("Success by instrument", "tbody tr")) {
    const texts = all("th, td", row).map(text)
    said[`instrument ${texts[0]}`] = texts
  }
  const funnel = part("From order to parcel", "li")
  if (funnel.length) said.funnel = funnel.map(text)
  for (const row of part("Recent orders", "li")) said[`recent ${text(row).split(" ")[0]}`] = [text(row)]
  for (const row of part("Low stock", "li")) said[`scarce ${text(row.querySelector("a"))}`] = [text(row)]
  const scarce = panel("Low stock")
  if (scarce) said["low stock"] = all("h2 + span", scarce).map(text)
  part("What happened last", "li").forEach((row, index) => (said[`activity ${index + 1}`] = [text(row)]))
  return said
}
"""


@dataclass(frozen=True)
class Moment:
    """One quiet moment: the number of compared values, the differences, and the pages' contents."""

    seconds: float
    rows: int
    figures: int
    differences: list[str]
    # Questions by REST since the last moment.
    asked: list[str]
    # Bytes of JavaScript and elements of each page, garbage collected first.
    heaps: dict[str, int]
    nodes: dict[str, int]


@dataclass
class Screen:
    """One open page of the back office."""

    name: str
    page: Page
    asked: Questions
    cdp: CDPSession = field(init=False)

    def __post_init__(self) -> None:
        self.cdp = self.page.context.new_cdp_session(self.page)
        self.cdp.send("Performance.enable")

    def read(self) -> Said:
        """Return what it says."""
        said: Said = self.page.evaluate(READ)
        return said

    def metrics(self) -> dict[str, float]:
        """Return the browser's own figures about the page, garbage collected first."""
        self.cdp.send("HeapProfiler.collectGarbage")
        found = self.cdp.send("Performance.getMetrics")["metrics"]
        return {each["name"]: each["value"] for each in found}


def open_staff_page(browser: Browser, stack: Stack, *, motion: bool = False) -> Page:
    """Open a page as an admin with nothing on it yet, in a window of its own: nothing is throttled."""
    context = browser.new_context(viewport=WINDOW, reduced_motion="no-preference" if motion else "reduce")
    page = context.new_page()
    log_in(page, stack, ADMIN, at=stack.staff_url)
    return page


class Watch:
    """Board, dashboard and orders, open at once while people buy; `pages` are logged in."""

    def __init__(self, stack: Stack, pages: dict[str, Page], expected: ExpectedScreens) -> None:
        self._expected = expected
        self._began = time.monotonic()
        self.screens = [Screen(name, page, Questions(page)) for name, page in pages.items()]
        for screen in self.screens:
            screen.page.goto(f"{stack.staff_url}{PATHS[screen.name]}")
            expect(screen.page.get_by_text("Live", exact=True)).to_be_visible(
                timeout=STARTS_WITHIN_SECONDS * 1000
            )

    def compare(self) -> Moment:
        """Hold all screens against the tables; whoever calls has stopped the traffic."""
        rows = figures = 0
        differences: list[str] = []
        asked: list[str] = []
        for screen in self.screens:
            said, found = self._until_equal(screen)
            asked += [f"{screen.name}: {question}" for question in screen.asked.asked]
            screen.asked.asked.clear()
            differences += [f"{screen.name}: {each}" for each in found]
            rows += sum(name.partition(" ")[0] in _ROWS for name in said)
            figures += sum(map(len, said.values()))
        metrics = {screen.name: screen.metrics() for screen in self.screens}
        return Moment(
            seconds=time.monotonic() - self._began,
            rows=rows,
            figures=figures,
            differences=differences,
            asked=asked,
            heaps={name: int(each["JSHeapUsedSize"]) for name, each in metrics.items()},
            nodes={name: int(each["Nodes"]) for name, each in metrics.items()},
        )

    def _until_equal(self, screen: Screen) -> tuple[Said, list[str]]:
        """Return what the screen says and how that differs from the tables when all has come to rest."""
        deadline = time.monotonic() + REST_SECONDS
        while True:
            before = self._expected.read(screen.name)
            said = screen.read()
            at_rest = before == self._expected.read(screen.name)
            found = _differences(said, before)
            if (at_rest and not found) or time.monotonic() > deadline:
                return said, found if at_rest else [*found, "the tables do not come to rest"]
            time.sleep(LOOK_AGAIN_SECONDS)


_ROWS = ("row", "recent", "activity", "scarce", "instrument", "chart", "way")


def _differences(shown: Said, true: Said) -> list[str]:
    return [
        f"{name}: shows {shown.get(name)}, the tables say {true.get(name)}"
        for name in sorted(shown.keys() | true.keys())
        if shown.get(name, []) != true.get(name, [])
    ]


class DemoTraffic:
    """`manage.py demo_traffic`, started on entering and ended on leaving."""

    def __init__(self, stack: Stack, *, per_minute: int) -> None:
        self._command = ("demo_traffic", "--per-minute", str(per_minute), "--url", stack.shop_url)
        self._stack = stack

    def __enter__(self) -> Self:
        self._process = self._stack.start(*self._command)
        return self

    def __exit__(self, *exception: object) -> None:
        self._process.stop()

    @contextlib.contextmanager
    def quiet(self) -> Iterator[None]:
        """Freeze everybody while this lasts."""
        os.kill(self._process.pid, signal.SIGSTOP)
        try:
            yield
        finally:
            os.kill(self._process.pid, signal.SIGCONT)

    def stories(self) -> list[str]:
        """Return what shoppers and staff did so far, a line each."""
        return self._process.log().splitlines()
