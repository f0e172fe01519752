"""Staff edit a page, the banner and the home page's chapters; readers get words, whatever was written."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.accessibility import violations, wider_than_the_screen
from tests.e2e.conftest import PHONE, OpenPage
from tests.e2e.shop_steps import log_in
from tests.e2e.stack import Stack

ADMIN = "admin@akshamala.example"


def publish(page: Page) -> None:
    button = page.get_by_role("button", name="Publish")
    expect(button).to_be_enabled()
    button.click()
    expect(page.get_by_text("Published", exact=True).first).to_be_visible()


def take_back(page: Page) -> None:
    page.get_by_role("button", name="Back to the original text").click()
    expect(page.get_by_text("The original text is shown again").first).to_be_visible()


@pytest.mark.timeout(300)
def test_page_banner_and_chapters_are_edited_previewed_published_and_taken_back(
    open_page: OpenPage, stack: Stack
) -> None:
    editor, reader = open_page(), open_page(size=PHONE)
    log_in(editor, stack, ADMIN, at=stack.staff_url)
    editor.goto(f"{stack.staff_url}/admin/content")
    assert violations(editor) == []
    editor.get_by_role("link", name="Disclaimer").click()

    body = editor.get_by_label("Text (English)", exact=True)
    shipped = body.input_value()
    body.fill("Words without a heading {nothing}")
    expect(editor.get_by_text("There is no value “{nothing}” here")).to_be_visible()
    expect(editor.get_by_role("button", name="Publish")).to_be_disabled()

    evil = "<img src=x onerror='window.hurt = 1'><script>window.hurt = 1</script>"
    body.fill(f"# Plain words\nA bead {evil} is a bead. [Ask](javascript:window.hurt=1) us.")
    expect(editor.get_by_text("cannot be linked to").first).to_be_visible()
    body.fill(f"# Plain words\nA bead {evil}is a **bead**. [Ask](/contact) us.")
    preview = editor.get_by_role("region", name="Preview")
    expect(preview.get_by_role("heading", name="Plain words")).to_be_visible()
    # What lies half below the header is a smaller target.
    editor.evaluate("scrollTo(0, 0)")
    assert violations(editor) == []
    assert not wider_than_the_screen(editor)
    publish(editor)

    reader.goto(f"{stack.shop_url}/disclaimer")
    expect(reader.get_by_role("heading", name="Plain words")).to_be_visible()
    expect(reader.get_by_text("A bead is a bead.")).to_be_visible()
    assert reader.evaluate("window.hurt") is None and editor.evaluate("window.hurt") is None

    editor.get_by_role("button", name="Undo", exact=True).click()
    expect(editor.get_by_text("The earlier text is shown again")).to_be_visible()
    reader.reload()
    expect(reader.get_by_role("heading", name="Plain words")).to_be_hidden()
    expect(body).to_have_value(re.compile("^# Plain words"))
    publish(editor)
    reader.reload()
    expect(reader.get_by_role("heading", name="Plain words")).to_be_visible()
    take_back(editor)
    expect(body).to_have_value(shipped)
    reader.reload()
    expect(reader.get_by_role("heading", name="Plain words")).to_be_hidden()

    editor.goto(f"{stack.staff_url}/admin/content/banner:shop")
    editor.get_by_label("Text (English)", exact=True).fill("Closed for Diwali")
    editor.get_by_label("Text (Hindi)", exact=True).fill("दीवाली पर बंद")
    editor.get_by_label("Link").fill("/shipping")
    editor.get_by_text("Shown", exact=True).click()
    publish(editor)
    reader.reload()
    banner = reader.get_by_role("region", name="Notice of the shop")
    expect(banner.get_by_role("link", name="Closed for Diwali")).to_have_attribute(
        "href", re.compile("/shipping$")
    )
    assert violations(reader) == []
    banner.get_by_role("button").click()
    expect(banner).to_be_hidden()
    reader.reload()
    expect(reader.get_by_role("heading", level=1)).to_be_visible()
    expect(banner).to_be_hidden()
    take_back(editor)

    editor.goto(f"{stack.staff_url}/admin/content")
    editor.get_by_role("link", name="Home page: beginning and chapters").click()
    title = editor.get_by_label("The seed: Title (Hindi)", exact=True)
    title.fill("")
    expect(editor.get_by_text("This is needed")).to_be_visible()
    expect(editor.get_by_role("button", name="Publish")).to_be_disabled()
    title.fill("एक नई शुरुआत")
    editor.get_by_label("The seed: Title (English)", exact=True).fill(f"A new beginning {evil}")
    chapter = preview.get_by_role("region", name="A new beginning")
    expect(chapter.get_by_role("img", name="A five-faced rudraksha")).to_be_visible()
    editor.evaluate("scrollTo(0, 0)")
    assert violations(editor) == []
    assert not wider_than_the_screen(editor)
    publish(editor)
    asked: list[str] = []
    reader.on("request", lambda request: asked.append(request.url))
    for path, words in {"/": "A new beginning", "/?lang=hi": "एक नई शुरुआत"}.items():
        answer = reader.goto(f"{stack.shop_url}{path}")
        assert answer is not None and words in answer.text()
        expect(reader.get_by_role("heading", name=words, exact=True)).to_be_visible()
        assert violations(reader) == []
    # The document brings them.
    assert [url for url in asked if "/api/products/home" in url] == []
    assert reader.evaluate("window.hurt") is None
    take_back(editor)
