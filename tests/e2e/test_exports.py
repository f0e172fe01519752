"""A file of what a list shows, asked for above the list and fetched when it is made."""

import csv

import pytest
from playwright.sync_api import expect

from tests.e2e.accessibility import violations
from tests.e2e.conftest import OpenPage
from tests.e2e.orders import order_as_guest, pay
from tests.e2e.shop_steps import log_in
from tests.e2e.stack import Stack

pytestmark = pytest.mark.any_stack


def test_file_of_filtered_orders_holds_the_rows_of_the_list(open_page: OpenPage, stack: Stack) -> None:
    email = "exported@akshamala.example"
    paid, key = order_as_guest(stack, email)
    pay(stack, paid, key)
    order_as_guest(stack, email)
    page = open_page()
    log_in(page, stack, "admin@akshamala.example", at=stack.staff_url)
    page.goto(f"{stack.staff_url}/admin/order-management?search={email}&paymentStatus=paid")
    expect(page.locator("[data-row]")).to_have_count(1)
    expect(page.locator(f'[data-row="{paid}"]')).to_be_visible()

    page.get_by_role("button", name="Export", exact=True).click()
    form = page.get_by_role("dialog", name="Export Orders")
    expect(form.get_by_role("listitem").filter(has_text="Payment")).to_contain_text("Paid")
    form.get_by_role("button", name="Make the file").click()
    expect(form).to_be_hidden()
    page.get_by_role("navigation", name="Back office").get_by_role("link", name="Exports").click()
    row = page.get_by_role("region", name="Your files").get_by_role("listitem").first
    expect(row.get_by_text("Ready")).to_be_visible()
    assert violations(page) == []
    with page.expect_download() as download:
        row.get_by_role("button", name="Download").click()

    lines = list(csv.reader(download.value.path().read_text(encoding="utf-8-sig").splitlines()))
    assert len(lines) == 2
    assert paid in lines[1]
