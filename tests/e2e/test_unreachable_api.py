"""A page whose data does not come says so soon, and offers to try again."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.faulty_proxy import FaultyProxy
from tests.e2e.screen_texts import localized_message
from tests.e2e.stack import Stack

SOON_MS = 10_000
TRY_AGAIN = re.compile(f"^{localized_message('en', 'common:tryAgain')}$", re.IGNORECASE)


def sees_an_error(page: Page) -> None:
    button = page.get_by_role("main").get_by_role("button", name=TRY_AGAIN)
    expect(button.first).to_be_visible(timeout=SOON_MS)


@pytest.mark.parametrize("silent", [True, False], ids=["no-answer", "refused"])
def test_page_without_its_data_offers_to_try_again_soon(
    stack: Stack, open_page: OpenPage, silent: bool
) -> None:
    with FaultyProxy(stack.shop_url, "^/api/", times=1000, silent=silent) as line:
        page = open_page()
        page.goto(f"{line.url}/order/AKS-NONE?key=none")
        sees_an_error(page)
        page.evaluate("localStorage.setItem('wishes', JSON.stringify(['p1']))")
        page.goto(f"{line.url}/wishlist")
        sees_an_error(page)
        # A change of page within the application, which the server does not render.
        page.locator("a[href='/products']").first.click()
        sees_an_error(page)
