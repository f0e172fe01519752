"""Cart and wishlist: kept, carried to other devices, and marked when a product changed."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.accessibility import violations, wider_than_the_screen
from tests.e2e.conftest import PHONE, OpenPage
from tests.e2e.screen_texts import localized_message
from tests.e2e.shop_steps import BEAD, Traffic, fill_details, log_in, log_in_here
from tests.e2e.stack import Stack
from tests.waiting import eventually

MALA = "rudraksha-mala-108"
# A live link takes less; a page that has to ask by itself takes longer.
BY_ITSELF_MS = 10_000


def add_to_cart(page: Page, stack: Stack, slug: str = BEAD) -> Locator:
    """Open a product and put it into the cart; return the cart beside the page."""
    page.goto(f"{stack.shop_url}/products/{slug}")
    page.locator("main").get_by_role("button", name="Add to cart").first.click()
    drawer = page.get_by_role("dialog", name="Your cart")
    expect(drawer.get_by_text("is in your cart")).to_be_visible()
    return drawer


def open_cart(page: Page, stack: Stack) -> Locator:
    """Go to the cart's page; return its lines."""
    page.goto(f"{stack.shop_url}/cart")
    expect(page.get_by_role("heading", level=1, name="Your cart")).to_be_visible()
    return page.get_by_role("main").get_by_role("listitem")


def wish(page: Page, stack: Stack, slug: str = BEAD) -> None:
    """Press the heart on a product's page."""
    page.goto(f"{stack.shop_url}/products/{slug}")
    page.locator("main").get_by_role("button", name="Add to wishlist").first.click()
    expect(page.get_by_text("Product added to wishlist!")).to_be_visible()


# -- Cart ----------------------------------------------------------------------------------------


def test_a_guests_cart_survives_a_reload_and_the_login(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()
    add_to_cart(page, stack).get_by_role("link", name="View cart").click()
    page.wait_for_url("**/cart")
    page.reload()
    lines = page.get_by_role("main").get_by_role("listitem")
    expect(lines).to_have_count(1)
    expect(page.get_by_role("button", name="Cart, 1 piece")).to_be_visible()

    page.get_by_role("main").get_by_role("link", name="Log in").click()
    log_in_here(page, stack, "cart@akshamala.example")

    page.wait_for_url("**/cart")
    expect(lines).to_have_count(1)
    expect(lines.get_by_role("link", name="5 Mukhi Rudraksha")).to_be_visible()
    elsewhere = open_page()
    log_in(elsewhere, stack, "cart@akshamala.example", at=stack.staff_url)
    elsewhere.goto(stack.staff_url)
    expect(elsewhere.get_by_role("button", name="Cart, 1 piece")).to_be_visible()


def test_logging_out_leaves_no_cart_behind(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()
    log_in(page, stack, "leaving@akshamala.example", at=stack.shop_url)
    add_to_cart(page, stack)
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Cart, 1 piece")).to_be_visible()

    page.get_by_role("button", name=re.compile("^Account")).click()
    page.get_by_role("menuitem", name="Logout").click()

    expect(page.get_by_role("button", name="Cart", exact=True)).to_be_visible()


def test_quantity_changes_and_a_removed_line_can_be_had_back(open_page: OpenPage, stack: Stack) -> None:
    page = open_page(size=PHONE)
    add_to_cart(page, stack, MALA)
    add_to_cart(page, stack)
    lines = open_cart(page, stack)
    expect(lines).to_have_count(2)
    bead = lines.filter(has_text="5 Mukhi Rudraksha")

    bead.get_by_role("button", name="One more").click(click_count=2)
    expect(page.get_by_role("button", name="Cart, 4 pieces")).to_be_visible()
    bead.get_by_role("button", name="Remove 5 Mukhi Rudraksha").click()

    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_focused()
    expect(lines).to_have_count(1)
    undo.click()
    expect(lines).to_have_count(2)
    expect(bead.get_by_label("Quantity of 5 Mukhi Rudraksha")).to_have_value("3")

    bead.get_by_role("button", name="Remove 5 Mukhi Rudraksha").click()
    expect(lines).to_have_count(1)
    lines.get_by_role("button", name=re.compile("^Remove")).click()
    expect(page.get_by_role("heading", level=1, name="Your cart is empty")).to_be_visible()
    undo.click()
    expect(lines).to_have_count(1)


def test_a_new_price_is_told_while_the_cart_is_open_and_accepted_before_the_checkout(
    open_page: OpenPage, stack: Stack
) -> None:
    page = open_page()
    slug = "rose-quartz-bracelet"
    add_to_cart(page, stack, slug)
    open_cart(page, stack)
    summary = page.get_by_role("region", name="Summary")
    expect(summary.get_by_role("button", name="Checkout")).to_be_enabled()
    before = page.get_by_role("main").get_by_role("listitem").inner_text()
    was = re.search(r"₹[\d,]+", before)
    assert was is not None

    stack.set_price(slug, 1777)

    expect(page.get_by_text(f"The price changed from {was[0]} to ₹1,777")).to_be_visible()
    expect(summary.get_by_role("button", name="Checkout")).to_have_count(0)
    page.reload()
    expect(page.get_by_text("The price changed")).to_be_visible()
    summary.get_by_role("button", name="Accept the changes").click()
    expect(page.get_by_text("The price changed")).to_have_count(0)
    expect(summary.get_by_role("definition").filter(has_text="₹1,777").last).to_be_visible()
    expect(summary.get_by_role("button", name="Checkout")).to_be_enabled()


def test_the_options_of_a_line_are_chosen_anew_in_the_cart(open_page: OpenPage, stack: Stack) -> None:
    page = open_page(size=PHONE)
    add_to_cart(page, stack)
    line = open_cart(page, stack)
    change = line.get_by_role("button", name="Change the options of 5 Mukhi Rudraksha")
    change.click()

    options = line.get_by_role("region", name="Options of 5 Mukhi Rudraksha")
    told = options.get_by_text(re.compile(r"^₹[\d,]+ each$"))
    before = told.inner_text()
    options.get_by_role("radio", name="Big").check()
    expect(told).not_to_have_text(before)
    assert violations(page) == []
    assert wider_than_the_screen(page) == 0
    price = told.inner_text().removesuffix(" each")
    options.get_by_role("button", name="Apply").click()

    expect(options).to_have_count(0)
    expect(change).to_be_focused()
    expect(line.get_by_text("Size: Big")).to_be_visible()
    expect(line.get_by_text(price, exact=True)).to_be_visible()


def test_what_is_hidden_while_it_is_looked_at_or_in_the_cart_is_told_at_once(
    open_page: OpenPage, stack: Stack
) -> None:
    slug = "tiger-eye-bracelet"
    page, watcher = open_page(), open_page()
    add_to_cart(page, stack, slug)
    line = open_cart(page, stack)
    expect(line.get_by_role("spinbutton")).to_be_visible()
    watcher.goto(f"{stack.staff_url}/products/{slug}")
    expect(watcher.get_by_role("button", name="Buy Now").first).to_be_enabled()

    stack.edit_product(slug, is_visible=False)

    expect(line.get_by_text("This product is no longer sold")).to_be_visible()
    expect(page.get_by_text("Nothing in your cart can be bought at the moment.")).to_be_visible()
    expect(watcher.get_by_role("heading", name="Product not found")).to_be_visible()

    stack.edit_product(slug, is_visible=True)

    expect(page.get_by_role("button", name="Checkout")).to_be_enabled()
    expect(watcher.get_by_role("button", name="Buy Now").first).to_be_enabled()


def test_a_guest_buys_the_whole_cart_and_its_order_waits_there(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()
    add_to_cart(page, stack, MALA)
    drawer = add_to_cart(page, stack)

    drawer.get_by_role("button", name="Checkout").click()
    dialog = page.get_by_role("dialog", name="Checkout")
    fill_details(page, "basket@akshamala.example")
    dialog.get_by_role("button", name="Continue").click()
    expect(dialog.get_by_role("region", name="Your order").get_by_role("listitem")).to_have_count(2)
    dialog.get_by_role("button", name=re.compile(r"^Pay ₹")).click()

    page.wait_for_url(f"{stack.sandbox.url}/**")
    page.goto(f"{stack.shop_url}/cart")
    order = page.get_by_role("region", name=re.compile(r"^Your order AKS-\w+ is waiting for payment$"))
    expect(order.get_by_role("button", name="Pay now")).to_be_visible()
    expect(page.get_by_role("button", name="Cart", exact=True)).to_be_visible()


def test_what_is_in_the_cart_shows_in_the_other_tab(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()
    other = page.context.new_page()
    other.goto(f"{stack.shop_url}/products")
    expect(other.get_by_role("button", name="Cart", exact=True)).to_be_visible()

    add_to_cart(page, stack)

    expect(other.get_by_role("button", name="Cart, 1 piece")).to_be_visible()


COVERED = """button => {
    const { left, top, width, height } = button.getBoundingClientRect()
    return [0.1, 0.5, 0.9].some((part) => {
        const over = document.elementFromPoint(left + width * part, top + height / 2)
        return !button.contains(over)
    })
}"""


@pytest.mark.parametrize(
    ("language", "size"),
    [
        ("en", (1440, 900)),
        ("hi", PHONE),
        pytest.param("en", PHONE, marks=pytest.mark.nightly),
        pytest.param("hi", (1440, 900), marks=pytest.mark.nightly),
    ],
)
def test_no_notice_covers_a_button_of_the_drawer(
    open_page: OpenPage, stack: Stack, language: str, size: tuple[int, int]
) -> None:
    page = open_page(f"{language}-IN", size=size)
    page.goto(f"{stack.shop_url}/products/{BEAD}")
    main = page.get_by_role("main")
    wish = localized_message(language, "keep:wishOf").replace("{{title}}", "")
    main.get_by_role("button", name=wish.strip()).first.click()
    # The first wish sends two notices, one of them with a button.
    expect(page.get_by_role("button", name=localized_message(language, "keep:login")).first).to_be_visible()

    main.get_by_role("button", name=localized_message(language, "keep:addToCart")).first.click()

    drawer = page.get_by_role("dialog").filter(has_text=localized_message(language, "cart:title"))
    expect(drawer.get_by_role("link", name=localized_message(language, "cart:viewCart"))).to_be_visible()
    expect(page.get_by_role("button", name=localized_message(language, "keep:login")).first).to_be_visible()
    buttons = [
        drawer.get_by_role("button", name=localized_message(language, "common:close")),
        drawer.get_by_role("button", name=localized_message(language, "cart:checkOut")),
        drawer.get_by_role("link", name=localized_message(language, "cart:viewCart")),
    ]
    # Where the notices make room they do so a moment later, and long before they go.
    eventually(lambda: not any(button.evaluate(COVERED) for button in buttons), seconds=3)


@pytest.mark.parametrize("size", [PHONE, (320, 640), (700, 900)])
def test_no_notice_covers_the_way_out_of_the_menu(
    open_page: OpenPage, stack: Stack, size: tuple[int, int]
) -> None:
    page = open_page(size=size)
    wish(page, stack)

    # By keyboard: on a phone a notice lies over this button.
    page.get_by_role("button", name="Menu", exact=True).press("Enter")

    close = page.get_by_role("dialog", name="Menu").get_by_role("button", name="Close")
    expect(close).to_be_visible()
    eventually(lambda: not close.evaluate(COVERED), seconds=3)
    # It was not the end of the notice that freed it.
    expect(page.get_by_role("button", name=localized_message("en", "keep:login")).first).to_be_visible()


# -- Wishlist ------------------------------------------------------------------------------------


def test_a_wish_in_one_browser_shows_in_the_other(open_page: OpenPage, stack: Stack) -> None:
    here, there = open_page(), open_page(size=PHONE)
    traffic = Traffic(there)
    for page, at in ((here, stack.shop_url), (there, stack.staff_url)):
        log_in(page, stack, "wishes@akshamala.example", at=at)
    there.goto(f"{stack.staff_url}/wishlist")
    expect(there.get_by_role("heading", name="Your wishlist is empty")).to_be_visible()
    traffic.wait_until_quiet()

    wish(here, stack)

    card = there.get_by_role("main").get_by_role("listitem").filter(has_text="5 Mukhi Rudraksha")
    expect(card).to_be_visible(timeout=BY_ITSELF_MS)
    expect(there.get_by_role("link", name="Wishlist, 1 product")).to_be_visible()
    card.get_by_role("button", name="Remove from wishlist").click()
    expect(there.get_by_text("Product removed from wishlist!")).to_be_visible()
    expect(here.locator("main").get_by_role("button", name="Add to wishlist").first).to_be_visible(
        timeout=BY_ITSELF_MS
    )


def test_a_guests_wish_is_kept_and_goes_into_the_account(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()
    wish(page, stack)
    expect(page.get_by_text("Until then it stays in this browser")).to_be_visible()
    page.reload()
    expect(page.get_by_role("link", name="Wishlist, 1 product")).to_be_visible()

    page.get_by_role("link", name="Wishlist, 1 product").click()
    page.wait_for_url("**/wishlist")
    expect(page.get_by_role("heading", name="5 Mukhi Rudraksha")).to_be_visible()
    page.get_by_role("main").get_by_role("link", name="Log in").click()
    page.wait_for_url("**/login?redirect=*")
    log_in_here(page, stack, "merged-wish@akshamala.example")

    page.wait_for_url("**/wishlist")
    expect(page.get_by_role("heading", name="5 Mukhi Rudraksha")).to_be_visible()
    page.get_by_role("button", name=re.compile("^Account")).click()
    page.get_by_role("menuitem", name="Logout").click()
    expect(page.get_by_role("link", name="Wishlist", exact=True).first).to_be_visible()
    eventually(lambda: page.evaluate("localStorage.getItem('wishes') === null"))


def test_a_guest_takes_a_wish_back_and_is_led_to_the_products(open_page: OpenPage, stack: Stack) -> None:
    page = open_page(size=PHONE)
    wish(page, stack)
    page.goto(f"{stack.shop_url}/wishlist")
    card = page.get_by_role("main").get_by_role("listitem").filter(has_text="5 Mukhi Rudraksha")

    card.get_by_role("button", name="Remove from wishlist").click()

    expect(page.get_by_role("heading", name="Your wishlist is empty")).to_be_visible()
    page.get_by_role("main").get_by_role("link", name="Browse Products").click()
    page.wait_for_url("**/products")


def test_the_heart_on_a_card_says_what_it_did(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()
    page.goto(f"{stack.shop_url}/category/rudraksha")
    card = page.get_by_role("article").first

    card.get_by_role("button", name="Add to wishlist").click()
    expect(page.get_by_text("Added to wishlist", exact=True)).to_be_visible()
    card.get_by_role("button", name="Remove from wishlist").click()

    expect(page.get_by_text("Removed from wishlist", exact=True)).to_be_visible()
    assert page.url.endswith("/category/rudraksha")
