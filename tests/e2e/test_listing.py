"""The list of products: filters in the address, the quick view over it, the shop out of reach."""

import re
from urllib.parse import parse_qsl, urlsplit

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import PHONE, OpenPage
from tests.e2e.shop_steps import BEAD, fill_details
from tests.e2e.stack import Stack
from tests.waiting import eventually


def asked(url: str) -> list[tuple[str, str]]:
    """Return what an address says after its question mark, in the alphabet's order."""
    return sorted(parse_qsl(urlsplit(url).query))


def wait_for_query(page: Page, /, **query: str) -> None:
    """Wait until the page's address says `query`, each once and nothing else, after its question mark."""
    page.wait_for_url(lambda url: asked(url) == sorted(query.items()))


def first_card(page: Page) -> str:
    """Return the title of the first product in the list."""
    return page.get_by_role("article").first.get_by_role("heading").inner_text()


# -- Filters, order, pages ---------------------------------------------------------------------------


def test_filters_survive_reload_and_back(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()
    page.goto(f"{stack.shop_url}/products")
    filters = page.get_by_role("complementary", name="Filters")
    filters.get_by_role("checkbox", name=re.compile("^Rudraksha")).check()
    page.wait_for_url("**category=rudraksha**")
    filters.get_by_role("checkbox", name=re.compile("^In stock")).check()
    page.wait_for_url("**inStock=true**")
    page.get_by_role("combobox", name="Sort by").select_option("Price: low to high")
    page.wait_for_url("**sortBy=price-low**")
    query = {"category": "rudraksha", "inStock": "true", "sortBy": "price-low"}
    answer = httpx.get(f"{stack.shop_url}/api/products", params=query, trust_env=False).json()["data"]
    title, total = answer["products"][0]["title"], answer["pagination"]["total"]
    cheapest = page.get_by_role("article").first.get_by_role("heading")
    expect(cheapest).to_have_text(title)

    page.reload()

    expect(filters.get_by_role("checkbox", name=re.compile("^Rudraksha"))).to_be_checked()
    expect(filters.get_by_role("checkbox", name=re.compile("^In stock"))).to_be_checked()
    expect(page.get_by_role("combobox", name="Sort by")).to_have_value("price-low")
    expect(page.get_by_role("status").filter(has_text=f"{total} products")).to_be_visible()
    expect(cheapest).to_have_text(title)

    cheapest.get_by_role("link").click()
    expect(page.get_by_role("heading", level=1, name=title)).to_be_visible()
    page.go_back()

    expect(filters.get_by_role("checkbox", name=re.compile("^Rudraksha"))).to_be_checked()
    wait_for_query(page, category="rudraksha", inStock="true", sortBy="price-low")
    page.go_back()
    # Rudraksha alone are by the number of their faces, unless asked otherwise.
    expect(page.get_by_role("combobox", name="Sort by")).to_have_value("faces")
    expect(page.get_by_role("article").first.get_by_role("heading")).to_have_text("1 Mukhi Rudraksha")


def test_every_filter_can_be_taken_away_by_itself_and_all_at_once(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()
    # "rudraksh" is the other name of a category that links from outside use.
    page.goto(f"{stack.shop_url}/products?category=rudraksh,crystal&inStock=true&maxPrice=999.99")
    filters = page.get_by_role("complementary", name="Filters")
    rudraksha = filters.get_by_role("checkbox", name=re.compile("^Rudraksha"))
    expect(rudraksha).to_be_checked()
    active = page.get_by_role("list", name="Active filters")
    expect(active.get_by_role("button", name="Remove Rudraksha")).to_be_visible()
    expect(active.get_by_role("button")).to_have_count(5)
    expect(page.get_by_role("radio", name=re.compile("^Up to ₹999"))).to_be_checked()

    active.get_by_role("button", name="Remove Crystals").click()
    page.wait_for_url(lambda url: "crystal" not in url)

    expect(active.get_by_role("button")).to_have_count(4)
    active.get_by_role("button", name="Clear all").click()
    expect(active).to_have_count(0)
    wait_for_query(page)


def test_a_band_shows_as_many_products_as_it_promised(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()
    page.goto(f"{stack.shop_url}/category/rudraksha")
    filters = page.get_by_role("complementary", name="Filters")
    band = filters.get_by_role("radio", name=re.compile("^₹1,000 to ₹4,999"))
    label = band.locator("xpath=ancestor::label")
    promised = eventually(lambda: re.search(r"(\d+) products?", label.inner_text()))

    band.check()
    page.wait_for_url("**maxPrice=4999.99**")

    expect(
        page.get_by_role("status").filter(has_text=re.compile(rf"^{promised[1]} products?$"))
    ).to_be_visible()
    wait_for_query(page, minPrice="1000", maxPrice="4999.99")


def test_the_price_slider_is_moved_by_keys_and_its_end_is_no_limit(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()
    page.goto(f"{stack.shop_url}/products")
    highest = page.get_by_role("slider", name="Highest price")

    highest.press("ArrowLeft")
    page.wait_for_url("**maxPrice=19900")
    highest.press("End")
    page.wait_for_url(lambda url: "maxPrice" not in url)

    lowest = page.get_by_role("slider", name="Lowest price")
    lowest.press("ArrowRight")
    page.wait_for_url("**minPrice=300")


def test_on_a_phone_the_filters_are_a_sheet(open_page: OpenPage, stack: Stack) -> None:
    page = open_page(size=PHONE)
    page.goto(f"{stack.shop_url}/products")
    page.get_by_role("main").get_by_role("button", name="Filters").click()
    sheet = page.get_by_role("dialog", name="Filters")
    sheet.get_by_role("checkbox", name=re.compile("^Crystals")).check()

    sheet.get_by_role("button", name=re.compile(r"^Show \d+ products?$")).click()

    expect(sheet).to_be_hidden()
    expect(page.get_by_role("list", name="Active filters").get_by_text("Crystals")).to_be_visible()
    wait_for_query(page, category="crystal")


def test_grid_or_list_is_remembered(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()
    page.goto(f"{stack.shop_url}/products")
    page.get_by_role("button", name="List", exact=True).click()

    page.goto(f"{stack.shop_url}/category/crystal")

    expect(page.get_by_role("button", name="List", exact=True)).to_have_attribute("aria-pressed", "true")


def test_pages_keep_the_filters_and_end_at_the_last(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()
    page.goto(f"{stack.shop_url}/products?sortBy=name")
    title = first_card(page)
    pages = page.get_by_role("navigation", name="Pages")

    pages.get_by_role("link", name="Page 2").click()
    page.wait_for_url("**page=2")

    wait_for_query(page, sortBy="name", page="2")
    expect(page.get_by_role("article").first.get_by_role("heading")).not_to_have_text(title)
    page.goto(f"{stack.shop_url}/products?sortBy=name&page=900")
    expect(pages.locator("[aria-current=page]")).not_to_have_text("900")
    page.wait_for_url(lambda url: int(dict(asked(url)).get("page", 900)) < 900)


def test_a_misspelt_search_finds_and_a_senseless_one_offers_others(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()
    page.goto(f"{stack.shop_url}/products?search=rudrakhs")
    expect(page.get_by_role("article").first).to_be_visible()
    expect(page.get_by_role("status").filter(has_text="“rudrakhs”")).to_be_visible()

    page.goto(f"{stack.shop_url}/products?search=qqqqzzzz")

    expect(page.get_by_text("Nothing found for “qqqqzzzz”")).to_be_visible()
    expect(page.get_by_role("heading", name="Others are looking at")).to_be_visible()


@pytest.mark.parametrize("path", ["/products?category=no-such-kind", "/category/no-such-kind"])
def test_a_kind_that_is_no_more_leads_to_all_products(open_page: OpenPage, stack: Stack, path: str) -> None:
    page = open_page()

    page.goto(stack.shop_url + path)

    expect(page.get_by_text(re.compile("not found|no-such-kind", re.IGNORECASE)).first).to_be_visible()
    page.locator("main").get_by_role("link", name="See all products").or_(
        page.get_by_role("button", name="Clear all")
    ).first.click()
    expect(page.get_by_role("article").first).to_be_visible()


# -- The window over the list --------------------------------------------------------------------


def test_the_quick_view_opens_over_the_list_and_back_closes_it(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()
    page.goto(f"{stack.shop_url}/products?category=rudraksha")
    title = first_card(page)
    page.get_by_role("article").first.hover()
    page.get_by_role("link", name=f"Quick view: {title}").click()
    dialog = page.get_by_role("dialog", name=title)
    expect(dialog.get_by_text("Inclusive of all taxes")).to_be_visible()
    expect(dialog.get_by_text(re.compile("Free shipping")).first).to_be_visible()
    expect(dialog.get_by_text("Return within 7 days")).to_be_visible()
    page.wait_for_url(lambda url: [name for name, _ in asked(url)] == ["category", "view"])

    page.go_back()

    expect(dialog).to_be_hidden()
    wait_for_query(page, category="rudraksha")
    page.go_forward()
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    wait_for_query(page, category="rudraksha")


def test_a_link_with_the_quick_view_open_can_be_sent(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()
    page.goto(f"{stack.shop_url}/products?view={BEAD}")
    dialog = page.get_by_role("dialog", name="5 Mukhi Rudraksha")

    dialog.get_by_role("button", name="Close", exact=True).click()

    expect(dialog).to_be_hidden()
    page.wait_for_url(f"{stack.shop_url}/products")


def test_buying_from_the_quick_view_takes_the_choice_along(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()
    page.goto(f"{stack.shop_url}/products?view={BEAD}")
    dialog = page.get_by_role("dialog", name="5 Mukhi Rudraksha")
    dialog.get_by_role("radio", name=re.compile("^Silver")).check()
    dialog.get_by_role("button", name="One more").click()
    expect(dialog.get_by_text("₹1,300")).to_be_visible()
    expect(dialog.get_by_text("cannot be returned")).to_be_visible()

    dialog.get_by_role("button", name="Buy Now").click()

    purchase = page.get_by_role("dialog", name="Buy Now")
    expect(purchase).to_be_visible()
    expect(dialog).to_be_hidden()
    fill_details(page, "quick@akshamala.example")
    purchase.get_by_role("button", name="Continue").click()
    expect(purchase.get_by_role("button", name="Pay ₹1,300")).to_be_visible()


# -- Out of reach ------------------------------------------------------------------------------------


def test_the_shop_unreachable_says_so_and_comes_back(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()
    page.goto(f"{stack.shop_url}/products")
    featured = page.get_by_role("checkbox", name=re.compile("^Featured"))
    expect(featured).to_be_visible()
    page.context.set_offline(True)
    featured.check()
    expect(page.get_by_role("button", name="Try Again")).to_be_visible()

    page.context.set_offline(False)

    expect(page.get_by_role("article").first).to_be_visible()
    expect(page.get_by_role("button", name="Try Again")).to_have_count(0)
    wait_for_query(page, isFeatured="true")


def test_filters_that_cannot_be_fetched_come_when_asked_again(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()
    page.route("**/assets/filter-panel-*.js", lambda route: route.abort())
    page.goto(f"{stack.shop_url}/products")

    filters = page.get_by_role("complementary", name="Filters")
    expect(filters.get_by_text("This part could not be shown.")).to_be_visible()
    expect(page.get_by_role("article").first).to_be_visible()
    page.unroute("**/assets/filter-panel-*.js")
    filters.get_by_role("button", name="Try Again").click()

    expect(filters.get_by_role("checkbox", name=re.compile("^In stock"))).to_be_visible()


def test_new_arrivals_end_at_the_margin_of_the_page(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()
    page.goto(stack.shop_url)
    heading = page.get_by_role("heading", name="New arrivals")
    # Sections below the first screen are laid out when they come near.
    heading.scroll_into_view_if_needed()
    section = page.locator("section").filter(has=heading)
    right_of_line = heading.locator("..").evaluate("(line) => line.getBoundingClientRect().right")
    right_of_cards = section.get_by_role("article").evaluate_all(
        "(cards) => cards.map((card) => card.getBoundingClientRect().right)"
    )

    assert right_of_cards[3] == pytest.approx(right_of_line, abs=1)
