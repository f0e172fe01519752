"""Navigation of the back office: the rail, its drawer on a phone, and the command palette."""

import re

from playwright.sync_api import Page, expect

from tests.e2e.accessibility import violations, wider_than_the_screen
from tests.e2e.conftest import PHONE, OpenPage
from tests.e2e.orders import order_as_guest, pay
from tests.e2e.screen_texts import localized_message
from tests.e2e.shop_steps import log_in
from tests.e2e.stack import Stack

ADMIN = "admin@akshamala.example"
LAPTOP = (1440, 900)


def staff(
    open_page: OpenPage,
    stack: Stack,
    path: str,
    email: str = ADMIN,
    *,
    language: str = "en",
    size: tuple[int, int] = LAPTOP,
) -> Page:
    """Open a page of the back office as a member of staff."""
    page = open_page(f"{language}-IN", size)
    log_in(page, stack, email, at=stack.staff_url)
    page.goto(f"{stack.staff_url}{path}")
    expect(page.get_by_text(localized_message(language, "common:live"), exact=True)).to_be_visible()
    return page


def test_palette_finds_an_order_and_a_transaction_by_number_without_the_mouse(
    open_page: OpenPage, stack: Stack
) -> None:
    order_id, key = order_as_guest(stack, "palette@akshamala.example")
    transaction = pay(stack, order_id, key)
    page = staff(open_page, stack, "/admin/categories")
    field = page.get_by_role("combobox", name="Search the back office")
    first = page.get_by_role("option").first

    page.keyboard.press("Control+k")
    expect(field).to_be_focused()
    page.keyboard.type(order_id)
    expect(first).to_contain_text(order_id)
    expect(first).to_have_attribute("data-highlighted", "")
    assert violations(page) == []
    page.keyboard.press("Enter")

    page.wait_for_url(f"**/admin/orders/{order_id}")
    expect(page.get_by_role("heading", name="Delivery address")).to_be_visible()
    page.keyboard.press("Meta+k")
    page.keyboard.type(transaction.lower())
    option = page.get_by_role("option").filter(has_text=transaction)
    expect(option).to_be_visible()
    page.keyboard.press("ArrowDown")
    expect(option).to_have_attribute("data-highlighted", "")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/admin/transactions?transaction={transaction}")


def test_palette_finds_a_customer_and_names_only_pages_of_the_role(open_page: OpenPage, stack: Stack) -> None:
    page = staff(open_page, stack, "/admin/support", "support@akshamala.example")
    options = page.get_by_role("option")

    page.get_by_role("button", name="Search or go to a page").click()
    expect(options.filter(has_text="Transactions")).to_be_visible()
    expect(options.filter(has_text=re.compile("Audit log|Users|Exports|Products"))).to_have_count(0)
    page.get_by_role("combobox").fill("customer@akshamala.example")
    page.get_by_role("group", name="Customers").get_by_role("option").first.click()

    expect(page.get_by_role("region", name="Customer")).to_contain_text("customer@akshamala.example")


def test_palette_says_that_nothing_was_found_and_closes_with_escape(
    open_page: OpenPage, stack: Stack
) -> None:
    page = staff(open_page, stack, "/admin/operations", language="hi")
    opens = page.get_by_role("button", name=localized_message("hi", "admin:palette.open"))

    opens.click()
    page.get_by_role("combobox").fill("qqqqzzzz")
    nothing = localized_message("hi", "admin:palette.none").replace("{{text}}", "qqqqzzzz")
    expect(page.get_by_role("dialog").get_by_role("status")).to_have_text(nothing)
    page.keyboard.press("Escape")

    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(opens).to_be_focused()


def test_collapsed_rail_stays_collapsed_and_its_icons_keep_their_names(
    open_page: OpenPage, stack: Stack
) -> None:
    page = staff(open_page, stack, "/admin/exports")
    rail = page.get_by_role("navigation", name="Back office")
    last = rail.get_by_role("link", name="Operations")
    expect(rail.get_by_role("list", name="Money").get_by_role("link")).to_have_text(
        ["Settlements", "Disputes", "Exports", "Messages"]
    )
    expect(last).to_be_in_viewport(ratio=1)
    wide = rail.bounding_box()

    page.get_by_role("button", name="Collapse the menu").click()
    page.reload()

    expect(page.get_by_role("button", name="Expand the menu")).to_be_visible()
    narrow = rail.bounding_box()
    assert wide and narrow and narrow["width"] < wide["width"] / 3
    expect(rail.get_by_role("link", name="Exports")).to_have_attribute("aria-current", "page")
    assert violations(page) == []
    last.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Operations")


def test_skip_link_leads_past_the_rail(open_page: OpenPage, stack: Stack) -> None:
    page = staff(open_page, stack, "/admin/orders")
    page.reload()
    expect(page.get_by_role("button", name="Export")).to_be_visible()

    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")

    expect(page.get_by_role("button", name="Export")).to_be_focused()


def test_rail_is_a_drawer_on_a_phone(open_page: OpenPage, stack: Stack) -> None:
    page = staff(open_page, stack, "/admin/exports", language="hi", size=PHONE)
    rail = page.get_by_role("navigation", name=localized_message("hi", "admin:title"))
    expect(rail).to_have_count(0)

    page.get_by_role("button", name=localized_message("hi", "admin:rail.open")).click()
    expect(rail.get_by_role("link", name=localized_message("hi", "admin:tabs.exports"))).to_have_attribute(
        "aria-current", "page"
    )
    assert violations(page) == []
    assert wider_than_the_screen(page) == 0
    rail.get_by_role("link", name=localized_message("hi", "admin:tabs.audit")).click()

    page.wait_for_url("**/admin/audit")
    expect(rail).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_have_text(localized_message("hi", "audit:title"))
