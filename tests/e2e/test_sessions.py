"""Logged in for long, with nothing in the page's reach that a script could take along."""

import re
import uuid
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import BrowserContext, Page, Request, Route, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.shop_steps import SESSION_NAME, Traffic, log_in, log_in_here
from tests.e2e.stack import Stack
from tests.waiting import eventually

PATH = "/api/auth/session"

# All that a script in the page can read and carry away.
LOOT = """async () => {
    const found = [document.cookie, window.name, location.href, document.documentElement.outerHTML]
    for (const storage of [localStorage, sessionStorage])
        for (const key of Object.keys(storage)) found.push(key, storage.getItem(key))
    for (const { name } of await indexedDB.databases()) found.push(name)
    for (const name of await caches.keys())
        for (const { url } of await (await caches.open(name)).keys()) found.push(url)
    found.push(JSON.stringify(history.state))
    for (const name of Object.getOwnPropertyNames(window)) {
        try {
            if (typeof window[name] === "string") found.push(window[name])
            else if (typeof window[name] === "object") found.push(JSON.stringify(window[name]) ?? "")
        } catch {}
    }
    return found
}"""


@pytest.fixture
def email() -> str:
    return f"stayer-{uuid.uuid4().hex[:10]}@akshamala.example"


def enter(page: Page, stack: Stack, email: str, *, at: str = "") -> None:
    """Log in by the buttons and arrive at the profile."""
    page.goto(f"{at or stack.shop_url}/login?redirect=/profile")
    log_in_here(page, stack, email)
    expect(page.get_by_text(f"Logged in as {email}")).to_be_visible()


def arrive(page: Page, stack: Stack, email: str) -> None:
    """Be at the profile, logged in; where the login itself matters people `enter`."""
    log_in(page, stack, email, at=stack.shop_url)
    page.goto(f"{stack.shop_url}/profile")
    expect(page.get_by_text(f"Logged in as {email}")).to_be_visible()


def cookie_of(context: BrowserContext) -> dict[str, Any]:
    """Return the session's cookie as the browser has it."""
    (found,) = (cookie for cookie in context.cookies() if cookie["name"] == "session")
    return dict(found)


class Exchanges:
    """The exchanges a page makes from now on."""

    def __init__(self, page: Page) -> None:
        self.count = 0
        page.on("request", self._note)

    def _note(self, request: Request) -> None:
        self.count += request.method == "POST" and request.url.endswith(PATH)


# -- What a script finds -------------------------------------------------------------------------


def opens(stack: Stack, value: str) -> bool:
    """Return whether the value opens a session, as an access token or as the cookie."""
    with httpx.Client(base_url=stack.shop_url, trust_env=False) as client:
        token = client.get("/api/auth/profile", headers={"Authorization": f"Bearer {value}"})
        headers = {"Origin": stack.shop_url, "Cookie": f"session={value}"}
        return token.is_success or client.post(PATH, headers=headers).is_success


@pytest.mark.timeout(300)
def test_script_in_a_page_finds_nothing_that_opens_the_account(
    open_page: OpenPage, stack: Stack, email: str
) -> None:
    page = open_page()
    enter(page, stack, email)
    page.reload()
    expect(page.get_by_text(f"Logged in as {email}")).to_be_visible()

    loot = page.evaluate(LOOT)

    secret = cookie_of(page.context)["value"]
    assert opens(stack, secret)
    assert not any(secret in text for text in loot)
    # Secrets and tokens are long and of these letters.
    words = {word for text in loot for word in re.findall(r"[\w:.-]{20,}", text)}
    assert page.evaluate("localStorage.getItem('token')") in words
    suspects = {word for word in words if re.search(r"\d", word) and "/" not in word}
    assert [word for word in suspects if opens(stack, word)] == []


def test_cookie_is_out_of_reach_and_outlives_the_browser(
    open_page: OpenPage, stack: Stack, email: str
) -> None:
    page = open_page()
    enter(page, stack, email)

    cookie = cookie_of(page.context)

    assert (cookie["httpOnly"], cookie["sameSite"], cookie["path"]) == (True, "Strict", "/api/auth")
    assert cookie["expires"] - page.evaluate("Date.now() / 1000") > 399 * 24 * 3600

    assert page.context.browser is not None
    kept = page.context.storage_state()
    with page.context.browser.new_context(storage_state=kept) as restarted:
        again = restarted.new_page()
        again.goto(f"{stack.shop_url}/profile")
        expect(again.get_by_text(f"Logged in as {email}")).to_be_visible()


@pytest.fixture
def elsewhere(open_page: OpenPage, stack: Stack, email: str) -> Iterator[Page]:
    """A page of somebody logged in that lets other hosts be named in it."""
    page = open_page()
    log_in(page, stack, email, at=stack.shop_url)
    page.context.route(
        re.compile(r"^http://(evil\.example|127\.0\.0\.1:9)/"),
        lambda route: route.fulfill(content_type="text/html", body="<title>Elsewhere</title>"),
    )
    yield page


@pytest.mark.parametrize("attacker", ["http://evil.example", "http://127.0.0.1:9"])
def test_page_of_another_site_cannot_use_the_cookie(elsewhere: Page, stack: Stack, attacker: str) -> None:
    page = elsewhere
    page.goto(f"{attacker}/")

    # A form needs nobody's leave. Its answer cannot be read over there, but it must do nothing, either.
    with page.expect_navigation() as navigation:
        page.evaluate(
            """address => {
                const form = document.createElement("form")
                Object.assign(form, { method: "post", action: address })
                document.body.append(form)
                form.submit()
            }""",
            f"{stack.shop_url}{PATH}",
        )
    answer = navigation.value
    assert answer is not None
    assert (answer.url, answer.status) == (f"{stack.shop_url}{PATH}", 403)
    assert "set-cookie" not in answer.headers

    page.goto(f"{attacker}/")
    outcome = page.evaluate(
        """async address => Promise.all(["POST", "DELETE"].map(async (method) => {
            const options = { method, credentials: "include" }
            return fetch(address, options).then((got) => got.status, () => "refused")
        }))""",
        f"{stack.shop_url}{PATH}",
    )

    assert outcome == ["refused", "refused"]
    page.goto(f"{stack.shop_url}/profile")
    expect(page.get_by_role("heading", level=1, name="My profile")).to_be_visible()


# -- Renewal -------------------------------------------------------------------------------------


def test_expired_access_token_is_renewed_once_for_all_calls(
    open_page: OpenPage, stack: Stack, email: str
) -> None:
    page = open_page()
    page.clock.install()
    traffic = Traffic(page)
    arrive(page, stack, email)
    # Sixteen minutes drop what the page came with; by then all of it has been shown.
    traffic.wait_until_quiet()
    exchanges = Exchanges(page)

    page.clock.fast_forward("16:00")
    section = page.get_by_role("region", name="Details")
    section.get_by_label("Name").fill("Asha Rao")
    section.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Profile updated successfully!")).to_be_visible()
    page.get_by_role("link", name="Wishlist").first.click()
    expect(page.get_by_role("heading", name="Your wishlist is empty")).to_be_visible()

    assert exchanges.count == 1


def test_calls_that_the_server_refuses_are_repeated_after_one_exchange(
    open_page: OpenPage, stack: Stack, email: str
) -> None:
    page = open_page()
    arrive(page, stack, email)
    refused: list[str] = []

    def spoil(route: Route, request: Request) -> None:
        """Send each call with a token that is over, the first time."""
        if "authorization" in request.headers and request.url not in refused:
            refused.append(request.url)
            route.continue_(headers={**request.headers, "authorization": "Bearer over"})
        else:
            route.continue_()

    page.route(re.compile(r"/api/(?!auth/session)"), spoil)
    page.reload()
    exchanges = Exchanges(page)
    expect(page.get_by_text(f"Logged in as {email}")).to_be_visible()
    expect(page.get_by_role("region", name="Devices").get_by_text("This device")).to_be_visible()

    eventually(lambda: page.evaluate("true") and len(refused) >= 3)
    assert exchanges.count <= 2


# -- Tabs ----------------------------------------------------------------------------------------


def test_tabs_log_in_and_out_together(open_page: OpenPage, stack: Stack, email: str) -> None:
    here = open_page()
    arrive(here, stack, email)
    there = here.context.new_page()
    there.goto(f"{stack.shop_url}/profile")
    expect(there.get_by_text(f"Logged in as {email}")).to_be_visible()
    secret = cookie_of(here.context)["value"]

    here.get_by_role("button", name=f"Account of {email}").click()
    here.get_by_role("menuitem", name="Logout").click()

    there.wait_for_url("**/login?redirect=%2Fprofile")
    here.wait_for_url(f"{stack.shop_url}/")
    eventually(lambda: not opens(stack, secret))
    # The server ends the session before its answer, which takes the cookie back, has arrived.
    eventually(lambda: all(cookie["name"] != "session" for cookie in here.context.cookies()))

    other = f"other-{email}"
    enter(here, stack, other)
    there.wait_for_url("**/profile")
    expect(there.get_by_text(f"Logged in as {other}")).to_be_visible()


def test_answer_about_an_earlier_session_is_not_shown_in_the_next(
    open_page: OpenPage, stack: Stack, email: str
) -> None:
    here = open_page()
    arrive(here, stack, email)
    there = here.context.new_page()
    held: list[tuple[Route, Any]] = []
    there.route(f"**{PATH}", lambda route: held.append((route, route.fetch().json())), times=1)
    there.goto(f"{stack.shop_url}/profile")
    eventually(lambda: there.evaluate("true") and held)

    here.get_by_role("button", name=f"Account of {email}").click()
    here.get_by_role("menuitem", name="Logout").click()
    here.wait_for_url(f"{stack.shop_url}/")
    eventually(lambda: all(cookie["name"] != "session" for cookie in here.context.cookies()))
    enter(here, stack, f"other-{email}")
    expect(there.get_by_text(f"Logged in as other-{email}")).to_be_visible()
    route, answer = held[0]
    route.fulfill(json=answer)

    there.get_by_role("link", name="Wishlist").first.click()
    expect(there.get_by_role("heading", name="Your wishlist is empty")).to_be_visible()
    expect(there.get_by_role("button", name=f"Account of other-{email}")).to_be_visible()


def test_ended_session_is_over_at_the_next_call_and_after_a_reload(
    open_page: OpenPage, stack: Stack, email: str
) -> None:
    page = open_page()
    traffic = Traffic(page)
    arrive(page, stack, email)
    # A part of the page that asks later would notice it, too.
    traffic.wait_until_quiet()
    over = f"from project.accounts.models import Token; Token.objects.filter(user__email={email!r}).delete()"
    stack.manage("shell", "-c", over)

    section = page.get_by_role("region", name="Details")
    section.get_by_label("Name").fill("Asha Rao")
    section.get_by_role("button", name="Save").click()

    page.wait_for_url("**/login?redirect=%2Fprofile")
    expect(page.get_by_text("You have been logged out")).to_be_visible()
    assert page.evaluate("localStorage.getItem('token')") is None


def test_token_of_an_earlier_version_is_thrown_away(open_page: OpenPage, stack: Stack, email: str) -> None:
    page = open_page()
    page.goto(f"{stack.shop_url}/robots.txt")
    page.evaluate("localStorage.setItem('token', 'x'.repeat(43))")

    page.goto(f"{stack.shop_url}/profile")

    page.wait_for_url("**/login?redirect=%2Fprofile")
    assert page.evaluate("localStorage.getItem('token')") is None


def test_name_of_a_session_alone_opens_nothing(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()
    page.goto(f"{stack.shop_url}/robots.txt")
    page.evaluate(f"localStorage.setItem('token', '{SESSION_NAME}')")

    page.goto(f"{stack.shop_url}/profile")

    page.wait_for_url("**/login?redirect=%2Fprofile")


def test_staff_login_goes_on_after_a_reload_half_way_and_holds_on_their_server(
    open_page: OpenPage, stack: Stack
) -> None:
    page = open_page()
    page.goto(f"{stack.staff_url}/login?redirect=/admin/transactions")
    mark = stack.last_mail_id()
    page.get_by_label("Email").fill("support@akshamala.example")
    page.get_by_role("button", name="Send code").click()
    code = stack.mailbox.code_to("support@akshamala.example", containing="login code", after=mark)
    page.get_by_label("Six-digit code").fill(code)
    page.get_by_role("button", name="Verify and login").click()
    skip = page.get_by_role("button", name="Development: go on without")
    expect(skip).to_be_visible()

    page.reload()
    skip.click()
    page.wait_for_url(lambda url: "/login" not in url)
    page.reload()

    expect(page.get_by_role("heading", name="Transaction Management")).to_be_visible()
    expect(page.get_by_text("Live", exact=True)).to_be_visible()


def test_idle_page_of_staff_keeps_no_session_alive(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()
    page.clock.install()
    traffic = Traffic(page)
    email = f"idle-{uuid.uuid4().hex[:8]}@akshamala.example"
    stack.add_sample_staff(email, "support")
    log_in(page, stack, email, at=stack.staff_url)
    page.goto(f"{stack.staff_url}/admin/transactions")
    expect(page.get_by_text("Live", exact=True)).to_be_visible()

    def pass_minutes(minutes: int) -> None:
        over = (
            "from datetime import timedelta\n"
            "from django.db.models import F\n"
            "from project.accounts.models import Token\n"
            f"at = F('last_used_at') - timedelta(minutes={minutes})\n"
            f"Token.objects.filter(user__email={email!r}).update(last_used_at=at)"
        )
        stack.manage("shell", "-c", over)

    # What it has asked for so far was asked with somebody before it.
    traffic.wait_until_quiet()
    pass_minutes(28)
    # What the page does by itself in the meantime: its socket is taken for dead, and connects again.
    with page.expect_websocket():
        page.clock.fast_forward("29:00")
    expect(page.get_by_text("Live", exact=True)).to_be_visible()
    traffic.wait_until_quiet()
    pass_minutes(3)
    page.reload()

    page.wait_for_url("**/login?redirect=*")
