"""A page on paper: its pictures and texts, and nothing that is pressed or floats."""

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import DESKTOP, PHONE, OpenPage
from tests.e2e.stack import Stack
from tests.public_pages import BEAD

pytestmark = pytest.mark.any_stack

FLOATING = """
    () => Array.from(document.querySelectorAll("body *"))
        .filter((element) => element.checkVisibility() && getComputedStyle(element).position === "fixed")
        .map((element) => element.outerHTML.slice(0, 120))
"""


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_a_printed_product_has_its_picture_and_nothing_that_floats(
    open_page: OpenPage, stack: Stack, size: tuple[int, int]
) -> None:
    page = open_page(size=size)
    page.goto(f"{stack.shop_url}/products/{BEAD}")

    page.emulate_media(media="print")

    expect(page.get_by_role("region", name="Pictures").locator("img[srcset]").first).to_be_visible()
    expect(page.get_by_role("link", name="Skip to the content")).to_be_hidden()
    expect(page.get_by_text("Live", exact=True)).to_be_hidden()
    assert page.evaluate(FLOATING) == []
