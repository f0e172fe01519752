"""A customer claims the price of a fake piece several times over; staff decide and pay, live."""

import io
import re
import uuid

import pytest
from PIL import Image
from playwright.sync_api import FilePayload, Locator, Page, expect

from tests.e2e.accessibility import violations, wider_than_the_screen
from tests.e2e.conftest import PHONE, OpenPage
from tests.e2e.orders import bring, order_as_customer, pay, staff_token
from tests.e2e.screen_texts import language_of, localized_message, saying
from tests.e2e.shop_steps import BEAD, access_token, log_in
from tests.e2e.stack import Stack

UPI_ID = "asha.rao@okbank"
REFERENCE = "UTR202611230001"


@pytest.fixture
def email() -> str:
    return f"buyer-{uuid.uuid4().hex[:10]}@akshamala.example"


def report() -> FilePayload:
    """A photo of a laboratory's report."""
    file = io.BytesIO()
    Image.new("RGB", (60, 80), "#f4efe3").save(file, "PNG")
    return {"name": "report.png", "mimeType": "image/png", "buffer": file.getvalue()}


def delivered_order(page: Page, stack: Stack, email: str, *, slug: str = BEAD, pieces: int = 1) -> str:
    """Log a customer in on the page, and have their order paid and delivered; return its id."""
    log_in(page, stack, email, at=stack.shop_url)
    token = access_token(page)
    order_id = order_as_customer(stack, token, pieces, slug=slug)
    pay(stack, order_id, token=token)
    steps = ("processing", "packaging", "dispatched", "shipped", "delivered")
    bring(stack, order_id, *steps, token=staff_token(stack))
    return order_id


def fill_claim(page: Page) -> Locator:
    """Open the window of the claim on the order's page and fill it in; return it."""
    language = language_of(page)
    page.get_by_role("button", name=saying(language, "orders:claim.open")).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label(localized_message(language, "orders:claim.text")).fill(
        "Sample Gem Lab 1042: not a Rudraksha."
    )
    dialog.locator("input[type=file]").set_input_files(report())
    dialog.get_by_label(localized_message(language, "orders:claim.payTo")).fill(UPI_ID)
    remove = localized_message(language, "photos:remove").replace("{{number}}", "1")
    expect(dialog.get_by_role("button", name=remove)).to_be_visible()
    return dialog


def enter_payout_code(dialog: Locator, stack: Stack, email: str) -> None:
    """Go on to the code that says where the money goes, and type it in as it was mailed."""
    language = language_of(dialog.page)
    mark = stack.last_mail_id()
    dialog.get_by_role("button", name=localized_message(language, "orders:claim.continue")).click()
    field = dialog.locator("input[autocomplete='one-time-code']")
    expect(field).to_be_focused()
    field.fill(stack.mailbox.code_to(email, after=mark))


def staff(open_page: OpenPage, stack: Stack, path: str, email: str = "admin@akshamala.example") -> Page:
    """Open a page of the back office as a member of staff."""
    page = open_page()
    log_in(page, stack, email, at=stack.staff_url)
    page.goto(f"{stack.staff_url}{path}")
    expect(page.get_by_text("Live", exact=True)).to_be_visible()
    return page


def test_claim_is_opened_with_its_report_and_followed_to_its_payment(
    stack: Stack, open_page: OpenPage, email: str
) -> None:
    page = open_page("hi-IN", PHONE)
    order_id = delivered_order(page, stack, email)
    page.goto(f"{stack.shop_url}/orders/{order_id}")
    send = page.get_by_role("button", name=localized_message("hi", "orders:claim.send"))

    page.get_by_role("button", name=saying("hi", "orders:claim.open")).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name=localized_message("hi", "orders:claim.continue")).click()
    for field in ("text", "payTo", "photos"):
        expect(dialog.get_by_text(localized_message("hi", f"orders:claim.errors.{field}"))).to_be_visible()
    expect(dialog.get_by_label(localized_message("hi", "orders:claim.text"))).to_be_focused()
    assert (violations(page), wider_than_the_screen(page)) == ([], 0)
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    enter_payout_code(fill_claim(page), stack, email)
    assert (violations(page), wider_than_the_screen(page)) == ([], 0)
    send.click()

    claim = page.get_by_role("article")
    expect(
        claim.get_by_text(localized_message("hi", "orders:claim.states.opened"), exact=True)
    ).to_be_visible()
    expect(claim.get_by_role("button", name=localized_message("hi", "orders:claim.withdraw"))).to_be_visible()
    expect(page.get_by_text(localized_message("hi", "orders:events.claim_opened"))).to_be_visible()
    assert (violations(page), wider_than_the_screen(page)) == ([], 0)

    board = staff(open_page, stack, f"/admin/order-management?search={order_id}")
    row = board.locator(f'[data-row="{order_id}"]')
    expect(row.get_by_text("1 claim open")).to_be_visible()
    row.get_by_role("link", name=order_id).click()
    opened = board.locator("[data-claim]")
    expect(opened.get_by_text("Sample Gem Lab 1042: not a Rudraksha.")).to_be_visible()
    opened.get_by_role("button", name="Decline").click()
    note = opened.get_by_label("Note to the customer")
    expect(note).to_be_focused()
    expect(note).to_have_accessible_description("Please tell the customer why")
    note.fill("The report is right. We are sorry.")
    opened.get_by_role("button", name="Approve").click()
    board.get_by_role("dialog", name="Give back").get_by_role("button", name="Approve").click()

    expect(
        claim.get_by_text(localized_message("hi", "orders:claim.states.approved"), exact=True)
    ).to_be_visible()
    expect(claim.get_by_text("The report is right. We are sorry.")).to_be_visible()
    expect(
        claim.get_by_text(localized_message("hi", "orders:claim.transfer").replace("{{payTo}}", UPI_ID))
    ).to_be_visible()
    opened.get_by_role("button", name="Mark as paid").click()
    reference = opened.get_by_label("Bank reference")
    expect(reference).to_be_focused()
    assert violations(board) == []
    reference.fill("UTR")
    reference.press("Enter")
    expect(reference).to_have_accessible_description(re.compile("^Please enter the bank's reference"))
    reference.fill(REFERENCE)
    reference.press("Enter")

    expect(claim.get_by_text(REFERENCE)).to_be_visible()
    expect(claim.get_by_text(localized_message("hi", "orders:claim.states.paid"), exact=True)).to_be_visible()
    expect(page.get_by_text(localized_message("hi", "orders:events.claim_paid"))).to_be_visible()
    assert (violations(page), wider_than_the_screen(page)) == ([], 0)


def test_large_claim_waits_in_the_queue_for_a_second_person(
    stack: Stack, open_page: OpenPage, email: str
) -> None:
    page = open_page()
    order_id = delivered_order(page, stack, email, slug="11-mukhi-rudraksha", pieces=2)
    page.goto(f"{stack.shop_url}/orders/{order_id}")
    dialog = fill_claim(page)
    enter_payout_code(dialog, stack, email)
    dialog.get_by_role("button", name="Send claim").click()
    own = page.get_by_role("article")
    expect(own.get_by_text("With us", exact=True)).to_be_visible()
    # The other piece can be claimed when this one is decided.
    expect(page.get_by_role("button", name=saying("en", "orders:claim.open"))).to_have_count(0)

    first = staff(open_page, stack, "/admin/claims", "finance@akshamala.example")
    proposed = first.locator("[data-claim]").filter(has_text=order_id)
    expect(proposed.get_by_text("a second person has to approve it, too")).to_be_visible()
    assert (violations(first), wider_than_the_screen(first)) == ([], 0)
    proposed.get_by_role("button", name="Approve: ₹39,000").click()
    first.get_by_role("dialog", name="Give back ₹39,000 to").get_by_role("button", name="Approve").click()
    # It keeps its place for a while, so that no second click meets the next claim.
    expect(first.get_by_text("No longer in this list")).to_be_visible()
    expect(proposed).to_have_count(0, timeout=30_000)
    first.get_by_role("link", name="Second approval").click()
    expect(proposed.get_by_text("Another member of staff has to approve it.")).to_be_visible()
    expect(proposed.get_by_role("button", name="Approve")).to_have_count(0)
    expect(own.get_by_text("Being checked", exact=True)).to_be_visible()

    second = staff(open_page, stack, "/admin/claims?status=approval")
    second.locator("[data-claim]").filter(has_text=order_id).get_by_role("button", name="Approve").click()
    second.get_by_role("dialog", name="Give back ₹39,000 to").get_by_role("button", name="Approve").click()

    # The queue of the first one follows, too.
    expect(proposed).to_have_count(0)
    expect(own.get_by_text("₹31,200")).to_be_visible()
    expect(own.get_by_text("₹39,000")).to_be_visible()
