"""Staff work on orders from several screens at once; each shows what the others did."""

from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.orders import call, order_as_guest, pay, staff_token
from tests.e2e.people import log_in
from tests.e2e.stack import Stack


def staff(open_page: OpenPage, stack: Stack, path: str, email: str = "admin@akshamala.example") -> Page:
    """Open a page of the back office as a member of staff."""
    page = open_page()
    log_in(page, stack, email, at=stack.staff_url)
    page.goto(f"{stack.staff_url}{path}")
    expect(page.get_by_text("Live", exact=True)).to_be_visible()
    return page


def test_order_moves_on_one_screen_and_an_outdated_decision_on_another_is_refused(
    open_page: OpenPage, stack: Stack
) -> None:
    order_id, _ = order_as_guest(stack, "moved@akshamala.example")
    pay(stack, order_id)
    token = staff_token(stack)
    page = staff(open_page, stack, f"/admin/order-management?search={order_id}", "orders@akshamala.example")
    row = page.locator(f'[data-row="{order_id}"]')
    expect(row.get_by_text("Confirmed")).to_be_visible()

    row.get_by_role("button", name=f"Update status of {order_id}").click()
    form = page.get_by_role("dialog", name="Update Status")
    choice = form.get_by_label("New status")
    expect(choice.locator("option")).to_have_text(["Choose a status", "Processing", "Cancelled"])
    choice.select_option("Cancelled")
    call(stack, "PUT", f"/admin/orders/{order_id}/status", {"status": "processing"}, token=token)
    expect(form.get_by_text("Processing", exact=True).first).to_be_visible()
    choice.select_option("Cancelled")
    form.get_by_role("button", name="Update status").click()

    expect(form.get_by_text("Status: Confirmed → Processing")).to_be_visible()
    form.get_by_role("button", name="I have seen it, go on").click()
    choice.select_option("Packaging")
    form.get_by_role("button", name="Update status").click()
    expect(form).to_be_hidden()
    expect(row.get_by_text("Packaging")).to_be_visible()


def test_blocked_colleague_is_out_and_the_log_says_who_did_it(open_page: OpenPage, stack: Stack) -> None:
    order_id, _ = order_as_guest(stack, "watched@akshamala.example")
    email = "catalogue@akshamala.example"
    colleague = staff(open_page, stack, "/admin/reviews", email)
    boss = staff(open_page, stack, f"/admin/users?search={email}")
    boss.locator("[data-row]").get_by_role("button", name="Open").click()
    dialog = boss.get_by_role("dialog")

    dialog.get_by_role("button", name="Block", exact=True).click()
    dialog.get_by_label("Reason, for the log").fill(f"Left the shop, see {order_id}")
    dialog.get_by_role("button", name="Block now").click()

    colleague.wait_for_url("**/login*")
    expect(dialog.get_by_role("button", name="Unblock")).to_be_visible()
    dialog.get_by_role("button", name="Unblock").click()
    expect(dialog.get_by_role("button", name="Block", exact=True)).to_be_visible()
    boss.goto(f"{stack.staff_url}/admin/audit?search={order_id}")
    expect(boss.locator('[data-entry="user.blocked"]')).to_contain_text(f"see {order_id}")
