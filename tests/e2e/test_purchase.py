"""A guest buys, and the screen turns by itself."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import PHONE, OpenPage
from tests.e2e.screen_texts import BOTH_LANGUAGES, HINDI_NIGHTLY, localized_message, saying
from tests.e2e.shop_steps import (
    Questions,
    Traffic,
    answer_at_the_bank,
    fill_details,
    go_to_pay_page,
    log_in,
    open_dialog,
    transaction_at_provider,
)
from tests.e2e.stack import Stack
from tests.waiting import eventually

# The provider's schedule asks first after 22 seconds.
CLOCK_MS = 45_000
# The provider's message takes less than that.
BY_ITSELF_MS = 15_000
# Included in the price of the bead that is bought, CGST and SGST each rounded by itself.
TAX = "₹53.38"


@pytest.fixture
def without_webhooks(stack: Stack) -> object:
    """Let the provider send no messages during the test."""
    stack.switch_webhooks(False)
    yield
    stack.switch_webhooks(True)


@pytest.mark.both_stacks
@pytest.mark.parametrize("language", BOTH_LANGUAGES)
def test_a_guest_sees_the_payment_succeed_without_asking_again(
    open_page: OpenPage, stack: Stack, language: str
) -> None:
    page = open_page(f"{language}-IN", PHONE)
    traffic = Traffic(page)
    email = f"live-{language}@akshamala.example"
    open_dialog(page, stack)
    fill_details(page, email)
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name=localized_message(language, "checkout:toPayment")).click()
    # Of ₹350, for an address in the shop's own state, as the order will have it: twice ₹26.69.
    expect(dialog.get_by_text(saying(language, "checkout:summary.taxIncluded"))).to_contain_text(TAX)
    dialog.get_by_role("button", name=saying(language, "checkout:pay.button")).click()
    transaction_id = transaction_at_provider(page, stack)
    answer_at_the_bank(page, "pending")
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text(localized_message(language, "payment:processing.title"))
    expect(page.get_by_text(localized_message(language, "common:live"), exact=True)).to_be_visible()
    traffic.wait_until_quiet()
    questions = Questions(page)

    stack.sandbox.settle(transaction_id, "success")

    expect(heading).to_have_text(localized_message(language, "payment:success.title"), timeout=BY_ITSELF_MS)
    assert questions.asked == []
    paid = {"en": "We have received your payment", "hi": "आपका भुगतान हमें मिल गया है"}
    stack.mail_to(email, containing=paid[language])


@pytest.mark.usefixtures("without_webhooks")
def test_with_the_webhook_lost_the_clock_finds_the_payment(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()
    traffic = Traffic(page)
    transaction_id = go_to_pay_page(page, stack)
    answer_at_the_bank(page, "pending")
    expect(page.get_by_role("heading", name="Payment Processing")).to_be_visible()
    expect(page.get_by_text("Live", exact=True)).to_be_visible()
    traffic.wait_until_quiet()
    questions = Questions(page)

    stack.sandbox.settle(transaction_id, "success")

    expect(page.get_by_role("heading", name="Payment Successful")).to_be_visible(timeout=CLOCK_MS)
    assert questions.asked == []


def test_with_the_socket_blocked_polling_finds_the_payment(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()
    page.route_web_socket("**/socket.io/**", lambda socket: socket.close())
    transaction_id = go_to_pay_page(page, stack)
    answer_at_the_bank(page, "pending")
    expect(page.get_by_role("heading", name="Payment Processing")).to_be_visible()

    stack.sandbox.settle(transaction_id, "success")

    expect(page.get_by_role("heading", name="Payment Successful")).to_be_visible(timeout=30_000)


REASONS = {
    "cancelled": {"en": "You cancelled this payment.", "hi": "आपने यह भुगतान रद्द किया।"},
    "failed": {"en": "The bank had a technical problem.", "hi": "बैंक में तकनीकी समस्या थी।"},
}


@pytest.mark.parametrize("language", HINDI_NIGHTLY)
@pytest.mark.parametrize("ending", ["cancelled", "failed"])
def test_a_payment_that_came_to_nothing_is_tried_again_on_the_same_order(
    open_page: OpenPage, stack: Stack, ending: str, language: str
) -> None:
    page = open_page(f"{language}-IN", PHONE)
    transaction_id = go_to_pay_page(page, stack)
    if ending == "cancelled":
        page.locator('button[name="step"][value="cancel"]').click()
    else:
        broken = {"state": "FAILED", "errorCode": "BANK_TECHNICAL_ISSUE", "detailedErrorCode": "U28"}
        stack.sandbox.fault("alter", on="status", order=transaction_id, value=broken, times=None)
        answer_at_the_bank(page, "pending")
    expect(
        page.get_by_role("heading", name=localized_message(language, f"payment:{ending}.title"))
    ).to_be_visible()
    expect(page.get_by_text(REASONS[ending][language])).to_be_visible()
    facts = page.get_by_role("definition").get_by_text(re.compile(r"^AKS-\w+$"))
    order_id = facts.inner_text()

    page.get_by_role("button", name=localized_message(language, "payment:failed.retry")).click()

    page.wait_for_url(f"{stack.sandbox.url}/**")
    answer_at_the_bank(page, "success")
    expect(
        page.get_by_role("heading", name=localized_message(language, "payment:success.title"))
    ).to_be_visible()
    expect(facts).to_have_text(order_id)


def test_an_id_that_never_existed_is_told_so(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()
    page.clock.install()

    page.goto(f"{stack.shop_url}/order-confirmation/TXNNEVEREXISTED00000")

    expect(page.get_by_text("Payment might still be processing")).to_be_visible()
    told = page.get_by_role("heading", name="We couldn't find this payment")

    def is_told_after_a_pause() -> bool:
        """Let the pause before the page's next question pass at once."""
        page.clock.fast_forward(3_000)
        return told.is_visible()

    eventually(is_told_after_a_pause, seconds=60)


def test_the_details_are_checked_in_the_shoppers_language(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()
    open_dialog(page, stack)
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Phone", exact=True).fill("12")

    dialog.get_by_role("button", name="Continue").click()

    expect(dialog.get_by_text("First name is required")).to_be_visible()
    expect(dialog.get_by_text("Please enter a valid 10-digit phone number")).to_be_visible()


@pytest.mark.both_stacks
def test_an_admin_sees_the_transaction_appear_and_settle(open_page: OpenPage, stack: Stack) -> None:
    admin = open_page(size=(1440, 900))
    log_in(admin, stack, "admin@akshamala.example", at=stack.staff_url)
    admin.goto(f"{stack.staff_url}/admin/transactions")
    expect(admin.get_by_role("heading", name="Transaction Management")).to_be_visible()
    expect(admin.get_by_text("Live", exact=True).first).to_be_visible()
    shopper = open_page()

    transaction_id = go_to_pay_page(shopper, stack)

    row = admin.get_by_role("row").filter(has_text=transaction_id)
    expect(row).to_contain_text("Pending")
    answer_at_the_bank(shopper, "success")
    expect(row).to_contain_text("Success")
    expect(shopper.get_by_role("heading", name="Payment Successful")).to_be_visible()


def test_the_language_switch_turns_the_whole_page_and_is_remembered(
    open_page: OpenPage, stack: Stack
) -> None:
    page = open_page()
    page.goto(f"{stack.shop_url}/products")
    expect(page.get_by_role("heading", name="All products")).to_be_visible()

    page.get_by_role("button", name="हिन्दी").first.click()

    expect(page.locator("html")).to_have_attribute("lang", "hi")
    expect(page.get_by_role("link", name="रुद्राक्ष").first).to_be_visible()
    eventually(lambda: page.evaluate("localStorage.getItem('language')") == "hi")
