"""The dashboard's panels leave no hole, and its figures take one line."""

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import DESKTOP, OpenPage
from tests.e2e.screen_texts import LANGUAGES
from tests.e2e.shop_steps import log_in, wait_for_application
from tests.e2e.stack import Stack
from tests.e2e.test_crashes import answer_with

pytestmark = pytest.mark.any_stack

ENDS = """
    () => Array.from(document.querySelectorAll("main section[aria-labelledby]"))
        .map((panel) => panel.getBoundingClientRect())
        .map(({ left, bottom }) => ({ left: Math.round(left), bottom }))
"""
BROKEN = """
    (values) => values.filter((value) => value.clientHeight > 40 || value.scrollWidth > value.clientWidth)
        .map((value) => value.textContent)
"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_columns_end_together_and_no_figure_breaks(open_page: OpenPage, stack: Stack, language: str) -> None:
    page = open_page(f"{language}-IN", (1440, 900))
    log_in(page, stack, "admin@akshamala.example", at=stack.staff_url)
    answer_with(page, "**/api/admin/dashboard*", totalRevenue=12_345_678.5)
    # A live push would replace that answer.
    page.route_web_socket("**/socket.io/**", lambda socket: socket.close())
    page.goto(f"{stack.staff_url}/admin")
    wait_for_application(page)
    expect(page.locator("main section[aria-labelledby]")).to_have_count(6)

    panels = page.evaluate(ENDS)

    left = min(panel["left"] for panel in panels)
    starts = sorted(panel["bottom"] for panel in panels if panel["left"] == left)
    others = sorted(panel["bottom"] for panel in panels if panel["left"] != left)
    # Each panel of the right column ends with one of the left; heights are shared out in fractions.
    ends = [min(starts, key=lambda start: abs(start - end)) for end in others]
    assert others == pytest.approx(ends, abs=1)
    assert others[-1] == pytest.approx(starts[-1], abs=1)

    # On the widest and the narrowest cards.
    values = page.locator("main dl dd > span:first-child")
    expect(values.first).to_have_text("₹1,23,45,678.50")
    for width in (1440, DESKTOP[0], 390):
        page.set_viewport_size({"width": width, "height": 900})
        assert values.evaluate_all(BROKEN) == []
