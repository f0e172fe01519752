"""Staff make discount codes, edit one at the same time, and watch it being used."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.buying import GUEST
from tests.e2e.accessibility import violations, wider_than_the_screen
from tests.e2e.conftest import PHONE, OpenPage
from tests.e2e.orders import call, pay, staff_token
from tests.e2e.screen_texts import localized_message
from tests.e2e.shop_steps import BEAD
from tests.e2e.stack import Stack
from tests.e2e.test_refunds import BY_ITSELF_MS, staff

pytestmark = pytest.mark.any_stack


def text(key: str) -> str:
    """Return what the back office says in English."""
    return localized_message("en", f"discounts:{key}")


def order_with_code(stack: Stack, code: str) -> None:
    """Order a bead with the code as a guest, and pay for it."""
    product = call(stack, "GET", f"/products/{BEAD}")["product"]
    asked = {"items": [{"productId": product["_id"], "quantity": 1}], "discountCode": code}
    guest = GUEST | {"email": "code@akshamala.example", "phone": "9812345678"}
    amount = call(stack, "POST", "/orders/quote", asked)["totalAmount"]
    body = asked | {"customerInfo": guest, "amount": amount}
    order = call(stack, "POST", "/orders/create-guest-order", body)
    pay(stack, order["orderId"], order["orderKey"])


@pytest.mark.timeout(240)
def test_a_code_is_made_edited_by_two_and_its_use_is_seen_by_itself(
    open_page: OpenPage, stack: Stack
) -> None:
    page = staff(open_page, stack, "/admin/discounts")
    row = page.locator("[data-row=POSTERS]")
    page.get_by_role("button", name=text("add"), exact=True).click()
    form = page.get_by_role("dialog", name=text("add"))
    form.get_by_role("button", name=text("save")).click()
    expect(form.get_by_text(text("faults.percentMissing"))).to_be_visible()
    expect(form.get_by_label(text("fields.code"), exact=True)).to_be_focused()
    form.get_by_label(text("fields.code"), exact=True).fill("posters")
    form.get_by_label(text("fields.percent"), exact=True).fill("250")
    form.get_by_label(text("fields.limit")).fill("5")
    form.get_by_role("button", name=text("save")).click()
    expect(form.get_by_text("Please enter a whole number from 1 to 100").first).to_be_visible()
    assert violations(page) == []
    form.get_by_label(text("fields.percent"), exact=True).fill("25")
    form.get_by_role("button", name=text("save")).click()
    expect(row).to_contain_text("0 of 5")
    expect(row).to_contain_text(text("statuses.running"))

    # A colleague, who does not see revenue, saves first.
    page.get_by_role("button", name="Edit POSTERS").click()
    mine = page.get_by_role("dialog", name="Edit POSTERS")
    mine.get_by_label(text("fields.note")).fill("On the posters")
    colleague = staff(open_page, stack, "/admin/discounts", "catalogue@akshamala.example")
    expect(colleague.get_by_role("columnheader", name=text("columns.uses"))).to_be_visible()
    expect(colleague.get_by_role("columnheader", name=text("columns.revenue"))).to_have_count(0)
    colleague.get_by_role("button", name="Edit POSTERS").click()
    theirs = colleague.get_by_role("dialog", name="Edit POSTERS")
    theirs.get_by_label(text("fields.percent"), exact=True).fill("30")
    theirs.get_by_role("button", name=text("save")).click()
    expect(theirs).to_be_hidden()
    mine.get_by_role("button", name=text("save")).click()
    refusal = mine.get_by_role("alert").filter(has_text="Somebody else has changed this discount code")
    refusal.get_by_role("button", name="Put my changes on top").click()
    expect(mine.get_by_label(text("fields.percent"), exact=True)).to_have_value("30")
    mine.get_by_role("button", name=text("save")).click()
    expect(mine).to_be_hidden()
    expect(row).to_contain_text("On the posters")

    order_with_code(stack, "POSTERS")
    expect(row).to_contain_text("1 of 5", timeout=BY_ITSELF_MS)
    page.get_by_role("link", name="POSTERS").click()
    orders = page.get_by_role("region", name=text("orders.title"))
    expect(orders.locator("[data-row]")).to_have_count(1)
    expect(page.get_by_role("img", name="Uses of the last")).to_be_visible()
    assert violations(page) == []
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert wider_than_the_screen(page) == 0
    page.get_by_role("button", name=text("switchOff")).click()
    expect(page.get_by_text(text("statuses.off"), exact=True)).to_be_visible()


def test_a_batch_is_downloaded_and_found_again(open_page: OpenPage, stack: Stack, tmp_path: Path) -> None:
    page = staff(open_page, stack, "/admin/discounts", "catalogue@akshamala.example")
    page.get_by_role("button", name=text("batch.open")).click()
    form = page.get_by_role("dialog", name=text("batch.title"))
    form.get_by_role("button", name=text("batch.create"), exact=True).click()
    expect(form.get_by_text(text("faults.percentMissing"))).to_be_visible()
    form.get_by_label(text("batch.prefix"), exact=True).fill("fair")
    form.get_by_label(text("batch.count"), exact=True).fill("3")
    form.get_by_text(text("kinds.amount")).click()
    form.get_by_label(text("fields.amount"), exact=True).fill("50")
    form.get_by_role("button", name=text("batch.create"), exact=True).click()
    with page.expect_download() as download:
        form.get_by_role("button", name=text("batch.download")).click()
    file = tmp_path / "codes.csv"
    download.value.save_as(file)
    title, *codes = file.read_text().split()
    assert title == "code" and len(codes) == 3
    form.get_by_role("button", name=text("batch.close"), exact=True).last.click()

    page.get_by_label(text("search"), exact=True).fill(codes[0])
    expect(page.locator(f"[data-row={codes[0]}]")).to_contain_text("₹50")


def test_switching_off_a_batch_is_undone(open_page: OpenPage, stack: Stack) -> None:
    body = {"prefix": "UNDONE", "count": 3, "percent": 5}
    batch = call(stack, "POST", "/admin/discount-batches", body, token=staff_token(stack))["batch"]
    page = staff(open_page, stack, f"/admin/discounts?batch={batch}", "catalogue@akshamala.example")
    running = page.locator("[data-row]").get_by_text(text("statuses.running"), exact=True)
    expect(running).to_have_count(3)

    page.get_by_role("button", name=text("batches.stop")).click()
    expect(page.locator("[data-row]").get_by_text(text("statuses.off"), exact=True)).to_have_count(3)
    page.get_by_role("button", name="Undo", exact=True).click()

    expect(page.get_by_text("The discount codes are as they were").first).to_be_visible()
    expect(running).to_have_count(3)
    expect(page.get_by_role("button", name=text("batches.stop"))).to_be_enabled()
