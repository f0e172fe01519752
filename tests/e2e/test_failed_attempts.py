"""An order or a payment that could not be created leaves the screen usable, however often it fails."""

import re

from playwright.sync_api import Locator, Page, Route, expect

from tests.e2e.conftest import PHONE, OpenPage
from tests.e2e.screen_texts import localized_message, saying
from tests.e2e.shop_steps import fill_details, log_in, open_dialog, transaction_at_provider
from tests.e2e.stack import Stack
from tests.waiting import eventually

GUEST_ORDERS = "**/api/orders/create-guest-order"
CUSTOMER_ORDERS = "**/api/orders/"
PAYMENTS = "**/api/phonepe/create-order"
# The pincode fills in city and state.
DELIVERY = {"name": "Meera Iyer", "phone": "9876543210", "street": "12 Temple Road", "pincode": "600004"}


def fail_twice(page: Page, address: str, pay: Locator, shown: str | re.Pattern[str]) -> None:
    """Press Pay twice while the calls to `address` get no answer; each time the screen says so and stays."""
    page.route(address, lambda route: route.abort())
    for _ in range(2):
        # The second time the screen still says what it said the first time.
        with page.expect_event("requestfailed", lambda request: request.method == "POST"):
            pay.click()
        expect(page.get_by_role("alert").filter(has_text=shown)).to_be_visible()
        expect(pay).to_be_enabled()
    page.unroute(address)


def test_the_dialog_survives_failed_attempts_and_every_button_goes_on(
    open_page: OpenPage, stack: Stack
) -> None:
    page = open_page(size=PHONE)
    open_dialog(page, stack)
    dialog = page.get_by_role("dialog")
    fill_details(page, "unlucky@akshamala.example")
    to_payment = dialog.get_by_role("button", name="Continue to Payment")
    to_payment.click()
    pay = dialog.get_by_role("button", name=saying("en", "checkout:pay.button"))

    fail_twice(page, GUEST_ORDERS, pay, localized_message("en", "checkout:problem.orderTitle"))
    for way_back in ("Previous", "Edit"):
        dialog.get_by_role("button", name=way_back).click()
        expect(dialog.get_by_label("Street", exact=True)).to_have_value("12 Sample Road")
        to_payment.click()
        fail_twice(page, GUEST_ORDERS, pay, localized_message("en", "checkout:problem.orderTitle"))
    fail_twice(page, PAYMENTS, pay, localized_message("en", "checkout:problem.paymentTitle"))
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_be_hidden()
    page.get_by_role("main").get_by_role("button", name="Buy Now").first.click()
    to_payment.click()
    fail_twice(page, PAYMENTS, pay, localized_message("en", "checkout:problem.paymentTitle"))
    pay.click()

    transaction_at_provider(page, stack)


def test_cancel_stops_the_attempt_and_asks_nothing(open_page: OpenPage, stack: Stack) -> None:
    page = open_page(size=PHONE)
    open_dialog(page, stack)
    dialog = page.get_by_role("dialog")
    fill_details(page, "undecided@akshamala.example")
    to_payment = dialog.get_by_role("button", name="Continue to Payment")
    to_payment.click()
    pay = dialog.get_by_role("button", name=saying("en", "checkout:pay.button"))
    expect(pay).to_be_enabled()
    held: list[Route] = []
    page.route(GUEST_ORDERS, lambda route: held.append(route))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "create-order" in request.url else None)

    pay.click()
    eventually(lambda: page.evaluate("true") and held)
    dialog.get_by_role("button", name="Cancel", exact=True).click()
    expect(dialog).to_be_hidden()
    with page.expect_response(GUEST_ORDERS):
        held[0].continue_()
    page.wait_for_timeout(500)

    # The order is made and waits; nobody was sent to the provider.
    assert asked == []
    assert page.url.startswith(stack.shop_url)
    page.unroute(GUEST_ORDERS)
    page.get_by_role("main").get_by_role("button", name="Buy Now").first.click()
    to_payment.click()
    pay.click()
    transaction_at_provider(page, stack)


def test_the_checkout_page_survives_failed_attempts_and_every_button_goes_on(
    open_page: OpenPage, stack: Stack
) -> None:
    page = open_page("hi-IN", size=PHONE)
    log_in(page, stack, "unlucky-customer@akshamala.example", at=stack.shop_url)
    page.goto(f"{stack.shop_url}/products/rudraksha-mala-108")
    page.get_by_role("main").get_by_role(
        "button", name=localized_message("hi", "keep:addToCart")
    ).first.click()
    page.get_by_role("dialog").get_by_role("button", name=localized_message("hi", "cart:checkOut")).click()
    page.wait_for_url("**/checkout")
    for name, value in DELIVERY.items():
        page.get_by_label(localized_message("hi", f"checkout:fields.{name}"), exact=True).fill(value)
    expect(page.get_by_label(localized_message("hi", "checkout:fields.city"), exact=True)).to_have_value(
        "Chennai"
    )
    pay = page.get_by_role("button", name=saying("hi", "checkout:pay.button"))

    fail_twice(page, CUSTOMER_ORDERS, pay, localized_message("hi", "checkout:problem.orderTitle"))
    fail_twice(page, PAYMENTS, pay, localized_message("hi", "checkout:problem.paymentTitle"))
    page.get_by_role("link", name=localized_message("hi", "checkout:backToCart")).click()
    page.wait_for_url("**/cart")
    page.go_back()
    fail_twice(page, PAYMENTS, pay, localized_message("hi", "checkout:problem.paymentTitle"))
    pay.click()

    transaction_at_provider(page, stack)
