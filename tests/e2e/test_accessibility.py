"""Every main screen: no axe violation, nothing wider than the screen, in both languages."""

import re

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.e2e.accessibility import violations, wider_than_the_screen
from tests.e2e.conftest import DESKTOP, PHONE, OpenPage
from tests.e2e.people import BEAD, answer_at_the_bank, go_to_pay_page, log_in, login_code, open_dialog
from tests.e2e.stack import Stack

pytestmark = pytest.mark.any_stack

PAGES = [
    "/",
    "/products",
    "/products?category=rudraksha,crystal&inStock=true&maxPrice=4999.99&sortBy=price-low&page=2",
    "/products?search=qqqqzzzz",
    "/category/rudraksha",
    "/category/no-such-kind",
    f"/products/{BEAD}",
    f"/products/{BEAD}#specifications",
    f"/products/{BEAD}#reviews",
    "/products/no-such-bead",
    "/cart",
    "/verify",
    "/rudraksh-recommendation",
    "/rudraksh-recommendation?sign=leo",
    "/verify/NO-SUCH-NUMBER",
    "/payment/status",
    "/login",
    "/no-such-page",
]
ADD_TO_CART = re.compile("^(Add to Cart|कार्ट में डालें)$")


# No violation, and not a pixel wider than the screen.
FINE: tuple[list[str], int] = ([], 0)


def fault(page: Page) -> tuple[list[str], int]:
    """Return what is wrong with the page as it stands; FINE is nothing."""
    page.wait_for_load_state("networkidle")
    return violations(page), wider_than_the_screen(page)


def visited(page: Page, site: str, paths: list[str]) -> dict[str, tuple[list[str], int]]:
    """Return what is wrong with each of the pages."""
    found = {}
    for path in paths:
        page.goto(site + path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        found[path] = fault(page)
    return found


def token_of(stack: Stack, email: str) -> str:
    """Log in by the code in the mail, without a page: a form looks different in every language."""
    mark = stack.last_mail_id()
    with httpx.Client(base_url=f"{stack.shop_url}/api/auth", trust_env=False) as api:
        api.post("/send-otp", json={"email": email}).raise_for_status()
        code = login_code(stack, email, after=mark)
        answer = api.post("/verify-otp", json={"email": email, "otp": code}).raise_for_status().json()
    token: str = answer["data"]["token"]
    return token


@pytest.mark.parametrize("language", ["en-IN", "hi-IN"])
@pytest.mark.parametrize("path", PAGES)
def test_public_pages_are_accessible_and_fit(
    open_page: OpenPage, stack: Stack, path: str, language: str
) -> None:
    page = open_page(language, PHONE)

    on_a_phone = visited(page, stack.shop_url, [path])[path]
    page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    on_a_desktop = fault(page)

    assert (on_a_phone, on_a_desktop) == (FINE, FINE)


@pytest.mark.parametrize("language", ["en-IN", "hi-IN"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_what_opens_over_a_page_is_accessible(
    open_page: OpenPage, stack: Stack, language: str, size: tuple[int, int]
) -> None:
    page = open_page(language, size)
    found: dict[str, object] = {}

    page.goto(f"{stack.shop_url}/products?view={BEAD}")
    expect(page.get_by_role("dialog").get_by_role("radio").first).to_be_visible()
    found["quick view"] = fault(page)

    page.goto(f"{stack.shop_url}/products/{BEAD}")
    page.get_by_text(ADD_TO_CART).first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    found["cart beside the page"] = fault(page)

    page.goto(f"{stack.shop_url}/cart")
    expect(page.get_by_role("link", name=re.compile("5")).first).to_be_visible()
    found["cart"] = fault(page)

    if size == PHONE:
        page.goto(f"{stack.shop_url}/products")
        page.locator("main button[aria-haspopup=dialog]").first.click()
        expect(page.get_by_role("dialog").get_by_role("slider").first).to_be_visible()
        found["filters"] = fault(page)

    assert found == dict.fromkeys(found, FINE)


@pytest.mark.parametrize("language", ["en-IN", "hi-IN"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_certificate_and_wishlist_are_accessible(
    open_page: OpenPage, stack: Stack, language: str, size: tuple[int, int]
) -> None:
    product = httpx.get(f"{stack.shop_url}/api/products/{BEAD}", trust_env=False).json()["data"]["product"]
    page = open_page(language, size)
    page.goto(stack.shop_url)
    page.evaluate(
        "token => localStorage.setItem('token', token)", token_of(stack, "customer@akshamala.example")
    )
    paths = [f"/verify/{product['certificate']['number']}", "/wishlist"]

    found = visited(page, stack.shop_url, paths)

    assert found == dict.fromkeys(paths, FINE)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_purchase_is_accessible(open_page: OpenPage, stack: Stack, size: tuple[int, int]) -> None:
    page = open_page(size=size)
    open_dialog(page, stack)
    dialog = fault(page)
    go_to_pay_page(page, stack)
    answer_at_the_bank(page, "pending")
    expect(page.get_by_role("heading", name="Payment Processing")).to_be_visible()

    status = fault(page)

    assert (dialog, status) == (FINE, FINE)


@pytest.mark.parametrize("size", [(1440, 900), PHONE], ids=["desktop", "phone"])
def test_the_back_office_is_accessible(open_page: OpenPage, stack: Stack, size: tuple[int, int]) -> None:
    page = open_page(size=size)
    log_in(page, stack, "admin@akshamala.example", at=stack.staff_url)
    paths = ["/admin", "/admin/transactions", "/admin/reviews"]

    found = visited(page, stack.staff_url, paths)

    assert found == dict.fromkeys(paths, FINE)
