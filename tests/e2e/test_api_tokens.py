"""An admin creates an API token, a program uses it, and loses it when it is revoked."""

import httpx
import pytest
from playwright.sync_api import expect

from tests.e2e.accessibility import violations, wider_than_the_screen
from tests.e2e.conftest import PHONE, OpenPage
from tests.e2e.orders import ADMIN, order_as_guest
from tests.e2e.screen_texts import HINDI_NIGHTLY, localized_message, saying
from tests.e2e.shop_program import ShopProgram
from tests.e2e.shop_steps import log_in
from tests.e2e.stack import Stack

pytestmark = pytest.mark.any_stack


@pytest.mark.parametrize("language", HINDI_NIGHTLY)
def test_program_uses_a_token_until_it_is_revoked(open_page: OpenPage, stack: Stack, language: str) -> None:
    order_id, _ = order_as_guest(stack, "token@akshamala.example")
    page = open_page(language=f"{language}-IN")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    log_in(page, stack, ADMIN, at=stack.staff_url)
    page.goto(f"{stack.staff_url}/admin/users/tokens")

    def text(key: str, place: str = "adminUsers:tokens") -> str:
        return localized_message(language, f"{place}.{key}")

    # By the keyboard alone, as from the list's head on.
    page.get_by_role("button", name=text("create")).first.press("Enter")
    form = page.get_by_role("dialog", name=text("create"))
    name = form.get_by_label(text("columns.name"))
    expect(name).to_be_focused()
    page.keyboard.type(f"Notes {language}")
    page.keyboard.press("Control+Enter")
    expect(form.get_by_text(text("rightsMissing"))).to_be_visible()
    first = form.get_by_role("checkbox", name=text("orders_read", "audit:values.rights"))
    expect(first).to_be_focused()
    assert violations(page) == []
    page.keyboard.press("Space")
    form.get_by_role("checkbox", name=text("support", "audit:values.rights")).press("Space")
    page.keyboard.press("Control+Enter")
    expect(form.get_by_text(text("madeText"))).to_be_visible()
    form.get_by_role("button", name=text("copy")).click()
    expect(page.get_by_text(text("copied")).first).to_be_visible()
    secret = page.evaluate("navigator.clipboard.readText()")
    expect(form.locator("[data-secret]")).to_have_text(secret)
    assert violations(page) == []
    form.get_by_role("button", name=text("close")).click()

    row = page.locator("[data-row]").filter(has_text=f"Notes {language}")
    expect(row).to_contain_text(text("never"))
    expect(page.get_by_text(secret)).to_have_count(0)
    program = ShopProgram(stack.shop_url, secret)
    assert order_id in [order["orderId"] for order in program.orders()]
    program.note(order_id, "Weighed: 120 g")
    page.reload()
    expect(row).not_to_contain_text(text("never"))

    row.get_by_role("button", name=saying(language, "adminUsers:tokens.revokeOf")).click()
    asked = page.get_by_role("dialog", name=text("revoke"))
    expect(asked).to_contain_text(f"Notes {language}")
    asked.get_by_role("button", name=text("revokeNow")).click()
    expect(row.get_by_text(text("statuses.revoked"))).to_be_visible()
    with pytest.raises(httpx.HTTPStatusError, match="401"):
        program.orders()

    page.goto(f"{stack.staff_url}/admin/audit?search=Notes+{language}")
    # From the newest on: revoked, the note by the program, created.
    expect(page.locator("[data-entry]")).to_have_count(3)
    expect(page.locator("[data-entry='support.note']")).to_contain_text(f"“Notes {language}”")
    phone = open_page(language=f"{language}-IN", size=PHONE)
    log_in(phone, stack, ADMIN, at=stack.staff_url)
    phone.goto(f"{stack.staff_url}/admin/users/tokens")
    expect(phone.locator("[data-row]").first).to_be_visible()
    assert violations(phone) == []
    assert wider_than_the_screen(phone) == 0
