"""The shell of every page: header, menus, footer, chat, live status, and navigation to another page."""

import re
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import expect

from tests.e2e.accessibility import violations, wider_than_the_screen
from tests.e2e.conftest import DESKTOP, PHONE, OpenPage
from tests.e2e.shop_steps import Traffic, log_in
from tests.e2e.stack import Stack

pytestmark = pytest.mark.any_stack

NARROW = (320, 640)


def test_the_menu_of_a_phone_has_everything(open_page: OpenPage, stack: Stack) -> None:
    page = open_page(size=PHONE)
    page.goto(stack.shop_url)
    button = page.get_by_role("button", name="Menu", exact=True)
    button.click()
    menu = page.get_by_role("dialog", name="Menu")
    for name in ("Home", "All products", "Rudraksha", "Wishlist", "Login"):
        expect(menu.get_by_role("link", name=name, exact=True)).to_be_visible()
    assert (violations(page), wider_than_the_screen(page)) == ([], 0)

    menu.get_by_role("button", name=re.compile("हिन्दी")).click()
    expect(page.locator("html")).to_have_attribute("lang", "hi")
    page.keyboard.press("Escape")

    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("banner").get_by_role("button").first).to_be_focused()


def test_the_menu_of_a_phone_leads_to_the_search(open_page: OpenPage, stack: Stack) -> None:
    page = open_page(size=PHONE)
    page.goto(stack.shop_url)

    page.get_by_role("button", name="Menu", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Search the shop").click()

    expect(page.get_by_role("combobox", name="Search the shop")).to_be_focused()


def test_whoever_is_logged_in_has_a_menu_of_their_own(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()
    log_in(page, stack, "customer@akshamala.example", at=stack.shop_url)
    page.goto(f"{stack.shop_url}/products")

    page.get_by_role("button", name=re.compile("^Account of")).click()
    menu = page.get_by_role("menu")
    expect(menu.get_by_text("Logged in as customer@akshamala.example")).to_be_visible()
    expect(menu.get_by_role("menuitem", name="Admin")).to_have_count(0)
    menu.get_by_role("menuitem", name="Logout").click()

    page.wait_for_url(f"{stack.shop_url}/")
    expect(page.get_by_role("banner").get_by_role("link", name="Login")).to_be_visible()
    expect(page.get_by_text("Logged out successfully").first).to_be_visible()


def test_only_admins_are_led_to_the_back_office(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()
    log_in(page, stack, "admin@akshamala.example", at=stack.staff_url)
    page.goto(f"{stack.staff_url}/products")

    page.get_by_role("button", name=re.compile("^Account of")).click()
    page.get_by_role("menuitem", name="Admin").click()

    page.wait_for_url("**/admin")


@pytest.mark.parametrize("language", ["en-IN", "hi-IN"])
def test_the_header_fits_the_narrowest_phone(open_page: OpenPage, stack: Stack, language: str) -> None:
    page = open_page(language, NARROW)
    page.goto(stack.shop_url)
    expect(page.get_by_role("heading", level=1)).to_be_visible()

    assert wider_than_the_screen(page) == 0


# -- A new page ----------------------------------------------------------------------------------


def test_the_first_stop_of_the_keyboard_skips_the_header(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()
    page.goto(stack.shop_url)
    expect(page.get_by_role("heading", level=1)).to_be_visible()

    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")

    expect(page.locator("#content")).to_be_focused()


def test_a_new_page_takes_the_focus_and_is_announced(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()
    page.goto(stack.shop_url)

    page.get_by_role("banner").get_by_role("link", name="All products").click()

    expect(page.get_by_role("heading", level=1, name="All products")).to_be_visible()
    expect(page.locator("#content")).to_be_focused()
    expect(page.get_by_role("status").filter(has_text="All products · Akshamala")).to_have_count(1)


def test_a_menu_that_closes_does_not_take_the_focus_back(open_page: OpenPage, stack: Stack) -> None:
    page = open_page(size=PHONE)
    page.goto(stack.shop_url)

    page.get_by_role("button", name="Menu", exact=True).click()
    page.get_by_role("dialog").get_by_role("link", name="All products").click()

    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("#content")).to_be_focused()


def test_going_back_shows_what_was_seen(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()
    page.goto(f"{stack.shop_url}/products")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    card = page.get_by_role("main").get_by_role("article").nth(7)
    card.scroll_into_view_if_needed()
    before = page.evaluate("window.scrollY")
    assert before > 300

    card.get_by_role("heading").get_by_role("link").click()
    page.wait_for_url(re.compile(r"/products/[\w-]+$"))
    expect(page.get_by_role("navigation", name="You are here")).to_be_visible()
    page.wait_for_function("window.scrollY < 50")
    page.go_back()

    page.wait_for_url("**/products")
    page.wait_for_function("before => Math.abs(window.scrollY - before) < 60", arg=before)


# -- Banners -------------------------------------------------------------------------------------


def test_the_wait_for_the_shop_stays_in_sight_and_counts_down(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()
    # What the browser keeps when the shop has refused a call.
    page.add_init_script(
        "sessionStorage.seen || localStorage.setItem('rateLimitInfo', JSON.stringify("
        "{timestamp: Date.now(), retryAfter: 40})); sessionStorage.seen = '1'"
    )
    page.goto(f"{stack.shop_url}/products")
    banner = page.get_by_text(re.compile(r"Please wait \d+ seconds")).first
    expect(banner).to_be_visible()
    # Further down it may cover a part of any button.
    assert violations(page) == []
    first = banner.inner_text()
    page.mouse.wheel(0, 900)
    expect(banner).not_to_have_text(first)
    expect(banner).to_be_in_viewport()

    page.get_by_role("button", name="Dismiss this message").click()

    expect(banner).to_have_count(0)
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(banner).to_have_count(0)


def test_a_page_says_when_it_is_live_and_when_it_is_not(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()
    page.goto(f"{stack.shop_url}/products/5-mukhi-rudraksha")
    live = page.get_by_role("contentinfo").get_by_text("This page is live: changes appear by themselves.")
    expect(live).to_be_visible()

    page.context.set_offline(True)
    expect(page.get_by_role("banner").get_by_text("No connection to the shop")).to_be_visible()
    assert violations(page) == []
    page.context.set_offline(False)

    expect(page.get_by_role("banner").get_by_text("No connection to the shop")).to_have_count(0)
    expect(live).to_be_visible()


# -- Footer and chat -----------------------------------------------------------------------------


def test_no_link_of_the_shell_is_dead(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()
    page.goto(stack.shop_url)
    expect(page.get_by_role("contentinfo").get_by_role("link", name="Rudraksha", exact=True)).to_be_visible()
    hrefs: list[str] = page.locator("header a, footer a").evaluate_all(
        "links => links.map(link => link.href)"
    )
    own = sorted({href for href in hrefs if href.startswith(stack.shop_url)})

    answers = {href: httpx.get(href, trust_env=False, timeout=20).status_code for href in own}

    assert len(own) > 8
    assert answers == dict.fromkeys(own, 200)


@pytest.fixture(scope="module")
def whole_shop(stack: Stack) -> Iterator[str]:
    """The shop by a server to which all was told about the seller; its address."""
    stack.change_shop(
        seller={"address": "12 Sample Road\nPune 411001", "grievance_officer": "Asha Kulkarni"},
        contact={
            "phone": "+91 98765 43210",
            "whatsapp": "+91 98765-43210",
            "instagram": "https://instagram.com/akshamala.example",
        },
        tax={"registration": "registered", "gstin": "27ABCDE1234F1Z0"},
    )
    server = stack.serve()
    yield server.url
    server.stop()
    stack.restore_shop()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_footer_names_the_seller(open_page: OpenPage, whole_shop: str, size: tuple[int, int]) -> None:
    page = open_page(size=size)
    page.goto(f"{whole_shop}/login")
    footer = page.get_by_role("contentinfo")

    expect(footer.get_by_role("link", name="+91 98765 43210")).to_have_attribute("href", "tel:+919876543210")
    expect(footer.get_by_role("link", name="care@akshamala.example")).to_have_attribute(
        "href", "mailto:care@akshamala.example"
    )
    for text in ("12 Sample Road", "Pune 411001", "27ABCDE1234F1Z0", "Asha Kulkarni"):
        expect(footer.get_by_text(text)).to_be_visible()
    expect(footer.get_by_role("link", name="Instagram")).to_be_visible()
    expect(footer.get_by_role("link", name="Facebook")).to_have_count(0)
    assert (violations(page), wider_than_the_screen(page)) == ([], 0)


@pytest.mark.parametrize(
    ("language", "open_name", "start", "greeting"),
    [
        ("en-IN", "Chat with us on WhatsApp", "Start the chat", "Namaste"),
        ("hi-IN", "व्हाट्सऐप पर हमसे बात करें", "बातचीत शुरू करें", "%E0%A4%A8%E0%A4%AE%E0%A4%B8"),
    ],
)
def test_a_chat_begins_with_a_greeting(
    open_page: OpenPage, whole_shop: str, language: str, open_name: str, start: str, greeting: str
) -> None:
    page = open_page(language, PHONE)
    page.goto(f"{whole_shop}/products/5-mukhi-rudraksha")

    page.get_by_role("button", name=open_name).click()

    chat = page.get_by_role("link", name=start)
    expect(chat).to_be_visible()
    expect(chat).to_have_attribute("href", re.compile(rf"^https://wa\.me/919876543210\?text={greeting}"))
    assert (violations(page), wider_than_the_screen(page)) == ([], 0)


def test_a_shop_without_a_number_offers_no_chat(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()
    traffic = Traffic(page)
    # The button's script comes a moment after the first screen.
    with page.expect_response("**/assets/support-*.js"):
        page.goto(stack.shop_url)
    expect(page.get_by_role("contentinfo").get_by_text("Sold by")).to_be_visible()
    traffic.wait_until_quiet()

    expect(page.get_by_role("button", name="Chat with us on WhatsApp")).to_have_count(0)


# -- Not found -----------------------------------------------------------------------------------


def test_an_unknown_address_suggests_what_is_close_to_it(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()

    answer = page.goto(f"{stack.shop_url}/shop/amethyst")

    assert answer is not None
    assert answer.status == 404
    expect(page.get_by_role("heading", level=1, name="Page Not Found")).to_be_visible()
    near = page.get_by_role("region", name="Perhaps you were looking for")
    expect(near.get_by_role("article").first).to_contain_text("Amethyst")
    assert violations(page) == []
    page.get_by_role("main").get_by_role("searchbox").fill("mala")
    page.keyboard.press("Enter")
    page.wait_for_url("**/products?search=mala")


def test_go_back_without_a_history_leads_home(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()
    page.goto(f"{stack.shop_url}/no-such-page")

    page.get_by_role("button", name="Go Back").click()

    page.wait_for_url(f"{stack.shop_url}/")


# -- After a deploy ------------------------------------------------------------------------------


@pytest.mark.parametrize("is_older", [True, False])
def test_page_of_an_older_build_loads_the_next_one_anew(
    open_page: OpenPage, stack: Stack, is_older: bool
) -> None:
    page = open_page()
    page.goto(stack.shop_url)
    page.evaluate("window.isThisPage = true")
    if is_older:
        page.evaluate("document.querySelector('meta[name=build]').content = 'older'")

    # The first answer of the API names the server's build.
    with page.expect_response(re.compile(r"/api/products\?")):
        page.locator('a[href="/products"]').first.click()
    page.wait_for_url("**/products")
    page.get_by_role("main").locator('a[href^="/products/"]').first.click()

    page.wait_for_url("**/products/*")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.wait_for_function(f"Boolean(window.isThisPage) === {str(not is_older).lower()}")


def test_a_notice_whose_code_never_comes_is_shown_as_text(open_page: OpenPage, stack: Stack) -> None:
    page = open_page(size=PHONE)
    page.route("**/assets/toaster-*.js", lambda route: route.abort())
    page.goto(f"{stack.shop_url}/products/5-mukhi-rudraksha")

    page.get_by_role("button", name="Add to wishlist: 5 Mukhi").first.click()

    expect(page.get_by_role("alert").filter(has_text="wishlist on every device")).to_be_visible()
