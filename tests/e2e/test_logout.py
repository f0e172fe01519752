"""Log out: here, another device, everywhere; and a session that ends under what somebody does."""

import re
import uuid

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import PHONE, OpenPage
from tests.e2e.shop_steps import (
    access_token,
    ask_for_code,
    fill_details,
    log_in,
    log_in_here,
    open_dialog,
    section,
)
from tests.e2e.stack import Stack
from tests.waiting import eventually


@pytest.fixture
def email() -> str:
    return f"person-{uuid.uuid4().hex[:10]}@akshamala.example"


def confirm_in_dialog(page: Page, stack: Stack, email: str) -> None:
    """Confirm by a code that it is the account's owner who logs devices out."""
    code = ask_for_code(page, stack, email)
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Six-digit code").fill(code)
    dialog.get_by_role("button", name="Log out now").click()


def end_session_elsewhere(page: Page, stack: Stack) -> None:
    """End the page's session on the server, which the page learns by itself."""
    headers = {"Authorization": f"Bearer {access_token(page)}"}
    httpx.post(f"{stack.shop_url}/api/auth/logout", headers=headers, trust_env=False).raise_for_status()


def test_logging_out_everywhere_reaches_the_other_browser(
    stack: Stack, open_page: OpenPage, email: str
) -> None:
    here, there = open_page(), open_page(size=PHONE)
    log_in(here, stack, email, at=stack.shop_url)
    log_in(there, stack, email, at=stack.staff_url)
    there.goto(f"{stack.staff_url}/profile")
    expect(section(there, "Devices").get_by_text("This device")).to_be_visible()
    here.goto(f"{stack.shop_url}/profile")
    expect(section(here, "Devices").get_by_role("listitem")).to_have_count(2)
    expect(section(here, "Devices").get_by_role("listitem").first).to_contain_text("Chrome")

    section(here, "Devices").get_by_role("button", name="Log out everywhere").click()
    confirm_in_dialog(here, stack, email)

    here.wait_for_url(f"{stack.shop_url}/")
    expect(here.get_by_text("Logged out everywhere")).to_be_visible()
    there.wait_for_url("**/login?redirect=%2Fprofile")
    assert there.evaluate("localStorage.getItem('token')") is None
    here.goto(f"{stack.shop_url}/profile")
    here.wait_for_url("**/login?redirect=%2Fprofile")


def test_logging_out_on_a_private_page_leads_home(stack: Stack, open_page: OpenPage, email: str) -> None:
    page = open_page()
    log_in(page, stack, email, at=stack.shop_url)
    page.goto(f"{stack.shop_url}/profile")
    page.get_by_role("button", name=f"Account of {email}").click()

    page.get_by_role("menuitem", name="Logout").click()

    page.wait_for_url(f"{stack.shop_url}/")
    expect(page.get_by_text("Logged out successfully")).to_be_visible()
    assert page.evaluate("localStorage.getItem('token')") is None


def test_one_device_is_logged_out_from_another(stack: Stack, open_page: OpenPage, email: str) -> None:
    here, there = open_page(), open_page()
    log_in(there, stack, email, at=stack.shop_url)
    log_in(here, stack, email, at=stack.shop_url)
    for page in (there, here):
        page.goto(f"{stack.shop_url}/profile")
        expect(section(page, "Devices").get_by_role("listitem")).to_have_count(2)

    section(here, "Devices").get_by_role("listitem").last.get_by_role("button").click()
    confirm_in_dialog(here, stack, email)

    expect(section(here, "Devices").get_by_role("listitem")).to_have_count(1)
    there.wait_for_url("**/login?redirect=%2Fprofile")


def test_what_was_typed_is_there_again_when_the_session_ended_under_it(
    stack: Stack, open_page: OpenPage, email: str
) -> None:
    page = open_page(size=PHONE)
    log_in(page, stack, email, at=stack.shop_url)
    page.goto(f"{stack.shop_url}/profile")
    section(page, "Details").get_by_label("Name").fill("Meera Iyer")
    section(page, "Addresses").get_by_role("button", name="Add an address").click()
    dialog = page.get_by_role("dialog", name="New address")
    dialog.get_by_label("Street").fill("7 Banyan Lane")

    end_session_elsewhere(page, stack)

    page.wait_for_url("**/login?redirect=%2Fprofile")
    expect(page.get_by_text("You have been logged out")).to_be_visible()
    log_in_here(page, stack, email)
    expect(dialog.get_by_label("Street")).to_have_value("7 Banyan Lane")
    dialog.get_by_role("button", name="Close").click()
    expect(section(page, "Details").get_by_label("Name")).to_have_value("Meera Iyer")
    section(page, "Details").get_by_role("button", name="Save").click()
    expect(page.get_by_text("Profile updated successfully!")).to_be_visible()


def test_a_purchase_goes_on_when_the_session_ended_under_it(
    stack: Stack, open_page: OpenPage, email: str
) -> None:
    page = open_page()
    log_in(page, stack, email, at=stack.shop_url)
    open_dialog(page, stack)
    fill_details(page, email)

    end_session_elsewhere(page, stack)

    eventually(lambda: page.evaluate("localStorage.getItem('token') === null"))
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("Street", exact=True)).to_have_value("12 Sample Road")
    dialog.get_by_role("button", name="Continue").click()
    dialog.get_by_role("button", name=re.compile(r"^Pay ₹")).click()
    page.wait_for_url(f"{stack.sandbox.url}/**")
