"""Staff enter a dispute by hand, send the evidence and say how it ended."""

import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from tests.e2e.accessibility import violations, wider_than_the_screen
from tests.e2e.conftest import PHONE, OpenPage
from tests.e2e.orders import ADMIN
from tests.e2e.screen_texts import language_of, localized_message
from tests.e2e.shop_steps import log_in
from tests.e2e.stack import Stack
from tests.e2e.test_refunds import bought, staff

pytestmark = pytest.mark.any_stack


def text(key: str, language: str = "en") -> str:
    """Return what the screen says."""
    return localized_message(language, f"disputes:{key}")


def expect_reserved(page: Page, amount: str) -> None:
    """Expect the page to say how much is reserved."""
    label = text("reserved", language_of(page))
    expect(page.locator("dl > div").filter(has_text=label)).to_have_text(f"{label}{amount}")


def test_dispute_is_entered_by_hand_answered_with_its_evidence_and_decided(
    open_page: OpenPage, stack: Stack
) -> None:
    transaction_id = bought(stack)
    page = staff(open_page, stack, "/admin/disputes")
    page.get_by_role("button", name=text("enter.button")).click()
    form = page.get_by_role("dialog", name=text("enter.title"))
    form.get_by_role("button", name=text("enter.submit")).click()
    expect(form.get_by_label(text("enter.transactionId"))).to_be_focused()
    assert violations(page) == []
    form.get_by_label(text("enter.transactionId")).fill(transaction_id)
    form.get_by_label(text("enter.amount")).fill("150")
    due = datetime.now(UTC).astimezone(ZoneInfo("Asia/Kolkata")) + timedelta(days=5, hours=1)
    form.get_by_label(text("enter.respondBy"), exact=True).fill(f"{due:%d/%m/%Y}")
    form.get_by_label(text("enter.respondByTime"), exact=True).fill(f"{due:%H:%M}")
    form.get_by_label(text("enter.reasonCode")).fill("goods_or_services_not_received")
    form.get_by_role("button", name=text("enter.submit")).click()

    expect(page.get_by_role("heading", level=1, name=re.compile("^Dispute DSP-"))).to_be_visible()
    expect(page.get_by_text("5 days left")).to_be_visible()
    expect_reserved(page, "₹150")
    with page.expect_download() as download:
        page.get_by_role("button", name=text("evidence")).click()
    pdf = PdfReader(download.value.path())
    assert transaction_id in pdf.pages[0].extract_text()
    page.get_by_role("button", name=text("steps.evidence")).click()
    expect(page.get_by_text(localized_message("en", "admin:events.dispute_under_review"))).to_be_visible()
    assert violations(page) == []

    phone = open_page("hi-IN", PHONE)
    log_in(phone, stack, ADMIN, at=stack.staff_url)
    phone.goto(page.url)
    expect_reserved(phone, "₹150")
    assert violations(phone) == []
    assert wider_than_the_screen(phone) == 0
    won = phone.get_by_role("button", name=text("steps.won", "hi"))
    won.click()
    notes = phone.get_by_label(text("notes", "hi"))
    expect(notes).to_be_focused()
    notes.fill("बैंक का पत्र मिला")
    won.click()
    expect_reserved(phone, "₹0")
    expect(phone.get_by_text(localized_message("hi", "admin:events.dispute_won"))).to_be_visible()
    # The colleague's page follows.
    expect_reserved(page, "₹0")
