"""Every way into a purchase ends at the payment page, once, with what was chosen."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import PHONE, OpenPage
from tests.e2e.screen_texts import HINDI_NIGHTLY, localized_message, saying
from tests.e2e.shop_steps import (
    access_token,
    answer_at_the_bank,
    fill_details,
    log_in,
    transaction_at_provider,
)
from tests.e2e.stack import Stack

MALA = "rudraksha-mala-108"
HINDI_DETAILS = {
    "पहला नाम": "मीरा",
    "उपनाम": "अय्यर",
    "ईमेल": "meera@akshamala.example",
    "फ़ोन": "+91 98765 43210",
    "गली / मकान": "12 मंदिर मार्ग",
    "पिनकोड": "600004",
}


def test_a_guest_buys_from_a_card_in_hindi_on_a_phone(open_page: OpenPage, stack: Stack) -> None:
    page = open_page("hi-IN", size=PHONE)
    page.goto(f"{stack.shop_url}/category/mala")
    page.get_by_role("button", name=re.compile("अभी ख़रीदें")).first.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="जानकारी की ओर बढ़ें").click()

    dialog.get_by_role("button", name="भुगतान की ओर बढ़ें").click()
    expect(dialog.get_by_text("कृपया सभी आवश्यक जानकारी भरें")).to_be_visible()
    expect(dialog.get_by_text("पहला नाम आवश्यक है")).to_be_visible()
    for label, value in HINDI_DETAILS.items():
        dialog.get_by_label(label, exact=True).fill(value)
    expect(dialog.get_by_label("शहर", exact=True)).to_have_value("Chennai")
    expect(dialog.get_by_label("राज्य", exact=True)).to_have_value("Tamil Nadu")
    dialog.get_by_label("राज्य", exact=True).select_option("Delhi")
    dialog.get_by_role("button", name="भुगतान की ओर बढ़ें").click()
    expect(dialog.get_by_text("यह पिनकोड दिल्ली का नहीं है")).to_be_visible()
    dialog.get_by_label("राज्य", exact=True).select_option("Tamil Nadu")
    dialog.get_by_role("button", name="भुगतान की ओर बढ़ें").click()
    expect(dialog.get_by_text("9876543210")).to_be_visible()
    dialog.get_by_role("button", name=re.compile("का भुगतान करें$")).click()

    transaction_at_provider(page, stack)


def test_the_trial_page_takes_a_discount_code_and_a_gstin_and_keeps_what_was_typed(
    open_page: OpenPage, stack: Stack
) -> None:
    page = open_page(size=PHONE)
    page.goto(f"{stack.shop_url}/test-direct-buy")
    page.get_by_role("button", name="Buy Now").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name=re.compile("^Big")).check(force=True)
    dialog.get_by_role("button", name="Continue to Details").click()
    fill_details(page, "trial@akshamala.example")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    page.get_by_role("button", name="Buy Now").click()
    expect(dialog.get_by_role("radio", name=re.compile("^Big"))).to_be_checked()
    dialog.get_by_role("button", name="Continue to Details").click()
    expect(dialog.get_by_label("Street", exact=True)).to_have_value("12 Sample Road")
    dialog.get_by_role("button", name="Buying for a business?").click()
    dialog.get_by_label("Name of the business").fill("Sample Traders")
    # Of Karnataka, and goes to Maharashtra.
    dialog.get_by_label("GSTIN").fill("29ccccc2222c1z4")
    dialog.get_by_role("button", name="Continue to Payment").click()

    dialog.get_by_role("button", name="Have a discount code?").click()
    dialog.get_by_label("Discount code").fill("NEVER")
    dialog.get_by_role("button", name="Apply").click()
    expect(dialog.get_by_text("We couldn't find this discount code")).to_be_visible()
    expect(dialog.get_by_role("button", name="Pay ₹950")).to_be_enabled()
    dialog.get_by_label("Discount code").fill("welcome10")
    dialog.get_by_role("button", name="Apply").click()
    dialog.get_by_role("button", name="Pay ₹855").click()
    expect(dialog.get_by_text("This GSTIN is registered in Karnataka")).to_be_visible()
    dialog.get_by_label("GSTIN").fill("27bbbbb1111b1zn")
    dialog.get_by_role("button", name="Continue to Payment").click()
    expect(dialog.get_by_text("Sample Traders · GSTIN 27BBBBB1111B1ZN")).to_be_visible()
    dialog.get_by_role("button", name="Pay ₹855").click()

    transaction_at_provider(page, stack)
    expect(page.locator("main")).to_contain_text("855")
    answer_at_the_bank(page, "success")
    expect(page.get_by_role("heading", name="Payment Successful")).to_be_visible()


@pytest.mark.parametrize("language", HINDI_NIGHTLY)
def test_a_customer_checks_out_with_a_saved_address_and_pays_once(
    open_page: OpenPage, stack: Stack, language: str
) -> None:
    page = open_page(f"{language}-IN", size=PHONE)
    log_in(page, stack, f"regular-{language}@akshamala.example", at=stack.shop_url)
    save_address(page, city="Chennai", state="Tamil Nadu", pincode="600004")
    page.evaluate('sessionStorage.setItem(\'buyNowOrder\', \'{"items": [{"productId": "../admin"}]}\')')
    page.goto(f"{stack.shop_url}/checkout")
    expect(
        page.get_by_role("heading", name=localized_message(language, "checkout:page.nothing"))
    ).to_be_visible()
    page.goto(f"{stack.shop_url}/products/{MALA}")
    page.locator("main").get_by_role(
        "button", name=localized_message(language, "keep:addToCart")
    ).first.click()
    drawer = page.get_by_role("dialog", name=localized_message(language, "cart:title"))
    drawer.get_by_role("button", name=localized_message(language, "cart:checkOut")).click()

    page.wait_for_url("**/checkout")
    expect(page.get_by_role("radio", name=re.compile("7 Temple Road, Chennai"))).to_be_checked()
    pay = page.get_by_role("button", name=saying(language, "checkout:pay.button"))
    pay.click()
    first = transaction_at_provider(page, stack)
    page.go_back()
    pay.click()

    assert transaction_at_provider(page, stack) == first
    answer_at_the_bank(page, "success")
    expect(
        page.get_by_role("heading", name=localized_message(language, "payment:success.title"))
    ).to_be_visible()
    page.goto(f"{stack.shop_url}/cart")
    expect(page.get_by_role("heading", name=localized_message(language, "cart:emptyTitle"))).to_be_visible()


def test_a_filled_cart_is_checked_out_in_a_tab_that_never_saw_it(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()
    log_in(page, stack, "freshtab@akshamala.example", at=stack.shop_url)
    page.goto(f"{stack.shop_url}/products/{MALA}")
    page.locator("main").get_by_role("button", name="Add to cart").first.click()
    expect(page.get_by_role("dialog", name="Your cart").get_by_text("is in your cart")).to_be_visible()

    fresh = page.context.new_page()
    fresh.goto(f"{stack.shop_url}/checkout")

    pay = fresh.get_by_role("button", name=re.compile(r"^Pay ₹"))
    expect(pay).to_be_enabled()
    price = pay.inner_text()
    # Nothing leads away but the mark and the way back.
    expect(fresh.get_by_role("banner").get_by_role("link")).to_have_count(1)
    expect(fresh.get_by_role("navigation")).to_have_count(0)
    expect(fresh.get_by_text(re.compile(r"^Arrives by \d+ \w+ \d{4}$"))).to_be_visible()
    # What is added meanwhile is bought by pressing Checkout once more.
    fresh.get_by_role("main").get_by_role("link", name="Back to the cart").click()
    fresh.get_by_role("main").get_by_role("button", name="One more").first.click()
    expect(fresh.get_by_text("₹2,900").first).to_be_visible()
    fresh.get_by_role("main").get_by_role("button", name="Checkout").click()
    expect(pay).to_be_enabled()
    expect(pay).not_to_have_text(price)


def save_address(page: Page, **place: str) -> None:
    """Put the only address into the customer's book, as their profile does."""
    body = {"name": "Regular Customer", "phone": "9876543210", "street": "7 Temple Road", **place}
    status = page.evaluate(
        """async ([token, body]) => (await fetch("/api/auth/addresses", {
            method: "POST",
            headers: {
                "Content-Type": "application/json",
                Authorization: `Bearer ${token}`,
            },
            body: JSON.stringify(body),
        })).status""",
        [access_token(page), body | {"country": "India", "isDefault": True}],
    )
    assert status == 200


@pytest.mark.any_stack
def test_a_cart_emptied_in_another_window_is_told_before_paying(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()
    page.goto(f"{stack.shop_url}/products/{MALA}")
    page.locator("main").get_by_role("button", name="Add to cart").first.click()
    page.get_by_role("dialog", name="Your cart").get_by_role("button", name="Checkout").click()
    dialog = page.get_by_role("dialog", name="Checkout")
    fill_details(page, "twotabs@akshamala.example")
    dialog.get_by_role("button", name="Continue to Payment").click()
    expect(dialog.get_by_role("button", name=re.compile(r"^Pay ₹"))).to_be_enabled()
    other = page.context.new_page()
    other.goto(f"{stack.shop_url}/cart")

    other.get_by_role("main").get_by_role("button", name=re.compile("^Remove")).click()
    expect(other.get_by_role("heading", name="Your cart is empty")).to_be_visible()

    expect(dialog.get_by_text("Your cart was emptied in another window")).to_be_visible()
    expect(dialog.get_by_role("button", name=re.compile(r"^Pay ₹"))).to_be_disabled()
    dialog.get_by_role("button", name="Back to the cart").click()
    page.wait_for_url("**/cart")
