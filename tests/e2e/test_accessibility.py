"""Every main screen: no axe violation, nothing wider than the screen in both languages.

An ordinary run asks axe about each kind of page in English, on the screen that it is used on most; a nightly
one about each state, in both languages and on both screens.
"""

import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.accessibility import violations, wider_than_the_screen
from tests.e2e.conftest import DESKTOP, PHONE, OpenPage
from tests.e2e.orders import call, order_as_customer, order_as_guest
from tests.e2e.screen_texts import HINDI_NIGHTLY, LANGUAGES, localized_message, saying
from tests.e2e.shop_steps import (
    BEAD,
    access_token,
    answer_at_the_bank,
    fill_details,
    go_inside,
    log_in,
    open_dialog,
    press_buy_now,
    transaction_at_provider,
    wait_until_loaded,
)
from tests.e2e.stack import Stack

# In an order in which each has another title than the one before: a guest's checkout is the login.
PAGES = [
    "/",
    "/products",
    "/category/rudraksha",
    f"/products/{BEAD}",
    "/products/no-such-bead",
    "/login",
    "/cart",
    "/verify",
    "/rudraksh-recommendation",
    "/payment/status",
    "/track-order",
    "/track-orders",
    "/checkout",
    "/no-such-page",
]
# The same pages with something else found.
STATES = [
    f"/products/{BEAD}#reviews",
    "/rudraksh-recommendation?sign=leo",
    "/products?category=rudraksha,crystal&inStock=true&maxPrice=4999.99&sortBy=price-low&page=2",
    "/products?search=qqqqzzzz",
    "/category/no-such-kind",
    f"/products/{BEAD}#specifications",
    "/verify/NO-SUCH-NUMBER",
]
# What the rail of the back office does not lead to by itself.
BELOW_SECTIONS = [
    "/admin/statements/bank",
    "/admin/users/tokens",
    "/admin/users/webhooks",
    "/admin/products/new",
    "/admin/content/banner:shop",
]
SIZES = (DESKTOP, PHONE)
OFFICE_SIZES = (PHONE, DESKTOP)

# No violation, and not a pixel wider than the screen.
FINE: tuple[list[str], int] = ([], 0)

Found = dict[str, tuple[list[str], int]]


class Inspection:
    """Looks for what is wrong with a page, in each state and on each screen.

    The second language has the same elements and colours and other lengths of text, and the other screen
    mostly the same elements: only a nightly run asks axe about them as well.
    """

    def __init__(self, *, has_axe: bool, is_nightly: bool) -> None:
        self._has_axe = has_axe
        self._is_nightly = is_nightly

    def faults(self, page: Page, name: str, sizes: Sequence[tuple[int, int]] = SIZES) -> Found:
        """Return what is wrong with the page as it stands, on screens of these sizes."""
        found = {}
        wait_until_loaded(page)
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            # Another width may scroll it, and then the header lies over a button.
            page.evaluate("scrollTo(0, 0)")
            is_asked = self._has_axe and (self._is_nightly or (width, height) == sizes[-1])
            broken = violations(page) if is_asked else []
            found[f"{name} at {width}"] = (broken, wider_than_the_screen(page))
        return {where: fault for where, fault in found.items() if fault != FINE}

    def visited(
        self, page: Page, site: str, paths: Sequence[str], sizes: Sequence[tuple[int, int]] = SIZES
    ) -> Found:
        """Return what is wrong with any of the pages, the first of which is loaded."""
        found: Found = {}
        for path in paths:
            if path == paths[0]:
                page.goto(site + path)
            else:
                go_inside(page, path)
            expect(page.get_by_role("heading", level=1)).to_be_visible()
            found |= self.faults(page, path, sizes)
        return found


@pytest.fixture
def inspection(language: str, request: pytest.FixtureRequest) -> Inspection:
    """Return the inspection of a page in this test's language."""
    nightly = request.config.getoption("--nightly")
    return Inspection(has_axe=language == "en" or nightly, is_nightly=nightly)


# In Hindi test_hindi.py reads the public pages, and measures them.
@pytest.mark.parametrize("language", HINDI_NIGHTLY)
@pytest.mark.timeout(600)
def test_public_pages_are_accessible_and_fit(
    open_page: OpenPage, stack: Stack, inspection: Inspection, language: str
) -> None:
    page = open_page(f"{language}-IN", PHONE)

    assert inspection.visited(page, stack.shop_url, PAGES) == {}


@pytest.mark.nightly
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.timeout(300)
def test_public_pages_with_something_else_found_are_accessible_and_fit(
    open_page: OpenPage, stack: Stack, inspection: Inspection, language: str
) -> None:
    page = open_page(f"{language}-IN", PHONE)

    assert inspection.visited(page, stack.shop_url, STATES) == {}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.timeout(240)
def test_what_opens_over_a_page_is_accessible(
    open_page: OpenPage, stack: Stack, inspection: Inspection, language: str
) -> None:
    page = open_page(f"{language}-IN", PHONE)

    page.goto(f"{stack.shop_url}/products?view={BEAD}")
    expect(page.get_by_role("dialog").get_by_role("radio").first).to_be_visible()
    found = inspection.faults(page, "quick view")

    page.goto(f"{stack.shop_url}/products/{BEAD}")
    page.get_by_role("button", name=localized_message(language, "keep:addToCart")).first.click()
    expect(page.get_by_role("dialog").get_by_role("listitem")).to_be_visible()
    found |= inspection.faults(page, "cart beside the page")

    page.goto(f"{stack.shop_url}/cart")
    expect(page.get_by_role("link", name=re.compile("5")).first).to_be_visible()
    found |= inspection.faults(page, "cart")

    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page.goto(f"{stack.shop_url}/products")
    page.locator("main button[aria-haspopup=dialog]").first.click()
    expect(page.get_by_role("dialog").get_by_role("slider").first).to_be_visible()
    found |= inspection.faults(page, "filters", [PHONE])

    assert found == {}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.timeout(300)
def test_what_belongs_to_a_customer_is_accessible(
    open_page: OpenPage, stack: Stack, inspection: Inspection, language: str
) -> None:
    page = open_page(f"{language}-IN", PHONE)
    log_in(page, stack, f"reader-{language}@akshamala.example", at=stack.shop_url)
    token = access_token(page)
    product = call(stack, "GET", f"/products/{BEAD}")["product"]
    order_id = order_as_customer(stack, token)
    call(stack, "POST", "/auth/wishlist", {"productId": product["_id"]}, token=token)
    guests_order, key = order_as_guest(stack, f"linked-{language}@akshamala.example")
    paths = [
        "/wishlist",
        "/orders",
        f"/orders/{order_id}",
        "/orders/AKS-NONE",
        f"/order/{guests_order}?key={key}",
        "/profile",
        f"/verify/{product['certificate']['number']}",
    ]

    assert inspection.visited(page, stack.shop_url, paths) == {}


# In Hindi test_every_way_to_buy.py measures the steps of a purchase.
@pytest.mark.parametrize("language", HINDI_NIGHTLY)
@pytest.mark.timeout(240)
def test_the_purchase_is_accessible(
    open_page: OpenPage, stack: Stack, inspection: Inspection, language: str
) -> None:
    page = open_page(f"{language}-IN", PHONE)
    open_dialog(page, stack)
    to_payment = page.get_by_role("button", name=localized_message(language, "checkout:toPayment"))
    to_payment.click()
    expect(page.locator("[aria-invalid=true]").first).to_be_visible()
    found = inspection.faults(page, "details refused")
    fill_details(page, f"fits-{language}@akshamala.example")
    to_payment.click()
    pay = page.get_by_role("button", name=saying(language, "checkout:pay.button"))
    expect(pay).to_be_enabled()
    found |= inspection.faults(page, "payment step")
    pay.click()
    transaction_id = transaction_at_provider(page, stack)
    answer_at_the_bank(page, "pending")
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text(localized_message(language, "payment:processing.title"))
    found |= inspection.faults(page, "processing")
    stack.sandbox.settle(transaction_id, "success")
    expect(heading).to_have_text(localized_message(language, "payment:success.title"))
    found |= inspection.faults(page, "success")

    page.goto(f"{stack.shop_url}/test-direct-buy")
    press_buy_now(page)
    expect(page.get_by_role("dialog").get_by_role("radio").first).to_be_visible()
    found |= inspection.faults(page, "options in the window")

    assert found == {}


@pytest.mark.parametrize("language", HINDI_NIGHTLY)
@pytest.mark.timeout(600)
def test_the_back_office_is_accessible(
    open_page: OpenPage, stack: Stack, inspection: Inspection, language: str
) -> None:
    page = open_page(f"{language}-IN")
    log_in(page, stack, "admin@akshamala.example", at=stack.staff_url)
    token = access_token(page)
    product_id = call(stack, "GET", f"/products/{BEAD}")["product"]["_id"]
    discount = {"code": f"AXE{language}".upper(), "percent": 10}
    call(stack, "POST", "/admin/discounts", discount, token=token)
    page.goto(f"{stack.staff_url}/admin")
    rail = page.get_by_role("navigation", name=localized_message(language, "admin:title"))
    expect(rail.get_by_role("link").first).to_be_visible()
    sections = rail.get_by_role("link").evaluate_all("links => links.map(({ pathname }) => pathname)")
    assert len(sections) > 20
    below = [f"/admin/products/{product_id}", f"/admin/discounts/{discount['code']}", *BELOW_SECTIONS]

    assert inspection.visited(page, stack.staff_url, [*sections, *below], OFFICE_SIZES) == {}
