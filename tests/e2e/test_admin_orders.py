"""Staff work on orders from several screens at once; each shows what the others did."""

from datetime import datetime
from zoneinfo import ZoneInfo

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.e2e.accessibility import violations, wider_than_the_screen
from tests.e2e.conftest import PHONE, OpenPage
from tests.e2e.orders import call, order_as_guest, pay, staff_token
from tests.e2e.screen_texts import localized_message
from tests.e2e.shop_steps import log_in
from tests.e2e.stack import Stack
from tests.waiting import eventually

# Counted over all pages that the tab shows; a label's click on its checkbox is the same press.
COUNT_CLICKS = """addEventListener("pointerdown", () => {
    sessionStorage.clicks = Number(sessionStorage.clicks ?? 0) + 1
}, true)"""
ON_ONE_LINE = "label => label.getClientRects().length === 1 && label.clientHeight < 30"


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
    order_id, key = order_as_guest(stack, "moved@akshamala.example")
    pay(stack, order_id, key)
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
    form.get_by_role("button", name="Cancel order").click()

    refusal = form.get_by_role("alert")
    expect(refusal.get_by_role("cell")).to_have_text(["Processing", "Confirmed"])
    refusal.get_by_role("button", name="Take theirs, drop mine").click()
    choice.select_option("Packaging")
    form.get_by_role("button", name="Update status").click()
    expect(form).to_be_hidden()
    expect(row.get_by_text("Packaging")).to_be_visible()


def test_search_for_a_whole_number_opens_its_order_and_its_transaction(
    open_page: OpenPage, stack: Stack
) -> None:
    order_id, key = order_as_guest(stack, "found@akshamala.example")
    transaction = pay(stack, order_id, key)
    page = staff(open_page, stack, "/admin/order-management")

    page.get_by_role("searchbox").first.fill(order_id)

    page.wait_for_url(f"**/admin/orders/{order_id}")
    expect(page.get_by_role("heading", name="Delivery address")).to_be_visible()
    page.go_back()
    expect(page.locator(f'[data-row="{order_id}"]')).to_be_visible()
    page.goto(f"{stack.staff_url}/admin/transactions")
    page.get_by_role("searchbox").first.fill(transaction.lower())
    opened = page.get_by_role("dialog").filter(has_text=transaction)
    expect(opened.get_by_role("heading", name="Delivery address")).to_be_visible()
    expect(opened.get_by_role("heading", name="Goods")).to_be_visible()


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


def test_browser_in_new_york_shows_the_day_that_the_filter_finds(open_page: OpenPage, stack: Stack) -> None:
    order_id, key = order_as_guest(stack, "far@akshamala.example")
    transaction = pay(stack, order_id, key)
    page = open_page(zone="America/New_York")
    log_in(page, stack, "admin@akshamala.example", at=stack.staff_url)
    page.goto(f"{stack.staff_url}/admin/transactions?search={transaction}")
    moment = page.locator(f'[data-row="{transaction}"] time')
    begun = datetime.fromisoformat(moment.get_attribute("datetime") or "").astimezone(
        ZoneInfo("Asia/Kolkata")
    )

    expect(moment).to_have_text(
        f"{begun:%-d %b %Y}, {begun:%-I:%M} {begun:%p}".replace("AM", "am").replace("PM", "pm") + " IST"
    )
    page.goto(
        f"{stack.staff_url}/admin/transactions?startDate={begun:%Y-%m-%d}&endDate={begun:%Y-%m-%d}&search={transaction}"
    )
    expect(page.get_by_role("button", name=f"Remove From {begun:%-d %b %Y}")).to_be_visible()
    expect(moment).to_be_visible()


def test_link_label_says_reconnecting_only_after_it_was_up_and_fits_in_hindi(
    open_page: OpenPage, stack: Stack
) -> None:
    page = open_page("hi-IN", PHONE)
    sockets: list[WebSocketRoute] = []
    refuse = True

    def answer(socket: WebSocketRoute) -> None:
        if refuse:
            socket.close()
        else:
            sockets.append(socket)
            socket.connect_to_server()

    page.route_web_socket("**/socket.io/**", answer)
    log_in(page, stack, "admin@akshamala.example", at=stack.staff_url)
    page.goto(f"{stack.staff_url}/admin/exports")
    label = page.get_by_role("status").filter(has_text=localized_message("hi", "common:connecting"))
    expect(label).to_be_visible()
    refuse = False
    expect(page.get_by_text(localized_message("hi", "common:live"), exact=True)).to_be_visible()
    refuse = True
    sockets[-1].close()

    label = page.get_by_role("status").filter(has_text=localized_message("hi", "common:reconnecting"))
    for width in (PHONE[0], 1280):
        page.set_viewport_size({"width": width, "height": 844})
        expect(label).to_be_in_viewport(ratio=1)
        eventually(lambda: label.evaluate(ON_ONE_LINE), seconds=5)


def test_status_changes_are_undone_from_the_keyboard_and_over_a_dialog(
    open_page: OpenPage, stack: Stack
) -> None:
    email = "undone@akshamala.example"
    paid, unpaid = order_as_guest(stack, email), order_as_guest(stack, email)
    pay(stack, *paid)
    token = staff_token(stack)

    def mailed() -> bool:
        history = call(stack, "GET", f"/admin/orders/{paid[0]}", token=token)["history"]
        return any(event["data"].get("mail") == "invoice" for event in history)

    # A mail that leaves after the change refuses its undo.
    eventually(mailed, seconds=30)
    page = staff(open_page, stack, f"/admin/order-management?search={email}", "orders@akshamala.example")
    row = page.locator(f'[data-row="{paid[0]}"]')

    row.get_by_role("button", name=f"Update status of {paid[0]}").click()
    form = page.get_by_role("dialog", name="Update Status")
    form.get_by_label("New status").select_option("Processing")
    form.get_by_role("button", name="Update status").click()
    expect(row.get_by_text("Processing")).to_be_visible()
    undo = page.get_by_role("button", name="Undo", exact=True)
    expect(undo).to_be_visible()
    page.keyboard.press("F6")
    for _ in range(4):
        if undo.evaluate("button => button === document.activeElement"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(row.get_by_text("Confirmed")).to_be_visible()

    for order_id in (paid[0], unpaid[0]):
        page.locator(f'[data-row="{order_id}"]').get_by_role("checkbox").check()
    page.get_by_role("button", name="Update status", exact=True).click()
    form = page.get_by_role("dialog", name="Update many orders")
    form.get_by_label("New status").select_option("Processing")
    form.get_by_role("button", name="Update 1 order").click()
    expect(form.get_by_text("1 of 2 moved")).to_be_visible()
    undo.click()
    expect(page.get_by_text("Status change undone").first).to_be_visible()
    expect(row.get_by_text("Confirmed")).to_be_visible()


def test_twenty_two_orders_are_packed_with_their_labels_in_twelve_clicks(
    open_page: OpenPage, stack: Stack
) -> None:
    orders = [order_as_guest(stack, f"packed-{number}@akshamala.example") for number in range(22)]
    for order_id, key in orders:
        pay(stack, order_id, key)
    page = staff(open_page, stack, "/admin/orders", "orders@akshamala.example")
    page.add_init_script(COUNT_CLICKS)
    page.reload()

    page.get_by_role("link", name="Confirmed").click()
    expect(page.locator("[data-row]").first).to_have_attribute("data-row", orders[-1][0])
    page.get_by_role("checkbox", name="Select all on this page").click()
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="Next").click()
    page.locator(f'[data-row="{orders[1][0]}"]').get_by_role("checkbox").click()
    page.locator(f'[data-row="{orders[0][0]}"]').get_by_role("checkbox").click(modifiers=["Shift"])
    bar = page.get_by_role("region", name="Update many orders")
    expect(bar.get_by_role("status")).to_have_text("22 selected")
    with page.expect_download() as labels:
        bar.get_by_role("button", name="Mark as packed and print labels").click()
    expect(page.get_by_text("22 of 22 moved").first).to_be_visible()
    # The rows have left the list, not the selection.
    expect(page.locator(f'[data-row="{orders[0][0]}"]')).to_have_count(0)
    with page.expect_download() as slips:
        bar.get_by_role("button", name="Packing slips").click()

    assert int(page.evaluate("sessionStorage.clicks")) <= 12
    today = f"{datetime.now(ZoneInfo('Asia/Kolkata')):%Y-%m-%d}"
    assert labels.value.suggested_filename == f"labels-{today}.pdf"
    assert slips.value.suggested_filename == f"slips-{today}.pdf"
    found = call(stack, "GET", "/admin-orders/orders?search=packed-&limit=50", token=staff_token(stack))
    assert {row["status"] for row in found["orders"]} == {"packaging"}
    assert violations(page) == []


def test_order_is_a_page_with_its_acts_and_notes_and_follows_what_others_do(
    open_page: OpenPage, stack: Stack
) -> None:
    order_id, key = order_as_guest(stack, "order-page@akshamala.example")
    pay(stack, order_id, key)
    token = staff_token(stack)
    page = staff(open_page, stack, f"/admin/support?subject=order:{order_id}", "support@akshamala.example")
    page.get_by_role("link", name="Open order").click()
    page.wait_for_url(f"**/admin/orders/{order_id}")
    main = page.get_by_role("main")
    expect(main.get_by_role("heading", level=1)).to_have_text(f"Order {order_id}")
    expect(main.get_by_text("Email sent: Payment received")).to_be_visible(timeout=30_000)

    main.get_by_label("Note", exact=True).fill("Wants it before Friday")
    main.get_by_role("button", name="Keep note").click()
    expect(main.get_by_role("listitem").filter(has_text="Wants it before Friday")).to_be_visible()
    call(stack, "PUT", f"/admin/orders/{order_id}/status", {"status": "processing"}, token=token)
    expect(main.get_by_text("In processing")).to_be_visible()

    for size in (PHONE, (1440, 900)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert (violations(page), wider_than_the_screen(page)) == ([], 0)
    main.get_by_role("button", name="Refund").click()
    form = page.get_by_role("dialog", name="Process Refund")
    expect(form.get_by_text("The refund waits for approval by finance.")).to_be_visible()
    form.get_by_label("Refund Reason").select_option("customer_request")
    form.get_by_label("Refund Amount").fill("100")
    submit = form.get_by_role("button", name="Request refund")
    expect(submit).to_be_in_viewport(ratio=1)
    submit.click()
    refund = main.locator("[data-refund]")
    expect(refund.get_by_text("Needs approval")).to_be_visible()
    expect(refund.get_by_role("button", name="Approve")).to_have_count(0)
    finance = staff(open_page, stack, f"/admin/orders?order={order_id}", "finance@akshamala.example")
    finance.wait_for_url(f"**/admin/orders/{order_id}")
    finance.get_by_role("button", name="Approve").click()
    finance.get_by_role("button", name="Refund ₹100").click()
    expect(refund.get_by_text("Needs approval")).to_have_count(0)
