"""The oldest browsers we support use the shop, and a weak line leaves no page without its script."""

import pytest
from playwright.sync_api import Request, expect

from tests.e2e.conftest import PHONE, OpenPage
from tests.e2e.screen_texts import localized_message
from tests.e2e.shop_steps import answer_birth_questions, go_to_pay_page
from tests.e2e.stack import Stack
from tests.e2e.translator import translate_pages

# What Chrome 109, Safari 16 or Firefox 115 lack, and how an older ICU writes a date.
AS_OLD_AS_SUPPORTED = """
    for (const name of ["toReversed", "toSorted", "toSpliced", "with"]) delete Array.prototype[name]
    for (const name of ["groupBy"]) delete Object[name]
    delete Array.fromAsync
    delete AbortSignal.any
    delete Promise.withResolvers
    delete Promise.try
    delete URL.canParse
    delete globalThis.Iterator
    delete globalThis.requestIdleCallback
    delete Document.prototype.startViewTransition
    for (const name of ["union", "intersection", "difference", "isSubsetOf"]) delete Set.prototype[name]
    const format = Intl.DateTimeFormat.prototype.formatToParts
    Intl.DateTimeFormat.prototype.formatToParts = function (...given) {
        const parts = format.apply(this, given)
        return this.resolvedOptions().locale === "en-CA" ? parts.reverse() : parts
    }
    Object.defineProperty(Intl.DateTimeFormat.prototype, "format", {
        get() { return (at) => this.formatToParts(at).map(({ value }) => value).join("") },
    })
"""


def test_a_browser_of_three_years_ago_buys_and_finds_its_bead(open_page: OpenPage, stack: Stack) -> None:
    page = open_page(size=PHONE)
    page.add_init_script(AS_OLD_AS_SUPPORTED)

    page.goto(f"{stack.shop_url}/rudraksh-recommendation")
    answer_birth_questions(page)
    expect(
        page.get_by_role("heading", name=localized_message("en", "guidance:result.primary"))
    ).to_be_visible()
    go_to_pay_page(page, stack, email="older@akshamala.example")


# The first script of all, which fetches the others; what it imports; the application; its texts.
SCRIPTS = ("index", "load-code", "app", "core")
# index.html has it, the one file that is there when no other comes.
NOT_LOADED = "The shop could not be loaded completely. Please check your connection."


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_that_did_not_come_is_asked_for_again(open_page: OpenPage, stack: Stack, name: str) -> None:
    page = open_page(size=PHONE)
    page.route(f"**/assets/{name}-*.js*", lambda route: route.abort(), times=1)
    first_scripts: list[str] = []

    def note(request: Request) -> None:
        if "/assets/index-" in request.url:
            first_scripts.append(request.url)

    page.on("request", note)

    page.goto(f"{stack.shop_url}/products")

    expect(page.get_by_role("button", name="Search").first).to_be_visible()
    # Under one address more it would run twice.
    assert len(first_scripts) == len(set(first_scripts)) <= 2


@pytest.mark.parametrize(("name", "translator"), [*((name, "") for name in SCRIPTS), ("app", "moves")])
def test_a_page_whose_script_never_comes_offers_to_reload(
    open_page: OpenPage, stack: Stack, name: str, translator: str
) -> None:
    # Not the fixture's own page, which waits for the application.
    context = open_page(size=PHONE).context
    page = context.new_page()
    if translator:
        translate_pages(page, translator, once="parsed")
    context.route(f"**/assets/{name}-*.js*", lambda route: route.abort())
    page.goto(f"{stack.shop_url}/products")

    notice = page.get_by_role("alert")
    expect(notice).to_contain_text(NOT_LOADED)
    context.unroute(f"**/assets/{name}-*.js*")
    notice.get_by_role("button", name="Reload").click()
    expect(page.locator("html")).to_have_attribute("data-ready", "")
