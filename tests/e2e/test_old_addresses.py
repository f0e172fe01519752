"""Staff lead an old address to a page, and a visitor who follows it lands there until it is deleted."""

import pytest
from playwright.sync_api import expect

from tests.e2e.accessibility import violations, wider_than_the_screen
from tests.e2e.conftest import PHONE, OpenPage
from tests.e2e.orders import ADMIN
from tests.e2e.screen_texts import HINDI_NIGHTLY, localized_message
from tests.e2e.shop_steps import log_in
from tests.e2e.stack import Stack

pytestmark = pytest.mark.any_stack


@pytest.mark.parametrize("language", HINDI_NIGHTLY)
def test_old_address_is_added_changed_followed_and_deleted(
    open_page: OpenPage, stack: Stack, language: str
) -> None:
    def text(key: str) -> str:
        return localized_message(language, f"content:old.{key}")

    old = f"/collections/old-{language}"
    page = open_page(language=f"{language}-IN")
    visitor = open_page(language=f"{language}-IN")
    log_in(page, stack, ADMIN, at=stack.staff_url)
    page.goto(f"{stack.staff_url}/admin/old-addresses")

    page.get_by_role("button", name=text("add")).first.click()
    form = page.get_by_role("dialog", name=text("add"))
    form.get_by_label(text("columns.path")).fill(f"https://old.example{old}/?page=2")
    form.get_by_label(text("columns.target")).fill("https://elsewhere.example/")
    page.keyboard.press("Control+Enter")
    expect(form.locator("[aria-invalid=true]")).to_have_count(1)
    assert violations(page) == []
    form.get_by_label(text("columns.target")).fill("/verify")
    page.keyboard.press("Control+Enter")
    row = page.locator("[data-row]").filter(has_text=old)
    expect(row).to_contain_text("/verify")
    expect(row).to_contain_text(text("never"))
    visitor.goto(f"{stack.shop_url}{old}")
    expect(visitor).to_have_url(f"{stack.shop_url}/verify")

    row.get_by_role("button", name=text("editOf").replace("{{path}}", old)).click()
    form = page.get_by_role("dialog", name=text("edit"))
    expect(form).to_contain_text(old)
    form.get_by_label(text("columns.target")).fill("/products")
    form.get_by_role("button", name=text("save")).click()
    expect(row).to_contain_text("/products")
    expect(row).not_to_contain_text(text("never"))
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert (violations(page), wider_than_the_screen(page)) == ([], 0)
    visitor.goto(f"{stack.shop_url}{old}")
    expect(visitor).to_have_url(f"{stack.shop_url}/products")

    row.get_by_role("button", name=text("deleteOf").replace("{{path}}", old)).click()
    asked = page.get_by_role("dialog", name=text("deleteTitle"))
    asked.get_by_role("button", name=text("delete"), exact=True).click()
    expect(row).to_have_count(0)
    assert visitor.goto(f"{stack.shop_url}{old}").status == 404  # type: ignore[union-attr]
