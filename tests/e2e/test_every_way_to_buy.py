"""A guest with a phone buys by every way in, in either language, and agrees to a new price first."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.accessibility import wider_than_the_screen
from tests.e2e.conftest import PHONE, OpenPage
from tests.e2e.screen_texts import LANGUAGES, language_of, localized_message, saying
from tests.e2e.shop_steps import (
    BEAD,
    answer_at_the_bank,
    fill_details,
    go_from_dialog_to_payment,
    open_dialog,
    press_buy_now,
    transaction_at_provider,
)
from tests.e2e.stack import Stack

pytestmark = pytest.mark.any_stack

# No other test looks at its price.
REPRICED = "sphatik-mala"


def from_a_card(page: Page, stack: Stack) -> None:
    page.goto(f"{stack.shop_url}/category/mala")
    press_buy_now(page)


def from_the_quick_view(page: Page, stack: Stack) -> None:
    page.goto(f"{stack.shop_url}/products?view={BEAD}")
    language = language_of(page)
    quick_view = page.get_by_role("dialog").filter(has=page.get_by_role("radio").first)
    quick_view.get_by_role("button", name=localized_message(language, "shop:card.buyNow")).click()
    expect(page.get_by_role("dialog", name=localized_message(language, "checkout:title"))).to_be_visible()
    expect(quick_view).to_be_hidden()


def from_the_products_page(page: Page, stack: Stack) -> None:
    open_dialog(page, stack)


def from_the_cart(page: Page, stack: Stack) -> None:
    page.goto(f"{stack.shop_url}/products/{BEAD}")
    language = language_of(page)
    page.locator("main").get_by_role(
        "button", name=localized_message(language, "keep:addToCart")
    ).first.click()
    drawer = page.get_by_role("dialog", name=localized_message(language, "cart:title"))
    drawer.get_by_role("link", name=localized_message(language, "cart:viewCart")).click()
    page.wait_for_url("**/cart")
    page.get_by_role("main").get_by_role("button", name=localized_message(language, "cart:checkOut")).click()
    expect(page.get_by_role("dialog", name=localized_message(language, "checkout:cartTitle"))).to_be_visible()


def from_the_trial_page(page: Page, stack: Stack) -> None:
    page.goto(f"{stack.shop_url}/test-direct-buy")
    press_buy_now(page)


WAYS = {
    from_a_card: "en",
    from_the_quick_view: "hi",
    from_the_products_page: "en",
    from_the_cart: "hi",
    from_the_trial_page: "en",
}


@pytest.mark.parametrize(
    ("way", "language"),
    [
        # Each way in one language, each language on some ways; the rest nightly.
        pytest.param(way, language, marks=[] if language == usual else pytest.mark.nightly)
        for way, usual in WAYS.items()
        for language in LANGUAGES
    ],
)
def test_a_guest_buys_on_a_phone(
    open_page: OpenPage, stack: Stack, way: Callable[[Page, Stack], None], language: str
) -> None:
    page = open_page(f"{language}-IN", PHONE)

    way(page, stack)
    go_from_dialog_to_payment(page, f"{way.__name__}-{language}@akshamala.example")
    pay = page.get_by_role("dialog").get_by_role("button", name=saying(language, "checkout:pay.button"))
    expect(pay).to_be_enabled()
    assert wider_than_the_screen(page) == 0
    # With no content in place of the provider's page the browser stays here, and what is said can be read.
    page.route(f"{stack.sandbox.url}/**", lambda route: route.fulfill(status=204), times=1)
    with page.expect_response("**/api/phonepe/create-order") as answer:
        pay.click()
    opened = answer.value.json()
    expect(page.get_by_text(opened["message"])).to_be_visible()
    page.goto(opened["data"]["paymentUrl"])
    transaction_at_provider(page, stack)
    answer_at_the_bank(page, "success")

    # At the top, however far the page before had been scrolled.
    expect(
        page.get_by_role("heading", name=localized_message(language, "payment:success.title"))
    ).to_be_in_viewport()
    assert wider_than_the_screen(page) == 0
    assert language_of(page) == language


@pytest.mark.parametrize(
    ("language", "rupees"), [("en", 2345), pytest.param("hi", 2456, marks=pytest.mark.nightly)]
)
def test_nobody_pays_a_price_they_have_not_seen(
    open_page: OpenPage, stack: Stack, language: str, rupees: int
) -> None:
    page = open_page(f"{language}-IN", PHONE)
    open_dialog(page, stack, REPRICED)
    fill_details(page, f"repriced-{language}@akshamala.example")
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name=localized_message(language, "checkout:toPayment")).click()
    pay = dialog.get_by_role("button", name=saying(language, "checkout:pay.button"))
    expect(pay).to_be_enabled()

    def change_the_price(order: Route) -> None:
        stack.set_price(REPRICED, rupees)
        order.continue_()

    # In the very moment the order is under way: no live link can be faster.
    page.route("**/api/orders/create-guest-order", change_the_price, times=1)
    pay.click()

    expect(dialog.get_by_text(localized_message(language, "checkout:price.title"))).to_be_visible()
    expect(dialog.get_by_text(localized_message(language, "checkout:price.text"))).to_be_visible()
    accept = localized_message(language, "checkout:price.accept").replace("{{amount}}", f"₹{rupees:,}")
    dialog.get_by_role("button", name=accept).click()
    transaction_at_provider(page, stack)
    expect(page.locator("main")).to_contain_text(f"{rupees:,}")
