"""The reader's own colours: what is chosen, filled or drawn can still be told from the rest."""

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import OpenPage
from tests.e2e.shop_steps import log_in, wait_for_application
from tests.e2e.stack import Stack
from tests.public_pages import BEAD

pytestmark = pytest.mark.any_stack

GROUND = "element => getComputedStyle(element).backgroundColor"
# Outlines that no focus asks for, as `outline-hidden` draws them here.
OUTLINED = """
    () => Array.from(document.querySelectorAll("body *"))
        .filter((element) => !element.matches(":focus-visible"))
        .filter((element) => getComputedStyle(element).outlineStyle !== "none")
        .map((element) => element.outerHTML.slice(0, 120))
"""


def test_a_chosen_option_a_ticked_box_and_the_button_that_buys_are_told_apart(
    open_page: OpenPage, stack: Stack
) -> None:
    page = open_page()
    page.emulate_media(forced_colors="active")
    page.goto(f"{stack.shop_url}/products/{BEAD}")
    wait_for_application(page)
    chips = page.get_by_role("radiogroup", name="Size").locator("label")

    grounds = chips.evaluate_all("(labels) => labels.map((label) => getComputedStyle(label).backgroundColor)")
    chosen = chips.filter(has=page.locator("input:checked"))

    assert grounds.count(chosen.evaluate(GROUND)) == 1
    assert page.get_by_role("button", name="Buy Now").first.evaluate(GROUND) == chosen.evaluate(GROUND)
    box = page.get_by_role("checkbox", name="X-ray certificate")
    assert box.evaluate("(box) => getComputedStyle(box).appearance") == "auto"
    assert page.evaluate(OUTLINED) == []


def test_the_bars_of_the_dashboard_have_the_readers_colour(open_page: OpenPage, stack: Stack) -> None:
    page = open_page(size=(1440, 900))
    page.emulate_media(forced_colors="active")
    log_in(page, stack, "admin@akshamala.example", at=stack.staff_url)
    page.goto(f"{stack.staff_url}/admin")
    bar = page.locator("[data-step=placed] rect").last
    expect(bar).to_be_attached()

    highlight = bar.evaluate(
        "(bar) => { bar.style.stroke = 'Highlight'; return getComputedStyle(bar).stroke }"
    )

    assert bar.evaluate("(bar) => getComputedStyle(bar).fill") == highlight
