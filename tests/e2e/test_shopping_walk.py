"""From a misspelt word to the checkout, with a mouse and without one."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import DESKTOP, PHONE, OpenPage
from tests.e2e.screen_texts import localized_message
from tests.e2e.shop_steps import log_in_here, login_code
from tests.e2e.stack import Stack

# रुद्राक्ष, as it is easily mistyped.
MISSPELT = "रूद्राक्श"
TITLE = "5 Mukhi Rudraksha"


@pytest.mark.parametrize(
    ("language", "size", "words"),
    [("en", DESKTOP, {}), ("hi", PHONE, {"Rudraksha": "रुद्राक्ष", TITLE: "5 मुखी रुद्राक्ष", "Big": "बड़ा"})],
    ids=["in English at a desk", "in Hindi on a phone"],
)
def test_from_a_misspelt_hindi_word_to_the_checkout(
    open_page: OpenPage, stack: Stack, language: str, size: tuple[int, int], words: dict[str, str]
) -> None:
    page = open_page(f"{language}-IN", size)
    main = page.get_by_role("main")
    page.goto(stack.shop_url)

    page.get_by_role("banner").get_by_role("button", name=localized_message(language, "shell:search")).click()
    page.get_by_role("combobox").fill(MISSPELT)
    page.keyboard.press("Enter")
    page.wait_for_url("**/products?search=*")
    kind = page.get_by_role("checkbox", name=re.compile(f"^{words.get('Rudraksha', 'Rudraksha')}"))
    if size == PHONE:
        main.locator("button[aria-haspopup=dialog]").first.click()
        kind.check()
        page.get_by_role("dialog").get_by_role("button").last.click()
        expect(page.get_by_role("dialog")).to_be_hidden()
    else:
        kind.click()
    page.wait_for_url("**category=rudraksha**")
    page.get_by_role("link", name=words.get(TITLE, TITLE), exact=True).click()
    page.wait_for_url("**/products/5-mukhi-rudraksha")
    page.get_by_role("radio", name=re.compile(f"^{words.get('Big', 'Big')}")).check(force=True)
    main.get_by_role("button", name=localized_message(language, "keep:addToCart")).first.click()
    drawer = page.get_by_role("dialog", name=localized_message(language, "cart:title"))
    chosen = localized_message(language, "shop:chosen.size").replace("{{name}}", words.get("Big", "Big"))
    expect(drawer.get_by_text(chosen)).to_be_visible()
    drawer.get_by_role("link", name=localized_message(language, "cart:viewCart")).click()
    page.wait_for_url("**/cart")
    main.get_by_role("link", name=localized_message(language, "cart:login")).click()
    log_in_here(page, stack, f"walker-{language}@akshamala.example")

    page.wait_for_url("**/cart")
    line = main.get_by_role("listitem")
    expect(line).to_have_count(1)
    expect(line).to_contain_text(chosen)
    page.get_by_role("button", name=localized_message(language, "cart:checkOut")).click()
    page.wait_for_url("**/checkout")
    expect(
        page.get_by_role("region", name=localized_message(language, "checkout:summary.title"))
    ).to_contain_text(chosen)


def test_the_same_walk_by_keyboard_alone(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()
    page.goto(stack.shop_url)
    keyboard = page.keyboard

    go_to(page, page.get_by_role("button", name="Search").first)
    keyboard.press("Enter")
    expect(page.get_by_role("combobox")).to_be_focused()
    keyboard.insert_text(MISSPELT)
    keyboard.press("Enter")
    page.wait_for_url("**/products?search=*")
    expect(page.get_by_role("article").first).to_be_visible()
    go_to(page, page.get_by_role("checkbox", name=re.compile("^Rudraksha")))
    keyboard.press("Space")
    page.wait_for_url("**category=rudraksha**")
    go_to(page, page.get_by_role("link", name=TITLE, exact=True))
    keyboard.press("Enter")
    page.wait_for_url("**/products/5-mukhi-rudraksha")
    # The arrows choose within a group of options; Tab leads to the one that is chosen.
    go_to(page, page.get_by_role("radio", name=re.compile("^Regular")))
    keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name=re.compile("^Regular"))).not_to_be_checked()
    go_to(page, page.locator("main").get_by_role("button", name="Add to cart").first)
    keyboard.press("Enter")
    drawer = page.get_by_role("dialog", name="Your cart")
    expect(drawer.get_by_text("is in your cart")).to_be_visible()
    size = drawer.get_by_text("Size:").inner_text()
    go_to(page, drawer.get_by_role("link", name="View cart"))
    keyboard.press("Enter")
    page.wait_for_url("**/cart")
    go_to(page, page.get_by_role("main").get_by_role("link", name="Log in"))
    keyboard.press("Enter")
    log_in_by_keyboard(page, stack, "typist@akshamala.example")

    page.wait_for_url("**/cart")
    expect(page.get_by_role("main").get_by_role("listitem")).to_contain_text(size)
    go_to(page, page.get_by_role("button", name="Checkout"))
    keyboard.press("Enter")
    page.wait_for_url("**/checkout")
    expect(page.get_by_role("region", name="Your order")).to_contain_text(size)
    go_to(page, page.get_by_label("Name", exact=True))
    keyboard.insert_text("Typist")
    go_to(page, page.get_by_role("button", name=re.compile(r"^Pay ₹")))
    keyboard.press("Enter")
    expect(page.get_by_text("Please fill in all required fields")).to_be_visible()
    expect(page.get_by_label("Phone", exact=True)).to_be_focused()


def go_to(page: Page, target: Locator, *, presses: int = 150) -> None:
    """Press Tab until `target` has the focus; a walk without end fails the test."""
    expect(target).to_be_visible()
    for _ in range(presses):
        if target.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{target} is not within {presses} presses of Tab")


def log_in_by_keyboard(page: Page, stack: Stack, email: str) -> None:
    """Type address and code where the login page puts the cursor or Tab leads."""
    mark = stack.last_mail_id()
    go_to(page, page.get_by_label("Email"))
    page.keyboard.insert_text(email)
    page.keyboard.press("Enter")
    expect(page.get_by_label("Six-digit code")).to_be_focused()
    page.keyboard.insert_text(login_code(stack, email, after=mark))
    page.keyboard.press("Enter")
