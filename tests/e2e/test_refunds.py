"""Staff give money back and settle cases; the screens follow the provider by themselves."""

import re
from collections.abc import Iterator
from functools import partial

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.orders import call, order_as_guest, pay, staff_token
from tests.e2e.screen_texts import ENGLISH_NIGHTLY, localized_message
from tests.e2e.shop_steps import BEAD, answer_at_the_bank, go_to_pay_page, log_in, wait_until_paid
from tests.e2e.stack import Stack

# The worker's clock, the provider and the live link, on a slow machine.
BY_ITSELF_MS = 30_000


@pytest.fixture(autouse=True)
def refunds_by_hand(stack: Stack) -> Iterator[None]:
    """Let refunds at the provider complete when the test says so."""
    stack.sandbox.control("/settings", refund_seconds=None)
    yield
    stack.sandbox.control("/settings", refund_seconds=3.0)


def bought(stack: Stack, quantity: int = 1, *, slug: str = BEAD) -> str:
    """Buy something as a guest and return the transaction's id."""
    order_id, key = order_as_guest(stack, "refunded@akshamala.example", quantity, slug=slug)
    transaction_id = pay(stack, order_id, key)
    wait_until_paid(stack, transaction_id, seconds=60)
    return transaction_id


def staff(open_page: OpenPage, stack: Stack, path: str, email: str = "admin@akshamala.example") -> Page:
    """Open a page of the back office as a member of staff."""
    page = open_page()
    log_in(page, stack, email, at=stack.staff_url)
    page.goto(f"{stack.staff_url}{path}")
    expect(page.get_by_text("Live", exact=True)).to_be_visible()
    return page


def refund_at_provider(stack: Stack, transaction_id: str) -> str:
    """Return the id of the transaction's refund in the provider's books."""
    rows = stack.sandbox.control("/state", "GET")["refunds"]
    return str(next(row["merchant_refund_id"] for row in rows if row["merchant_order_id"] == transaction_id))


@pytest.mark.both_stacks
def test_part_of_a_payment_goes_back_and_the_board_follows(open_page: OpenPage, stack: Stack) -> None:
    transaction_id = bought(stack)
    page = staff(open_page, stack, "/admin/transactions")
    other = staff(open_page, stack, "/admin/transactions", "finance@akshamala.example")
    row = page.locator(f'[data-row="{transaction_id}"]')
    other.get_by_role("button", name=f"Refund {transaction_id}").click()
    expect(other.get_by_label("Refund Amount")).not_to_have_value("")

    page.get_by_role("button", name=f"Refund {transaction_id}").click()
    form = page.get_by_role("dialog", name="Process Refund")
    submit = form.get_by_role("button", name="Process Refund")
    expect(submit).to_be_disabled()
    form.get_by_label("Refund Amount").fill("1000000")
    form.get_by_label("Refund Reason").select_option("customer_request")
    submit.click()
    expect(form.get_by_text(re.compile("^At most .* can be refunded$"))).to_be_visible()
    expect(form.get_by_label("Refund Amount")).to_have_attribute("aria-invalid", "true")
    form.get_by_label("Refund Amount").fill("100")
    form.get_by_label("Notes").fill("The thread was torn")
    submit.click()

    expect(form).to_be_hidden()
    expect(row.get_by_text("₹100 on its way back")).to_be_visible(timeout=BY_ITSELF_MS)
    # Whoever had the form open beside it is told instead of paying twice.
    expect(other.get_by_text("Somebody has just refunded part of this payment")).to_be_visible(
        timeout=BY_ITSELF_MS
    )
    page.get_by_role("link", name=transaction_id, exact=True).click()
    refund = page.locator("[data-refund]")
    expect(refund.get_by_text("Under way")).to_be_visible(timeout=BY_ITSELF_MS)
    # The row comes before the call; the provider's own id shows that it knows.
    expect(refund.get_by_text("Provider's refund")).to_be_visible(timeout=BY_ITSELF_MS)
    refund_id = refund_at_provider(stack, transaction_id)
    stack.sandbox.control(f"/refunds/{refund_id}/settle", outcome="success")

    expect(refund.get_by_text("Done", exact=True)).to_be_visible(timeout=BY_ITSELF_MS)
    expect(refund.get_by_text("Bank reference")).to_be_visible()
    for watcher in (page, other):
        expect(
            watcher.get_by_text(f"Refund processed successfully: ₹100 of {transaction_id}")
        ).to_be_visible()
    page.keyboard.press("Escape")
    expect(row.get_by_text("₹100 refunded")).to_be_visible()


def test_a_large_refund_by_pieces_waits_for_a_second_person(open_page: OpenPage, stack: Stack) -> None:
    transaction_id = bought(stack, 2, slug="11-mukhi-rudraksha")
    asking = staff(open_page, stack, "/admin/transactions", "finance@akshamala.example")
    deciding = staff(open_page, stack, "/admin/transactions")
    asking.get_by_role("button", name=f"Refund {transaction_id}").click()
    form = asking.get_by_role("dialog", name="Process Refund")
    pieces = form.get_by_label(re.compile("^11 Mukhi Rudraksha .*: pieces to refund, at most 2$"))
    pieces.select_option("1")
    expect(form.get_by_label("Refund Amount")).to_have_value("7800")
    pieces.select_option("2")
    expect(form.get_by_label("Refund Amount")).to_have_value("15600")
    form.get_by_label("Refund Reason").select_option("customer_request")

    form.get_by_role("button", name="Process Refund").click()

    expect(form).to_be_hidden()
    # Whoever asked cannot approve; nothing has gone to the provider.
    asking.get_by_role("link", name=transaction_id, exact=True).click()
    own = asking.locator("[data-refund]")
    expect(own.get_by_text("Needs approval")).to_be_visible()
    expect(own.get_by_text("Another member of staff has to approve it.")).to_be_visible()
    expect(own.get_by_role("button", name="Approve")).to_have_count(0)
    sent = stack.sandbox.control("/state", "GET")["refunds"]
    assert transaction_id not in {row["merchant_order_id"] for row in sent}

    deciding.get_by_role("link", name=transaction_id, exact=True).click()
    refund = deciding.locator("[data-refund]")
    refund.get_by_role("button", name="Approve").click()
    deciding.get_by_role("button", name="Refund ₹15,600").click()

    expect(refund.get_by_text("Provider's refund")).to_be_visible(timeout=BY_ITSELF_MS)
    expect(own.get_by_text("Under way")).to_be_visible(timeout=BY_ITSELF_MS)
    # Whoever asked is told wherever they are, the one who approved only at the transactions.
    asking.goto(f"{stack.staff_url}/admin/orders")
    deciding.goto(f"{stack.staff_url}/admin/orders")
    for page in (asking, deciding):
        expect(page.get_by_text("Live", exact=True)).to_be_visible()
    stack.sandbox.control(f"/refunds/{refund_at_provider(stack, transaction_id)}/settle", outcome="success")
    told = f"Refund processed successfully: ₹15,600 of {transaction_id}"
    expect(asking.get_by_text(told)).to_be_visible(timeout=BY_ITSELF_MS)
    expect(deciding.get_by_text(told)).to_have_count(0)
    asking.get_by_role("button", name="View", exact=True).click()
    expect(own.get_by_text("Done", exact=True)).to_be_visible()


def test_money_of_a_wrong_amount_is_a_case_that_staff_settle(open_page: OpenPage, stack: Stack) -> None:
    cases = staff(open_page, stack, "/admin/cases")
    page = open_page()
    transaction_id = go_to_pay_page(page, stack)
    stack.sandbox.fault("alter", on="status", order=transaction_id, value={"amount": 10_000}, times=None)
    answer_at_the_bank(page, "success")

    case = cases.locator("[data-case]").filter(has_text=transaction_id)
    expect(case.get_by_role("heading", name="The provider names another amount")).to_be_visible(
        timeout=BY_ITSELF_MS
    )
    case.get_by_role("button", name="Give back what came").click()
    cases.get_by_role("button", name="Refund ₹100").click()

    expect(case.get_by_text("The money is going back by itself")).to_be_visible(timeout=BY_ITSELF_MS)
    expect(case.get_by_role("button", name="Give back what came")).to_be_hidden()


def waiting_refunds(stack: Stack, count: int, *, slug: str) -> list[str]:
    """Request refunds that wait for a second person; return their cases, as the list shows them."""
    token = staff_token(stack)
    for _ in range(count):
        body = {"amount": 10_150, "reason": "other"}
        transaction_id = bought(stack, 7, slug=slug)
        call(stack, "POST", f"/transactions/{transaction_id}/refund", body, token=token)
    rows = call(stack, "GET", "/admin/cases", token=token)["cases"]
    return [row["_id"] for row in rows[:count]]


def status_of_case(stack: Stack, case_id: str) -> str:
    """Return "open" or "closed"."""
    rows = call(stack, "GET", "/admin/cases?status=open&limit=100", token=staff_token(stack))["cases"]
    return "open" if case_id in {row["_id"] for row in rows} else "closed"


def test_second_click_at_the_same_place_approves_no_other_refund(open_page: OpenPage, stack: Stack) -> None:
    upper, lower = waiting_refunds(stack, 2, slug="rudraksha-mala-108")
    page = staff(open_page, stack, "/admin/cases", "finance@akshamala.example")
    first, second = (page.locator(f'[data-case="{case_id}"]') for case_id in (upper, lower))
    button = first.get_by_role("button", name="Approve", exact=True)
    box = button.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    page.mouse.dblclick(x, y)
    expect(first.get_by_role("button", name="Approve", exact=True)).to_be_visible()
    assert status_of_case(stack, upper) == "open"
    page.keyboard.press("Escape")
    button.click()
    question = page.get_by_role("dialog", name="Refund ₹10,150 to")
    expect(question.get_by_text("requested it")).to_be_visible()
    question.get_by_role("button", name="Refund ₹10,150").click()
    expect(question).to_be_hidden()
    page.mouse.move(x, y)
    place = second.bounding_box()
    expect(page.get_by_text("No longer in this list")).to_be_visible()
    page.mouse.click(x, y)

    # Nothing has slid under the pointer, and the row that is done takes no click.
    assert second.bounding_box() == place
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert status_of_case(stack, lower) == "open"
    page.mouse.move(1, 1)
    expect(first).to_have_count(0)


@pytest.mark.parametrize("language", ENGLISH_NIGHTLY)
def test_refund_is_declined_beside_its_approval_with_a_reason(
    open_page: OpenPage, stack: Stack, language: str
) -> None:
    [case_id] = waiting_refunds(stack, 1, slug="7-mukhi-rudraksha")
    requester = staff(open_page, stack, "/admin/products")
    page = open_page(f"{language}-IN")
    log_in(page, stack, "finance@akshamala.example", at=stack.staff_url)
    page.goto(f"{stack.staff_url}/admin/cases")
    case = page.locator(f'[data-case="{case_id}"]')
    say = partial(localized_message, language)

    case.get_by_role("button", name=say("admin:refunds.decline"), exact=True).press("Enter")
    question = page.get_by_role("dialog")
    submit = question.get_by_role("button", name=say("admin:refunds.decline"), exact=True)
    expect(submit).to_be_enabled()
    submit.press("Enter")
    reason = question.get_by_label(say("admin:confirm.declineReason"))
    expect(reason).to_be_focused()
    reason.fill("Already sent by bank transfer")
    submit.press("Enter")

    expect(question).to_be_hidden()
    expect(page.get_by_text(say("admin:pager.gone"))).to_be_visible()
    expect(page.locator(f'[data-row="{case_id}"]')).to_be_focused()
    told = requester.get_by_role("alert").get_by_text(re.compile("was declined: Already sent by bank"))
    expect(told).to_be_visible(timeout=BY_ITSELF_MS)
