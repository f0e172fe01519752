"""The live view and the big screen, with a shopper who is in the shop and an order that is paid meanwhile."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.accessibility import violations
from tests.e2e.conftest import OpenPage
from tests.e2e.orders import order_as_guest, pay
from tests.e2e.screen_texts import HINDI_NIGHTLY, localized_message
from tests.e2e.shop_steps import log_in
from tests.e2e.stack import Stack

# A page counts after three seconds, is published within two and read within two more.
COUNTED_WITHIN_MS = 30_000


def card(page: Page, language: str, place: str) -> Locator:
    """Return the number of visitors in a place, or of all."""
    label = page.get_by_text(localized_message(language, f"liveView:here.{place}"), exact=True)
    return page.locator("dl > div", has=label).locator("dd > span").first


@pytest.mark.any_stack
@pytest.mark.parametrize("language", HINDI_NIGHTLY)
def test_live_view_counts_a_shopper_and_shows_an_order_on_the_map_and_on_the_big_screen(
    open_page: OpenPage, stack: Stack, language: str
) -> None:
    page = open_page(f"{language}-IN", (1440, 900))
    log_in(page, stack, "admin@akshamala.example", at=stack.staff_url)
    page.goto(f"{stack.staff_url}/admin/live")
    maharashtra = page.locator('[data-state="MH"]')
    expect(maharashtra).to_be_visible()
    before = int("0" + re.sub(r"\D", "", maharashtra.locator("text").last.text_content() or ""))

    shopper = open_page(f"{language}-IN")
    shopper.goto(f"{stack.shop_url}/products")
    shopper.locator('a[href^="/products/"]').first.click()
    expect(card(page, language, "product")).to_have_text(re.compile("[1-9]"), timeout=COUNTED_WITHIN_MS)
    order_id, key = order_as_guest(stack, f"live-{language}@akshamala.example")
    pay(stack, order_id, key)

    expect(maharashtra.locator("text").last).to_have_text(str(before + 1))
    # Whoever opens the cart has come past the products, though this page showed none.
    shopper.goto(f"{stack.shop_url}/cart")
    expect(page.locator("[data-step=cart]")).to_contain_text(re.compile("[1-9]"), timeout=COUNTED_WITHIN_MS)
    steps = [
        int(re.sub(r"\D", "", page.locator(f"[data-step={step}] .font-medium").inner_text()))
        for step in ("visited", "product", "cart", "checkout", "ordered")
    ]
    assert steps == sorted(steps, reverse=True)
    orders = page.get_by_text(localized_message(language, "liveView:funnel.orders").split("{{")[0].strip())
    expect(orders).to_contain_text(re.compile("[1-9].*[1-9]"))
    assert violations(page) == []

    page.get_by_role("button", name=localized_message(language, "liveView:wall.open")).click()
    link = page.get_by_role("link", name=localized_message(language, "liveView:wall.show"))
    address = link.get_attribute("href")
    wall = open_page(f"{language}-IN", (1920, 1080))
    wall.goto(f"{stack.staff_url}{address}")

    expect(wall.locator('[data-state="MH"] text').last).to_have_text(str(before + 1))
    expect(wall.get_by_role("heading", level=1)).to_have_text(
        localized_message(language, "liveView:wall.title")
    )
    expect(wall.locator("header").first).to_be_hidden()
    expect(wall.locator("main")).not_to_contain_text("₹")
    assert wall.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert violations(wall) == []
    shopper.close()
    expect(card(wall, language, "cart")).to_have_text("0", timeout=COUNTED_WITHIN_MS)
