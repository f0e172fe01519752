"""Whoever reads Hindi meets no English: on no public page, in no name, hint or label; and all of it fits."""

import json
import re
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from project.core.shop_settings import Contact, Seller
from tests.e2e.accessibility import wider_than_the_screen
from tests.e2e.conftest import DESKTOP, PHONE, OpenPage
from tests.e2e.shop_steps import BEAD, Traffic, go_inside, press_buy_now
from tests.e2e.stack import Stack
from tests.e2e.test_keyboard_and_zoom import ENLARGED
from tests.public_pages import PUBLIC_PAGES
from tests.waiting import eventually

pytestmark = pytest.mark.timeout(300)

# Brands, units and abbreviations that India writes in Latin letters.
NOT_TRANSLATED: Final = frozenset(
    {
        "Akshamala",
        "English",
        "PhonePe",
        "UPI",
        "WhatsApp",
        "GSTIN",
        "GST",
        "QR",
        # How numbers of orders and transactions begin.
        "AKS",
        "TXN",
        # What the page about cookies names is what the browser shows.
        "cartToken",
        "cartChanged",
        "closedBanner",
        "language",
        "placedOrders",
        "preferences",
        "rateLimitInfo",
        "recentSearches",
        "recentlyViewed",
        "Secure",
        "browser",
        "session",
        "token",
        "waitlistToken",
        "wishes",
    }
)
_REVIEWS: Final = json.loads(
    (Path(__file__).parents[2] / "project/sample_shop/data/reviews.json").read_text()
)
# Names: of the sample seller, laboratory and reviewers, of a tree; and the switch between the languages.
NAMES: Final = (
    *Seller().model_dump().values(),
    *(Contact().email, Contact().phone),
    "Sample Gem Lab",
    "Elaeocarpus ganitrus",
    "हिन्दी – Hindi",
    *{review["author"] for review in _REVIEWS},
)

# What a page shows or says, but for what is marked as another language or as a name.
SAID: Final = """
    () => {
        const foreign = "script, style, template, noscript, [lang=en], [lang=en-IN], [translate=no]"
        const said = []
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
        while (walker.nextNode()) {
            const { parentElement, data } = walker.currentNode
            if (!parentElement.closest(foreign)) said.push(data)
        }
        for (const element of document.querySelectorAll("[aria-label], [placeholder], [alt], [title]"))
            if (!element.closest(foreign))
                for (const name of ["aria-label", "placeholder", "alt", "title"])
                    said.push(element.getAttribute(name) ?? "")
        return [document.title, ...said].filter((text) => /[A-Za-z]/.test(text))
    }
"""
# Addresses, e-mail addresses, and codes: capitals with digits or dashes.
_NO_WORDS: Final = re.compile(
    r"\S+@\S+|https?://\S+|\b[\w-]+(?:\.[\w-]+)*\.(?:com|in|example)\b|\b[A-Z]*(?:\d|-)[A-Z\d-]*\b"
)


def english_on(page: Page) -> list[str]:
    """Return the texts of the page that have an English word in them."""
    said: list[str] = page.evaluate(SAID)
    return sorted({text.strip() for text in said if _english_words(text)})


def _english_words(text: str) -> set[str]:
    for name in NAMES:
        text = text.replace(name, "")
    return set(re.findall(r"[A-Za-z]{2,}", _NO_WORDS.sub(" ", text))) - NOT_TRANSLATED


def test_public_pages_are_all_hindi_and_fit(open_page: OpenPage, stack: Stack) -> None:
    page = open_page("hi-IN", PHONE)
    traffic = Traffic(page)
    english, wide = {}, {}
    for path in PUBLIC_PAGES:
        # The same page with something else found has the same title.
        if path == PUBLIC_PAGES[0] or re.search("[?#]", path):
            page.goto(stack.shop_url + path)
        else:
            go_inside(page, path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        traffic.wait_until_quiet()
        english[path] = english_on(page)
        for width, height in (PHONE, DESKTOP, *ENLARGED):
            page.set_viewport_size({"width": width, "height": height})
            wide[f"{path} at {width}"] = wider_than_the_screen(page)
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})

    assert {path: texts for path, texts in english.items() if texts} == {}
    assert {where: pixels for where, pixels in wide.items() if pixels} == {}


def test_the_purchase_window_is_all_hindi(open_page: OpenPage, stack: Stack) -> None:
    page = open_page("hi-IN", PHONE)
    traffic = Traffic(page)
    page.goto(f"{stack.shop_url}/products/{BEAD}")
    dialog = press_buy_now(page)
    expect(dialog.get_by_role("textbox").first).to_be_visible()
    traffic.wait_until_quiet()

    assert english_on(page) == []


def test_english_is_noticed(open_page: OpenPage, stack: Stack) -> None:
    page = open_page("en-IN", PHONE)
    page.goto(f"{stack.shop_url}/terms")
    expect(page.get_by_role("heading", level=1)).to_be_visible()

    eventually(lambda: "Terms and Conditions · Akshamala" in english_on(page))
