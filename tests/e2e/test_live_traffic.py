"""People buy, staff work, and the back office shows all of it without asking."""

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.back_office_checks import PATHS, STARTS_WITHIN_SECONDS, DemoTraffic, Watch, open_staff_page
from tests.e2e.expected_screens import ExpectedScreens
from tests.e2e.stack import Stack

PER_MINUTE = 120
# So many transactions are on the board when it is compared.
SHOWN = (4, 20)
# More than this a page does not come to hold by that.
MOST_GROWTH = 12 * 2**20


@pytest.fixture(scope="module")
def busy_stack() -> Iterator[Stack]:
    """A shop of its own: what is bought and delivered here is missing nowhere else."""
    with Stack(
        database_url=os.environ.get("DATABASE_URL", ""), redis_url=os.environ.get("REDIS_URL", "")
    ) as running:
        yield running


@pytest.mark.nightly
@pytest.mark.timeout(600)
def test_every_row_and_figure_equals_the_tables_while_people_buy_and_nobody_asks(
    browser: Browser, busy_stack: Stack
) -> None:
    pages = {name: open_staff_page(browser, busy_stack) for name in PATHS}
    rows = pages["board"].locator("[data-row]")
    with ExpectedScreens(busy_stack.environment()) as expected:
        watch = Watch(busy_stack, pages, expected)
        assert watch.compare().differences == []
        moments = []
        with DemoTraffic(busy_stack, per_minute=PER_MINUTE) as traffic:
            for shown in SHOWN:
                expect(rows.nth(shown - 1)).to_be_visible(timeout=STARTS_WITHIN_SECONDS * 1000)
                with traffic.quiet():
                    moments.append(watch.compare())

    assert [moment.differences for moment in moments] == [[], []]
    assert [moment.asked for moment in moments] == [[], []]
    for name, before in moments[0].heaps.items():
        assert moments[1].heaps[name] < before + MOST_GROWTH
    for page in pages.values():
        page.context.close()
