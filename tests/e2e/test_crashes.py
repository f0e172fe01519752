"""A crash in one part of a page leaves the rest standing, and a page that crashed can be left."""

from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.screen_texts import HINDI_NIGHTLY, localized_message
from tests.e2e.shop_steps import log_in
from tests.e2e.stack import Stack
from tests.waiting import eventually


def answer_with(page: Page, address: str, **fields: Any) -> None:
    """Put into the answers of an address what the pages cannot render."""

    def answer(route: Route) -> None:
        envelope = route.fetch().json()
        route.fulfill(json=envelope | {"data": envelope["data"] | fields})

    page.route(address, answer)


def errors_of(page: Page) -> list[str]:
    """Return the list of errors that the page's console shows, now and later."""
    errors: list[str] = []
    page.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
    return errors


@pytest.mark.parametrize("language", HINDI_NIGHTLY)
def test_a_part_that_crashes_leaves_the_rest_of_its_page_standing(
    open_page: OpenPage, stack: Stack, language: str
) -> None:
    page = open_page(f"{language}-IN")
    errors = errors_of(page)
    answer_with(page, "**/api/products/suggest*", products=[None])
    answer_with(page, "**/api/products/*/related*", products=[None])
    page.goto(f"{stack.shop_url}/products")

    page.get_by_role("button", name=localized_message(language, "shell:search")).click()
    page.get_by_role("dialog").get_by_role("combobox").fill("mukhi")

    failed = page.get_by_role("alert").filter(has_text=localized_message(language, "common:partFailed"))
    expect(failed).to_be_visible()
    eventually(lambda: page.evaluate("true") and any("TypeError" in error for error in errors))
    page.unroute("**/api/products/suggest*")
    failed.get_by_role("button", name=localized_message(language, "common:tryAgain")).click()
    page.get_by_role("dialog").get_by_role("combobox").fill("5 mukhi")
    page.keyboard.press("Enter")
    page.get_by_role("main").get_by_role("heading", level=2).get_by_role("link").first.click()
    expect(page.get_by_role("main").get_by_role("tablist")).to_be_visible()
    expect(failed).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_a_page_that_crashes_keeps_its_frame_and_is_left_by_any_link(
    open_page: OpenPage, stack: Stack
) -> None:
    page = open_page()
    page.goto(stack.shop_url)
    answer_with(page, "**/api/products?*", pagination=None)
    header = page.get_by_role("banner")
    heading = page.get_by_role("heading", level=1)

    header.get_by_role("link", name="All products").click()

    expect(heading).to_have_text("This page could not be shown")
    expect(page.get_by_role("contentinfo")).to_be_visible()
    header.get_by_role("link", name="Akshamala").click()
    expect(heading).to_have_text("Bead by bead, chosen by hand")
    page.unroute("**/api/products?*")
    page.reload()
    header.get_by_role("link", name="All products").click()
    expect(heading).to_have_text("All products")


def test_a_panel_of_the_back_office_that_crashes_leaves_the_others(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()
    log_in(page, stack, "admin@akshamala.example", at=stack.staff_url)
    answer_with(page, "**/api/admin/dashboard*", activity=[None])

    page.goto(f"{stack.staff_url}/admin")

    failed = page.get_by_role("alert").filter(has_text=localized_message("en", "common:partFailed"))
    expect(failed).to_have_count(1)
    expect(page.get_by_role("heading", name="Low stock")).to_be_visible()
    page.get_by_role("link", name="Transactions", exact=True).first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Transaction Management")
    expect(failed).to_have_count(0)
