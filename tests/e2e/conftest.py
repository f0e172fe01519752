"""Browsers, and the stack they visit: two web processes where the environment has Postgres and Redis."""

import os
import re
from collections import defaultdict
from collections.abc import Callable, Collection, Generator, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Response, expect, sync_playwright

from deploy.environment import CACHE
from deploy.machine import find_browser
from tests.e2e.shop_steps import wait_for_application
from tests.e2e.stack import Stack

# Without these, Debian's Chromium looks for its maker's servers at every start.
CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # One renderer for all tabs of a context: to start another one takes half as long as to load a page.
    "--renderer-process-limit=1",
]
DESKTOP = (1280, 900)
PHONE = (390, 844)
WAIT_MS = 25_000

# Chromium writes nothing of a breach that the script catches, such as an eval that is tried.
REPORT_VIOLATIONS = """addEventListener("securitypolicyviolation", (event) =>
    console.error("Content Security Policy:", event.violatedDirective, event.blockedURI))"""


class Visit(NamedTuple):
    """The visitor's data that a browser starts with."""

    language: str
    size: tuple[int, int]
    zone: str | None


OpenPage = Callable[..., Page]
Go = Callable[..., Response | None]


@pytest.fixture(scope="package")
def stack() -> Iterator[Stack]:
    """The shop, running."""
    with Stack(
        database_url=os.environ.get("DATABASE_URL", ""), redis_url=os.environ.get("REDIS_URL", "")
    ) as running:
        yield running


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One Chromium for all the tests of this folder; gone before other tests touch the database."""
    expect.set_options(timeout=WAIT_MS)
    chromium = find_browser()
    assert chromium is not None, "Chromium is not installed; deploy/test installs it or says how"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_ARGUMENTS)
        yield browser
        browser.close()


class Visitors:
    """Browser contexts of people whom the shop has never seen, though the browser has its files cached.

    Some ninety scripts, styles, fonts and pictures are half of the processor time of a first page. So a later
    test uses a context again, without its cookies, storage, permissions and routes. Its first tab stays empty
    and open, and the renderer with it.
    """

    def __init__(self, browser: Browser, origins: Collection[str]) -> None:
        self._browser = browser
        self._origins = origins
        self._free: dict[Visit, list[BrowserContext]] = defaultdict(list)

    def enter(self, visit: Visit) -> BrowserContext:
        """Return the context of somebody who comes for the first time."""
        context = self._free[visit].pop() if self._free[visit] else self._new(visit)
        # English is the shop's default whatever the browser speaks; the choice is kept for both sides.
        language = visit.language[:2]
        context.add_cookies([{"name": "language", "value": language, "url": url} for url in self._origins])
        return context

    def leave(self, visit: Visit, context: BrowserContext) -> None:
        """Forget the person; the context is free for another one."""
        empty, *shown = context.pages
        for page in shown:
            page.close()
        context.unroute_all()
        context.set_offline(False)
        context.clear_permissions()
        context.clear_cookies()
        storage = context.new_cdp_session(empty)
        for origin in self._origins:
            storage.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        storage.detach()
        self._free[visit].append(context)

    def _new(self, visit: Visit) -> BrowserContext:
        context = self._browser.new_context(
            locale=visit.language,
            viewport={"width": visit.size[0], "height": visit.size[1]},
            reduced_motion="reduce",
            timezone_id=visit.zone,
        )
        context.add_init_script(f"localStorage.setItem('language', '{visit.language[:2]}')")
        context.add_init_script(REPORT_VIOLATIONS)
        context.set_default_timeout(WAIT_MS)
        context.new_page()
        return context


@pytest.fixture(scope="package")
def visitors(browser: Browser, stack: Stack) -> Visitors:
    """The browser contexts of this run."""
    return Visitors(browser, {stack.shop_url, stack.staff_url})


class Pages:
    """Pages of separate people; each must end without a script error or a broken policy."""

    def __init__(self, visitors: Visitors) -> None:
        self.complaints: list[str] = []
        self._visitors = visitors
        self._here: list[tuple[Visit, BrowserContext]] = []

    def open(self, language: str = "en-IN", size: tuple[int, int] = DESKTOP, zone: str | None = None) -> Page:
        """Return the empty page of somebody who comes for the first time."""
        visit = Visit(language, size, zone)
        context = self._visitors.enter(visit)
        self._here.append((visit, context))
        page = context.new_page()
        _arrive_with_the_application(page)
        page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        page.on(
            "console",
            lambda message: (
                self.complaints.append(message.text)
                if message.type == "error" and "Content Security Policy" in message.text
                else None
            ),
        )
        return page

    def close(self, *, pictures: str = "") -> None:
        """Forget the people; keep pictures of what they saw when these have a name, as a failed test's do."""
        for number, (visit, context) in enumerate(self._here):
            if pictures:
                _keep_pictures(context, f"{pictures}-{number}")
                context.close()
            else:
                self._visitors.leave(visit, context)
        self._here.clear()


@pytest.fixture
def open_page(visitors: Visitors, stack: Stack, request: pytest.FixtureRequest) -> Iterator[OpenPage]:
    """Open pages of separate people; each must end without a script error or a broken policy."""
    pages = Pages(visitors)

    yield pages.open

    failed = has_failed(request)
    pages.close(pictures=request.node.name if failed else "")
    if failed:
        print(stack.log())
    assert pages.complaints == []


def _arrive_with_the_application(page: Page) -> None:
    """Let the ways to a page of the shop return when the application has taken the first screen over."""
    for name in ("goto", "reload", "go_back", "go_forward"):
        go: Go = getattr(page, name)

        def arrive(*arguments: Any, go: Go = go, **options: Any) -> Response | None:
            response = go(*arguments, **options)
            wait_for_application(page)
            return response

        setattr(page, name, arrive)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Count a test's own time only: the first one also starts the shop and fills it."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            own = item.get_closest_marker("timeout")
            seconds = own.args[0] if own else 120
            item.add_marker(pytest.mark.timeout(seconds, func_only=True), append=False)


FAILED = pytest.StashKey[bool]()


def has_failed(request: pytest.FixtureRequest) -> bool:
    """Say whether the test that a fixture was made for has failed."""
    failed: bool = request.node.stash.get(FAILED, False)
    return failed


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.when == "call" and report.failed:
        item.stash[FAILED] = True
    return report


def _keep_pictures(context: BrowserContext, name: str) -> None:
    folder: Path = CACHE / "e2e"
    folder.mkdir(parents=True, exist_ok=True)
    for page in context.pages[1:]:
        picture = folder / (re.sub(r"[^\w-]+", "-", name) + ".png")
        page.screenshot(path=picture)
        print(f"{page.url} looked like {picture}")
