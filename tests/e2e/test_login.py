"""Log in, by code or password, and register."""

import re
import uuid

import pytest
from playwright.sync_api import expect

from tests.e2e.accessibility import violations, wider_than_the_screen
from tests.e2e.conftest import PHONE, OpenPage
from tests.e2e.screen_texts import ENGLISH_NIGHTLY
from tests.e2e.shop_steps import ask_for_code, log_in, section
from tests.e2e.stack import Stack

PASSWORD = "malas under the banyan"


@pytest.fixture
def email() -> str:
    return f"person-{uuid.uuid4().hex[:10]}@akshamala.example"


def test_guest_logs_in_by_a_pasted_code_and_lands_where_they_wanted_to_go(
    stack: Stack, open_page: OpenPage, email: str
) -> None:
    page = open_page()
    page.goto(f"{stack.shop_url}/profile")
    page.wait_for_url("**/login?redirect=%2Fprofile")
    typed = page.get_by_role("textbox", name="Email")
    send = page.get_by_role("button", name="Send code")
    expect(send).to_be_disabled()
    typed.fill(email)
    code = ask_for_code(page, stack, email)
    expect(page.get_by_text("OTP sent successfully! Check your email.")).to_be_visible()
    expect(page.get_by_text(re.compile(r"A new code can be sent in \d+ s"))).to_be_visible()

    page.get_by_role("button", name="Use another email address").click()
    expect(typed).to_have_value(email)
    typed.fill(f"other-{email}")
    code = ask_for_code(page, stack, f"other-{email}")
    field = page.get_by_label("Six-digit code")
    expect(field).to_be_focused()
    assert field.get_attribute("autocomplete") == "one-time-code"
    verify = page.get_by_role("button", name="Verify and login")
    field.fill("12345")
    expect(verify).to_be_disabled()
    field.fill(f"{(int(code) + 1) % 1_000_000:06d}")
    verify.click()
    expect(page.get_by_text("That code is not right. Please try again")).to_be_visible()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate("text => navigator.clipboard.writeText(text)", f" {code[:3]} {code[3:]}\n")
    page.keyboard.press("Control+V")
    expect(field).to_have_value(code)
    page.keyboard.press("Enter")

    page.wait_for_url("**/profile")
    expect(page.get_by_text("Login successful!")).to_be_visible()
    expect(page.get_by_text(f"Logged in as other-{email}")).to_be_visible()
    page.goto(f"{stack.shop_url}/login?redirect=https://evil.example/")
    page.wait_for_url(f"{stack.shop_url}/")


def test_account_is_opened_with_a_password_and_entered_with_it(
    stack: Stack, open_page: OpenPage, email: str
) -> None:
    page = open_page()
    page.goto(f"{stack.shop_url}/login?redirect=/profile")
    page.get_by_label("Email").fill(email)
    page.get_by_role("button", name="Create an account with a password").click()
    expect(page.get_by_label("Name")).to_be_focused()
    expect(page.get_by_role("textbox", name="Email")).to_have_value(email)
    page.get_by_label("Name").fill("Asha Rao")
    page.get_by_label("Phone").fill("98765 43210")
    page.get_by_label("Password").fill("too short")
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_text("Please use at least 10 characters")).to_be_visible()
    page.get_by_label("Password").fill(PASSWORD)
    code = ask_for_code(page, stack, email, press="Continue")
    page.get_by_label("Six-digit code").fill(code)
    page.get_by_role("button", name="Verify and create account").click()

    page.wait_for_url("**/profile")
    expect(page.get_by_text("Registration successful!")).to_be_visible()
    expect(section(page, "Details").get_by_label("Name")).to_have_value("Asha Rao")

    other = open_page()
    other.goto(f"{stack.shop_url}/login?redirect=/profile")
    other.get_by_role("button", name="Login with a password").click()
    expect(other.get_by_label("Email")).to_be_focused()
    other.get_by_label("Email").fill(email)
    other.get_by_label("Password").fill("another password")
    other.get_by_role("button", name="Login", exact=True).last.click()
    expect(other.get_by_text("The email address or the password is not right")).to_be_visible()
    other.get_by_label("Password").fill(PASSWORD)
    other.get_by_label("Password").press("Enter")
    other.wait_for_url("**/profile")


def test_staff_with_a_password_need_it_and_a_code(stack: Stack, open_page: OpenPage, email: str) -> None:
    # One of their own: the sample ones log in by code in other tests.
    staff = email
    stack.add_sample_staff(staff, "support")
    page = open_page()
    log_in(page, stack, staff, at=stack.shop_url)
    page.goto(f"{stack.shop_url}/profile")
    part = section(page, "Password")
    expect(page.get_by_role("button", name="Delete my account")).to_have_count(0)
    part.get_by_role("button", name="Set a password").click()
    part.get_by_label("New password").fill(PASSWORD)
    part.get_by_label("Six-digit code").fill(ask_for_code(page, stack, staff))
    part.get_by_role("button", name="Save the password").click()
    expect(part.get_by_role("button", name="Change the password")).to_be_visible()

    other = open_page()
    other.goto(f"{stack.shop_url}/login?redirect=/profile")
    other.get_by_label("Email").fill(staff)
    other.get_by_label("Six-digit code").fill(ask_for_code(other, stack, staff))
    other.get_by_role("button", name="Verify and login").click()
    expect(other.get_by_text("Please log in with your password; we then send you a code.")).to_be_visible()
    expect(other.get_by_role("textbox", name="Email")).to_have_value(staff)
    other.get_by_label("Password").fill(PASSWORD)
    mark = stack.last_mail_id()
    other.get_by_label("Password").press("Enter")
    other.get_by_label("Six-digit code").fill(stack.mailbox.code_to(staff, after=mark))
    other.get_by_role("button", name="Verify and login").click()
    other.get_by_role("button", name="Development: go on without").click()
    other.wait_for_url("**/profile")


@pytest.mark.parametrize("language", ENGLISH_NIGHTLY)
@pytest.mark.any_stack
def test_every_way_to_log_in_is_accessible(stack: Stack, open_page: OpenPage, language: str) -> None:
    found: dict[str, tuple[list[str], int]] = {}

    def look(name: str) -> None:
        page.get_by_role("heading", level=1).first.wait_for()
        for width, height in (PHONE, (1440, 900)):
            page.set_viewport_size({"width": width, "height": height})
            # The colours are the same in both languages: one is looked at on each screen.
            contrast = (language == "hi") == (width == PHONE[0])
            found[f"{name} at {width}"] = (violations(page, contrast=contrast), wider_than_the_screen(page))

    page = open_page(f"{language}-IN", PHONE)
    for way in ("", "?way=password", "?way=register"):
        page.goto(f"{stack.shop_url}/login{way}")
        look(f"login{way}")
    page.locator("form button[type=submit]").click()
    page.locator("[aria-invalid=true]").first.wait_for()
    look("refused registration")

    assert found == dict.fromkeys(found, ([], 0))
