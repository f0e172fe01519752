"""Staff upload the bank's statement and see which payouts arrived."""

import re
from datetime import date

import pytest
from playwright.sync_api import expect

from tests.e2e.accessibility import violations
from tests.e2e.conftest import OpenPage
from tests.e2e.screen_texts import localized_message
from tests.e2e.stack import Stack
from tests.e2e.test_refunds import BY_ITSELF_MS, bought, staff
from tests.payments.bank.bank_helpers import HEADER, bank
from tests.payments.statements import line, report

pytestmark = pytest.mark.any_stack


def text(key: str) -> str:
    """Return what the screen says in English."""
    return localized_message("en", f"bank:{key}")


def test_payout_is_found_in_a_statement_of_an_unknown_bank_and_another_one_by_hand(
    open_page: OpenPage, stack: Stack
) -> None:
    found, by_hand = "AXISCN0088000001", "AXISCN0088000002"
    page = staff(open_page, stack, "/admin/statements")
    body = report(
        line(bought(stack), "500.00", BankReferenceNo=found),
        line(bought(stack), "61.00", BankReferenceNo=by_hand),
        line("TXN-JOINED-1", "30.00", BankReferenceNo=f"{by_hand}1"),
        line("TXN-JOINED-2", "40.00", BankReferenceNo=f"{by_hand}2"),
    )
    upload = page.get_by_label(localized_message("en", "statements:upload.label"))
    upload.set_input_files({"name": "settled.csv", "mimeType": "text/csv", "buffer": body})
    row = page.locator("[data-statement]").filter(has_text="settled.csv")
    expect(row.get_by_text("₹631 paid to the bank")).to_be_visible(timeout=BY_ITSELF_MS)

    page.get_by_role("link", name=localized_message("en", "admin:statementTabs.bank")).click()
    page.get_by_role("button", name=text("accounts.add")).click()
    account = page.get_by_label(text("accounts.name"))
    expect(account).to_be_focused()
    expect(account).to_have_accessible_description(re.compile(text("accounts.nameMissing")))
    account.fill("HDFC current, ends in 1234")
    page.get_by_role("button", name=text("accounts.add")).click()
    rows = [
        (date.today(), f"NEFT CR-PHONEPE-{found}", 500.0),
        (date.today(), "CASH DEPOSIT", 60.0),
        (date.today(), "NEFT CR-PHONEPE JOINED", 70.0),
    ]
    statement = bank(*rows).replace(HEADER.encode(), b"When,What,No,V,Out,In,Left")
    page.get_by_label(text("upload.label")).set_input_files(
        {"name": "bank.csv", "mimeType": "text/csv", "buffer": statement}
    )

    form = page.get_by_role("dialog", name=text("columns.title"))
    form.get_by_role("button", name=text("columns.submit")).click()
    expect(form.get_by_text(text("columns.missing"))).to_be_visible()
    roles = {"date": "When", "narration": "What", "withdrawal": "Out", "deposit": "In", "balance": "Left"}
    for role, name in roles.items():
        form.get_by_label(text(f"columns.roles.{role}"), exact=True).select_option(name)
    form.get_by_role("button", name=text("columns.submit")).click()
    expect(form).to_be_hidden()
    page.get_by_role("navigation", name=text("lists.title")).get_by_text(text("lists.matched")).click()
    arrived = page.locator("[data-payout]").filter(has_text=found)
    expect(arrived.get_by_text(text("line.rules.reference"))).to_be_visible()

    page.get_by_role("navigation", name=text("lists.title")).get_by_text(text("lists.waiting")).click()
    waiting = page.locator("[data-payout]").filter(has_text=re.compile(rf"{by_hand}(?!\d)"))
    waiting.get_by_role("button", name=text("payout.match")).click()
    match = page.get_by_role("dialog", name=text("match.title"))
    match.get_by_role("button", name=text("match.submit")).click()
    expect(match.get_by_text(text("match.lineMissing"))).to_be_visible()
    expect(match.get_by_label(text("reason"))).to_have_accessible_description(text("reasonShort"))
    match.get_by_role("radio", name=re.compile("CASH DEPOSIT")).check()
    match.get_by_label(text("reason")).fill("The bank kept a rupee")
    match.get_by_role("button", name=text("match.submit")).click()

    expect(match).to_be_hidden()
    page.get_by_role("navigation", name=text("lists.title")).get_by_text(text("lists.differs")).click()
    short = page.locator("[data-payout]").filter(has_text=by_hand)
    expect(short.get_by_text(text("payout.statuses.short"))).to_be_visible()
    expect(short.get_by_text("The bank kept a rupee")).to_be_visible()

    short.get_by_role("button", name=text("steps.unmatch.button")).click()
    form = page.get_by_role("dialog", name=text("steps.unmatch.title"))
    submit = form.get_by_role("button", name=text("steps.unmatch.submit"), exact=True)
    expect(submit).to_be_enabled()
    submit.click()
    reason = form.get_by_label(text("reason"))
    expect(reason).to_be_focused()
    expect(reason).to_have_accessible_description(localized_message("en", "admin:confirm.short"))
    reason.fill("It was another payout")
    submit.click()
    expect(form).to_be_hidden()
    page.get_by_role("navigation", name=text("lists.title")).get_by_text(text("lists.waiting")).click()
    expect(waiting.get_by_role("button", name=text("payout.match"))).to_be_visible()

    page.get_by_role("navigation", name=text("lists.title")).get_by_text(text("lists.unknown")).click()
    joined = page.locator("[data-line]").filter(has_text="JOINED")
    joined.get_by_role("button", name=text("split.button")).click()
    form = page.get_by_role("dialog", name=text("split.title"))
    form.get_by_label(f"{by_hand}1").fill("30")
    form.get_by_label(f"{by_hand}2").fill("39")
    form.get_by_label(text("reason")).fill("One transfer for two days")
    form.get_by_role("button", name=text("split.submit")).click()
    expect(form.get_by_text("Two parts or more, ₹70 together, please.")).to_be_visible()
    assert violations(page) == []
    form.get_by_label(f"{by_hand}2").fill("40")
    form.get_by_role("button", name=text("split.submit")).click()
    expect(form).to_be_hidden()
    page.get_by_role("navigation", name=text("lists.title")).get_by_text(text("lists.matched")).click()
    for number, part in (("1", "₹30"), ("2", "₹40")):
        arrived = page.locator("[data-payout]").filter(has_text=f"{by_hand}{number}")
        expect(arrived.get_by_text(f"{by_hand}{number}: {part} ·").first).to_be_visible()
