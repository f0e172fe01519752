"""A product's page: stock that moves by itself, old and wrong addresses, what the page leads to."""

import re

import httpx
import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import PHONE, OpenPage
from tests.e2e.screen_texts import LANGUAGES, localized_message
from tests.e2e.shop_steps import BEAD, answer_at_the_bank, go_to_pay_page, wait_until_paid
from tests.e2e.stack import Stack
from tests.waiting import eventually

# Of these beads the sample shop has so few that one purchase can be seen.
TWO_LEFT = "12-mukhi-rudraksha"
ONE_LEFT = "13-mukhi-rudraksha"


# -- Stock ---------------------------------------------------------------------------------------


@pytest.mark.both_stacks
def test_two_shoppers_see_the_stock_fall_when_one_buys(open_page: OpenPage, stack: Stack) -> None:
    watcher, buyer = open_page(), open_page()
    watcher.goto(f"{stack.staff_url}/products/{TWO_LEFT}")
    expect(watcher.get_by_text("Only 2 left").first).to_be_visible()
    expect(watcher.locator("main").get_by_text("Live", exact=True)).to_be_visible()

    go_to_pay_page(buyer, stack, slug=TWO_LEFT)

    expect(watcher.get_by_text("Last piece").first).to_be_visible()


def test_the_last_piece_is_held_then_sold_before_the_watchers_eyes(open_page: OpenPage, stack: Stack) -> None:
    watcher, buyer = open_page(), open_page()
    watcher.goto(f"{stack.staff_url}/products/{ONE_LEFT}")
    expect(watcher.get_by_text("Last piece").first).to_be_visible()
    expect(watcher.locator("main").get_by_text("Live", exact=True)).to_be_visible()

    transaction_id = go_to_pay_page(buyer, stack, slug=ONE_LEFT)

    expect(watcher.get_by_text("Others are paying for it")).to_be_visible()
    countdown = watcher.get_by_role("timer")
    expect(countdown).to_have_text(re.compile(r"^Their payments are decided in at most \d+:\d\d\.$"))
    expect(countdown).not_to_have_text(countdown.inner_text())
    expect(watcher.get_by_role("button", name="Out of stock").first).to_be_disabled()

    answer_at_the_bank(buyer, "success")
    wait_until_paid(stack, transaction_id, seconds=30)

    expect(watcher.locator("main").get_by_text("Sold out").first).to_be_visible()
    expect(countdown).to_have_count(0)


def test_the_stepper_ends_at_what_is_left(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()
    page.goto(f"{stack.shop_url}/products/gauri-shankar-rudraksha")
    quantity = page.get_by_label("Quantity", exact=True)

    quantity.fill("99")
    quantity.blur()

    expect(quantity).to_have_value("3")
    expect(page.get_by_role("button", name="One more")).to_be_disabled()


@pytest.mark.parametrize("language", LANGUAGES)
def test_laptop_shows_buy_now_beside_every_choice_without_scrolling(
    open_page: OpenPage, stack: Stack, language: str
) -> None:
    """The bead with the most choices, whose name takes two lines."""
    long_names = {
        "title_en": "7 Mukhi Rudraksha of the Arun Valley, Collector's Piece",
        "title_hi": "अरुण घाटी का 7 मुखी रुद्राक्ष, संग्राहकों के लिए चुना हुआ दाना",
    }
    names = {"title_en": "7 Mukhi Rudraksha", "title_hi": "7 मुखी रुद्राक्ष"}
    stack.edit_product("7-mukhi-rudraksha", **long_names)
    page = open_page(f"{language}-IN", size=(1440, 900))

    page.goto(f"{stack.shop_url}/products/7-mukhi-rudraksha")
    stack.edit_product("7-mukhi-rudraksha", **names)

    for key in ("shop:product.buyNow", "keep:addToCart"):
        button = page.get_by_role("main").get_by_role("button", name=localized_message(language, key)).first
        expect(button).to_be_in_viewport(ratio=1)


def test_phone_keeps_buy_now_in_reach(open_page: OpenPage, stack: Stack) -> None:
    page = open_page(size=PHONE)
    page.goto(f"{stack.shop_url}/products/7-mukhi-rudraksha")

    bar = page.locator("[data-buy-bar]")

    expect(bar.get_by_role("button", name="Buy Now")).to_be_in_viewport(ratio=1)
    page.mouse.wheel(0, 1200)
    expect(bar.get_by_role("button", name="Buy Now")).to_be_in_viewport(ratio=1)


# -- Old and wrong addresses ---------------------------------------------------------------------


def test_an_old_address_leads_to_the_present_one(open_page: OpenPage, stack: Stack) -> None:
    stack.manage(
        "shell",
        "--command",
        "from project.catalog.models import Product, ProductAlias;"
        f"ProductAlias.objects.get_or_create(slug='old-bead', product=Product.objects.get(slug='{BEAD}'))",
    )
    page = open_page()

    page.goto(f"{stack.shop_url}/products/old-bead")

    page.wait_for_url(f"**/products/{BEAD}")
    page.goto(f"{stack.shop_url}/category/rudraksh")
    page.wait_for_url("**/category/rudraksha")


def test_the_address_by_id_leads_to_the_address_by_name(open_page: OpenPage, stack: Stack) -> None:
    answer = httpx.get(f"{stack.shop_url}/api/products/{BEAD}", trust_env=False).json()
    page = open_page()

    page.goto(f"{stack.shop_url}/product/{answer['data']['product']['_id']}")

    page.wait_for_url(f"**/products/{BEAD}")


def test_a_product_that_is_not_there_offers_a_search_and_what_is_near(
    open_page: OpenPage, stack: Stack
) -> None:
    page = open_page()

    answer = page.goto(f"{stack.shop_url}/products/5-mukhi-rudrakhsa")

    assert answer is not None
    assert answer.status == 404
    expect(page.get_by_role("heading", level=1, name="Product not found")).to_be_visible()
    expect(page.get_by_role("article").first).to_contain_text("Rudraksha")
    # The script's page has taken over from the server's.
    expect(page.get_by_role("link", name="See all products")).to_be_visible()
    page.locator("main").get_by_role("searchbox").fill("amethyst")
    page.locator("main").get_by_role("searchbox").press("Enter")
    page.wait_for_url("**/products?search=amethyst")
    expect(page.get_by_role("article").first).to_contain_text("Amethyst")


# -- The product's page --------------------------------------------------------------------------


def test_the_open_tab_is_in_the_address(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()
    page.goto(f"{stack.shop_url}/products")
    page.goto(f"{stack.shop_url}/products/{BEAD}#specifications")
    expect(page.get_by_role("tab", name="Specifications")).to_have_attribute("aria-selected", "true")

    page.get_by_role("tab", name=re.compile("^Reviews")).click()

    page.wait_for_url("**#reviews")
    page.reload()
    expect(page.get_by_role("tab", name=re.compile("^Reviews"))).to_have_attribute("aria-selected", "true")
    page.go_back()
    page.wait_for_url(f"{stack.shop_url}/products")


def test_what_was_looked_at_is_offered_again(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()
    page.goto(f"{stack.shop_url}/products/{BEAD}")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_role("heading", name="Recently viewed")).to_have_count(0)
    eventually(lambda: BEAD in page.evaluate("JSON.stringify(localStorage)"))

    page.goto(f"{stack.shop_url}/products/amethyst-point")

    recent = page.locator("section").filter(has=page.get_by_role("heading", name="Recently viewed"))
    expect(recent.get_by_role("article")).to_have_count(1)
    expect(recent.get_by_role("article")).to_contain_text("5 Mukhi Rudraksha")


def test_the_certificate_on_the_page_can_be_checked(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()
    page.goto(f"{stack.shop_url}/products/1-mukhi-rudraksha")
    example = page.get_by_role("region", name="One certificate for each piece").get_by_role("link")
    number = example.inner_text().removeprefix("See an example: ")

    example.click()

    page.wait_for_url(f"**/verify/{number}")
    expect(page.locator("main").get_by_text(number).first).to_be_visible()
