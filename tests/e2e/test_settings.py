"""The owner changes the shop's settings while a colleague does, and restores them."""

import httpx
import pytest
from playwright.sync_api import expect

from tests.e2e.accessibility import violations, wider_than_the_screen
from tests.e2e.conftest import PHONE, OpenPage
from tests.e2e.shop_steps import log_in
from tests.e2e.stack import Stack

pytestmark = pytest.mark.any_stack


@pytest.mark.timeout(300)
def test_two_save_the_same_setting_and_neither_is_lost(open_page: OpenPage, stack: Stack) -> None:
    page, colleague = open_page(), open_page(size=PHONE)
    for each in (page, colleague):
        log_in(each, stack, "admin@akshamala.example", at=stack.staff_url)
        each.goto(f"{stack.staff_url}/admin/settings")
    days, others_days = page.get_by_label("Days to return"), colleague.get_by_label("Days to return")
    expect(days).to_have_value("7")
    expect(others_days).to_have_value("7")
    assert violations(page) == []
    assert wider_than_the_screen(colleague) == 0

    days.fill("ninety")
    page.get_by_role("button", name="Save changes").click()
    expect(page.get_by_text("Return days is not valid").first).to_be_visible()
    expect(days).to_be_focused()
    days.fill("10")
    others_days.fill("14")
    page.get_by_role("button", name="Save changes").click()
    expect(page.get_by_text("Settings saved").first).to_be_visible()

    # The colleague's screen says so by itself, and shows the difference before it saves on top.
    expect(colleague.get_by_text("has saved other settings in the meantime")).to_be_visible()
    expect(colleague.get_by_role("listitem").filter(has_text="Days to return: 7 → 10")).to_be_visible()
    expect(others_days).to_have_value("14")
    colleague.get_by_role("button", name="Put my changes on top").click()
    expect(colleague.get_by_text("Settings saved").first).to_be_visible()
    expect(days).to_have_value("14")
    returns = httpx.get(f"{stack.shop_url}/api/shop", trust_env=False, timeout=20).json()
    assert returns["data"]["promises"]["returnDays"] == 14

    page.get_by_role("button", name="History").click()
    history = page.get_by_role("dialog")
    versions = history.locator("ol > li")
    first = versions.filter(has_text="Days to return: 7 → 10").last
    first.get_by_role("button", name="Restore version").click()
    first.get_by_role("button", name="Yes, restore version").click()
    expect(versions.filter(has_text="Days to return: 14 → 10")).to_be_visible()
    stack.restore_shop()
    expect(days).to_have_value("7")
