"""Every main screen: no axe violation, nothing wider than the screen, in both languages."""

import pytest
from playwright.sync_api import expect

from tests.e2e.accessibility import violations, wider_than_the_screen
from tests.e2e.conftest import DESKTOP, PHONE, OpenPage
from tests.e2e.people import answer_at_the_bank, go_to_pay_page, log_in, open_dialog
from tests.e2e.stack import Stack

PAGES = ["/", "/products", "/category/rudraksha", "/products/5-mukhi-rudraksha", "/login", "/no-such-page"]


@pytest.mark.parametrize("language", ["en-IN", "hi-IN"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_public_pages_are_accessible_and_fit(
    open_page: OpenPage, stack: Stack, language: str, size: tuple[int, int]
) -> None:
    page = open_page(language, size)
    found: dict[str, object] = {}

    for path in PAGES:
        page.goto(stack.shop_url + path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        page.wait_for_load_state("networkidle")
        found[path] = (violations(page), wider_than_the_screen(page))

    assert found == dict.fromkeys(PAGES, ([], 0))


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_purchase_is_accessible(open_page: OpenPage, stack: Stack, size: tuple[int, int]) -> None:
    page = open_page(size=size)
    open_dialog(page, stack)
    dialog = (violations(page), wider_than_the_screen(page))
    go_to_pay_page(page, stack)
    answer_at_the_bank(page, "pending")
    expect(page.get_by_role("heading", name="Payment Processing")).to_be_visible()

    status = (violations(page), wider_than_the_screen(page))

    assert (dialog, status) == (([], 0), ([], 0))


@pytest.mark.parametrize("size", [(1440, 900), PHONE], ids=["desktop", "phone"])
def test_the_back_office_is_accessible(open_page: OpenPage, stack: Stack, size: tuple[int, int]) -> None:
    page = open_page(size=size)
    log_in(page, stack, "admin@akshamala.example", at=stack.staff_url)
    found: dict[str, object] = {}

    for path in ("/admin", "/admin/transactions"):
        page.goto(stack.staff_url + path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        page.wait_for_load_state("networkidle")
        found[path] = (violations(page), wider_than_the_screen(page))

    assert found == dict.fromkeys(["/admin", "/admin/transactions"], ([], 0))
