"""The lists of the back office: rows begin high, filters are folded, new rows come by themselves."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.orders import order_as_guest, pay
from tests.e2e.screen_texts import ENGLISH_NIGHTLY, localized_message
from tests.e2e.shop_steps import go_inside, log_in, wait_until_loaded
from tests.e2e.stack import Stack

LAPTOP = (1440, 900)
# A board's first row begins within this many pixels from the window's top.
FIRST_ROW_WITHIN = 350
# The narrowest window with tables, and the narrowest one with a wide rail.
LEAST_ROOM = (1120, 1280)
# Boards that the sample shop, one order and one payment fill, with their rows.
BOARDS = {
    "/admin/transactions": "[data-row]",
    "/admin/orders": "[data-row]",
    "/admin/order-management": "[data-row]",
    "/admin/products": "[data-row]",
    "/admin/users": "[data-row]",
    "/admin/audit": "[data-entry]",
    "/admin/webhooks": "main section li",
    "/admin/reviews?status=published": "main section li",
}


# Pixels by which the table is wider than what it is clipped by, where it cannot be scrolled sideways.
CUT_OFF = """() => {
    const table = document.querySelector("main table")
    const scrolls = (element) => getComputedStyle(element).overflowX === "auto"
    let box = table.parentElement
    while (box.tagName !== "MAIN" && !scrolls(box) && getComputedStyle(box).overflowX !== "clip") {
        box = box.parentElement
    }
    const over = table.getBoundingClientRect().right - box.getBoundingClientRect().right
    return scrolls(box) ? 0 : Math.max(0, Math.round(over))
}"""


def board(open_page: OpenPage, stack: Stack, path: str) -> Page:
    """Open a list of the back office."""
    page = open_page(size=LAPTOP)
    log_in(page, stack, "admin@akshamala.example", at=stack.staff_url)
    page.goto(f"{stack.staff_url}{path}")
    expect(page.get_by_text(localized_message("en", "common:live"), exact=True)).to_be_visible()
    return page


@pytest.mark.any_stack
@pytest.mark.parametrize("language", ENGLISH_NIGHTLY)
def test_first_row_of_every_board_is_in_the_upper_part_of_a_laptop_and_no_table_is_cut_off(
    open_page: OpenPage, stack: Stack, language: str
) -> None:
    order_id, key = order_as_guest(stack, "a-rather-long-address-of-somebody@akshamala.example")
    pay(stack, order_id, key)
    page = open_page(f"{language}-IN", LAPTOP)
    log_in(page, stack, "admin@akshamala.example", at=stack.staff_url)
    tops = {}
    cut_off = {}

    page.goto(f"{stack.staff_url}/admin")
    for path, rows in BOARDS.items():
        go_inside(page, path)
        expect(page.locator(rows).first).to_be_visible()
        wait_until_loaded(page)
        # The line of the payment methods comes by itself and is above the rows.
        if path == "/admin/transactions":
            expect(page.locator("[data-way]")).to_have_count(4)
        box = page.locator(rows).first.bounding_box()
        assert box is not None
        tops[path] = box["y"]
        if rows == "[data-row]":
            for width in LEAST_ROOM:
                page.set_viewport_size({"width": width, "height": LAPTOP[1]})
                expect(page.locator("main table").first).to_be_visible()
                cut_off[path, width] = page.evaluate(CUT_OFF)
            page.set_viewport_size({"width": LAPTOP[0], "height": LAPTOP[1]})

    assert {path: top for path, top in tops.items() if top > FIRST_ROW_WITHIN} == {}
    assert {place: pixels for place, pixels in cut_off.items() if pixels > 0} == {}


def test_filters_are_folded_and_the_set_ones_are_chips_that_remove_them(
    open_page: OpenPage, stack: Stack
) -> None:
    page = board(open_page, stack, "/admin/transactions?status=FAILED&startDate=2026-01-02&minAmount=1")
    bar = page.get_by_role("region", name="Filters")
    button = bar.get_by_role("button", name="Filters")
    status, start = bar.get_by_label("Status", exact=True), bar.get_by_label("Start date (IST)", exact=True)
    expect(status).to_be_hidden()
    expect(bar.get_by_role("button", name="Remove")).to_have_count(3)

    bar.get_by_role("button", name="Remove Failed").click()
    page.wait_for_url("**/admin/transactions?startDate=2026-01-02&minAmount=1")
    button.click()
    expect(button).to_have_attribute("aria-expanded", "true")
    expect(status).to_have_value("")
    expect(start).to_have_value("02/01/2026")
    start.fill("3.1.2026")
    expect(bar.get_by_role("button", name="Remove From 3 Jan 2026")).to_be_visible()
    bar.get_by_role("button", name="Clear All").click()

    page.wait_for_url("**/admin/transactions")
    expect(bar.get_by_role("button", name="Remove")).to_have_count(0)
    expect(start).to_have_value("")


@pytest.mark.parametrize(
    ("path", "pill"),
    [("/admin/transactions", "new transaction"), ("/admin/orders", "new order")],
)
def test_new_rows_come_by_themselves_and_wait_only_under_the_pointer(
    open_page: OpenPage, stack: Stack, path: str, pill: str
) -> None:
    order_id, key = order_as_guest(stack, "rows-before@akshamala.example")
    pay(stack, order_id, key)
    page = board(open_page, stack, path)
    rows = page.locator("[data-row]")
    waiting = page.get_by_role("button", name=pill)
    expect(rows.first).to_contain_text(order_id)

    by_itself, key = order_as_guest(stack, "rows-now@akshamala.example")
    pay(stack, by_itself, key)
    expect(rows.first).to_contain_text(by_itself)
    expect(waiting).to_have_count(0)

    rows.first.hover()
    held, key = order_as_guest(stack, "rows-later@akshamala.example")
    pay(stack, held, key)
    expect(waiting).to_be_visible()
    expect(rows.first).to_contain_text(by_itself)
    page.get_by_role("heading", level=1).hover()
    expect(rows.first).to_contain_text(held)
    expect(waiting).to_have_count(0)

    rows.first.hover()
    pressed, key = order_as_guest(stack, "rows-pressed@akshamala.example")
    pay(stack, pressed, key)
    waiting.click()
    expect(rows.first).to_contain_text(pressed)
