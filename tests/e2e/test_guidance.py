"""From a birth to a bead: asked, answered, mailed, passed on, bought."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from tests.e2e.accessibility import violations, wider_than_the_screen
from tests.e2e.conftest import DESKTOP, PHONE, OpenPage
from tests.e2e.screen_texts import localized_message, saying
from tests.e2e.shop_steps import answer_birth_questions
from tests.e2e.stack import Stack

pytestmark = pytest.mark.any_stack


@pytest.mark.parametrize(("language", "size"), [("en", DESKTOP), ("hi", PHONE)])
def test_a_birth_leads_to_a_bead(
    open_page: OpenPage, stack: Stack, language: str, size: tuple[int, int]
) -> None:
    page = open_page(f"{language}-IN", size)
    email = f"born-{language}@akshamala.example"
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{stack.shop_url}/rudraksh-recommendation")
    answer_birth_questions(page, language)

    # Step two takes the reader along.
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    expect(
        page.get_by_role("heading", level=2, name=localized_message(language, "guidance:result.primary"))
    ).to_be_visible()
    bead = page.get_by_role(
        "region", name=localized_message(language, "guidance:result.primary")
    ).get_by_role("heading", level=3)
    name = bead.first.inner_text()
    # What comes last and by itself; the first to ask for the sky waits until it is computed.
    today = page.get_by_role("heading", level=2, name=saying(language, "guidance:daily.title"))
    expect(today).to_be_visible(timeout=60_000)
    assert (violations(page), wider_than_the_screen(page)) == ([], 0)

    mark = stack.last_mail_id()
    keeping = page.get_by_role("region", name=localized_message(language, "guidance:pass.title"))
    keeping.get_by_role("button", name=localized_message(language, "guidance:pass.mail")).click()
    keeping.get_by_label(localized_message(language, "guidance:pass.email"), exact=True).fill(email)
    keeping.get_by_role("button", name=localized_message(language, "guidance:pass.send"), exact=True).click()
    letter = stack.mail_to(email, containing=name, after=mark)
    link = re.search(r"https?://\S*/rudraksh-recommendation\?\S+", letter)
    assert link is not None
    assert parse_qs(urlsplit(link[0]).query).keys() - {"lang"} == {"sign"}
    assert not any(secret in letter for secret in ("Asha", "1990", "Ujjain"))
    # What goes into addresses goes into the logs of everybody on the way.
    told = [f"{where.path}?{where.query}" for url in asked if "/api/" in (where := urlsplit(url)).path]
    assert any("/astrology/recommendation" in each for each in told)
    assert [each for each in told if "Asha" in each or "1990" in each] == []

    # Whoever was sent the link reads of the same bead, and knows nothing of the birth.
    friend = open_page(f"{language}-IN", size)
    friend.goto(link[0])
    expect(friend.get_by_role("heading", level=3, name=name, exact=True).first).to_be_visible()
    expect(friend.get_by_text("Asha Rao")).to_have_count(0)

    # The bead of one face, not that of eleven.
    this_bead = re.compile(rf"(?<!\d){re.escape(name)}")
    friend.get_by_role("main").get_by_role("link", name=this_bead).first.click()
    friend.wait_for_url(re.compile(r"/products\?"))
    expect(friend.get_by_role("main").get_by_role("link", name=this_bead).first).to_be_visible()
