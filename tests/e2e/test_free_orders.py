"""A code that takes everything off: no payment is needed, and the order is placed at once."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.accessibility import violations, wider_than_the_screen
from tests.e2e.conftest import DESKTOP, PHONE, OpenPage
from tests.e2e.orders import call, staff_token
from tests.e2e.screen_texts import BOTH_LANGUAGES, language_of, localized_message
from tests.e2e.shop_steps import BEAD, go_from_dialog_to_payment, log_in, open_dialog
from tests.e2e.stack import Stack
from tests.e2e.test_checkout import save_address

pytestmark = pytest.mark.any_stack


def make_gift(stack: Stack, code: str) -> None:
    call(stack, "POST", "/admin/discounts", {"code": code, "percent": 100}, token=staff_token(stack))


def text(page: Page, key: str) -> str:
    return localized_message(language_of(page), key)


def apply_code(page: Page, code: str) -> None:
    """Type the code where the order is summed up."""
    page.get_by_role("button", name=text(page, "checkout:discount.have")).click()
    page.get_by_label(text(page, "checkout:discount.label")).fill(code)
    page.get_by_role("button", name=text(page, "checkout:discount.apply"), exact=True).click()
    expect(page.get_by_text(text(page, "checkout:pay.nothing"))).to_be_visible()


def place_order(page: Page) -> None:
    place = page.get_by_role("button", name=text(page, "checkout:pay.place"), exact=True)
    expect(place).to_be_enabled()
    assert violations(page) == []
    assert wider_than_the_screen(page) == 0
    # A double click places one order.
    place.dblclick()


@pytest.mark.parametrize("language", BOTH_LANGUAGES)
def test_a_guest_places_an_order_of_nothing_from_the_dialog(
    open_page: OpenPage, stack: Stack, language: str
) -> None:
    code = f"GIFT{language.upper()}"
    make_gift(stack, code)
    page = open_page(f"{language}-IN", PHONE)
    open_dialog(page, stack)
    go_from_dialog_to_payment(page, f"gift-{language}@akshamala.example")
    apply_code(page, code)

    place_order(page)

    page.wait_for_url("**/order/AKS-*")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_text(text(page, "orders:placedFree"))).to_be_visible()
    expect(page.get_by_text(text(page, "orders:status.confirmed")).first).to_be_visible()
    found = call(stack, "GET", f"/admin/discounts?search={code}", token=staff_token(stack))
    assert found["discounts"][0]["uses"] == 1


def test_a_customer_places_an_order_of_nothing_at_the_checkout(open_page: OpenPage, stack: Stack) -> None:
    make_gift(stack, "GIFTCART")
    page = open_page(size=DESKTOP)
    log_in(page, stack, "gifted@akshamala.example", at=stack.shop_url)
    save_address(page, city="Chennai", state="Tamil Nadu", pincode="600004")
    page.goto(f"{stack.shop_url}/products/{BEAD}")
    page.locator("main").get_by_role("button", name=text(page, "keep:addToCart")).first.click()
    drawer = page.get_by_role("dialog", name=text(page, "cart:title"))
    drawer.get_by_role("button", name=text(page, "cart:checkOut")).click()
    page.wait_for_url("**/checkout")
    apply_code(page, "GIFTCART")

    place_order(page)

    page.wait_for_url("**/orders/AKS-*")
    expect(page.get_by_text(text(page, "checkout:pay.nothing"))).to_be_visible()
    page.goto(f"{stack.shop_url}/cart")
    expect(page.get_by_role("heading", name=text(page, "cart:emptyTitle"))).to_be_visible()
