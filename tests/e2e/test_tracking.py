"""Following an order without an account: by its link, by e-mail, by the payment's number."""

import uuid

import pytest
from playwright.sync_api import expect

from tests.e2e.accessibility import violations, wider_than_the_screen
from tests.e2e.conftest import PHONE, OpenPage
from tests.e2e.orders import enter_code, order_as_guest, pay
from tests.e2e.people import log_in
from tests.e2e.stack import Stack


@pytest.fixture
def email() -> str:
    return f"guest-{uuid.uuid4().hex[:10]}@akshamala.example"


def test_link_shows_little_then_all_and_the_order_goes_into_an_account(
    stack: Stack, open_page: OpenPage, email: str
) -> None:
    order_id, key = order_as_guest(stack, email)
    page = open_page()

    page.goto(f"{stack.shop_url}/order/{order_id}?key={key}")
    expect(page.get_by_role("heading", name="See the whole order")).to_be_visible()
    main = page.get_by_role("main")
    expect(main.get_by_text("You placed the order")).to_be_visible()
    for secret in ("Asha", "MG Road", "₹", email):
        expect(main.get_by_text(secret)).to_have_count(0)
    assert violations(page) == []

    enter_code(page, stack, email, ask="Send me a code")
    expect(main.get_by_text("12 MG Road")).to_be_visible()
    pay(stack, order_id)
    expect(main.get_by_text("Payment Confirmed")).to_be_visible()
    expect(page.get_by_role("progressbar", name="Progress of the order: Confirmed")).to_be_visible()

    log_in(page, stack, email, at=stack.shop_url)
    page.goto(f"{stack.shop_url}/order/{order_id}?key={key}")
    page.get_by_role("button", name="Save to my account").click()
    page.wait_for_url(f"**/orders/{order_id}")
    expect(main.get_by_text("12 MG Road")).to_be_visible()


def test_tampered_link_is_not_found_like_an_unknown_order(
    stack: Stack, open_page: OpenPage, email: str
) -> None:
    order_id, key = order_as_guest(stack, email)
    page = open_page()

    for address in (f"/order/{order_id}?key={key[:-1]}x", f"/order/{order_id}", f"/order/AKS-NONE?key={key}"):
        page.goto(f"{stack.shop_url}{address}")
        expect(page.get_by_role("heading", name="Order not found")).to_be_visible()


def test_list_of_an_address_is_bare_until_its_code_is_entered(
    stack: Stack, open_page: OpenPage, email: str
) -> None:
    order_id, _ = order_as_guest(stack, email, 2)
    page = open_page(language="hi-IN", size=PHONE)
    page.goto(f"{stack.shop_url}/track-orders")
    track = page.get_by_role("button", name="ऑर्डर ट्रैक करें")
    expect(track).to_be_enabled()

    track.click()
    expect(page.get_by_text("कृपया अपना ईमेल पता दर्ज करें")).to_be_visible()
    page.get_by_label("ईमेल").fill(f"none-{email}")
    track.click()
    expect(page.get_by_text("इस ईमेल पते से कोई ऑर्डर नहीं मिला")).to_be_visible()
    page.get_by_label("ईमेल").fill(email)
    track.click()
    expect(page.get_by_text("1 ऑर्डर मिला")).to_be_visible()
    expect(page.get_by_role("heading", name=f"ऑर्डर {order_id}")).to_be_visible()
    expect(page.get_by_role("main").get_by_text("₹")).to_have_count(0)
    assert (violations(page), wider_than_the_screen(page)) == ([], 0)

    enter_code(page, stack, email, ask="विवरण दिखाएँ", words="इस ईमेल पते से दिए गए ऑर्डरों")
    page.get_by_role("link", name=f"ऑर्डर {order_id} का विवरण देखें").click()
    page.wait_for_url(f"**/order/{order_id}")
    expect(page.get_by_role("main").get_by_text("12 MG Road")).to_be_visible()
    assert (violations(page), wider_than_the_screen(page)) == ([], 0)


def test_payment_is_found_by_its_number_and_tells_no_person(
    stack: Stack, open_page: OpenPage, email: str
) -> None:
    order_id, _ = order_as_guest(stack, email)
    transaction_id = pay(stack, order_id)
    page = open_page()
    page.goto(f"{stack.shop_url}/track-order")
    field = page.get_by_label("Transaction ID")
    submit = page.get_by_role("button", name="Track Order")
    expect(submit).to_be_disabled()

    field.fill("TXNUNKNOWN")
    submit.click()
    expect(page.get_by_text("Failed to track order. Please check your Transaction ID.")).to_be_visible()
    page.get_by_label("Transaction ID").fill(f"  {transaction_id} ")
    submit.click()

    main = page.get_by_role("main")
    expect(main.get_by_text("Payment Successful")).to_be_visible()
    expect(main.get_by_text(transaction_id)).to_be_visible()
    expect(main.get_by_text("COMPLETED")).to_be_visible()
    for secret in ("Asha", "MG Road", email):
        expect(main.get_by_text(secret)).to_have_count(0)
    expect(main.get_by_role("link", name="Login / Sign Up")).to_have_attribute(
        "href", "/login?redirect=/orders"
    )
    assert violations(page) == []
    page.get_by_role("button", name="Track Another Order").click()
    expect(page.get_by_label("Transaction ID")).to_be_visible()
