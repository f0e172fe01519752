"""Who gets where in the back office."""

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import OpenPage
from tests.e2e.orders import call, staff_token
from tests.e2e.shop_steps import access_token, log_in
from tests.e2e.stack import Stack


def test_a_stranger_is_sent_to_the_login_and_back(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()

    page.goto(f"{stack.staff_url}/admin/transactions")

    page.wait_for_url("**/login?redirect=*")


def test_a_customer_is_sent_home(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()
    log_in(page, stack, "customer@akshamala.example", at=stack.shop_url)

    page.goto(f"{stack.shop_url}/admin")

    page.wait_for_url(f"{stack.shop_url}/")


@pytest.mark.parametrize("email", ["admin@akshamala.example", "support@akshamala.example"])
def test_staff_see_the_board(open_page: OpenPage, stack: Stack, email: str) -> None:
    page = open_page()
    log_in(page, stack, email, at=stack.staff_url)

    page.goto(f"{stack.staff_url}/admin/transactions")

    expect(page.get_by_role("heading", name="Transaction Management")).to_be_visible()


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
