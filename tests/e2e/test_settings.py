"""The owner changes the shop's settings while a colleague does, restores them, and sets support hours."""

import re

import httpx
import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.catalog.staff_helpers import photo
from tests.e2e.accessibility import violations, wider_than_the_screen
from tests.e2e.conftest import PHONE, OpenPage
from tests.e2e.screen_texts import localized_message
from tests.e2e.shop_steps import log_in
from tests.e2e.stack import Stack
from tests.waiting import eventually

pytestmark = pytest.mark.any_stack

# Whether nothing lies over an element.
IS_ON_TOP = """(element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return document.elementFromPoint(x + width / 2, y + height / 2) === element
}"""


@pytest.mark.timeout(300)
def test_two_save_the_same_setting_and_neither_is_lost(open_page: OpenPage, stack: Stack) -> None:
    page, colleague = open_page(), open_page(size=PHONE)
    for each in (page, colleague):
        log_in(each, stack, "admin@akshamala.example", at=stack.staff_url)
        each.goto(f"{stack.staff_url}/admin/settings")
    days, others_days = page.get_by_label("Days to return"), colleague.get_by_label("Days to return")
    expect(days).to_have_value("7")
    expect(others_days).to_have_value("7")
    assert violations(page) == []
    assert wider_than_the_screen(colleague) == 0

    # Only the page in front has the focus.
    page.bring_to_front()
    days.fill("ninety")
    # On a slow machine a frame is drawn between the answer and the marked field.
    processor = page.context.new_cdp_session(page)
    processor.send("Emulation.setCPUThrottlingRate", {"rate": 20})
    page.get_by_role("button", name="Save changes").click()
    expect(page.get_by_text("Return days is not valid").first).to_be_visible()
    expect(days).to_be_focused()
    # Not under the bar with the buttons either.
    eventually(lambda: days.evaluate(IS_ON_TOP))
    processor.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    days.fill("10")
    others_days.fill("14")
    page.get_by_role("button", name="Save changes").click()
    expect(page.get_by_text("Settings saved").first).to_be_visible()

    # The colleague's screen says so by itself, and shows the difference before it saves on top.
    expect(colleague.get_by_text("Somebody else saved changes just now")).to_be_visible()
    difference = colleague.get_by_role("row").filter(has_text="Days to return")
    expect(difference.get_by_role("cell")).to_have_text(["10", "14"])
    expect(others_days).to_have_value("14")
    colleague.get_by_role("button", name="Put my changes on top").click()
    colleague.get_by_role("button", name="Save changes").click()
    expect(colleague.get_by_text("Settings saved").first).to_be_visible()
    expect(days).to_have_value("14")
    returns = httpx.get(f"{stack.shop_url}/api/shop", trust_env=False, timeout=20).json()
    assert returns["data"]["promises"]["returnDays"] == 14

    page.get_by_role("button", name="History").click()
    history = page.get_by_role("dialog")
    versions = history.locator("ol > li")
    first = versions.filter(has_text="Days to return: 7 → 10").last
    first.get_by_role("button", name="Restore version").click()
    expect(versions.filter(has_text="Days to return: 14 → 10")).to_be_visible()
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(versions.filter(has_text="Days to return: 10 → 14")).to_have_count(2)
    expect(days).to_have_value("14")
    stack.restore_shop()
    expect(days).to_have_value("7")


@pytest.mark.timeout(300)
def test_owner_sets_hours_and_a_customer_is_told_when_support_answers(
    open_page: OpenPage, stack: Stack
) -> None:
    page = open_page()
    log_in(page, stack, "admin@akshamala.example", at=stack.staff_url)
    page.goto(f"{stack.staff_url}/admin/settings")
    page.get_by_label("WhatsApp number").fill("+91 98765 43210")
    page.get_by_label("Support around the clock").uncheck()
    for day in ("Monday", "Saturday"):
        page.get_by_role("checkbox", name=day).check()
    page.get_by_label("Monday until").fill("09:00")
    page.get_by_role("group", name="Closed days").get_by_role("button", name="Add a day").click()
    today = timezone.localdate()
    page.get_by_label("Date", exact=True).fill(today.strftime("%d/%m/%Y"))
    page.get_by_label("Reason in English").fill("Diwali")
    page.get_by_label("Reason in Hindi").fill("दीवाली")
    page.bring_to_front()
    page.get_by_role("button", name="Save changes").click()
    expect(page.get_by_text("The end must be after the beginning").first).to_be_visible()
    expect(page.get_by_label("Monday from")).to_be_focused()
    assert violations(page) == []
    page.get_by_label("Monday until").fill("19:00")
    page.get_by_role("button", name="Save changes").click()
    expect(page.get_by_text("Settings saved").first).to_be_visible()

    customer = open_page(size=PHONE, language="hi")
    customer.goto(f"{stack.shop_url}/contact")
    hours = "सोम, शनि 10:00–19:00 (भारतीय समय)"
    expect(customer.locator("main").get_by_text(hours)).to_be_visible()
    expect(
        customer.locator("main").get_by_text(re.compile("आज अवकाश: दीवाली। हम .*से जवाब देते हैं"))
    ).to_be_visible()
    customer.get_by_role("button", name=localized_message("hi", "shell-more:support.open")).click()
    chat = customer.get_by_role("dialog")
    expect(chat.get_by_text(hours)).to_be_visible()
    expect(chat.get_by_text(re.compile("आज अवकाश: दीवाली।"))).to_be_visible()
    assert violations(customer) == []
    assert wider_than_the_screen(customer) == 0
    stack.restore_shop()


@pytest.mark.timeout(300)
def test_owner_renames_the_shop_and_its_pages_say_so(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()
    log_in(page, stack, "admin@akshamala.example", at=stack.staff_url)
    page.goto(f"{stack.staff_url}/admin/settings")
    page.get_by_role("textbox", name="Name", exact=True).fill("Mani & Co")
    page.get_by_label("Name in Hindi").fill("मणि ऐंड कंपनी")
    page.get_by_role("button", name="Save changes").click()
    expect(page.get_by_text("Settings saved").first).to_be_visible()
    expect(page.get_by_role("banner").get_by_role("link", name="Mani & Co")).to_be_visible()

    for language, name in (("en", "Mani & Co"), ("hi", "मणि ऐंड कंपनी")):
        customer = open_page(size=PHONE, language=language)
        customer.goto(f"{stack.shop_url}/products")
        expect(customer.get_by_role("banner").get_by_role("link", name=name)).to_be_visible()
        expect(customer).to_have_title(re.compile(f" · {re.escape(name)}$"))
        assert wider_than_the_screen(customer) == 0
    stack.restore_shop()


@pytest.mark.timeout(300)
def test_owner_gives_the_shop_a_mark_colours_and_a_home_page(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()
    log_in(page, stack, "admin@akshamala.example", at=stack.staff_url)
    page.goto(f"{stack.staff_url}/admin/settings")
    mark = page.get_by_label("Choose a file: Mark")
    mark.set_input_files({"name": "a.png", "mimeType": "image/png", "buffer": photo("PNG", size=(600, 500))})
    expect(
        page.get_by_text("A mark is square and at least 512 × 512 pixels; this is 600 × 500")
    ).to_be_visible()
    mark.set_input_files({"name": "a.png", "mimeType": "image/png", "buffer": photo("PNG", size=(600, 600))})
    expect(page.locator("figure img[src*='/products/mark.']")).to_be_visible()
    page.get_by_label("Accent").fill("#ffcc00")
    page.get_by_role("button", name="Save changes").click()
    expect(page.get_by_text("Text in #ffffff on #ffcc00 has a contrast of 1.51:1").first).to_be_visible()
    page.get_by_label("Accent").fill("#1d4e7a")
    page.get_by_label("Page background").fill("#eef4fb")
    page.get_by_label("Choose a file: Large picture").set_input_files(
        {"name": "a.jpg", "mimeType": "image/jpeg", "buffer": photo(size=(1500, 700))}
    )
    page.get_by_role("button", name="Move up: New arrivals").click()
    for name in ("Chapter: the seed", "Find your bead (recommendation)"):
        page.get_by_role("checkbox", name=name).uncheck()
    expect(page.locator("img[src*='/products/hero.']")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("button", name="Save changes").click()
    expect(page.get_by_text("Settings saved").first).to_be_visible()
    expect(page.get_by_role("banner").locator("img[src*='/products/mark.']")).to_be_visible()

    for language in ("en", "hi"):
        customer = open_page(size=PHONE, language=language)
        customer.goto(stack.shop_url)
        expect(customer.locator("link[rel=icon]")).to_have_attribute("href", re.compile("/products/mark"))
        expect(customer.locator("html")).to_have_css("background-color", "rgb(238, 244, 251)")
        expect(customer.locator("main img").first).to_have_attribute("src", re.compile("/products/hero"))
        expect(customer.locator("main a[href='/rudraksh-recommendation']")).to_have_count(0)
        seed = localized_message(language, "content:groups.seed")
        expect(customer.locator("main").get_by_text(seed, exact=True)).to_have_count(0)
        assert violations(customer) == []
        assert wider_than_the_screen(customer) == 0
    stack.restore_shop()
    background = "getComputedStyle(document.documentElement).backgroundColor"
    eventually(lambda: customer.reload() and customer.evaluate(background) == "rgb(249, 246, 239)")
