"""Following an order without an account: by its link, by e-mail, by the payment's number."""

import uuid

import pytest
from playwright.sync_api import expect

from tests.e2e.accessibility import violations, wider_than_the_screen
from tests.e2e.conftest import PHONE, OpenPage
from tests.e2e.orders import CODE_MAIL, enter_code, order_as_guest, pay
from tests.e2e.screen_texts import HINDI_NIGHTLY, localized_message, saying
from tests.e2e.shop_steps import log_in
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
    pay(stack, order_id, key)
    expect(main.get_by_text("Payment Confirmed")).to_be_visible()
    expect(page.get_by_role("progressbar", name="Progress of the order: Confirmed")).to_be_visible()

    log_in(page, stack, email, at=stack.shop_url)
    page.goto(f"{stack.shop_url}/order/{order_id}?key={key}")
    page.get_by_role("button", name="Save to my account").click()
    page.wait_for_url(f"**/orders/{order_id}")
    expect(main.get_by_text("12 MG Road")).to_be_visible()


def test_order_of_a_guest_is_offered_after_the_login_and_taken_in_with_one_touch(
    stack: Stack, open_page: OpenPage, email: str
) -> None:
    order_id, _ = order_as_guest(stack, email)
    page = open_page(size=PHONE)
    log_in(page, stack, email, at=stack.shop_url)

    page.goto(f"{stack.shop_url}/orders")
    expect(page.get_by_role("link", name="Track a guest order")).to_be_visible()
    offer = page.get_by_role("region", name="Is this yours?")
    expect(offer.get_by_text(order_id)).to_be_visible()
    assert (violations(page), wider_than_the_screen(page)) == ([], 0)
    offer.get_by_role("button", name="Yes, add it to my account").click()

    expect(page.get_by_role("heading", name=f"Order {order_id}")).to_be_visible()
    expect(offer).to_have_count(0)


def test_tampered_link_is_not_found_like_an_unknown_order(
    stack: Stack, open_page: OpenPage, email: str
) -> None:
    order_id, key = order_as_guest(stack, email)
    page = open_page()
    tampered = key[:-1] + ("y" if key.endswith("x") else "x")

    for address in (f"/order/{order_id}?key={tampered}", f"/order/{order_id}", f"/order/AKS-NONE?key={key}"):
        page.goto(f"{stack.shop_url}{address}")
        expect(page.get_by_role("heading", name="Order not found")).to_be_visible()


@pytest.mark.parametrize("language", HINDI_NIGHTLY)
def test_list_of_an_address_is_bare_until_its_code_is_entered(
    stack: Stack, open_page: OpenPage, email: str, language: str
) -> None:
    order_id, _ = order_as_guest(stack, email, 2)
    page = open_page(f"{language}-IN", size=PHONE)
    page.goto(f"{stack.shop_url}/track-orders")
    track = page.get_by_role("button", name=localized_message(language, "orders:track.submit"))
    address = page.get_by_label(localized_message(language, "orders:track.email"))
    expect(track).to_be_enabled()

    track.click()
    expect(page.get_by_text(localized_message(language, "orders:track.blank"))).to_be_visible()
    address.fill(f"none-{email}")
    track.click()
    expect(page.get_by_text(localized_message(language, "orders:track.none"))).to_be_visible()
    address.fill(email)
    track.click()
    found = localized_message(language, "orders:track.found_one").replace("{{count}}", "1")
    expect(page.get_by_text(found)).to_be_visible()
    title = localized_message(language, "orders:order").replace("{{orderId}}", order_id)
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    expect(page.get_by_role("main").get_by_text("₹")).to_have_count(0)
    assert (violations(page), wider_than_the_screen(page)) == ([], 0)

    enter_code(
        page, stack, email, ask=localized_message(language, "orders:track.details"), words=CODE_MAIL[language]
    )
    link = localized_message(language, "orders:detailsOf").replace("{{orderId}}", order_id)
    page.get_by_role("link", name=link).click()
    page.wait_for_url(f"**/order/{order_id}")
    expect(page.get_by_role("main").get_by_text("12 MG Road")).to_be_visible()
    assert (violations(page), wider_than_the_screen(page)) == ([], 0)

    # The code also shows that the order is theirs to pay.
    page.get_by_role("button", name=saying(language, "orders:pay.amount")).click()
    page.wait_for_url(f"{stack.sandbox.url}/**")


@pytest.mark.parametrize("language", HINDI_NIGHTLY)
def test_payment_is_found_by_its_number_and_tells_no_person(
    stack: Stack, open_page: OpenPage, email: str, language: str
) -> None:
    order_id, key = order_as_guest(stack, email)
    transaction_id = pay(stack, order_id, key)
    page = open_page(f"{language}-IN", PHONE)
    page.goto(f"{stack.shop_url}/track-order")
    field = page.get_by_label(localized_message(language, "orders:transaction.label"))
    submit = page.get_by_role("button", name=localized_message(language, "orders:transaction.submit"))
    expect(submit).to_be_disabled()

    field.fill("TXNUNKNOWN")
    submit.click()
    expect(page.get_by_text(localized_message(language, "orders:transaction.unknown"))).to_be_visible()
    field.fill(f"  {transaction_id} ")
    submit.click()

    main = page.get_by_role("main")
    expect(
        main.get_by_text(localized_message(language, "orders:transaction.outcomes.success"))
    ).to_be_visible()
    expect(main.get_by_text(transaction_id)).to_be_visible()
    expect(main.get_by_text("COMPLETED", exact=True)).to_have_count(0)
    completed = localized_message(language, "orders:transaction.states.COMPLETED")
    expect(main.get_by_text(completed, exact=True)).to_be_visible()
    title = localized_message(language, "orders:order").replace("{{orderId}}", order_id)
    expect(main.get_by_role("heading", name=title)).to_be_visible()
    expect(
        main.get_by_text(localized_message(language, "orders:status.confirmed"), exact=True)
    ).to_be_visible()
    expect(main.get_by_text(localized_message(language, "payment-more:steps.paid"))).to_be_visible()
    expect(
        main.get_by_role("link", name=localized_message(language, "orders:transaction.open"))
    ).to_be_visible()
    for secret in ("Asha", "MG Road", email):
        expect(main.get_by_text(secret)).to_have_count(0)
    expect(
        main.get_by_role("link", name=localized_message(language, "orders:transaction.logIn"))
    ).to_have_attribute("href", f"/login?redirect=/orders{'&lang=hi' if language == 'hi' else ''}")
    assert (violations(page), wider_than_the_screen(page)) == ([], 0)
    page.get_by_role("button", name=localized_message(language, "orders:transaction.another")).click()
    expect(field).to_be_visible()
