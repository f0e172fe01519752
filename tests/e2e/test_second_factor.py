"""The second factor of staff in the browser: set up, proven at the login, asked for again."""

import uuid
from collections.abc import Iterator
from urllib.parse import urlsplit

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.e2e.accessibility import violations, wider_than_the_screen
from tests.e2e.conftest import OpenPage
from tests.e2e.screen_texts import localized_message
from tests.e2e.shop_steps import access_token, log_in, login_code
from tests.e2e.stack import Stack

_HALF_AN_HOUR_AGO = (
    "from datetime import timedelta\n"
    "from django.utils import timezone\n"
    "from project.accounts.models import Token\n"
    "at = timezone.now() - timedelta(minutes=31)\n"
)
STALE = _HALF_AN_HOUR_AGO + "Token.objects.filter(user__email={email!r}).update(second_factor_at=at)"
IDLE = _HALF_AN_HOUR_AGO + "Token.objects.filter(user__email={email!r}).update(last_used_at=at)"


@pytest.fixture
def admin(stack: Stack) -> Iterator[str]:
    """The address of an admin of this test alone."""
    email = f"boss-{uuid.uuid4().hex[:8]}@akshamala.example"
    stack.add_sample_staff(email, "admin")
    yield email
    stack.manage("set_role", email, "customer")


def with_authenticator(page: Page) -> None:
    """Give the browser a device that says yes to every passkey."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
    }
    session.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def check(page: Page) -> None:
    """Look for what a screen must never have."""
    assert violations(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert wider_than_the_screen(page) <= 0
    assert violations(page, contrast=False) == []
    page.set_viewport_size({"width": 1280, "height": 900})


@pytest.mark.timeout(300)
def test_a_passkey_is_set_up_and_asked_for_again_without_losing_the_call(
    open_page: OpenPage, stack: Stack, admin: str
) -> None:
    page = open_page()
    with_authenticator(page)
    # Passkeys are bound to a name; here that is localhost.
    here = f"http://localhost:{urlsplit(stack.staff_url).port}"
    page.goto(f"{here}/login?redirect=/admin/users")
    page.get_by_label("Email").fill(admin)
    mark = stack.last_mail_id()
    page.get_by_role("button", name="Send code").click()
    page.get_by_label("Six-digit code").fill(login_code(stack, admin, after=mark))
    page.get_by_role("button", name="Verify and login").click()
    expect(page.get_by_role("heading", name="Set up a second factor")).to_be_visible()
    check(page)
    page.get_by_role("button", name="Create a passkey").click()
    expect(page.get_by_role("list", name="Recovery codes").get_by_role("listitem")).to_have_count(10)
    check(page)
    page.get_by_role("button", name="I have kept them").click()
    page.wait_for_url("**/admin/users")

    stack.manage("shell", "-c", STALE.format(email=admin))
    page.goto(f"{here}/admin/users?search=customer@akshamala.example")
    page.get_by_role("button", name="Open Sample customer").first.click()
    window = page.get_by_role("dialog")
    window.get_by_label("Role").select_option("support")
    window.get_by_role("button", name="Give this role").click()
    again = page.get_by_role("dialog", name="Second factor, once more")
    expect(again).to_be_visible()
    check(page)
    page.keyboard.press("Escape")
    expect(again).to_be_hidden()
    expect(window).to_be_visible()
    expect(window.get_by_text("Please prove your second factor again for this step")).to_be_visible()
    window.get_by_label("Role").select_option("support")
    window.get_by_role("button", name="Give this role").click()
    again.get_by_role("button", name="Continue with a passkey").click()
    expect(page.get_by_text("The account was updated")).to_be_visible()
    expect(window.get_by_label("Role")).to_have_value("support")
    window.get_by_label("Role").select_option("customer")
    window.get_by_role("button", name="Give this role").click()
    expect(again).to_be_hidden()

    page.goto(f"{here}/profile")
    part = page.get_by_role("region", name="Security")
    expect(part.get_by_text("My device")).to_be_visible()
    check(page)


def test_page_stands_when_the_question_for_the_second_factor_cannot_be_loaded(
    open_page: OpenPage, stack: Stack, admin: str
) -> None:
    page = open_page()
    log_in(page, stack, admin, at=stack.staff_url)
    stack.manage("shell", "-c", STALE.format(email=admin))
    page.route("**/assets/reauthentication-dialog-*.js", lambda route: route.abort())
    page.goto(f"{stack.staff_url}/admin/users?search=customer@akshamala.example")
    page.get_by_role("button", name="Open Sample customer").first.click()
    window = page.get_by_role("dialog")
    window.get_by_label("Role").select_option("support")

    window.get_by_role("button", name="Give this role").click()

    failed = page.get_by_role("alert").filter(has_text=localized_message("en", "common:partFailed"))
    failed.get_by_role("button", name=localized_message("en", "common:close")).click()
    expect(window.get_by_text("Please prove your second factor again for this step")).to_be_visible()


@pytest.mark.timeout(300)
def test_idle_session_ends_at_the_login_and_goes_on_at_the_same_place(
    open_page: OpenPage, stack: Stack, admin: str
) -> None:
    page = open_page("hi-IN")
    log_in(page, stack, admin, at=stack.staff_url)
    place = f"{stack.staff_url}/admin/transactions?status=FAILED"
    page.goto(place)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    # An open page may hear of the end by itself, and what it then says is gone when it is opened again.
    page.close()

    stack.manage("shell", "-c", IDLE.format(email=admin))
    page = page.context.new_page()
    page.goto(place)

    page.wait_for_url("**/login?redirect=*")
    expect(page.get_by_text(localized_message("hi", "account:ended.title"))).to_be_visible()
    mark = stack.last_mail_id()
    page.get_by_label(localized_message("hi", "account:fields.email")).fill(admin)
    page.get_by_role("button", name=localized_message("hi", "account:login.send")).click()
    code = login_code(stack, admin, after=mark, language="hi")
    page.get_by_label(localized_message("hi", "account:login.code")).fill(code)
    page.get_by_role("button", name=localized_message("hi", "account:login.verify")).click()
    expect(
        page.get_by_role("heading", name=localized_message("hi", "secondFactor:enrol.title"))
    ).to_be_visible()
    page.get_by_role("button", name=localized_message("hi", "secondFactor:app.begin")).click()
    expect(page.get_by_role("img", name=localized_message("hi", "secondFactor:app.picture"))).to_be_visible()
    check(page)
    page.get_by_role("button", name=localized_message("hi", "secondFactor:shortcut.button")).click()
    expect(page).to_have_url(place)


@pytest.mark.timeout(300)
def test_proof_in_one_tab_leaves_the_others_of_the_browser_logged_in_and_live(
    open_page: OpenPage, stack: Stack, admin: str
) -> None:
    here = open_page()
    log_in(here, stack, admin, at=stack.staff_url)
    tabs = [here, here.context.new_page(), here.context.new_page()]
    for tab in tabs[1:]:
        tab.goto(f"{stack.staff_url}/admin/transactions")
        expect(tab.get_by_text("Live", exact=True)).to_be_visible()
    stolen = access_token(tabs[1])
    stack.manage("shell", "-c", STALE.format(email=admin))
    here.goto(f"{stack.staff_url}/admin/users?search=customer@akshamala.example")
    here.get_by_role("button", name="Open Sample customer").first.click()
    window = here.get_by_role("dialog")
    window.get_by_label("Role").select_option("support")
    window.get_by_role("button", name="Give this role").click()
    again = here.get_by_role("dialog", name="Second factor, once more")

    again.get_by_role("button", name=localized_message("en", "secondFactor:shortcut.button")).click()
    # A tab that wants a token while the proof is under way waits for the new cookie.
    tabs[2].reload()

    expect(here.get_by_text("The account was updated")).to_be_visible()
    expect(window.get_by_label("Role")).to_have_value("support")
    headers = {"Authorization": f"Bearer {stolen}"}
    refused = httpx.get(f"{stack.staff_url}/api/auth/profile", headers=headers, trust_env=False)
    assert refused.status_code == 401
    for tab in tabs[1:]:
        expect(tab.get_by_text("Live", exact=True)).to_be_visible()
        tab.get_by_role("link", name="Users", exact=True).click()
        expect(tab.locator("[data-row]").first).to_be_visible()
        tab.get_by_role("link", name="Transactions", exact=True).click()
        expect(tab.get_by_text("Live", exact=True)).to_be_visible()
        assert "/login" not in tab.url
    window.get_by_label("Role").select_option("customer")
    # Other tests look for this customer.
    with here.expect_response(lambda answer: answer.url.endswith("/role") and answer.ok):
        window.get_by_role("button", name="Give this role").click()
