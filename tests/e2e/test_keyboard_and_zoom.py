"""Whoever uses no mouse, enlarges everything, or wants no motion: WCAG 2.2 AA beyond what axe can see."""

from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.e2e.accessibility import wider_than_the_screen
from tests.e2e.conftest import DESKTOP, PHONE, OpenPage
from tests.e2e.screen_texts import LANGUAGES
from tests.e2e.shop_steps import log_in, wait_until_loaded
from tests.e2e.stack import Stack
from tests.public_pages import BEAD, PUBLIC_PAGES
from tests.waiting import eventually

pytestmark = [pytest.mark.any_stack, pytest.mark.timeout(300)]

# A desk's 1280 pixels at 200 %, and at 400 %: what is left of them to lay a page out in.
ENLARGED: Final = ((640, 450), (320, 256))
# Every kind of page; the fixed texts are one kind.
WALKED: Final = (
    "/",
    "/products",
    "/category/rudraksha",
    f"/products/{BEAD}",
    f"/products/{BEAD}#reviews",
    "/cart",
    "/login",
    "/payment/status",
    "/track-order",
    "/verify",
    "/rudraksh-recommendation",
    "/rudraksh-recommendation?sign=leo",
    "/contact",
    "/terms",
    "/no-such-page",
)
MOST_STOPS: Final = 400
# Those with something that stays in its place beside the header.
COVERED: Final = (f"/products/{BEAD}", "/products", "/cart")
# What the browser keeps when the shop has refused a call.
REFUSED: Final = """
    localStorage.setItem("rateLimitInfo", JSON.stringify({ timestamp: Date.now(), retryAfter: 200 }))
"""

# What has the focus: a name for messages, whether it can be seen to have it, and where it stands beside the
# stop before. Null when the focus has left the page.
STOP: Final = """
    async () => {
        const element = document.activeElement
        if (!element || element === document.body) return null
        const before = window.lastStop
        window.lastStop = element
        const hasParts = ["date", "time"].includes(element.type)
        const isRing = ({ outlineStyle, outlineWidth, boxShadow }) =>
            (outlineStyle !== "none" && parseFloat(outlineWidth) > 0) || boxShadow !== "none"
        // On itself, what it paints over its card, the box it stands in, or the sign beside a hidden input.
        const around = element.parentElement?.closest("div, form, label, li")
        const rings = [element, element.nextElementSibling, around]
            .filter(Boolean)
            .flatMap((each) => [null, "::after", "::before"].map((part) => getComputedStyle(each, part)))
        const isOnScreen = () => {
            const { bottom, top } = element.getBoundingClientRect()
            return bottom > 0 && top < innerHeight
        }
        for (let frames = 0; frames < 30 && !isOnScreen(); frames += 1)
            await new Promise(requestAnimationFrame)
        return {
            name: element.outerHTML.slice(0, 120),
            // A date has a stop, and a ring, for each of its parts.
            isSame: element === before && !hasParts,
            isInFooter: element.closest("footer") !== null,
            isBehind: Boolean(before?.isConnected)
                && Boolean(before.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING),
            isRinged: hasParts || rings.some(isRing),
            isOnScreen: isOnScreen(),
        }
    }
"""

# Whether bars that stay in their place lie over all of what has the focus.
IS_UNDER_A_BAR: Final = """
    async () => {
        const element = document.activeElement
        const isCovered = (left, top) => {
            if (left < 0 || top < 0 || left >= innerWidth || top >= innerHeight) return true
            let bar = document.elementFromPoint(left, top)
            const stays = () => ["fixed", "sticky"].includes(getComputedStyle(bar).position)
            while (bar && !stays()) bar = bar.parentElement
            return Boolean(bar) && !bar.contains(element)
        }
        const isUnder = () => {
            const { x, y, width, height } = element.getBoundingClientRect()
            const parts = [0.02, 0.5, 0.98]
            return parts.every((across) =>
                parts.every((down) => isCovered(x + width * across, y + height * down)))
        }
        for (let frames = 0; frames < 30 && isUnder(); frames += 1)
            await new Promise(requestAnimationFrame)
        return isUnder()
    }
"""

MOVING: Final = """
    () => document.getAnimations()
        .filter(({ effect }) => effect.getComputedTiming().duration > 10)
        .map(({ effect }) => effect.target.outerHTML.slice(0, 120))
"""

# Where the address names a place on the page, the browser's own Tab goes on from there.
TO_THE_TOP: Final = """
    () => {
        window.lastStop = null
        document.body.tabIndex = -1
        document.body.focus({ preventScroll: true })
        document.body.removeAttribute("tabindex")
    }
"""


def walk(page: Page) -> list[dict[str, Any]]:
    """Press Tab from the page's beginning to its end and return every stop."""
    expect(page.get_by_role("contentinfo").get_by_role("navigation").first).to_be_visible()
    # Hydration may add what only the browser knows, such as this tab's last payment.
    expect(page.locator("html[data-ready]")).to_have_count(1)
    page.evaluate(TO_THE_TOP)
    stops: list[dict[str, Any]] = []
    while len(stops) < MOST_STOPS:
        page.keyboard.press("Tab")
        stop = page.evaluate(STOP)
        if stop is None:
            break
        stops.append(stop)
    return stops


def width_when_enlarged(page: Page, path: str) -> dict[str, int]:
    """Return by how many pixels the enlarged page must be scrolled sideways to be read, where it must."""
    found = {}
    for width, height in ENLARGED:
        page.set_viewport_size({"width": width, "height": height})
        found[f"{path} at {width}"] = wider_than_the_screen(page)
    page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    return {where: pixels for where, pixels in found.items() if pixels}


@pytest.mark.parametrize("path", WALKED)
def test_nothing_moves_tab_leads_through_the_page_and_is_seen_and_the_enlarged_page_fits(
    open_page: OpenPage, stack: Stack, path: str
) -> None:
    # Every page of these tests asks for reduced motion (open_page).
    page = open_page()
    page.goto(stack.shop_url + path)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert page.evaluate(MOVING) == []

    stops = walk(page)

    assert "#content" in stops[0]["name"], "the first stop leads past the header"
    assert stops[-1]["isInFooter"] and len(stops) < MOST_STOPS
    assert [stop["name"] for stop in stops if stop["isSame"]] == []
    assert [stop["name"] for stop in stops if stop["isBehind"]] == []
    assert [stop["name"] for stop in stops if not stop["isRinged"]] == []
    assert [stop["name"] for stop in stops if not stop["isOnScreen"]] == []
    wait_until_loaded(page)
    assert width_when_enlarged(page, path) == {}


def covered_on_the_way(page: Page, button: Locator) -> list[str]:
    """Press Tab until the button has the focus; return the fields that a bar covered when they had it."""
    covered = []
    for _ in range(MOST_STOPS):
        page.keyboard.press("Tab")
        if page.evaluate(IS_UNDER_A_BAR):
            covered.append(page.evaluate("document.activeElement.outerHTML.slice(0, 120)"))
        if button.evaluate("(element) => element === document.activeElement"):
            return covered
    raise AssertionError("Tab never came to the button")


@pytest.mark.parametrize(
    ("path", "first"),
    [("/admin/products/new", "Title (English)"), ("/admin/settings", "Days to return")],
)
def test_tab_leads_to_no_field_under_the_buttons_of_a_form(
    open_page: OpenPage, stack: Stack, path: str, first: str
) -> None:
    page = open_page(size=PHONE)
    log_in(page, stack, "admin@akshamala.example", at=stack.staff_url)
    page.goto(stack.staff_url + path)
    # With something unsaved there is something to press.
    page.get_by_label(first, exact=True).fill("9")

    assert covered_on_the_way(page, page.get_by_role("button", name="Save").first) == []


# A phone, and a desk's 1280 pixels at 400 %.
@pytest.mark.parametrize("size", [(390, 700), (320, 256)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_stop_of_a_page_is_covered_by_what_stays_in_its_place(
    open_page: OpenPage, stack: Stack, language: str, size: tuple[int, int]
) -> None:
    page = open_page(f"{language}-IN", size)
    covered = []
    for path in COVERED:
        page.goto(stack.shop_url + path)
        # The notice above the header makes it higher.
        page.evaluate(REFUSED)
        page.reload()
        wait_until_loaded(page)
        page.evaluate(TO_THE_TOP)
        for _ in range(MOST_STOPS):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement === document.body"):
                break
            if page.evaluate(IS_UNDER_A_BAR):
                covered.append(
                    page.evaluate("location.pathname + document.activeElement.outerHTML.slice(0, 120)")
                )

    assert covered == []


# In an ordinary run test_hindi.py reads all the public pages in Hindi, and measures them.
@pytest.mark.nightly
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_enlarged_page_is_read_without_scrolling_sideways(
    open_page: OpenPage, stack: Stack, language: str
) -> None:
    page = open_page(f"{language}-IN", DESKTOP)
    found: dict[str, int] = {}
    for path in PUBLIC_PAGES:
        page.goto(stack.shop_url + path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        wait_until_loaded(page)
        found |= width_when_enlarged(page, path)

    assert found == {}


def test_refused_form_leaves_the_keyboard_at_its_button_and_is_sent_once(
    open_page: OpenPage, stack: Stack
) -> None:
    page = open_page()
    page.goto(f"{stack.shop_url}/login")
    button = page.get_by_role("button", name="Send code")
    page.get_by_role("textbox", name="Email").fill("keys@akshamala.example")
    waiting: list[Route] = []
    page.route("**/api/auth/send-otp", lambda route: waiting.append(route))

    page.keyboard.press("Enter")
    expect(button).to_have_attribute("aria-busy", "true")
    page.keyboard.press("Enter")
    button.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Space")

    expect(button).to_be_focused()
    expect(button).to_be_disabled()
    # Each look lets what the page has asked meanwhile arrive here.
    eventually(lambda: page.evaluate("true") and waiting)
    assert len(waiting) == 1
    waiting[0].abort()
    expect(page.get_by_text("Failed to send OTP. We could not reach the shop.")).to_be_visible()
    expect(button).to_be_enabled()
    expect(button).to_be_focused()
