"""The profile: details, addresses, the e-mail address, one's data."""

import re
import uuid

import pytest
from playwright.sync_api import Route, expect

from tests.e2e.accessibility import violations, wider_than_the_screen
from tests.e2e.conftest import PHONE, OpenPage
from tests.e2e.screen_texts import localized_message
from tests.e2e.shop_steps import ask_for_code, log_in, section
from tests.e2e.stack import Stack


@pytest.fixture
def email() -> str:
    return f"person-{uuid.uuid4().hex[:10]}@akshamala.example"


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
    details.get_by_label("Phone").fill("1234567890")
    expect(details.get_by_text("A mobile number in India begins with 6, 7, 8 or 9")).to_be_visible()
    details.get_by_label("Phone").fill("+91 (0) 98765 – 43210")
    details.get_by_role("button", name="Save").click()

    expect(laptop.get_by_text("Profile updated successfully!")).to_be_visible()
    expect(section(phone, "Details").get_by_label("Name")).to_have_value("मीरा अय्यर")
    expect(section(phone, "Details").get_by_label("Phone")).to_have_value("9876543210")


def test_pincode_fills_in_its_state_and_no_other(stack: Stack, open_page: OpenPage, email: str) -> None:
    page = open_page()
    log_in(page, stack, email, at=stack.shop_url)
    page.goto(f"{stack.shop_url}/profile")
    section(page, "Addresses").get_by_role("button", name="Add an address").click()
    dialog = page.get_by_role("dialog", name="New address")
    pincode, city, state = (dialog.get_by_label(label, exact=True) for label in ("Pincode", "City", "State"))

    for typed, town, where in (
        ("७९९००१", "Agartala", "Tripura"),
        # The army's post, and a town that lies in two states: the shopper says which.
        ("901204", "", ""),
        ("533464", "Yanam", "Puducherry"),
        ("605014", "Pondicherry", ""),
    ):
        pincode.fill(typed)
        expect(city).to_have_value(town)
        expect(state).to_have_value(where)


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

    expect(section(page, "पते").get_by_role("button", name="पता जोड़ें")).to_be_visible()
    # The second one is added before the list has shown the first.
    late: list[Route] = []
    lists = re.compile(r"/api/auth/addresses$")
    page.route(
        lists, lambda route: late.append(route) if route.request.method == "GET" else route.continue_()
    )
    add("पहली गली")
    add("दूसरी गली")
    for route in late:
        route.continue_()
    page.unroute(lists)
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
    expect(page.get_by_text(f"Logged in as {email}")).to_be_visible()

    mark = stack.last_mail_id()
    part.get_by_label(f"Code sent to {new} (new address)").fill(code)
    part.get_by_label(f"Code sent to {email} (current address)").fill(f"{(int(own) + 1) % 1_000_000:06d}")
    part.get_by_role("button", name="Confirm the new address").click()
    expect(part.get_by_label(f"Code sent to {email} (current address)")).to_be_focused()
    part.get_by_label(f"Code sent to {email} (current address)").fill(own)
    part.get_by_role("button", name="Confirm the new address").click()

    expect(page.get_by_text("Your email address has changed.")).to_be_visible()
    expect(page.get_by_text(f"Logged in as {new}")).to_be_visible()
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


def test_language_chosen_while_logged_in_is_the_one_of_the_mails(stack: Stack, open_page: OpenPage) -> None:
    page = open_page()
    log_in(page, stack, f"reader-{uuid.uuid4().hex[:8]}@akshamala.example", at=stack.shop_url)
    page.goto(f"{stack.shop_url}/profile")
    expect(page.get_by_label("Language of our emails")).to_have_value("en")

    with page.expect_response(lambda answer: answer.request.method == "PUT"):
        page.get_by_role("banner").get_by_role("button", name="हिन्दी – Hindi").click()

    expect(page.get_by_label(localized_message("hi", "account:fields.language"))).to_have_value("hi")
    # A page this browser loads is in English again.
    page.reload()
    expect(page.get_by_label("Language of our emails")).to_have_value("hi")


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
    stack.mail_to(email, containing="have been deleted", after=mark)
