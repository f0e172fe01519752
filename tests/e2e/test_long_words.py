"""Texts that somebody typed without a space: no page becomes wider than its window."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.e2e.accessibility import wider_than_the_screen
from tests.e2e.conftest import DESKTOP, PHONE, OpenPage
from tests.e2e.shop_steps import log_in, wait_until_loaded
from tests.e2e.stack import Stack

pytestmark = pytest.mark.any_stack

SLUG = "tiger-eye-pendant"
TITLE = "R" * 63
LONG = "w" * 150
STAFF_PAGES = ("/admin/products", f"/admin/products/{SLUG}", "/admin/reviews", "/admin/dashboard")


@pytest.fixture(scope="module", autouse=True)
def long_words(stack: Stack) -> Iterator[None]:
    """Give a product, and what its buyers say of it, words without an end."""
    before = {"title_en": "Tiger Eye Pendant", "title_hi": "टाइगर आई पेंडेंट"}
    stack.edit_product(SLUG, title_en=TITLE, title_hi=TITLE, short_description_en=LONG, description_en=LONG)
    stack.manage(
        "shell",
        "-c",
        "from datetime import UTC, datetime\n"
        "from project.catalog.models import Product\n"
        "from project.reviews.actions import Words, add_sample_review\n"
        f"words = Words(rating=4, title={LONG[:60]!r}, text={LONG!r})\n"
        f"add_sample_review(Product.objects.get(slug={SLUG!r}), author={LONG[:60]!r}, words=words,"
        " at=datetime.now(UTC), files=[], actor='test')\n",
    )
    yield
    stack.edit_product(SLUG, **before, short_description_en="", description_en="")


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_shoppers_pages_stay_as_wide_as_the_window(
    open_page: OpenPage, stack: Stack, size: tuple[int, int]
) -> None:
    page = open_page(size=size)
    page.goto(f"{stack.shop_url}/products/{SLUG}")
    expect(page.get_by_role("heading", level=1)).to_have_text(TITLE)
    found = {"product": wider_than_the_screen(page)}

    page.locator("main").get_by_role("button", name="Add to cart").first.click()
    drawer = page.get_by_role("dialog")
    expect(drawer.get_by_text(TITLE).first).to_be_visible()
    found["drawer"] = wider_than_the_screen(page)
    for path in ("/cart", f"/products?search={TITLE}", "/category/crystal", "/"):
        page.goto(stack.shop_url + path)
        wait_until_loaded(page)
        found[path] = wider_than_the_screen(page)

    assert {where: pixels for where, pixels in found.items() if pixels} == {}


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_staffs_pages_stay_as_wide_as_the_window(
    open_page: OpenPage, stack: Stack, size: tuple[int, int]
) -> None:
    page = open_page(size=size)
    log_in(page, stack, "admin@akshamala.example", at=stack.staff_url)
    found = {}
    for path in STAFF_PAGES:
        page.goto(stack.staff_url + path)
        wait_until_loaded(page)
        found[path] = wider_than_the_screen(page)

    assert {where: pixels for where, pixels in found.items() if pixels} == {}
