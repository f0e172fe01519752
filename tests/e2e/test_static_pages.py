"""The fixed pages, the contact form, and the page for addresses that are none."""

import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.e2e.accessibility import violations, wider_than_the_screen
from tests.e2e.conftest import PHONE, OpenPage
from tests.e2e.screen_texts import HINDI_NIGHTLY, LANGUAGES, localized_message
from tests.e2e.shop_steps import go_inside, wait_until_loaded
from tests.e2e.stack import Stack
from tests.public_pages import STATIC_PAGES

pytestmark = pytest.mark.any_stack

# One of each kind, which axe is asked about; a nightly run asks it about all of them.
KINDS = {("en", "/contact"), ("hi", "/about"), ("en", "/terms")}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.timeout(300)
def test_every_page_says_what_the_shop_promises(
    open_page: OpenPage, stack: Stack, language: str, request: pytest.FixtureRequest
) -> None:
    page = open_page(f"{language}-IN", PHONE)
    every = {(language, path) for path in STATIC_PAGES}
    asks_axe = every if request.config.getoption("--nightly") else KINDS
    found = {}
    for path in STATIC_PAGES:
        told = _document(stack, path, language)
        if path == STATIC_PAGES[0]:
            page.goto(stack.shop_url + path)
        else:
            go_inside(page, path)
        expect(page.get_by_role("heading", level=1)).to_have_text(told["title"])
        expect(page.locator("html")).to_have_attribute("lang", language)
        for section in told["sections"]:
            expect(page.get_by_role("heading", level=2, name=section["title"], exact=True)).to_be_visible()
        wait_until_loaded(page)
        broken = violations(page) if (language, path) in asks_axe else []
        found[path] = (broken, wider_than_the_screen(page))

    assert {path: faults for path, faults in found.items() if faults != ([], 0)} == {}


@pytest.mark.parametrize("language", HINDI_NIGHTLY)
def test_numbers_are_the_shops_own(open_page: OpenPage, stack: Stack, language: str) -> None:
    page = open_page(f"{language}-IN")
    promises = httpx.get(f"{stack.shop_url}/api/shop", trust_env=False).json()["data"]["promises"]

    page.goto(f"{stack.shop_url}/terms")
    for path, number in {
        "/returns": promises["returnDays"],
        "/shipping": promises["deliveryDays"],
        "/contact": promises["supportAnswerHours"],
    }.items():
        go_inside(page, path)
        rows = page.locator("main dl > div", has_text=re.compile(rf"(?<!\d){number}(?!\d)"))
        expect(rows.first).to_be_visible()


def test_page_is_read_by_its_contents_and_printed(open_page: OpenPage, stack: Stack) -> None:
    page = open_page()
    page.add_init_script("window.print = () => { document.documentElement.dataset.printed = 'yes' }")
    page.goto(f"{stack.shop_url}/terms")
    contents = page.get_by_role("navigation", name=localized_message("en", "pages:contents"))
    last = contents.get_by_role("link").last
    title = last.inner_text()

    last.click()
    expect(page.get_by_role("heading", name=title, exact=True)).to_be_focused()
    expect(page.get_by_role("heading", name=title, exact=True)).to_be_in_viewport()

    page.get_by_role("button", name=localized_message("en", "pages:print")).click()
    expect(page.locator("html")).to_have_attribute("data-printed", "yes")

    page.emulate_media(media="print")
    expect(contents).to_be_hidden()
    expect(page.get_by_role("heading", name=title, exact=True)).to_be_visible()


@pytest.mark.parametrize("language", HINDI_NIGHTLY)
def test_a_message_gets_a_number_and_a_copy(open_page: OpenPage, stack: Stack, language: str) -> None:
    page = open_page(f"{language}-IN", PHONE)
    email = f"writes-{language}@akshamala.example"
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if _is_a_message(request.url) else None)
    mark = stack.last_mail_id()
    page.goto(f"{stack.shop_url}/contact")
    _fill_in(page, language, email)

    # Whoever doubts that the first press was felt presses again.
    page.get_by_role("button", name=localized_message(language, "pages:form.send")).dblclick()

    done = page.get_by_role("heading", name=localized_message(language, "pages:sent.title"))
    expect(done).to_be_focused()
    number = page.get_by_text(re.compile(r"^TKT-[\w-]+$")).inner_text()
    stack.mail_to(email, containing=number, after=mark)
    assert len(sent) == 1
    assert violations(page) == []

    page.get_by_role("button", name=localized_message(language, "pages:sent.another")).click()
    expect(page.get_by_label(localized_message(language, "pages:form.message"))).to_have_value("")


@pytest.mark.parametrize("way", ["shell:notFound.goHome", "common:goBack"])
def test_both_ways_from_an_address_that_is_none_lead_into_the_shop(
    open_page: OpenPage, stack: Stack, way: str
) -> None:
    language = "hi"
    page = open_page(f"{language}-IN", PHONE)
    # The first page of this visit: there is nothing of ours to go back to.
    answer = page.goto(f"{stack.shop_url}/no-such-page")
    assert answer is not None and answer.status == 404
    main = page.get_by_role("main")
    expect(main.get_by_role("heading", level=1)).to_have_text(
        localized_message(language, "shell:notFound.title")
    )

    words = localized_message(language, way)
    main.get_by_role("link", name=words).or_(main.get_by_role("button", name=words)).click()

    page.wait_for_url(f"{stack.shop_url}/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def _document(stack: Stack, path: str, language: str) -> dict[str, Any]:
    answer = httpx.get(
        f"{stack.shop_url}/api/documents{path}", headers={"Accept-Language": language}, trust_env=False
    )
    document: dict[str, Any] = answer.raise_for_status().json()["data"]["document"]
    return document


def _is_a_message(url: str) -> bool:
    return url.endswith("/api/contact")


def _fill_in(page: Page, language: str, email: str) -> None:
    for field, value in {
        "name": "Sample Writer",
        "email": email,
        "message": "Is the five-faced bead drilled for a cord of three millimetres?",
    }.items():
        page.get_by_label(localized_message(language, f"pages:form.{field}")).fill(value)
    page.get_by_label(localized_message(language, "pages:form.topic")).select_option("product")
