"""The components on the developers' page: by keyboard, pointer and finger, in both languages."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from deploy.environment import CACHE
from tests.e2e.accessibility import violations, wider_than_the_screen
from tests.e2e.conftest import DESKTOP, PHONE, Pages, Visitors, has_failed
from tests.e2e.screen_texts import language_of, localized_message
from tests.e2e.shop_steps import Traffic, go_inside
from tests.e2e.stack import Stack
from tests.waiting import eventually

pytestmark = pytest.mark.any_stack

PICTURES = CACHE / "components"
PARTS = ["slider", "stars", "search", "overlays", "toasts", "gallery"]
TABLET = (768, 1024)
WIDE = (1440, 900)


# How long a toast stands, by the page's own clock: the test's looks at it come late on a busy machine.
TIME_TOAST = """() => {
    let from = 0
    new MutationObserver((_, observer) => {
        const isThere = document.querySelector("[data-type][role]") !== null
        if (isThere) from ||= performance.now()
        else if (from) {
            window.toastStood = performance.now() - from
            observer.disconnect()
        }
    }).observe(document.body, { childList: true, subtree: true })
}"""


TOAST = "[data-type][role]"


class Components:
    """The page of the components, loaded once for each screen; every test finds it as it is at first."""

    def __init__(self, pages: Pages, stack: Stack) -> None:
        self._pages = pages
        self._stack = stack
        self._loaded: dict[tuple[str, tuple[int, int]], tuple[Page, Traffic]] = {}

    def open(self, language: str = "en-IN", size: tuple[int, int] = DESKTOP) -> Page:
        """Return the page, with all that it fetches."""
        if (language, size) in self._loaded:
            page, traffic = self._loaded[language, size]
            self._leave(page)
            go_inside(page, "/dev/components")
        else:
            page = self._pages.open(language, size)
            traffic = Traffic(page)
            self._loaded[language, size] = page, traffic
            page.goto(f"{self._stack.shop_url}/dev/components")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(page.locator("#gallery img").first).to_be_visible()
        # Some of them are shown as they load, for ever.
        traffic.wait_until_quiet(loading="")
        return page

    def _leave(self, page: Page) -> None:
        """Go to another page inside the application, so that the components are rendered anew later."""
        page.bring_to_front()
        go_inside(page, "/login")
        expect(
            page.get_by_role("button", name=localized_message(language_of(page), "account:login.send"))
        ).to_be_visible()
        # A toast outlives its page, and stays while the pointer is on it.
        page.mouse.move(0, 0)
        expect(page.locator(TOAST)).to_have_count(0)

    def close(self, *, pictures: str = "") -> None:
        """Forget the pages: the next test loads its own."""
        self._loaded.clear()
        self._pages.close(pictures=pictures)


@pytest.fixture(scope="module")
def loaded(visitors: Visitors, stack: Stack) -> Iterator[tuple[Pages, Components]]:
    """The pages of the components that the tests of this file share."""
    pages = Pages(visitors)
    components = Components(pages, stack)
    yield pages, components
    components.close()


@pytest.fixture
def components(loaded: tuple[Pages, Components], request: pytest.FixtureRequest) -> Iterator[Components]:
    """The page of the components. A test that fails leaves nothing of it to the next one."""
    pages, components = loaded

    yield components

    complaints = pages.complaints.copy()
    pages.complaints.clear()
    if has_failed(request) or complaints:
        components.close(pictures=request.node.name)
    assert complaints == []


@pytest.mark.parametrize(
    ("language", "size"),
    [
        pytest.param("hi-IN", PHONE, id="phone-hi"),
        pytest.param("en-IN", WIDE, id="desktop-en"),
        pytest.param("en-IN", PHONE, id="phone-en", marks=pytest.mark.nightly),
        pytest.param("en-IN", TABLET, id="tablet-en", marks=pytest.mark.nightly),
        pytest.param("hi-IN", TABLET, id="tablet-hi", marks=pytest.mark.nightly),
        pytest.param("hi-IN", WIDE, id="desktop-hi", marks=pytest.mark.nightly),
    ],
)
def test_every_component_is_shown_accessible_and_fits(
    components: Components, language: str, size: tuple[int, int]
) -> None:
    page = components.open(language, size)

    shown = page.locator("section[data-part]")
    assert shown.evaluate_all("all => all.map(part => part.dataset.part)") == PARTS
    for part in shown.all():
        part.scroll_into_view_if_needed()
        expect(part.get_by_role("heading", level=2).first).to_be_visible()
        box = part.bounding_box()
        assert box is not None and box["height"] > 60
    PICTURES.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=PICTURES / f"{language[:2]}-{size[0]}.png", full_page=True)
    # From the top: further down the header lies over whatever has been scrolled below it.
    page.evaluate("() => window.scrollTo(0, 0)")
    assert (violations(page), wider_than_the_screen(page)) == ([], 0)


@pytest.mark.parametrize("opener", ["Open dialog", "Open drawer", "Open sheet"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_an_overlay_keeps_the_focus_and_gives_it_back(
    components: Components, opener: str, size: tuple[int, int]
) -> None:
    page = components.open(size=size)
    button = page.get_by_role("button", name=opener)
    button.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    # The whole page behind it is looked at by itself.
    assert (violations(page, contrast=size == DESKTOP), wider_than_the_screen(page)) == ([], 0)

    for _ in range(6):
        page.keyboard.press("Tab")
        # From the end it goes over a guard beside the dialog, which sends it back to the start.
        expect(page.locator("[role=dialog]:focus-within")).to_have_count(1)
    page.keyboard.press("Escape")

    expect(dialog).to_have_count(0)
    expect(button).to_be_focused()


def test_a_menu_is_walked_with_the_arrow_keys(components: Components) -> None:
    page = components.open()
    page.get_by_role("button", name="Open menu").focus()

    page.keyboard.press("Enter")
    expect(page.get_by_role("menuitem", name="My Orders")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("menuitem", name="Profile")).to_be_focused()
    page.keyboard.press("Escape")

    expect(page.get_by_role("button", name="Open menu")).to_be_focused()


def test_a_range_is_set_with_the_keyboard(components: Components) -> None:
    page = components.open()
    low = page.get_by_role("slider", name="Lowest price")
    high = page.get_by_role("slider", name="Highest price")

    low.focus()
    page.keyboard.press("ArrowRight")
    expect(low).to_have_attribute("aria-valuetext", "₹1,300")
    page.keyboard.press("PageUp")
    expect(low).to_have_attribute("aria-valuetext", "₹3,300")
    page.keyboard.press("Home")
    expect(low).to_have_attribute("aria-valuetext", "₹100")
    high.focus()
    page.keyboard.press("End")

    expect(page.get_by_text("₹100 to ₹20,100")).to_be_visible()


def test_stars_are_given_with_the_keyboard(components: Components) -> None:
    page = components.open()
    group = page.get_by_role("radiogroup", name="Your rating").first
    group.get_by_role("radio").first.focus()

    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")

    expect(group.get_by_role("radio", name="3 stars: good")).to_be_checked()


def test_suggestions_are_chosen_with_the_keyboard(components: Components) -> None:
    page = components.open()
    box = page.get_by_role("combobox", name="Search the shop")
    box.focus()

    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("option", name="X-ray certificate")).to_have_attribute("data-highlighted", "")
    page.keyboard.press("Enter")

    page.wait_for_url("**/products")


@pytest.mark.parametrize(
    ("button", "text", "seconds"),
    [
        ("Information", "A new login code is on its way.", 4),
        ("Success", "Added to wishlist", 3),
        ("Error", "The code could not be sent.", 5),
    ],
)
def test_a_toast_stands_top_right_as_long_as_it_should(
    components: Components, button: str, text: str, seconds: int
) -> None:
    page = components.open()

    page.evaluate(TIME_TOAST)
    page.get_by_role("button", name=button, exact=True).click()
    toast = page.locator(TOAST).filter(has_text=text)
    expect(toast).to_be_visible()
    box = toast.bounding_box()
    assert box is not None
    assert box["y"] < 100
    assert box["x"] + box["width"] > DESKTOP[0] - 60

    expect(toast).to_have_count(0)
    # The timer began up to a frame or two before the toast was seen.
    assert seconds - 0.1 <= page.evaluate("window.toastStood") / 1000 < seconds + 3


def test_a_toast_stays_while_it_is_pointed_at(components: Components) -> None:
    page = components.open()
    page.get_by_role("button", name="Success", exact=True).click()
    toast = page.locator(TOAST).filter(has_text="Added to")

    toast.hover()
    page.wait_for_timeout(4500)

    expect(toast).to_be_visible()
    page.mouse.move(10, 500)
    expect(toast).to_have_count(0)


def test_what_a_toast_tells_can_be_undone(components: Components) -> None:
    page = components.open()

    page.get_by_role("button", name="With undo").click()
    page.get_by_role("button", name="Undo", exact=True).click()

    expect(page.get_by_text("It is back in the cart.").first).to_be_visible()
    expect(page.get_by_text("Removed from the cart")).to_have_count(0)


def open_closer(components: Components, size: tuple[int, int] = DESKTOP) -> Page:
    """Open the gallery's first picture over the whole screen."""
    page = components.open(size=size)
    page.get_by_role("button", name="Look closer").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    expect(page.locator("[data-scale]")).to_have_attribute("data-scale", "1.00")
    return page


def test_the_gallery_turns_by_thumbnail_and_by_arrow_key(components: Components) -> None:
    page = components.open()
    gallery = page.get_by_role("region", name="Pictures")

    gallery.get_by_role("button", name="Picture 3 of 5", exact=False).last.click()
    expect(gallery.get_by_text("3 / 5")).to_be_visible()
    page.keyboard.press("ArrowLeft")

    expect(gallery.get_by_text("2 / 5")).to_be_visible()


def test_a_finger_swipes_the_gallery(components: Components) -> None:
    page = components.open(size=PHONE)
    track = page.locator("#gallery [class*=snap-mandatory]")
    track.scroll_into_view_if_needed()
    box = track.bounding_box()
    assert box is not None
    finger = page.context.new_cdp_session(page)
    y = box["y"] + 100

    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": 320, "y": y}]})
    for x in range(300, 60, -20):
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y}]})
        page.wait_for_timeout(16)
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    expect(page.get_by_role("region", name="Pictures").get_by_text("2 / 5")).to_be_visible()


def test_one_looks_closer_with_the_keyboard(components: Components) -> None:
    page = open_closer(components)
    sheet = page.locator("[data-scale]")

    page.keyboard.press("+")
    expect(sheet).to_have_attribute("data-scale", "1.60")
    expect(page.get_by_role("status").filter(has_text="zoom 160%")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    expect(sheet).to_have_attribute("style", re.compile(r"translate\(-80px, 0px\)"))
    page.keyboard.press("0")
    expect(sheet).to_have_attribute("data-scale", "1.00")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("status").filter(has_text="Picture 2 of 5")).to_have_count(1)
    assert violations(page) == []
    page.keyboard.press("Escape")

    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("button", name="Look closer: Picture 2 of 5", exact=False)).to_be_visible()


def test_a_key_pressed_before_the_focus_has_come_is_not_lost(components: Components) -> None:
    page = components.open()
    # The focus moves into a dialog some frames after the dialog: this one presses as soon as it is there.
    page.evaluate(
        """() => new MutationObserver((_, observer) => {
          if (!document.querySelector("[data-scale]")) return
          observer.disconnect()
          document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "+", bubbles: true }))
        }).observe(document.body, { childList: true, subtree: true })"""
    )
    page.get_by_role("button", name="Look closer").first.click()

    expect(page.locator("[data-scale]")).to_have_attribute("data-scale", "1.60")


def position(page: Page) -> tuple[float, float]:
    """Return by how much the picture is moved from its place."""
    style = str(page.locator("[data-scale]").get_attribute("style"))
    moved = re.search(r"translate\((-?[\d.]+)px, (-?[\d.]+)px\)", style)
    assert moved is not None, style
    return float(moved[1]), float(moved[2])


def _moved(before: tuple[float, float], after: tuple[float, float]) -> tuple[int, int]:
    return round(after[0] - before[0]), round(after[1] - before[1])


def test_one_looks_closer_with_wheel_drag_and_double_click(components: Components) -> None:
    page = open_closer(components)
    sheet = page.locator("[data-scale]")
    middle = (DESKTOP[0] / 2, DESKTOP[1] / 2)

    page.mouse.move(*middle)
    page.mouse.wheel(0, -120)
    expect(sheet).to_have_attribute("data-scale", "1.26")
    page.mouse.dblclick(*middle)
    expect(sheet).to_have_attribute("data-scale", "1.00")
    page.mouse.dblclick(*middle)
    expect(sheet).to_have_attribute("data-scale", "2.50")
    before = position(page)
    page.mouse.down()
    page.mouse.move(middle[0] + 60, middle[1] + 30, steps=4)
    page.mouse.up()

    eventually(lambda: _moved(before, position(page)) == (60, 30), seconds=5)


def test_two_fingers_bring_a_picture_closer(components: Components) -> None:
    page = open_closer(components, PHONE)
    touch = page.context.new_cdp_session(page)

    touch.send(
        "Input.synthesizePinchGesture",
        {"x": PHONE[0] / 2, "y": PHONE[1] / 2, "scaleFactor": 2, "gestureSourceType": "touch"},
    )

    # The two fingers move apart by the factor asked for, less what the browser takes to see that they move.
    page.wait_for_function("Number(document.querySelector('[data-scale]').dataset.scale) > 1.5")


def test_a_swipe_turns_the_closer_look(components: Components) -> None:
    page = open_closer(components, PHONE)

    page.mouse.move(300, 400)
    page.mouse.down()
    page.mouse.move(100, 405, steps=5)
    page.mouse.up()

    expect(page.get_by_role("status").filter(has_text="Picture 2 of 5")).to_have_count(1)
