"""Support finds a worried customer's order, reads its timeline, answers and assigns it."""

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import OpenPage
from tests.e2e.orders import order_as_guest, pay
from tests.e2e.shop_steps import log_in
from tests.e2e.stack import Stack

pytestmark = pytest.mark.any_stack


def test_support_finds_a_customer_by_phone_answers_and_hands_over(open_page: OpenPage, stack: Stack) -> None:
    email = "worried@akshamala.example"
    order_id, key = order_as_guest(stack, email)
    pay(stack, order_id, key)
    page = open_page()
    log_in(page, stack, "support@akshamala.example", at=stack.staff_url)
    page.goto(f"{stack.staff_url}/admin/support")

    page.get_by_role("searchbox").fill("98765 43210")
    page.get_by_role("button", name="Find", exact=True).click()
    page.get_by_role("region", name="Found").get_by_role("listitem").filter(has_text=email).get_by_role(
        "link"
    ).click()
    expect(page.get_by_role("region", name="Customer")).to_contain_text(order_id)
    expect(page.get_by_text("Paid and confirmed")).to_be_visible()

    expect(page.get_by_role("button", name="Keep note")).to_be_disabled()
    page.get_by_label("Note", exact=True).fill("Called at noon, wants a parcel before Diwali")
    page.get_by_role("button", name="Keep note").click()
    expect(page.get_by_role("listitem").filter(has_text="Called at noon")).to_be_visible()

    mark = stack.last_mail_id()
    answer = page.get_by_label("Text", exact=True)
    answer.fill("")
    expect(answer).to_have_accessible_description("Please write something")
    answer.fill("Your beads leave tomorrow morning.")
    page.get_by_role("button", name="Send email").click()
    expect(page.get_by_text("Answered by email")).to_be_visible()
    stack.mail_to(email, containing="Your beads leave tomorrow morning.", after=mark)

    page.get_by_role("button", name="Hand over").click()
    form = page.get_by_role("dialog", name="Hand over")
    form.get_by_role("button", name="Hand over").click()
    expect(form.get_by_label("To", exact=True)).to_have_accessible_description("Please choose a colleague")
    knows = form.get_by_label("What they should know")
    expect(knows).to_have_accessible_description("Please write what they should know")
    form.get_by_label("To", exact=True).select_option(label="Sample order desk")
    knows.fill("Please pack it today")
    form.get_by_role("button", name="Hand over").click()
    expect(page.get_by_text("Looked after by Sample order desk")).to_be_visible()
