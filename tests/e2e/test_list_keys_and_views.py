"""Lists of the back office by keyboard, and their saved views."""

import pytest
from playwright.sync_api import expect

from tests.e2e.accessibility import violations
from tests.e2e.conftest import OpenPage
from tests.e2e.screen_texts import HINDI_NIGHTLY, localized_message
from tests.e2e.stack import Stack
from tests.e2e.test_staff_navigation import staff

pytestmark = pytest.mark.any_stack


@pytest.mark.parametrize("language", HINDI_NIGHTLY)
def test_list_is_searched_walked_and_opened_by_keyboard(
    open_page: OpenPage, stack: Stack, language: str
) -> None:
    page = staff(open_page, stack, "/admin/users", language=language)
    rows, search = page.locator("[data-row]"), page.get_by_role("searchbox")
    expect(rows.nth(2)).to_be_visible()

    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name=localized_message(language, "admin:keys.title"))
    expect(keys).to_be_visible()
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    page.keyboard.type("jjk")
    expect(rows.first).to_be_focused()
    assert violations(page) == []
    page.keyboard.press("/")
    expect(search).to_be_focused()
    page.keyboard.type("support@")
    expect(rows).to_have_count(1)
    search.blur()
    page.keyboard.press("j")
    page.keyboard.press("Enter")

    account = page.get_by_role("dialog")
    expect(account).to_contain_text("support@akshamala.example")
    page.keyboard.press("Escape")
    expect(account).to_be_hidden()
    expect(rows.first).to_be_focused()


@pytest.mark.parametrize("language", HINDI_NIGHTLY)
def test_filters_are_saved_under_a_name_chosen_renamed_and_deleted(
    open_page: OpenPage, stack: Stack, language: str
) -> None:
    def text(key: str, **values: str) -> str:
        found = localized_message(language, f"admin:views.{key}")
        for name, value in values.items():
            found = found.replace(f"{{{{{name}}}}}", value)
        return found

    page = staff(open_page, stack, "/admin/users?role=staff&page=1", language=language)
    page.get_by_role("button", name=text("title")).click()
    dialog = page.get_by_role("dialog", name=text("title"))
    dialog.get_by_role("button", name=text("save")).click()
    name = dialog.get_by_label(text("name"))
    expect(name).to_be_focused()
    expect(name).to_have_accessible_description(text("nameMissing"))
    name.fill("Colleagues")
    dialog.get_by_role("button", name=text("save")).click()
    expect(dialog.get_by_role("button", name=text("rename", name="Colleagues"))).to_be_visible()
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()

    page.goto(f"{stack.staff_url}/admin/users")
    views = page.get_by_role("navigation", name=text("title"))
    views.get_by_role("link", name="Colleagues").click()
    page.wait_for_url("**/admin/users?role=staff")
    expect(views.get_by_role("link", name="Colleagues")).to_have_attribute("aria-current", "page")
    assert violations(page) == []

    page.get_by_role("button", name=text("title")).click()
    dialog.get_by_role("button", name=text("rename", name="Colleagues")).click()
    name.last.fill("")
    dialog.get_by_role("button", name=text("renameSubmit"), exact=True).click()
    expect(name.last).to_have_accessible_description(text("nameMissing"))
    name.last.fill("Staff")
    dialog.get_by_role("button", name=text("renameSubmit"), exact=True).click()
    dialog.get_by_role("button", name=text("delete", name="Staff")).click()

    expect(dialog.get_by_role("listitem")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(views).to_have_count(0)
