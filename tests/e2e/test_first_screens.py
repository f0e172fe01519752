"""The server's first screen in a browser: read without script, taken over by the script without a jump."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import PHONE, OpenPage
from tests.e2e.shop_steps import Traffic
from tests.e2e.stack import Stack

pytestmark = pytest.mark.any_stack

PAGES = ["/", "/products", "/category/rudraksha", "/rudraksha?faces=5,7", "/products/5-mukhi-rudraksha"]

# Added up from the first moment: what moved without being asked to.
WATCH_SHIFTS = """
    window.moved = 0
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.moved += entry.value
    }).observe({ type: "layout-shift", buffered: true })
"""


@pytest.fixture
def without_script(browser: Browser) -> Iterator[Page]:
    """A phone whose browser runs no script."""
    context = browser.new_context(java_script_enabled=False, viewport={"width": PHONE[0], "height": PHONE[1]})
    yield context.new_page()
    context.close()


def test_the_shop_can_be_browsed_without_script(without_script: Page, stack: Stack) -> None:
    page = without_script
    page.goto(stack.shop_url)
    expect(page.get_by_role("heading", level=1)).to_be_visible()

    page.get_by_role("link", name="Explore the collection").click()
    page.get_by_role("link", name="Next page").click()
    page.goto(f"{stack.shop_url}/category/rudraksha?sortBy=price-low")
    page.get_by_role("link", name="5 Mukhi Rudraksha", exact=True).click()

    expect(page.get_by_role("heading", level=1)).to_have_text("5 Mukhi Rudraksha")
    expect(page.get_by_text("₹350").first).to_be_visible()
    expect(page.get_by_text("Key benefits")).to_be_visible()
    picture = page.get_by_role("img", name="5 Mukhi Rudraksha").first
    expect(picture).not_to_have_js_property("naturalWidth", 0)


@pytest.mark.parametrize("path", PAGES)
def test_the_script_takes_over_without_a_call_and_without_a_jump(
    open_page: OpenPage, stack: Stack, path: str
) -> None:
    page = open_page(size=PHONE)
    page.add_init_script(WATCH_SHIFTS)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/api/" in request.url else None)
    traffic = Traffic(page)

    page.goto(stack.shop_url + path)
    expect(page.get_by_role("button", name="Search").first).to_be_visible()
    traffic.wait_until_quiet()

    # The price of the chosen options is the server's at every moment, so it is asked for.
    assert [url for url in asked if not url.endswith("/api/orders/quote")] == []
    assert page.evaluate("window.moved") < 0.02


def test_the_choice_of_a_language_reaches_the_server(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()
    page.goto(f"{stack.shop_url}/products?lang=hi")
    expect(page.get_by_role("heading", level=1)).to_have_text("सभी उत्पाद")
    expect(page).to_have_url(f"{stack.shop_url}/products")

    answer = page.request.get(f"{stack.shop_url}/products/5-mukhi-rudraksha")

    assert '<html lang="hi">' in answer.text()


@pytest.mark.parametrize(("path", "status"), [("/products/never-sold", 404), ("/nothing", 404)])
def test_a_page_that_is_not_there_says_so_to_people_and_machines(
    open_page: OpenPage, stack: Stack, path: str, status: int
) -> None:
    page = open_page()

    answer = page.goto(stack.shop_url + path)

    assert answer is not None and answer.status == status
    expect(page.get_by_role("heading", level=1)).to_contain_text("ot found", ignore_case=True)
    expect(page.locator("meta[name=robots]")).to_have_attribute("content", "noindex")
