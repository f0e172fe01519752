"""A customer's orders: the list that moves by itself, one order, and nobody else's."""

import io
import uuid

import pytest
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from tests.e2e.accessibility import violations, wider_than_the_screen
from tests.e2e.conftest import PHONE, OpenPage
from tests.e2e.orders import (
    CODE_MAIL,
    answer_return,
    bring,
    enter_code,
    order_as_customer,
    order_as_guest,
    pay,
    staff_token,
)
from tests.e2e.screen_texts import HINDI_NIGHTLY, localized_message, saying
from tests.e2e.shop_steps import access_token, log_in, transaction_at_provider
from tests.e2e.stack import Stack


@pytest.fixture
def email() -> str:
    return f"buyer-{uuid.uuid4().hex[:10]}@akshamala.example"


def order_as(page: Page, stack: Stack) -> str:
    """Order one bead as the person logged in on the page, from elsewhere; return the order's id."""
    return order_as_customer(stack, access_token(page))


def test_new_order_appears_by_itself_and_opens(stack: Stack, open_page: OpenPage, email: str) -> None:
    page = open_page(size=PHONE)
    log_in(page, stack, email, at=stack.shop_url)
    page.goto(f"{stack.shop_url}/orders")
    expect(page.get_by_text("No orders yet")).to_be_visible()
    expect(page.get_by_role("main").get_by_role("link", name="See all products")).to_be_visible()
    later = page.context.new_page()
    later.goto(f"{stack.shop_url}/orders?page=2")
    # There is no second page: the last one is shown.
    expect(later).to_have_url(f"{stack.shop_url}/orders")

    order_id = order_as(page, stack)

    expect(later.get_by_role("heading", name=f"Order {order_id}")).to_be_visible()
    expect(page.get_by_role("heading", name=f"Order {order_id}")).to_be_visible()
    progress = page.get_by_role("progressbar", name="Progress of the order: Pending")
    expect(progress).to_have_attribute("value", "12.5")
    assert (violations(page), wider_than_the_screen(page)) == ([], 0)
    page.get_by_role("link", name=f"View Details of order {order_id}").click()
    page.wait_for_url(f"**/orders/{order_id}")
    expect(page.get_by_role("heading", name="What has happened")).to_be_visible()
    expect(page.get_by_text("You placed the order")).to_be_visible()
    expect(page.get_by_text("Payment pending")).to_be_visible()
    expect(page.get_by_role("main").get_by_text("12 MG Road")).to_be_visible()
    assert (violations(page), wider_than_the_screen(page)) == ([], 0)


@pytest.mark.parametrize("language", HINDI_NIGHTLY)
def test_unpaid_order_names_its_payment_and_its_number_alone_finds_it(
    stack: Stack, open_page: OpenPage, email: str, language: str
) -> None:
    page = open_page(f"{language}-IN", size=PHONE)
    log_in(page, stack, email, at=stack.shop_url)
    order_id = order_as(page, stack)
    page.goto(f"{stack.shop_url}/orders/{order_id}")
    page.get_by_role("main").get_by_role("button", name=saying(language, "orders:pay.amount")).click()
    transaction_id = transaction_at_provider(page, stack)

    page.goto(f"{stack.shop_url}/orders/{order_id}")

    expect(page.get_by_text(localized_message(language, "orders:attempt.PENDING"))).to_be_visible()
    # In what has happened, and beside the payment's status.
    expect(page.get_by_role("link", name=transaction_id)).to_have_count(2)
    assert (violations(page), wider_than_the_screen(page)) == ([], 0)
    # Another tab knows nothing of the payment that this one left for.
    tab = page.context.new_page()
    tab.goto(f"{stack.shop_url}/confirmation/failed?orderId={order_id}")
    tab.wait_for_url(f"**/order-confirmation/{transaction_id}")


def test_order_of_somebody_else_is_not_found_like_an_unknown_one(
    stack: Stack, open_page: OpenPage, email: str
) -> None:
    owner, stranger = open_page(), open_page()
    log_in(owner, stack, email, at=stack.shop_url)
    log_in(stranger, stack, f"other-{email}", at=stack.shop_url)
    order_id = order_as(owner, stack)

    for unknown in (order_id, "AKS-NONE"):
        stranger.goto(f"{stack.shop_url}/orders/{unknown}")
        expect(stranger.get_by_role("heading", name="Order not found")).to_be_visible()
    stranger.get_by_role("link", name="Back to my orders").click()
    stranger.wait_for_url("**/orders")


@pytest.mark.both_stacks
def test_order_is_cancelled_in_one_window_and_turns_in_the_other(
    stack: Stack, open_page: OpenPage, email: str
) -> None:
    page = open_page()
    log_in(page, stack, email, at=stack.shop_url)
    order_id = order_as(page, stack)
    other = page.context.new_page()
    for window in (page, other):
        window.goto(f"{stack.shop_url}/orders/{order_id}")
        expect(window.get_by_role("button", name="Cancel order")).to_be_visible()

    page.get_by_role("button", name="Cancel order").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text("You have not been charged.")).to_be_visible()
    assert violations(page) == []
    dialog.get_by_role("button", name="Yes, cancel it").click()

    for window in (page, other):
        expect(window.get_by_role("main").get_by_text("The order was cancelled")).to_be_visible()
        expect(window.get_by_role("progressbar")).to_have_count(0)
        expect(window.get_by_role("button", name="Cancel order")).to_have_count(0)
    other.get_by_role("button", name="Buy again").click()
    expect(other.get_by_text("1 item is in your cart.")).to_be_visible()


def picture() -> bytes:
    """Return a photo."""
    file = io.BytesIO()
    Image.new("RGB", (60, 40), "#7a2a1d").save(file, "PNG")
    return file.getvalue()


@pytest.mark.parametrize("language", HINDI_NIGHTLY)
def test_return_with_a_photo_is_asked_for_and_answered_live(
    stack: Stack, open_page: OpenPage, email: str, language: str
) -> None:
    def button(key: str) -> Locator:
        return page.get_by_role("button", name=localized_message(language, key))

    order_id, key = order_as_guest(stack, email, 2)
    pay(stack, order_id, key)
    token = staff_token(stack)
    page = open_page(f"{language}-IN", PHONE)
    page.goto(f"{stack.shop_url}/order/{order_id}?key={key}")
    enter_code(
        page, stack, email, ask=localized_message(language, "orders:unlock.ask"), words=CODE_MAIL[language]
    )
    expect(button("orders:cancel.open")).to_be_visible()

    bring(stack, order_id, "processing", "packaging", "dispatched", "shipped", "delivered", token=token)
    expect(
        page.get_by_role("link", name=localized_message(language, "orders:shipment.follow"))
    ).to_have_attribute("href", "https://www.delhivery.com/track-v2/package/1490812345")
    expect(button("orders:cancel.open")).to_have_count(0)
    button("orders:return.open").click()
    dialog = page.get_by_role("dialog")
    button("orders:return.send").click()
    expect(dialog.get_by_text(localized_message(language, "orders:return.errors.reason"))).to_be_visible()
    dialog.get_by_label(localized_message(language, "orders:return.reason")).select_option("damaged")
    dialog.get_by_label(localized_message(language, "orders:return.text")).fill("Two beads are cracked.")
    dialog.locator("input[type=file]").set_input_files(
        {"name": "bead.png", "mimeType": "image/png", "buffer": picture()}
    )
    remove = localized_message(language, "photos:remove").replace("{{number}}", "1")
    expect(dialog.get_by_role("button", name=remove)).to_be_visible()
    assert (violations(page), wider_than_the_screen(page)) == ([], 0)
    button("orders:return.send").click()

    request = page.get_by_role("article")
    expect(request.get_by_text("Two beads are cracked.")).to_be_visible()
    see = localized_message(language, "orders:request.photo").replace("{{number}}", "1")
    expect(request.get_by_role("button", name=see)).to_be_visible()
    answer_return(stack, order_id, "approved", "We are sorry. A courier comes.", token=token)
    expect(request.get_by_text("We are sorry. A courier comes.")).to_be_visible()
    expect(
        request.get_by_text(localized_message(language, "orders:return.states.approved"), exact=True)
    ).to_be_visible()
    assert (violations(page), wider_than_the_screen(page)) == ([], 0)
