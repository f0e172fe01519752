"""Staff compare settlements with our books, give pieces back and see how the ways to pay are doing."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import OpenPage
from tests.e2e.orders import order_as_guest, pay
from tests.e2e.screen_texts import localized_message
from tests.e2e.shop_steps import wait_until_paid
from tests.e2e.stack import Stack
from tests.e2e.test_refunds import BY_ITSELF_MS, bought, staff
from tests.payments.statements import line, report

pytestmark = pytest.mark.any_stack


def text(key: str) -> str:
    """Return what the back office says in English."""
    return localized_message("en", key)


def test_a_difference_in_a_settlement_report_is_listed_until_closed_with_a_word(
    open_page: OpenPage, stack: Stack
) -> None:
    transaction_id = bought(stack)
    page = staff(open_page, stack, "/admin/statements")
    body = report(line(transaction_id, "1.00"))
    upload = page.get_by_label(text("statements:upload.label"))
    upload.set_input_files({"name": "too-little.csv", "mimeType": "text/csv", "buffer": body})

    row = page.locator("[data-statement]").filter(has_text="too-little.csv")
    expect(row.get_by_text("₹1 paid to the bank, ₹0 kept as fees")).to_be_visible(timeout=BY_ITSELF_MS)
    differences = page.get_by_role("region", name=text("statements:differences.title"))
    case = differences.locator("[data-case]").filter(has_text=transaction_id)
    expect(case.get_by_role("heading", name=text("admin:cases.kinds.settled_differs"))).to_be_visible(
        timeout=BY_ITSELF_MS
    )

    case.get_by_role("button", name=text("admin:cases.close")).click()
    form = page.get_by_role("dialog", name=text("admin:cases.closeTitle"))
    form.get_by_label(text("admin:cases.closeNotes")).fill("The rest came in another account")
    form.get_by_role("button", name=text("admin:cases.closeSubmit")).click()

    expect(form).to_be_hidden()
    expect(case).to_be_hidden(timeout=BY_ITSELF_MS)
    page.goto(f"{stack.staff_url}/admin/cases?status=closed")
    closed = page.locator("[data-case]").filter(has_text=transaction_id)
    expect(closed.get_by_text("The rest came in another account")).to_be_visible()
    expect(closed.get_by_text(re.compile("^Closed by "))).to_be_visible()


def test_one_of_two_pieces_is_refunded_and_the_way_it_was_paid_is_judged(
    open_page: OpenPage, stack: Stack
) -> None:
    order_id, key = order_as_guest(stack, "pieces@akshamala.example", 2)
    transaction_id = pay(stack, order_id, key)
    wait_until_paid(stack, transaction_id, seconds=60)
    page = staff(open_page, stack, "/admin/transactions")
    health = page.get_by_role("region", name=text("payHealth:staff.title"))
    expect(health.locator('[data-way="UPI"]').get_by_text(re.compile(r"\d+ payments?$"))).to_be_visible()

    page.get_by_role("button", name=f"Refund {transaction_id}").click()
    form = page.get_by_role("dialog", name=text("admin:refund.title"))
    pieces = form.get_by_label(re.compile("pieces to refund, at most 2$"))
    one = pieces.locator("option").nth(1).inner_text().removeprefix("1 · ")
    pieces.select_option("1")
    expect(form.get_by_label(text("admin:refund.amount"))).to_have_value(re.sub("[₹,]", "", one))
    form.get_by_label(text("admin:refund.reason")).select_option("customer_request")
    form.get_by_role("button", name=text("admin:refund.submit")).click()

    expect(form).to_be_hidden()
    row = page.locator(f'[data-row="{transaction_id}"]')
    # The provider's double completes refunds after seconds.
    expect(row.get_by_text(f"{one} refunded")).to_be_visible(timeout=BY_ITSELF_MS)
    # Of two pieces one is left for the next refund.
    page.get_by_role("button", name=f"Refund {transaction_id}").click()
    expect(form.get_by_text("2 ordered, 1 refunded")).to_be_visible()
