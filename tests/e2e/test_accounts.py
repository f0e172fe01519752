"""Accounts as people meet them: login, profile, devices, deletion."""

import re
import uuid

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.accessibility import violations, wider_than_the_screen
from tests.e2e.conftest import PHONE, OpenPage
from tests.e2e.people import access_token, fill_details, log_in, log_in_here, open_dialog
from tests.e2e.stack import Stack
from tests.e2e.words import LANGUAGES, localized_message
from tests.waiting import eventually

PASSWORD = "malas under the banyan"


@pytest.fixture
def email() -> str:
    return f"person-{uuid.uuid4().hex[:10]}@akshamala.example"


def ask_for_code(page: Page, stack: Stack, email: str, *, press: str = "Send code") -> str:
    """Press the button that has a code sent; return the code out of the mail."""
    mark = stack.last_mail_id()
    page.get_by_role("button", name=press).click()
    return stack.mailbox.code_to(email, after=mark)


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


def section(page: Page, title: str) -> Locator:
    """Return one part of the profile."""
    return page.get_by_role("region", name=title)


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
    expect(page.get_by_text(f"Signed in as other-{email}")).to_be_visible()
    page.goto(f"{stack.shop_url}/login?redirect=https://evil.example/")
    page.wait_for_url(f"{stack.shop_url}/")


def test_profile_is_changed_and_another_device_sees_it_at_once(
    stack: Stack, open_page: OpenPage, email: str
) -> None:
    laptop, phone = open_page(), open_page(size=PHONE)
    for page, address in ((laptop, stack.shop_url), (phone, stack.staff_url)):
        log_in(page, stack, email, at=address)
        page.goto(f"{address}/profile")
        expect(section(page, "Details").get_by_label("Name")).to_have_value("")

    details = section(laptop, "Details")
    details.get_by_label("Name").fill("मीरा अय्यर")
    details.get_by_label("Phone").fill("12345")
    details.get_by_role("button", name="Save").click()
    expect(details.get_by_text("Please enter a valid 10-digit phone number")).to_be_visible()
    details.get_by_label("Phone").fill("+91 98765 43210")
    details.get_by_role("button", name="Save").click()

    expect(laptop.get_by_text("Profile updated successfully!")).to_be_visible()
    expect(section(phone, "Details").get_by_label("Name")).to_have_value("मीरा अय्यर")
    expect(section(phone, "Details").get_by_label("Phone")).to_have_value("9876543210")


def test_addresses_are_kept_on_a_phone_in_hindi(stack: Stack, open_page: OpenPage, email: str) -> None:
    page = open_page("hi-IN", PHONE)
    mark = stack.last_mail_id()
    page.goto(f"{stack.shop_url}/login?redirect=/profile")
    page.get_by_label("ईमेल").fill(email)
    page.get_by_role("button", name="कोड भेजें").click()
    page.get_by_label("छह अंकों का कोड").fill(stack.mailbox.code_to(email, after=mark))
    page.get_by_role("button", name="जाँचें और लॉगिन करें").click()

    def add(street: str) -> None:
        section(page, "पते").get_by_role("button", name="पता जोड़ें").click()
        dialog = page.get_by_role("dialog", name="नया पता")
        for label, value in {
            "नाम": "मीरा",
            "फ़ोन": "9876543210",
            "गली / मकान": street,
            "शहर": "पुणे",
            "पिनकोड": "110001",
        }.items():
            dialog.get_by_label(label, exact=True).fill(value)
        dialog.get_by_label("राज्य", exact=True).select_option("Maharashtra")
        dialog.get_by_role("button", name="पता सहेजें").click()
        expect(dialog.get_by_text("यह पिनकोड महाराष्ट्र का नहीं है")).to_be_visible()
        dialog.get_by_label("पिनकोड", exact=True).fill("411001")
        dialog.get_by_role("button", name="पता सहेजें").click()
        expect(dialog).to_be_hidden()

    add("पहली गली")
    add("दूसरी गली")
    entries = section(page, "पते").get_by_role("listitem")
    expect(entries).to_have_count(2)
    expect(entries.first).to_contain_text("पहली गली")
    expect(entries.first).to_contain_text("मुख्य")
    entries.last.get_by_role("button", name="मुख्य पता बनाएँ").click()
    expect(entries.first).to_contain_text("दूसरी गली")
    entries.first.get_by_role("button", name="पता हटाएँ").click()
    expect(entries).to_have_count(1)
    page.get_by_role("button", name="वापस लाएँ").click()
    expect(entries).to_have_count(2)
    expect(entries.first).to_contain_text("दूसरी गली")


def test_email_moves_once_the_new_address_has_answered(stack: Stack, open_page: OpenPage, email: str) -> None:
    page = open_page()
    log_in(page, stack, email, at=stack.shop_url)
    page.goto(f"{stack.shop_url}/profile")
    part = section(page, "Email")
    part.get_by_role("button", name="Change the email address").click()
    new = f"new-{email}"
    part.get_by_label("New email address").fill(new)
    mark = stack.last_mail_id()
    code = ask_for_code(page, stack, new)
    own = stack.mailbox.code_to(email, containing="Move your account", after=mark)
    expect(page.get_by_text(f"Signed in as {email}")).to_be_visible()

    mark = stack.last_mail_id()
    part.get_by_label(f"Code sent to {new} (new address)").fill(code)
    part.get_by_label(f"Code sent to {email} (current address)").fill(f"{(int(own) + 1) % 1_000_000:06d}")
    part.get_by_role("button", name="Confirm the new address").click()
    expect(part.get_by_label(f"Code sent to {email} (current address)")).to_be_focused()
    part.get_by_label(f"Code sent to {email} (current address)").fill(own)
    part.get_by_role("button", name="Confirm the new address").click()

    expect(page.get_by_text("Your email address has changed.")).to_be_visible()
    expect(page.get_by_text(f"Signed in as {new}")).to_be_visible()
    told = stack.mail_to(email, containing="to log in", after=mark)
    assert new in told

    other = open_page("hi-IN", PHONE)
    other.goto(re.findall(r"http://\S+/account/undo\?key=\S+", told)[0])
    undo = other.get_by_role("button", name="बदलाव वापस लें")
    expect(undo).to_be_visible()
    assert (violations(other), wider_than_the_screen(other)) == ([], 0)
    undo.click()
    expect(other.get_by_text("बदलाव वापस ले लिया गया है")).to_be_visible()
    page.wait_for_url("**/login?redirect=%2Fprofile")


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
    stack.manage("set_role", staff, "support")
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


def test_account_is_downloaded_and_deleted(stack: Stack, open_page: OpenPage, email: str) -> None:
    page = open_page()
    log_in(page, stack, email, at=stack.shop_url)
    page.goto(f"{stack.shop_url}/profile")
    part = section(page, "Your data")
    with page.expect_download() as download:
        part.get_by_role("button", name="Download my data").click()
    assert email in download.value.path().read_text()
    part.get_by_role("button", name="Delete my account").click()
    dialog = page.get_by_role("dialog", name="Delete my account")
    code = ask_for_code(page, stack, email, press="Send me a code to confirm")
    dialog.get_by_label("Six-digit code").fill(code)
    mark = stack.last_mail_id()
    dialog.get_by_role("button", name="Delete my account for good").click()

    page.wait_for_url(f"{stack.shop_url}/")
    expect(page.get_by_text("Your account has been deleted")).to_be_visible()
    assert page.evaluate("localStorage.getItem('token')") is None
    stack.mail_to(email, containing="are gone", after=mark)


def test_language_chosen_while_logged_in_is_the_one_of_the_mails(stack: Stack, open_page: OpenPage) -> None:
    page = open_page()
    log_in(page, stack, f"reader-{uuid.uuid4().hex[:8]}@akshamala.example", at=stack.shop_url)
    page.goto(f"{stack.shop_url}/profile")
    expect(page.get_by_label("Language of our mails")).to_have_value("en")

    with page.expect_response(lambda answer: answer.request.method == "PUT"):
        page.get_by_role("banner").get_by_role("button", name="हिन्दी – Hindi").click()

    expect(page.get_by_label(localized_message("hi", "account:fields.language"))).to_have_value("hi")
    # A page this browser loads is in English again.
    page.reload()
    expect(page.get_by_label("Language of our mails")).to_have_value("hi")


@pytest.mark.parametrize("language", LANGUAGES)
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
