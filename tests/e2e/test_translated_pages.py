"""Pages that the browser translates: they work as ever, and show what is true now."""

import re
from collections.abc import Callable
from contextlib import suppress
from functools import partial

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import PHONE, OpenPage
from tests.e2e.orders import CODE_MAIL, bring, enter_code, order_as_guest, pay, staff_token
from tests.e2e.screen_texts import localized_message
from tests.e2e.shop_steps import (
    BEAD,
    answer_at_the_bank,
    answer_birth_questions,
    go_from_dialog_to_pay_page,
    go_inside,
    log_in,
    log_in_here,
    wait_until_loaded,
)
from tests.e2e.stack import Stack
from tests.e2e.translator import TRANSLATORS, assert_nothing_failed, translate_pages, translated_by_mistake
from tests.public_pages import PUBLIC_PAGES, STATIC_PAGES
from tests.waiting import eventually

pytestmark = [pytest.mark.any_stack, pytest.mark.timeout(240)]

translated = pytest.mark.parametrize(("language", "translator"), TRANSLATORS)
second_nightly = pytest.mark.parametrize(
    ("language", "translator"), [TRANSLATORS[0], pytest.param(*TRANSLATORS[1], marks=pytest.mark.nightly)]
)
# No other test looks at their prices and their stock.
REPRICED = "seven-chakra-bracelet"
SCARCE = "amethyst-bracelet"
OTHER_LANGUAGE = {"en": "hi", "hi": "en"}
# Each kind of page, by titles that differ from one to the next.
KINDS = ("/products", "/rudraksha", "/contact", "/terms", "/verify", "/cart", "/login")
BOARDS = (
    "/admin/orders",
    "/admin/order-management",
    "/admin/products",
    "/admin/categories",
    "/admin/old-addresses",
    "/admin/users",
    "/admin/audit",
    "/admin/webhooks",
    "/admin/reviews",
    "/admin/discounts",
    "/admin/settings",
    "/admin/cases",
    "/admin/live",
)


def say_the_same(said: Callable[[], str], right: Callable[[], str]) -> bool:
    return said() == right()


def say(language: str, key: str, **values: object) -> str:
    """Return a text with its values."""
    text = localized_message(language, key)
    for name, value in values.items():
        text = text.replace(f"{{{{{name}}}}}", str(value))
    return text


@second_nightly
def test_public_pages_that_were_translated_before_the_application_took_them_over(
    open_page: OpenPage, stack: Stack, language: str, translator: str
) -> None:
    page = open_page(f"{language}-IN", PHONE)
    translate_pages(page, translator, once="parsed")
    mistakes = {}
    # One document of those that are alike.
    for path in (path for path in PUBLIC_PAGES if path not in STATIC_PAGES[1:]):
        page.goto(f"{stack.shop_url}{path}")

        expect(page.get_by_role("heading", level=1).first).to_be_visible()
        expect(page.get_by_role("button", name=say(language, "shell:search")).first).to_be_visible()
        wait_until_loaded(page)
        assert_nothing_failed(page, language)
        mistakes[path] = translated_by_mistake(page)

    assert {path: texts for path, texts in mistakes.items() if texts} == {}


@second_nightly
def test_every_page_is_left_and_says_every_word_in_the_other_language(
    open_page: OpenPage, stack: Stack, language: str, translator: str
) -> None:
    """React writes all of a page's texts anew."""
    other = OTHER_LANGUAGE[language]
    page, untranslated = open_page(f"{language}-IN"), open_page(f"{other}-IN")
    translate_pages(page, translator)
    page.goto(f"{stack.shop_url}{KINDS[0]}")
    untranslated.goto(f"{stack.shop_url}{KINDS[0]}")
    switch = page.get_by_role("banner").locator

    for path in KINDS:
        if path != KINDS[0]:
            go_inside(page, path)
            go_inside(untranslated, path)
        wait_until_loaded(page)
        switch(f"button[lang={other}]").first.click()
        expect(page.locator("html")).to_have_attribute("lang", other)

        said, right = page.get_by_role("main").inner_text, untranslated.get_by_role("main").inner_text
        with suppress(AssertionError):
            eventually(partial(say_the_same, said, right), seconds=10)
        assert said() == right(), path
        assert_nothing_failed(page, other)
        switch(f"button[lang={language}]").first.click()
        expect(page.locator("html")).to_have_attribute("lang", language)


@translated
def test_product_changes_before_the_eyes_and_goes_into_the_cart(
    open_page: OpenPage, stack: Stack, language: str, translator: str
) -> None:
    page = open_page(f"{language}-IN")
    translate_pages(page, translator)
    page.goto(f"{stack.shop_url}/products/{BEAD}")
    main = page.get_by_role("main")
    price = main.locator("[aria-live=polite]").filter(has_text="₹").first
    expect(price).to_contain_text("₹350")

    main.get_by_role("button", name=say(language, "keep:addToCart")).first.click()
    drawer = page.get_by_role("dialog", name=say(language, "cart:title"))
    expect(drawer.get_by_text("₹350", exact=True).first).to_be_visible()
    page.keyboard.press("Escape")
    main.get_by_role("radio", name=re.compile({"en": "^Medium", "hi": "^मध्यम"}[language])).check(force=True)
    expect(price).to_have_text("₹850")
    main.get_by_role("button", name=say(language, "common:more")).click()
    expect(price).to_contain_text("₹1,700")
    expect(price).to_contain_text(say(language, "shop:product.perPiece", price="₹850"))
    main.get_by_role("button", name=say(language, "keep:addToCart")).first.click()
    expect(drawer.get_by_text("₹1,700", exact=True).first).to_be_visible()
    page.keyboard.press("Escape")
    assert_nothing_failed(page, language)

    page.goto(f"{stack.shop_url}/products/{SCARCE}")
    expect(main.get_by_text(say(language, "common:live"), exact=True)).to_be_visible()
    for left, text in ((2, "card.fewLeft"), (1, "card.lastOne"), (0, "product.soldOut")):
        stack.count(SCARCE, free=left)
        expect(main.get_by_text(say(language, f"shop:{text}", count=left)).first).to_be_visible()
    stack.count(SCARCE, free=20)
    expect(main.get_by_text(say(language, "shop:product.inStock")).first).to_be_visible()
    assert_nothing_failed(page, language)


@translated
def test_cart_is_counted_emptied_and_repriced(
    open_page: OpenPage, stack: Stack, language: str, translator: str
) -> None:
    page = open_page(f"{language}-IN", PHONE)
    translate_pages(page, translator)
    main = page.get_by_role("main")
    for slug in (REPRICED, BEAD):
        page.goto(f"{stack.shop_url}/products/{slug}")
        main.get_by_role("button", name=say(language, "keep:addToCart")).first.click()
        expect(page.get_by_role("dialog").get_by_text("₹350" if slug == BEAD else "₹").first).to_be_visible()
    page.goto(f"{stack.shop_url}/cart")
    lines = main.get_by_role("listitem")
    bead, other = lines.filter(has_text="₹350"), lines.filter(has_not_text="₹350")
    total = page.get_by_role("region", name=say(language, "cart:summary")).get_by_role("definition").last
    before = total.inner_text()

    bead.get_by_role("button", name=say(language, "common:more")).click()
    expect(lines.get_by_text("₹700", exact=True)).to_be_visible()
    expect(total).not_to_have_text(before, use_inner_text=True)
    lines.filter(has_text="₹700").get_by_role("button", name=say(language, "common:less")).click()
    expect(bead).to_be_visible()
    expect(total).to_have_text(before, use_inner_text=True)
    bead.get_by_role("button", name=re.compile("5")).last.click()
    expect(lines).to_have_count(1)
    expect(total).not_to_have_text(before, use_inner_text=True)
    page.get_by_role("button", name=say(language, "cart:undo")).click()
    expect(lines).to_have_count(2)
    expect(total).to_have_text(before, use_inner_text=True)
    stack.set_price(REPRICED, 1411 if language == "en" else 1422)
    expect(other.get_by_text(re.compile("₹1,4(11|22)")).first).to_be_visible()
    assert_nothing_failed(page, language)
    assert translated_by_mistake(page) == []


@second_nightly
def test_login_profile_and_wishes(open_page: OpenPage, stack: Stack, language: str, translator: str) -> None:
    page = open_page(f"{language}-IN")
    translate_pages(page, translator)
    email = f"translated-{language}@akshamala.example"
    page.goto(f"{stack.shop_url}/login?redirect=/profile")

    log_in_here(page, stack, email)
    expect(page.get_by_role("main").get_by_text(email).first).to_be_visible()
    assert_nothing_failed(page, language)
    page.goto(f"{stack.shop_url}/products/{BEAD}")
    heart = page.get_by_role("main").get_by_role("button", name=say(language, "keep:wish")).first
    heart.click()
    expect(page.get_by_text(say(language, "keep:wished"))).to_be_visible()
    page.goto(f"{stack.shop_url}/wishlist")
    main = page.get_by_role("main")
    main.get_by_role("button", name=say(language, "keep:unwish")).click()
    expect(main.get_by_role("heading", name=say(language, "cart:wishlist.empty"))).to_be_visible()
    assert_nothing_failed(page, language)


@second_nightly
def test_list_is_searched_filtered_and_looked_into(
    open_page: OpenPage, stack: Stack, language: str, translator: str
) -> None:
    page = open_page(f"{language}-IN")
    translate_pages(page, translator)
    page.goto(stack.shop_url)
    page.get_by_role("banner").get_by_role("button", name=say(language, "shell:search")).click()
    for typed in ("5 mukhi", "amethyst"):
        page.get_by_role("combobox").fill(typed)
        expect(
            page.get_by_role("option").filter(has_text=re.compile(typed, re.IGNORECASE)).first
        ).to_be_visible()
    page.keyboard.press("Enter")
    page.wait_for_url("**/products?search=amethyst")
    main = page.get_by_role("main")
    found = main.get_by_role("status").filter(has_text=re.compile(r"\d")).first
    all_found = found.inner_text()

    main.get_by_role("checkbox").first.check()
    expect(found).not_to_have_text(all_found)
    main.get_by_role("button", name=say(language, "shop:list.clear")).first.click()
    page.goto(f"{stack.shop_url}/products?view={BEAD}")
    dialog = page.get_by_role("dialog").filter(has=page.get_by_role("radio").first)
    dialog.get_by_role("button", name=say(language, "common:more")).click()
    expect(dialog.get_by_text("₹700").first).to_be_visible()
    dialog.get_by_role("button", name=say(language, "common:close"), exact=True).click()
    expect(dialog).to_be_hidden()
    assert_nothing_failed(page, language)


@translated
def test_guest_buys_and_follows_the_order(
    open_page: OpenPage, stack: Stack, language: str, translator: str
) -> None:
    page = open_page(f"{language}-IN", PHONE)
    translate_pages(page, translator)
    email = f"translated-buyer-{language}@akshamala.example"
    page.goto(f"{stack.shop_url}/products/{BEAD}")
    page.get_by_role("main").get_by_role("button", name=say(language, "shop:card.buyNow")).first.click()
    transaction_id = go_from_dialog_to_pay_page(page, stack, email)
    stack.switch_webhooks(True)
    answer_at_the_bank(page, "pending")
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text(say(language, "payment:processing.title"))
    expect(page.get_by_text(say(language, "common:live"), exact=True)).to_be_visible()
    assert translated_by_mistake(page) == []

    stack.sandbox.settle(transaction_id, "success")
    expect(heading).to_have_text(say(language, "payment:success.title"))
    assert_nothing_failed(page, language)
    assert translated_by_mistake(page) == []

    page.goto(f"{stack.shop_url}/track-order")
    page.get_by_label(say(language, "orders:transaction.label")).fill(transaction_id)
    page.get_by_role("button", name=say(language, "orders:transaction.submit")).click()
    expect(page.get_by_text(say(language, "orders:transaction.outcomes.success"))).to_be_visible()
    assert_nothing_failed(page, language)
    page.goto(f"{stack.shop_url}/track-orders")
    page.get_by_label(say(language, "orders:track.email")).fill(email)
    page.get_by_role("button", name=say(language, "orders:track.submit")).click()
    enter_code(page, stack, email, ask=say(language, "orders:track.details"), words=CODE_MAIL[language])
    page.get_by_role("main").get_by_role("link").filter(
        has_text=say(language, "orders:details")
    ).first.click()
    main = page.get_by_role("main")
    expect(main.get_by_text("12 Sample Road")).to_be_visible()
    assert translated_by_mistake(page) == []
    order_id = re.search(r"AKS-\w+", main.inner_text())
    assert order_id is not None
    progress = page.get_by_role("progressbar")
    before = progress.get_attribute("aria-label")
    bring(stack, order_id[0], "processing", token=staff_token(stack))
    expect(main.get_by_text(say(language, "orders:status.processing"), exact=True).first).to_be_visible()
    expect(progress).not_to_have_attribute("aria-label", before or "")
    assert_nothing_failed(page, language)


@second_nightly
def test_payment_that_failed_is_tried_again(
    open_page: OpenPage, stack: Stack, language: str, translator: str
) -> None:
    page = open_page(f"{language}-IN", PHONE)
    translate_pages(page, translator)
    page.goto(f"{stack.shop_url}/products/{BEAD}")
    page.get_by_role("main").get_by_role("button", name=say(language, "shop:card.buyNow")).first.click()
    go_from_dialog_to_pay_page(page, stack, f"translated-again-{language}@akshamala.example")
    page.locator('button[name="step"][value="cancel"]').click()
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text(say(language, "payment:cancelled.title"))
    page.get_by_role("button", name=say(language, "payment:failed.retry")).click()

    page.wait_for_url(f"{stack.sandbox.url}/**")
    answer_at_the_bank(page, "success")
    expect(heading).to_have_text(say(language, "payment:success.title"))
    assert_nothing_failed(page, language)


@second_nightly
def test_recommendation(open_page: OpenPage, stack: Stack, language: str, translator: str) -> None:
    page = open_page(f"{language}-IN", PHONE)
    translate_pages(page, translator)
    page.goto(f"{stack.shop_url}/rudraksh-recommendation")

    answer_birth_questions(page, language)

    result = say(language, "guidance:result.primary")
    expect(page.get_by_role("heading", level=2, name=result)).to_be_visible(timeout=60_000)
    assert_nothing_failed(page, language)


@second_nightly
def test_boards_of_the_back_office_change_by_themselves(
    open_page: OpenPage, stack: Stack, language: str, translator: str
) -> None:
    page = open_page(f"{language}-IN", (1440, 900))
    translate_pages(page, translator)
    log_in(page, stack, "admin@akshamala.example", at=stack.staff_url)
    page.goto(f"{stack.staff_url}/admin")
    live = page.get_by_text(say(language, "common:live"), exact=True).first
    expect(live).to_be_visible()
    cards = page.locator("dl > div", has_text=say(language, "admin:dashboard.orders"))
    orders = cards.locator("dd span").first
    before = orders.inner_text()
    order_id, key = order_as_guest(stack, f"translated-board-{language}@akshamala.example")
    expect(orders).not_to_have_text(before)
    assert_nothing_failed(page, language)

    go_inside(page, "/admin/transactions")
    expect(live).to_be_visible()
    transaction_id = pay(stack, order_id, key)
    row = page.locator("[data-row]", has_text=transaction_id)
    expect(row).to_contain_text(say(language, "admin:statuses.SUCCESS"))
    assert translated_by_mistake(page) == []
    go_inside(page, "/admin/orders")
    expect(live).to_be_visible()
    row = page.locator("[data-row]", has_text=order_id)
    expect(row).to_contain_text(say(language, "admin:orderStatuses.confirmed"))
    bring(stack, order_id, "processing", token=staff_token(stack))
    expect(row).to_contain_text(say(language, "admin:orderStatuses.processing"))
    assert translated_by_mistake(page) == []
    mistakes = {}
    for path in BOARDS[1:]:
        go_inside(page, path)
        wait_until_loaded(page)
        assert_nothing_failed(page, language)
        mistakes[path] = translated_by_mistake(page)

    assert {path: texts for path, texts in mistakes.items() if texts} == {}
