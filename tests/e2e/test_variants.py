"""Variants in the browser: staff make them, shoppers choose and buy one, and the order names it."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.accessibility import violations, wider_than_the_screen
from tests.e2e.conftest import PHONE, OpenPage
from tests.e2e.screen_texts import BOTH_LANGUAGES, localized_message, saying
from tests.e2e.shop_steps import (
    answer_at_the_bank,
    go_from_dialog_to_payment,
    log_in,
    press_buy_now,
    wait_for_application,
)
from tests.e2e.stack import Stack

pytestmark = pytest.mark.any_stack

VALUES = {"en": ("Red", "Blue"), "hi": ("लाल", "नीला")}


def make_product(page: Page, stack: Stack, title: str) -> str:
    """Create a product with two colors by the form, and return its address in the shop."""
    log_in(page, stack, "catalogue@akshamala.example", at=stack.staff_url)
    page.goto(f"{stack.staff_url}/admin/products/new")
    page.get_by_label("Title (English)", exact=True).fill(title)
    page.get_by_label("Description (English)", exact=True).fill("Made for a test.")
    page.get_by_label("Title (Hindi)", exact=True).fill("परीक्षण की माला")
    page.get_by_label("Description (Hindi)", exact=True).fill("एक परीक्षण के लिए बनी।")
    page.get_by_role("button", name="Add an option").click()
    page.get_by_label("Name (English)", exact=True).first.fill("Colour")
    page.get_by_label("Name (Hindi)", exact=True).first.fill("रंग")
    page.get_by_label("Values (English)", exact=True).fill("Red, Blue")
    page.get_by_label("Values (Hindi)", exact=True).fill("लाल, नीला")
    page.get_by_role("button", name="Make the table: 2 variants").click()
    for name, price, stock in (("Red", "500", "2"), ("Blue", "650", "3")):
        page.get_by_label(f"SKU: {name}").fill(f"E2E-{title[-2:].upper()}-{name.upper()}")
        page.get_by_label(f"Price (₹): {name}").fill(price)
        page.get_by_label(f"Stock: {name}").fill(stock)
    page.get_by_label("Offered in the shop").check()
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_url(re.compile(r"/admin/products/\w{16}$"))
    address = page.get_by_role("link", name="View in the shop").get_attribute("href")
    assert address is not None
    return address


@pytest.mark.parametrize("language", BOTH_LANGUAGES)
def test_variant_is_chosen_bought_and_named_on_the_order(
    open_page: OpenPage, stack: Stack, language: str
) -> None:
    staff = open_page()
    address = make_product(staff, stack, f"Mala for {language}")
    assert violations(staff) == []
    red, blue = VALUES[language]
    page = open_page(f"{language}-IN", PHONE)
    page.goto(f"{stack.shop_url}{address}")
    wait_for_application(page)
    expect(page.get_by_role("radio", name=re.compile(red))).to_be_checked()
    # The picker's own code comes after the page's.
    page.wait_for_load_state("networkidle")

    page.get_by_role("radio", name=re.compile(red)).press("ArrowRight")

    expect(page.get_by_role("radio", name=re.compile(blue))).to_be_checked()
    expect(page).to_have_url(re.compile(rf"\?variant=E2E-{language.upper()}-BLUE$"))
    expect(page.get_by_text("₹650").first).to_be_visible()
    assert wider_than_the_screen(page) == 0
    assert violations(page) == []
    press_buy_now(page)
    go_from_dialog_to_payment(page, f"variant-{language}@akshamala.example")
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name=saying(language, "checkout:pay.button")).click()
    page.wait_for_selector('button[name="step"][value="start"]')
    answer_at_the_bank(page, "success")
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text(localized_message(language, "payment:success.title"), timeout=30_000)
    expect(page.get_by_text(f"– {blue}").first).to_be_visible()

    support = open_page()
    log_in(support, stack, "support@akshamala.example", at=stack.staff_url)
    support.goto(f"{stack.staff_url}/admin/orders?search=variant-{language}@akshamala.example")
    support.get_by_role("row").nth(1).get_by_role("link").first.click()
    expect(support.get_by_text(f"SKU E2E-{language.upper()}-BLUE").first).to_be_visible()
    staff.reload()
    expect(staff.get_by_role("row", name=re.compile("Blue"))).to_contain_text("(2 to sell)")


def test_card_asks_to_choose_and_names_the_lowest_price(open_page: OpenPage, stack: Stack) -> None:
    address = make_product(open_page(), stack, "Mala for cd")
    page = open_page()
    page.goto(f"{stack.shop_url}/products?search=Mala%20for%20cd")
    wait_for_application(page)

    card = page.get_by_role("article").filter(has_text="Mala for cd")

    expect(card.get_by_text("From ₹500")).to_be_visible()
    card.get_by_role("link", name="Choose: Mala for cd").click()
    expect(page).to_have_url(re.compile(re.escape(address)))


def test_variant_chosen_before_the_pickers_code_has_come_is_kept(open_page: OpenPage, stack: Stack) -> None:
    address = make_product(open_page(), stack, "Mala for ea")
    page = open_page()
    held: list[Route] = []
    page.route(re.compile(r"/assets/variant-picker"), lambda route: held.append(route))
    page.goto(f"{stack.shop_url}{address}", wait_until="commit")
    blue = page.get_by_role("radio", name=re.compile("Blue"))
    wait_for_application(page)
    blue.click()
    expect(page.get_by_text("₹500").first).to_be_visible()
    assert held

    for route in held:
        route.continue_()

    expect(page).to_have_url(re.compile(r"\?variant=E2E-EA-BLUE$"))
    expect(blue).to_be_checked()
    expect(page.get_by_text("₹650").first).to_be_visible()
