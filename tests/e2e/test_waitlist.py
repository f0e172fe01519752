"""Waiting for a product whose last pieces others are paying for, with several people before their screens."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.accessibility import violations, wider_than_the_screen
from tests.e2e.conftest import PHONE, OpenPage
from tests.e2e.screen_texts import ENGLISH_NIGHTLY, language_of, localized_message
from tests.e2e.shop_steps import (
    answer_at_the_bank,
    fill_details,
    go_from_dialog_to_pay_page,
    go_to_pay_page,
    log_in_here,
    open_dialog,
    press_buy_now,
    transaction_at_provider,
    wait_until_paid,
)
from tests.e2e.stack import Stack

CLOCK = re.compile(r"\d+:\d\d")
# A device whose clock is wrong by so many milliseconds.
WRONG_CLOCK = """
    const Right = Date
    globalThis.Date = class extends Right {
        constructor(...given) { given.length ? super(...given) : super(Date.now()) }
        static now() { return Right.now() + SHIFT }
    }
"""
DAY_MS = 86_400_000


def let_hold_lapse(stack: Stack, transaction_id: str) -> None:
    """Let the hold of the payment's order end; the worker finds it."""
    stack.manage(
        "shell",
        "-c",
        "from django.utils import timezone\n"
        "from project.orders.models import Order\n"
        f"orders = Order.objects.filter(payments__transaction_id={transaction_id!r})\n"
        "Order.objects.filter(pk__in=orders).update(held_until=timezone.now())\n",
    )


def button(page: Page, key: str) -> Locator:
    """Return a button of the panel."""
    return page.get_by_role(
        "button", name=localized_message(language_of(page), f"waitlist:{key}"), exact=True
    )


def says(page: Page, key: str) -> Locator:
    """Return a sentence of the panel, in the page's language."""
    text = localized_message(language_of(page), f"waitlist:{key}")
    return page.get_by_role("status").filter(has_text=text)


def test_the_first_in_line_buys_the_piece_and_the_others_are_told(open_page: OpenPage, stack: Stack) -> None:
    slug = "ruby-manik"
    stack.count(slug, free=1)
    first, second, buyer = open_page(), open_page("hi-IN", size=PHONE), open_page()
    for page in (first, second):
        page.goto(f"{stack.staff_url}/products/{slug}")
        expect(button(page, "wait")).to_have_count(0)

    lapsing = go_to_pay_page(buyer, stack, slug=slug)

    for page in (first, second):
        expect(page.get_by_role("timer")).to_contain_text(CLOCK)
    expect(first.get_by_text("One person is paying for the last piece.")).to_be_visible()
    button(first, "wait").click()
    expect(says(first, "first")).to_be_visible()
    expect(second.get_by_text(localized_message("hi", "waitlist:queue_one"))).to_be_visible()
    button(second, "wait").click()
    expect(second.get_by_text("कतार में आपका स्थान: 2")).to_be_visible()
    assert violations(second) == []
    assert wider_than_the_screen(second) == 0

    let_hold_lapse(stack, lapsing)

    expect(says(first, "offered")).to_be_visible()
    expect(first.get_by_role("timer")).to_contain_text(CLOCK)
    assert violations(first) == []
    expect(says(second, "first")).to_be_visible()
    # Whoever comes now may look, and wait.
    buyer.goto(f"{stack.shop_url}/products/{slug}")
    expect(button(buyer, "wait")).to_be_visible()
    expect(buyer.get_by_role("button", name="Out of stock").first).to_be_disabled()

    # A reload forgets nothing.
    first.reload()
    # Until the offer is read, the page has no button to buy with but those of other products.
    expect(says(first, "offered")).to_be_visible()
    press_buy_now(first)
    bought = go_from_dialog_to_pay_page(first, stack, "waits@akshamala.example")
    expect(says(second, "first")).to_be_visible()
    answer_at_the_bank(first, "success")
    wait_until_paid(stack, bought, seconds=30)

    expect(second.get_by_text(localized_message("hi", "waitlist:soldOutText"))).to_be_visible()


@pytest.mark.parametrize("language", ENGLISH_NIGHTLY)
def test_a_guest_logs_in_and_moves_up(open_page: OpenPage, stack: Stack, language: str) -> None:
    slug = "blue-sapphire-neelam" if language == "en" else "hessonite-gomed"
    stack.count(slug, free=1)
    page, before, buyer = open_page(f"{language}-IN", size=PHONE), open_page(), open_page()
    go_to_pay_page(buyer, stack, slug=slug)
    for each in (before, page):
        each.goto(f"{stack.shop_url}/products/{slug}")
        # The panel comes with the page, and its code after it.
        expect(each.get_by_role("timer")).to_contain_text(CLOCK)
        button(each, "wait").click()
        expect(button(each, "leave")).to_be_visible()
    behind = localized_message(language_of(page), "waitlist:position").replace("{{position}}", "2")
    expect(page.get_by_text(behind)).to_be_visible()
    assert violations(page) == []
    assert wider_than_the_screen(page) == 0

    page.get_by_role("link", name=localized_message(language_of(page), "waitlist:logIn")).click()
    log_in_here(page, stack, f"moves-up-{language}@akshamala.example")
    button(page, "moveUp").click()

    expect(says(page, "first")).to_be_visible()
    expect(button(page, "moveUp")).to_have_count(0)
    expect(before.get_by_text("You are number 2 in line")).to_be_visible()


def test_a_piece_of_the_cart_is_waited_for_in_the_cart(open_page: OpenPage, stack: Stack) -> None:
    slug = "emerald-panna"
    stack.count(slug, free=1)
    page, buyer = open_page(size=PHONE), open_page()
    page.goto(f"{stack.shop_url}/products/{slug}")
    page.locator("main").get_by_role("button", name="Add to cart").first.click()
    expect(page.get_by_role("dialog", name="Your cart")).to_be_visible()
    lapsing = go_to_pay_page(buyer, stack, slug=slug)

    page.goto(f"{stack.shop_url}/cart")
    button(page, "wait").click()
    expect(says(page, "first")).to_be_visible()
    button(page, "leave").click()
    expect(says(page, "left")).to_be_visible()
    button(page, "wait").click()
    expect(says(page, "first")).to_be_visible()
    assert violations(page) == []
    assert wider_than_the_screen(page) == 0

    let_hold_lapse(stack, lapsing)

    expect(says(page, "offered")).to_be_visible()
    expect(page.get_by_role("main").get_by_text("Sold out at the moment")).to_have_count(0)
    expect(page.get_by_role("main").get_by_role("button", name="Checkout")).to_be_enabled()


def test_who_comes_too_late_at_the_checkout_waits_there(open_page: OpenPage, stack: Stack) -> None:
    slug = "yellow-sapphire-pukhraj"
    stack.count(slug, free=1)
    page, buyer = open_page(), open_page()
    open_dialog(page, stack, slug)
    dialog = page.get_by_role("dialog")
    fill_details(page, "late@akshamala.example")
    dialog.get_by_role("button", name=localized_message("en", "checkout:toPayment")).click()
    pay = dialog.get_by_role("button", name=re.compile("^Pay ₹"))
    expect(pay).to_be_enabled()
    lapsing = go_to_pay_page(buyer, stack, slug=slug)

    dialog.get_by_role("button", name=localized_message("en", "waitlist:wait")).click()
    expect(dialog.get_by_text(localized_message("en", "waitlist:first"))).to_be_visible()
    expect(pay).to_be_disabled()
    # The total is faded, as it holds no more.
    assert violations(page, contrast=False) == []
    let_hold_lapse(stack, lapsing)
    expect(dialog.get_by_text(localized_message("en", "waitlist:offered"))).to_be_visible()
    pay.click()

    assert transaction_at_provider(page, stack) != lapsing


@pytest.mark.parametrize(("days", "slug"), [(-1, "pearl-moti"), (1, "red-coral-moonga")])
def test_the_countdown_follows_the_shops_clock(
    open_page: OpenPage, stack: Stack, days: int, slug: str
) -> None:
    stack.count(slug, free=1)
    page, buyer = open_page(), open_page()
    page.add_init_script(WRONG_CLOCK.replace("SHIFT", str(days * DAY_MS)))
    page.goto(f"{stack.shop_url}/products/{slug}")

    lapsing = go_to_pay_page(buyer, stack, slug=slug)

    decided_in = re.compile(r"Their payments are decided in at most [1-5]?\d:\d\d\.")
    expect(page.get_by_role("timer")).to_have_text(decided_in)
    button(page, "wait").click()
    let_hold_lapse(stack, lapsing)
    expect(says(page, "offered")).to_be_visible()
    expect(page.get_by_role("timer")).to_have_text(re.compile(r"\D[1-5]?\d:\d\d\D"))
