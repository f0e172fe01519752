"""An admin creates a webhook, a program gets a test and an order, and an admin looks at the log."""

import json

import pytest
from playwright.sync_api import expect
from standardwebhooks import Webhook

from tests.e2e.accessibility import violations, wider_than_the_screen
from tests.e2e.conftest import PHONE, OpenPage
from tests.e2e.orders import ADMIN, order_as_guest
from tests.e2e.screen_texts import HINDI_NIGHTLY, localized_message
from tests.e2e.shop_steps import log_in
from tests.e2e.stack import Stack
from tests.webhook_receiver import WebhookReceiver

pytestmark = pytest.mark.any_stack


@pytest.mark.parametrize("language", HINDI_NIGHTLY)
def test_program_is_told_of_an_order_until_the_webhook_is_deleted(
    open_page: OpenPage, stack: Stack, language: str
) -> None:
    receiver = WebhookReceiver()
    page = open_page(language=f"{language}-IN")
    log_in(page, stack, ADMIN, at=stack.staff_url)
    page.goto(f"{stack.staff_url}/admin/users/webhooks")

    def text(key: str) -> str:
        return localized_message(language, f"adminUsers:hooks.{key}")

    page.get_by_role("button", name=text("create")).first.click()
    form = page.get_by_role("dialog", name=text("create"))
    form.get_by_label(text("columns.name")).fill(f"Stock {language}")
    form.get_by_label(text("columns.url")).fill("https://10.0.0.1/")
    form.get_by_role("checkbox", name="order.created").check()
    form.get_by_role("button", name=text("create")).click()
    expect(form.get_by_label(text("columns.url"))).to_have_attribute("aria-invalid", "true")
    form.get_by_label(text("columns.url")).fill(receiver.url)
    assert violations(page) == []
    form.get_by_role("button", name=text("create")).click()
    secret = form.locator("[data-secret]").text_content() or ""
    assert secret.startswith("whsec_")
    form.get_by_role("button", name=localized_message(language, "adminUsers:tokens.close")).click()

    page.get_by_role("link", name=f"Stock {language}").click()
    page.get_by_role("button", name=text("test")).click()
    receiver.wait_for(1)
    order_id, _ = order_as_guest(stack, "hooks@akshamala.example")
    test, order = receiver.wait_for(2)
    verify = Webhook(secret).verify
    assert verify(test.body, test.headers)["type"] == "webhook.test"
    assert verify(order.body, order.headers)["data"]["orderId"] == order_id

    page.reload()
    rows = page.locator("[data-row]")
    expect(rows).to_have_count(2)
    rows.first.locator("summary").click()
    expect(rows.first).to_contain_text(json.loads(order.body)["data"]["orderId"])
    assert violations(page) == []
    rows.first.get_by_role("button").click()
    assert receiver.wait_for(3)[2].headers["webhook-id"] == order.headers["webhook-id"]
    phone = open_page(language=f"{language}-IN", size=PHONE)
    log_in(phone, stack, ADMIN, at=stack.staff_url)
    phone.goto(page.url)
    expect(phone.locator("[data-row]").first).to_be_visible()
    assert violations(phone) == []
    assert wider_than_the_screen(phone) == 0

    page.get_by_role("button", name=text("delete"), exact=True).click()
    asked = page.get_by_role("dialog", name=text("deleteTitle"))
    asked.get_by_role("button", name=text("delete"), exact=True).click()
    expect(page.get_by_text(text("empty"))).to_be_visible()
    receiver.stop()
