"""A browser that keeps nothing for the shop: storage that is full, and storage that is forbidden."""

import re
import uuid

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import PHONE, OpenPage
from tests.e2e.screen_texts import LANGUAGES, localized_message
from tests.e2e.shop_steps import (
    answer_at_the_bank,
    go_from_dialog_to_pay_page,
    go_inside,
    log_in_here,
    press_buy_now,
)
from tests.e2e.stack import Stack
from tests.public_pages import BEAD

pytestmark = [pytest.mark.any_stack]

REFUSALS = {
    "full": """
        Storage.prototype.setItem = () => {
            throw new DOMException("The quota has been exceeded.", "QuotaExceededError")
        }
    """,
    "forbidden": """
        for (const name of ["localStorage", "sessionStorage"])
            Object.defineProperty(window, name, {
                get() { throw new DOMException("Access is denied for this document.", "SecurityError") },
            })
    """,
}


@pytest.fixture(params=REFUSALS)
def refusal(request: pytest.FixtureRequest) -> str:
    return REFUSALS[request.param]


def arrive_and_read_notice(page: Page, address: str, language: str = "en") -> None:
    """Open a page, read the one notice and close it."""
    page.goto(address)
    notice = page.get_by_text(localized_message(language, "shell-more:notStored"), exact=True)
    expect(notice).to_have_count(1)
    page.get_by_role("button", name=localized_message(language, "shell-more:understood")).click()
    expect(notice).to_have_count(0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_cart_works_in_memory_and_one_notice_says_so(
    open_page: OpenPage, stack: Stack, refusal: str, language: str
) -> None:
    page = open_page(f"{language}-IN", PHONE)
    page.add_init_script(refusal)

    arrive_and_read_notice(page, f"{stack.shop_url}/products/{BEAD}", language)

    add = page.get_by_role("button", name=localized_message(language, "keep:addToCart"))
    page.locator("main").locator(add).first.click()

    expect(page.get_by_role("dialog")).to_contain_text("₹350")
    page.keyboard.press("Escape")
    go_inside(page, "/cart")
    expect(page.get_by_role("main")).to_contain_text("₹350")
    expect(page.get_by_role("main").locator("[aria-busy=true]")).to_have_count(0)


def test_a_login_lasts_for_the_life_of_the_page(open_page: OpenPage, stack: Stack, refusal: str) -> None:
    email = f"memory-{uuid.uuid4().hex[:10]}@akshamala.example"
    page = open_page()
    page.add_init_script(refusal)
    arrive_and_read_notice(page, f"{stack.shop_url}/login?redirect=/profile")

    log_in_here(page, stack, email)

    page.wait_for_url("**/profile")
    expect(page.get_by_text(f"Logged in as {email}")).to_be_visible()
    go_inside(page, "/orders")
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("orders", re.I))


def test_a_guest_checks_out_pays_and_comes_back(open_page: OpenPage, stack: Stack, refusal: str) -> None:
    page = open_page()
    page.add_init_script(refusal)

    arrive_and_read_notice(page, f"{stack.shop_url}/products/{BEAD}")
    press_buy_now(page)

    go_from_dialog_to_pay_page(page, stack, "memory@akshamala.example")
    answer_at_the_bank(page, "success")

    expect(page.get_by_role("heading", name="Payment Successful")).to_be_visible()
