"""Pages of the back office that each role may open."""

from playwright.sync_api import expect

from tests.e2e.conftest import OpenPage
from tests.e2e.orders import call, staff_token
from tests.e2e.shop_steps import access_token, log_in
from tests.e2e.stack import Stack


def test_page_of_a_lost_role_closes_by_itself_and_says_why(open_page: OpenPage, stack: Stack) -> None:
    email = "finance@akshamala.example"
    page = open_page()
    log_in(page, stack, email, at=stack.staff_url)
    page.goto(f"{stack.staff_url}/admin/transactions")
    expect(page.get_by_text("Live", exact=True)).to_be_visible()
    own = call(stack, "GET", "/auth/profile", token=access_token(page))
    address, boss = f"/admin/users/{own['user']['_id']}/role", staff_token(stack)

    call(stack, "PUT", address, {"role": "catalogue"}, token=boss)

    try:
        expect(page.get_by_text("An admin has changed your role")).to_be_visible()
        expect(page.get_by_role("heading", name="Transaction Management")).to_be_hidden()
        expect(page.get_by_role("link", name="Transactions", exact=True)).to_have_count(0)
    finally:
        call(stack, "PUT", address, {"role": "finance"}, token=boss)
