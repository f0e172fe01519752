"""Who gets where in the back office."""

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import OpenPage
from tests.e2e.people import log_in
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
