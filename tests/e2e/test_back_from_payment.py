"""Whoever comes back from the payment page finds the order there, and ways to pay, change or cancel it."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import DESKTOP, PHONE, OpenPage
from tests.e2e.screen_texts import BOTH_LANGUAGES, localized_message, saying
from tests.e2e.shop_steps import (
    answer_at_the_bank,
    fill_details,
    go_from_dialog_to_pay_page,
    log_in,
    open_dialog,
    transaction_at_provider,
    wait_for_application,
)
from tests.e2e.stack import Stack

MALA = "rudraksha-mala-108"


def notice(page: Page, language: str = "en") -> Locator:
    """Return the notice of the order that waits."""
    return page.get_by_role("main").get_by_role("region", name=saying(language, "orders:unpaid.title"))


def button(page: Page, language: str, key: str) -> Locator:
    return notice(page, language).get_by_role(
        "button", name=localized_message(language, f"orders:{key}"), exact=True
    )


def order_cart_as_guest(page: Page, stack: Stack, language: str, slug: str) -> str:
    """Put a product into the cart, check out from the cart page up to the provider's; return the payment."""
    page.goto(f"{stack.shop_url}/products/{slug}")
    page.get_by_role("main").get_by_role(
        "button", name=localized_message(language, "keep:addToCart")
    ).first.click()
    expect(page.get_by_role("dialog", name=localized_message(language, "cart:title"))).to_be_visible()
    page.goto(f"{stack.shop_url}/cart")
    page.get_by_role("main").get_by_role("button", name=localized_message(language, "cart:checkOut")).click()
    fill_details(page, f"back-{language}@akshamala.example")
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name=localized_message(language, "checkout:toPayment")).click()
    dialog.get_by_role("button", name=saying(language, "checkout:pay.button")).click()
    return transaction_at_provider(page, stack)


@pytest.mark.parametrize(("language", "size"), [("en", DESKTOP), ("hi", PHONE)])
def test_guest_with_the_last_piece_finds_the_order_and_changes_it(
    open_page: OpenPage, stack: Stack, language: str, size: tuple[int, int]
) -> None:
    slug = {"en": "pyrite-cluster", "hi": "sodalite-tumbled"}[language]
    stack.count(slug, free=1)
    page = open_page(f"{language}-IN", size)
    order_cart_as_guest(page, stack, language, slug)

    page.go_back()

    expect(notice(page, language)).to_be_visible()
    expect(page.get_by_text(localized_message(language, "cart:emptyTitle"))).to_have_count(0)
    page.goto(f"{stack.shop_url}/products/{slug}")
    expect(notice(page, language)).to_be_visible()
    expect(page.get_by_text(localized_message(language, "shop:product.heldForYou")).first).to_be_visible()
    for text in ("product.held", "product.soldOut"):
        expect(page.get_by_text(localized_message(language, f"shop:{text}"), exact=True)).to_have_count(0)
    expect(page.get_by_role("button", name=localized_message(language, "waitlist:wait"))).to_have_count(0)
    for path in ("/checkout", "/orders"):
        page.goto(f"{stack.shop_url}{path}")
        expect(notice(page, language)).to_be_visible()

    button(page, language, "unpaid.change").dblclick()

    page.wait_for_url("**/cart")
    expect(notice(page, language)).to_have_count(0)
    expect(page.get_by_text(localized_message(language, "orders:unpaid.changed"))).to_have_count(1)
    expect(page.get_by_role("main").get_by_role("spinbutton")).to_have_value("1")
    page.get_by_role("main").get_by_role("button", name=localized_message(language, "cart:checkOut")).click()
    expect(page.get_by_role("dialog", name=localized_message(language, "checkout:cartTitle"))).to_be_visible()


def test_other_shopper_is_told_that_somebody_pays_and_the_holder_is_not(
    open_page: OpenPage, stack: Stack
) -> None:
    slug = "smoky-quartz-point"
    stack.count(slug, free=1)
    holder, other = open_page(), open_page()
    order_cart_as_guest(holder, stack, "en", slug)

    other.goto(f"{stack.shop_url}/products/{slug}")

    expect(other.get_by_text("One person is paying for the last piece.")).to_be_visible()
    expect(notice(other)).to_have_count(0)
    for path in ("/checkout", "/orders"):
        other.goto(f"{stack.shop_url}{path}")
        other.wait_for_url("**/login?**")


@pytest.mark.parametrize("language", BOTH_LANGUAGES)
def test_guest_pays_from_the_notice_and_the_other_tab_turns_by_itself(
    open_page: OpenPage, stack: Stack, language: str
) -> None:
    page = open_page(f"{language}-IN", PHONE)
    first = order_cart_as_guest(page, stack, language, MALA)
    tab = page.context.new_page()
    tab.goto(f"{stack.shop_url}/cart")
    wait_for_application(tab)
    expect(notice(tab, language)).to_be_visible()
    page.go_back()

    button(page, language, "pay.now").click()

    assert transaction_at_provider(page, stack) == first
    answer_at_the_bank(page, "success")
    expect(
        page.get_by_role("heading", name=localized_message(language, "payment:success.title"))
    ).to_be_visible()
    expect(notice(tab, language)).to_have_count(0)
    page.go_back()
    page.goto(f"{stack.shop_url}/cart")
    expect(page.get_by_role("heading", name=localized_message(language, "cart:emptyTitle"))).to_be_visible()
    expect(notice(page, language)).to_have_count(0)


def test_guest_cancels_after_a_question(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()
    open_dialog(page, stack)
    go_from_dialog_to_pay_page(page, stack, "called-off@akshamala.example")
    page.goto(f"{stack.shop_url}/orders")

    button(page, "en", "unpaid.cancel").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name=localized_message("en", "orders:cancel.keep")).click()
    expect(notice(page)).to_be_visible()
    button(page, "en", "unpaid.cancel").click()
    dialog.get_by_role("button", name=localized_message("en", "orders:cancel.confirm")).click()

    expect(page.get_by_text(localized_message("en", "orders:cancel.done"))).to_be_visible()
    expect(notice(page)).to_have_count(0)
    page.goto(f"{stack.shop_url}/orders")
    page.wait_for_url("**/login?**")
    page.goto(f"{stack.shop_url}/cart")
    expect(page.get_by_role("heading", name=localized_message("en", "cart:emptyTitle"))).to_be_visible()


def test_customer_with_the_last_piece_comes_back_to_checkout(open_page: OpenPage, stack: Stack) -> None:
    slug = "citrine-point"
    stack.count(slug, free=1)
    page = open_page()
    log_in(page, stack, "payback@akshamala.example", at=stack.shop_url)
    page.goto(f"{stack.shop_url}/products/{slug}")
    page.get_by_role("main").get_by_role("button", name="Add to cart").first.click()
    drawer = page.get_by_role("dialog", name="Your cart")
    drawer.get_by_role("button", name="Checkout").click()
    page.wait_for_url("**/checkout")
    fill_checkout(page)
    page.get_by_role("button", name=saying("en", "checkout:pay.button")).click()
    transaction_at_provider(page, stack)

    page.go_back()

    expect(notice(page)).to_be_visible()
    expect(page.get_by_text("sold out")).to_have_count(0)
    page.goto(f"{stack.shop_url}/products/{slug}")
    expect(notice(page)).to_be_visible()
    expect(page.get_by_text("Others are paying for it")).to_have_count(0)
    page.goto(f"{stack.shop_url}/orders")
    button(page, "en", "unpaid.change").click()
    page.wait_for_url("**/cart")
    page.get_by_role("main").get_by_role("button", name="Checkout").click()
    page.get_by_role("button", name=saying("en", "checkout:pay.button")).click()
    transaction_at_provider(page, stack)


def test_page_from_the_back_forward_cache_shows_what_has_become_of_the_order(
    open_page: OpenPage, stack: Stack
) -> None:
    page = open_page()
    order_cart_as_guest(page, stack, "en", MALA)
    page.goto(f"{stack.shop_url}/cart")
    expect(notice(page)).to_be_visible()
    # Frozen, it hears of nothing.
    page.route_web_socket("**/socket.io/**", lambda socket: socket.close())
    placed = page.evaluate("JSON.parse(localStorage.placedOrders)[0]")
    cancelled = page.request.post(
        f"{stack.shop_url}/api/orders/{placed['orderId']}/cancel",
        headers={"X-Order-Key": placed["key"], "X-Order-Placing": placed["placing"]},
    )
    expect(cancelled).to_be_ok()

    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")

    expect(notice(page)).to_have_count(0)
    expect(page.get_by_role("heading", name="Your cart is empty")).to_be_visible()


def fill_checkout(page: Page) -> None:
    """Fill in what the checkout page asks a customer without an address."""
    for label, value in {
        "name": "Asha Rao",
        "phone": "98765 43210",
        "street": "12 Sample Road",
        "city": "Pune",
        "pincode": "411001",
    }.items():
        page.get_by_label(localized_message("en", f"checkout:fields.{label}"), exact=True).fill(value)
    page.get_by_label(localized_message("en", "checkout:fields.state"), exact=True).select_option(
        "Maharashtra"
    )
