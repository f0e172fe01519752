"""An answer that is expected writes no error into the browser's console."""

import re

from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.shop_steps import log_in, login_code, section
from tests.e2e.stack import Stack


def errors_of(page: Page) -> list[str]:
    """Return the list of errors that the page writes from now on."""
    errors: list[str] = []
    page.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
    return errors


def test_unknown_pincode_is_no_error(stack: Stack, open_page: OpenPage) -> None:
    page = open_page()
    log_in(page, stack, "console@akshamala.example", at=stack.shop_url)
    page.goto(f"{stack.shop_url}/profile")
    section(page, "Addresses").get_by_role("button", name="Add an address").click()
    errors = errors_of(page)

    with page.expect_response("**/api/pincodes/901204") as asked:
        page.get_by_role("dialog").get_by_label("Pincode", exact=True).fill("901204")

    assert asked.value.ok
    assert errors == []


def test_first_step_of_a_staff_login_is_no_error(stack: Stack, open_page: OpenPage) -> None:
    page = open_page()
    page.goto(f"{stack.staff_url}/login?redirect=/admin")
    errors = errors_of(page)
    email = "admin@akshamala.example"
    mark = stack.last_mail_id()
    page.get_by_label("Email").fill(email)
    page.get_by_role("button", name="Send code").click()
    page.get_by_label("Six-digit code").fill(login_code(stack, email, after=mark))
    page.get_by_role("button", name="Verify and login").click()

    expect(page.get_by_role("heading", name=re.compile("second factor", re.IGNORECASE)).first).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert errors == []
