"""The search of the header: suggestions by keyboard, results, its history, on a phone."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.accessibility import violations, wider_than_the_screen
from tests.e2e.conftest import PHONE, OpenPage
from tests.e2e.stack import Stack

pytestmark = pytest.mark.any_stack


def open_search(page: Page, stack: Stack, text: str = "") -> None:
    """Open the search from the header of the home page and type."""
    page.goto(stack.shop_url)
    page.get_by_role("banner").get_by_role("button", name="Search").click()
    box = page.get_by_role("combobox", name="Search the shop")
    expect(box).to_be_focused()
    box.fill(text)


def test_a_misspelt_word_finds_its_product_by_keyboard_alone(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()
    page.goto(stack.shop_url)
    page.get_by_role("banner").get_by_role("button", name="Search").focus()
    page.keyboard.press("Enter")
    box = page.get_by_role("combobox", name="Search the shop")
    expect(box).to_be_focused()
    # What is found for the word half typed comes first, and goes again.
    with page.expect_response(re.compile(r"/suggest\?.*rudraks(&|$)")):
        page.keyboard.type("5 mukhi rudraks")
    expect(page.get_by_role("status").filter(has_text=re.compile(r"\d suggestions"))).to_have_count(1)
    bead = page.get_by_role("option", name=re.compile("5 Mukhi Rudraksha")).first
    expect(bead).to_be_visible()
    assert violations(page) == []

    option = page.get_by_role("option")
    for place in range(option.count()):
        page.keyboard.press("ArrowDown")
        expect(option.nth(place)).to_have_attribute("data-highlighted", "")
        if bead.get_attribute("data-highlighted") is not None:
            break
    page.keyboard.press("Enter")

    page.wait_for_url("**/products/5-mukhi-rudraksha")
    expect(page.get_by_role("heading", level=1)).to_contain_text("5 Mukhi Rudraksha")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_enter_shows_all_results_and_the_search_is_remembered(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()
    open_search(page, stack, "amethyst")

    page.keyboard.press("Enter")
    page.wait_for_url("**/products?search=amethyst")
    page.get_by_role("banner").get_by_role("button", name="Search").click()
    page.get_by_role("combobox").fill("")
    expect(page.get_by_role("option", name="amethyst")).to_be_visible()
    page.get_by_role("button", name="Forget these searches").click()

    expect(page.get_by_role("option", name="amethyst")).to_have_count(0)
    expect(page.get_by_role("combobox")).to_be_focused()


def test_a_search_for_nothing_we_have_says_so(open_page: OpenPage, stack: Stack) -> None:
    page = open_page("hi-IN")
    page.goto(stack.shop_url)
    page.get_by_role("banner").get_by_role("button", name="खोजें").click()

    page.get_by_role("combobox").fill("क्ष्त्ज्ञ्ट्ठ")

    expect(page.get_by_text("से मिलता-जुलता कुछ नहीं मिला").first).to_be_visible()
    assert (violations(page), wider_than_the_screen(page)) == ([], 0)


def test_without_suggestions_one_can_still_search(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()
    page.route("**/api/products/suggest*", lambda route: route.abort())
    open_search(page, stack, "mala")

    expect(page.get_by_text("Suggestions could not be loaded").first).to_be_attached()
    page.keyboard.press("Enter")

    page.wait_for_url("**/products?search=mala")


@pytest.mark.parametrize("language", [pytest.param("en-IN", marks=pytest.mark.nightly), "hi-IN"])
def test_the_search_is_accessible_on_a_phone(open_page: OpenPage, stack: Stack, language: str) -> None:
    page = open_page(language, PHONE)
    page.goto(stack.shop_url)
    page.get_by_role("banner").get_by_role("button", name=re.compile("Search|खोजें")).click()
    page.get_by_role("combobox").fill("रुद्राक्ष")
    expect(page.get_by_role("option").nth(3)).to_be_visible()

    assert (violations(page), wider_than_the_screen(page)) == ([], 0)
