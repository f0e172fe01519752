"""A guest with a phone orders with cash on delivery, and staff follow the parcel."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import PHONE, OpenPage
from tests.e2e.screen_texts import HINDI_NIGHTLY, localized_message
from tests.e2e.shop_steps import go_from_dialog_to_payment, log_in, open_dialog
from tests.e2e.stack import Stack

pytestmark = pytest.mark.any_stack

EMAIL = "cash@akshamala.example"


@pytest.fixture(autouse=True)
def offered(stack: Stack) -> Iterator[None]:
    """Offer cash on delivery while a test of this file runs; to other tests no checkout offers it."""
    stack.change_shop(cash_on_delivery={"enabled": True, "fee_paise": 4900, "maximum_paise": 10**8})
    yield
    stack.restore_shop()


@pytest.mark.parametrize("language", HINDI_NIGHTLY)
def test_guest_confirms_by_the_code_and_staff_see_what_is_due(
    stack: Stack, open_page: OpenPage, language: str
) -> None:
    def text(key: str, **slots: str) -> str:
        found = localized_message(language, f"cash:{key}")
        for name, value in slots.items():
            found = found.replace("{{" + name + "}}", value)
        return found

    page = open_page(size=PHONE, language=language)
    open_dialog(page, stack)
    dialog = page.get_by_role("dialog")
    go_from_dialog_to_payment(page, EMAIL)
    dialog.get_by_role("radio", name=re.compile(text("method.cash"))).check()
    # The summary comes to what the button asks for.
    summary = dialog.get_by_role("region", name=localized_message(language, "checkout:summary.title"))
    fee = summary.locator("div", has=page.get_by_text(text("method.cash"), exact=True)).last
    expect(fee).to_contain_text("₹49")
    label = localized_message(language, "checkout:summary.total")
    amount = summary.locator("div", has=page.get_by_text(label, exact=True)).last.locator("dd").inner_text()
    expect(dialog.get_by_role("button", name=text("order", amount=amount), exact=True)).to_be_enabled()
    mark = stack.last_mail_id()
    ordering = text("order").split("{{")[0]
    dialog.get_by_role("button", name=re.compile(re.escape(ordering))).click()
    code = dialog.get_by_label(text("code.label"))
    expect(code).to_be_visible()
    code.fill(stack.mailbox.code_to(EMAIL, after=mark))
    dialog.get_by_role("button", name=text("code.confirm")).click()

    page.wait_for_url("**/order/AKS-*")
    order_id = page.url.partition("/order/")[2].partition("?")[0]
    confirmed = localized_message(language, "orders:events.cash_confirmed")
    expect(page.get_by_text(confirmed)).to_be_visible()

    # The code opened the whole order for the guest.
    expect(page.get_by_text(text("page.toCollect").split("{{")[0].strip()).first).to_be_visible()

    staff = open_page(language=language)
    log_in(staff, stack, "admin@akshamala.example", at=stack.staff_url)
    staff.goto(f"{stack.staff_url}/admin/orders?order={order_id}")
    card = staff.get_by_role("dialog")
    expect(card.get_by_text(text("staff.statuses.confirmed"))).to_be_visible()
    expect(staff.locator("tr", has_text=order_id)).to_contain_text(text("method.cash"))
